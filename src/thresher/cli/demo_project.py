"""The project of a demonstration: files imported, duplicates linked, decisions kept."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path

import numpy as np

from thresher.certification.sequential.replay import Pick
from thresher.progress import Report
from thresher.records.provenance import Search
from thresher.records.reading_files import scan
from thresher.records.sample_files import SampleExport, sample_exports
from thresher.records.samples import SampleReview, sample_review
from thresher.reports.demonstration import Gathered
from thresher.screening.ledger import Chosen
from thresher.screening.pile import Pile
from thresher.store.decision_rows import StoredDecision, add_decisions
from thresher.store.importing import Wishes, import_files
from thresher.store.linking import find_duplicates
from thresher.store.project import Project
from thresher.store.publication_pile import publications_of

__all__ = ["gather", "keep_decisions"]

SHARE = 0.05
FEWEST_RELEVANT = 12  # so that a small pile still has something to find
READER = "simulated reader"
PACE = timedelta(seconds=20)  # between two made-up decisions
CHOSEN = {
    Chosen.PRIOR: "prior",
    Chosen.RANKED: "ranked",
    Chosen.RANDOM: "random",
    Chosen.CERTIFICATION: "certification sample",
}


def gather(
    project: Project,
    searches: Path,
    *,
    records: int,
    at: datetime,
    rng: np.random.Generator,
    report: Report,
) -> Gathered:
    """Make up a review, write its files to `searches`, and bring them into a project.

    Every file is read as a stranger's would be, and duplicates are found by what the
    records say, not by what is known of them.
    """
    share = max(SHARE, FEWEST_RELEVANT / records)
    review = sample_review(records=records, relevant_share=share, rng=rng)
    exports = sample_exports(review, rng=rng)
    for done, export in enumerate(exports, start=1):
        path = searches / export.name
        path.write_bytes(export.content)
        search = Search(
            database=export.database,
            platform=export.platform,
            searched_on=at.date(),
            hits=export.records,
        )
        wishes = Wishes(scan=scan, at=at.isoformat(timespec="seconds"), search=search)
        list(import_files(project, [path], wishes=wishes))
        report("Importing files", done=done, total=len(exports))
    find_duplicates(
        project, at=at.isoformat(timespec="seconds"), report=report, warn=_ignored
    )
    return _gathered(project, review, exports)


def _gathered(
    project: Project, review: SampleReview, exports: Sequence[SampleExport]
) -> Gathered:
    place = {citation.id: at for at, citation in enumerate(review.citations)}
    with project.reading() as connection:
        publications = publications_of(connection)
    places = [place[key] for key, _ in publications]
    pile = Pile(
        name="demo",
        citations=[citation for _, citation in publications],
        labels=review.labels[places],
    )
    return Gathered(
        question=review.question,
        pile=pile,
        topics=tuple(review.topics[at] for at in places),
        files=tuple((one.name, one.database, one.records) for one in exports),
    )


def keep_decisions(project: Project, picks: Sequence[Pick], *, begun: datetime) -> None:
    """Write what was read up to the stop into the project's ledger."""
    lines = [
        StoredDecision(
            record_id=int(pick.record),
            label=pick.label,
            reader=READER,
            decided_at=(begun + number * PACE).isoformat(timespec="seconds"),
            chosen=CHOSEN[pick.chosen],
        )
        for number, pick in enumerate(picks)
    ]
    with project.writing() as connection:
        add_decisions(connection, lines)


def _ignored(sentence: str) -> None:
    """Hear that not all records with a key in common were compared."""
    del sentence
