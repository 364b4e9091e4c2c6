"""A data set in the manner of MS², stage by stage; what is done is done once."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from thresher.executors import Executor
from thresher.progress import Report, silent
from thresher.records.citation import Citation
from thresher.screening.manifest import alone
from thresher.staged_file import staged_file
from thresher.synthesis.corpus.candidates import Candidate, Candidates, LeftOut
from thresher.synthesis.corpus.entry import Entry, entry_line
from thresher.synthesis.corpus.links import study_names
from thresher.synthesis.corpus.stages import as_spans
from thresher.synthesis.corpus.suitability import suitability
from thresher.synthesis.corpus.work import Found, Work
from thresher.synthesis.review_roles import ReviewPart, ReviewRole, review_part
from thresher.synthesis.spans import PicoKind, without_contained

if TYPE_CHECKING:
    from thresher.synthesis.study import Study

__all__ = ["MOST_PAIRS", "REVIEWS", "Built", "built"]

MOST_PAIRS = 150  # of a review; how many are left out stands in its entry
REVIEWS = "reviews.jsonl"
FAILED = "a stage failed on it, or on a study of it"


@dataclass(frozen=True, slots=True, kw_only=True)
class Built:
    """The file of a data set, what was left out, and how many passed each stage.

    `failures` has a sentence for each document on which a stage failed, by its name.
    """

    path: Path
    reviews: int
    left_out: tuple[LeftOut, ...]
    funnel: Mapping[str, int]
    failures: Mapping[str, str]


def built(
    found: Candidates,
    folder: Path,
    *,
    executor: Executor,
    rules: bool = True,
    report: Report = silent,
) -> Built:
    """Spans, suitability, background and target, directions of each candidate.

    Parameters
    ----------
    found
        What passed the filters.
    folder
        Where results are kept as they come; it must exist. Only one process at a
        time works in it: another waits, and then finds the work done.
    executor
        Who does it.
    rules
        Leave out reviews that do not meet the criteria of suitability.
    report
        Told how far each stage is.

    Raises
    ------
    FileError
        The folder cannot be used.
    ClusterError
        The executor's cluster is gone. What is done is kept.
    """
    with alone(folder / ".lock"), closing(Work(folder, executor, report)) as work:
        return _built(found, folder / REVIEWS, work, rules=rules)


def _built(found: Candidates, path: Path, work: Work, *, rules: bool) -> Built:
    left = [*found.left_out]
    funnel = dict(found.funnel)
    texts = {one.review.id: one.text for one in found.found}
    spans = work.spans(texts)
    kept = [one for one in found.found if _fits(one, spans, left, rules=rules)]
    funnel["suitable"] = len(kept)
    classes = work.sentences({one.review.id: one.text for one in kept})
    kept = [one for one in kept if _has_target(one, classes, left)]
    funnel["target"] = len(kept)
    layers = _Layers(kept, spans, work)
    kept = [one for one in kept if layers.is_whole(one, left)]
    funnel["whole"] = len(kept)
    _write(path, (_entry(one, classes, layers) for one in kept))
    return Built(
        path=path,
        reviews=len(kept),
        left_out=tuple(left),
        funnel=funnel,
        failures=work.failures,
    )


def _write(path: Path, entries: Iterable[Entry]) -> None:
    """Write the reviews to a file that is there whole, or as it was."""
    with staged_file(path) as file:
        for entry in entries:
            file.write(f"{entry_line(entry)}\n".encode())


def _fits(one: Candidate, spans: Found, left: list[LeftOut], *, rules: bool) -> bool:
    """Return whether a review is suitable; note why it is not."""
    review = one.review.id
    if review not in spans:
        left.append(LeftOut(review=review, stage="spans", why=FAILED))
        return False
    named = as_spans(one.text, spans[review])
    found = suitability(one.text.title, one.text.abstract, named)
    if rules and not found.is_suitable:
        why = f"criteria not met: {', '.join(found.unmet)}"
        left.append(LeftOut(review=review, stage="suitability", why=why))
        return False
    return True


def _has_target(one: Candidate, classes: Found, left: list[LeftOut]) -> bool:
    review = one.review.id
    if review not in classes:
        why = FAILED
    elif not any(_part(role) is ReviewPart.TARGET for *_, role in classes[review]):
        why = "no sentence of its abstract states an effect"
    else:
        return True
    left.append(LeftOut(review=review, stage="target", why=why))
    return False


def _part(role: str) -> ReviewPart:
    return review_part(ReviewRole(role))


class _Layers:
    """Spans of the studies, pairs of the reviews, directions of both."""

    def __init__(self, kept: Sequence[Candidate], spans: Found, work: Work) -> None:
        texts = {c.id: text for one in kept for c, text in one.studies}
        self.study_spans = work.spans(texts)
        self.review_spans = spans
        names = work.names({one.review.id: one.text for one in kept}, spans)
        self.phrases = {
            one.review.id: _phrases(one, spans[one.review.id], names[one.review.id])
            for one in kept
            if one.review.id in names
        }
        asked: dict[str, tuple[Study, Sequence[tuple[str, str]]]] = {}
        for one in kept:
            if one.review.id not in self.phrases:
                continue
            pairs = self.pairs(one)
            asked[one.review.id] = one.text, pairs
            for citation, text in one.studies:
                asked[_name(one, citation)] = text, pairs
        self.directions = work.directions(asked)

    def pairs(self, one: Candidate) -> tuple[tuple[str, str], ...]:
        """Return interventions and outcomes crossed, as in section 3.3.2."""
        return _crossed(self.phrases[one.review.id])[:MOST_PAIRS]

    def is_whole(self, one: Candidate, left: list[LeftOut]) -> bool:
        names = [one.review.id, *(_name(one, c) for c, _ in one.studies)]
        whole = one.review.id in self.phrases
        whole = whole and all(name in self.directions for name in names)
        whole &= all(c.id in self.study_spans for c, _ in one.studies)
        if not whole:
            left.append(LeftOut(review=one.review.id, stage="layers", why=FAILED))
        return whole


def _name(one: Candidate, study: Citation) -> str:
    return f"{one.review.id} / {study.id}"


def _crossed(
    phrases: Mapping[PicoKind, tuple[str, ...]],
) -> tuple[tuple[str, str], ...]:
    sides = phrases[PicoKind.INTERVENTIONS], phrases[PicoKind.OUTCOMES]
    return tuple(product(*sides))


def _phrases(
    one: Candidate, plain: Sequence[Sequence[Any]], names: Sequence[Sequence[str]]
) -> dict[PicoKind, tuple[str, ...]]:
    """Return the phrases of each kind; participants without those others contain."""
    kept = without_contained(as_spans(one.text, plain))
    interventions, outcomes = names
    return {
        PicoKind.PARTICIPANTS: tuple(
            span.text for span in kept if span.kind is PicoKind.PARTICIPANTS
        ),
        PicoKind.INTERVENTIONS: tuple(interventions),
        PicoKind.OUTCOMES: tuple(outcomes),
    }


def _entry(one: Candidate, classes: Found, layers: _Layers) -> Entry:
    review, text = one.review, one.text
    sentences = classes[review.id]
    parts: dict[ReviewPart, list[str]] = {part: [] for part in ReviewPart}
    for start, end, role in sentences:
        parts[_part(role)].append(text.text[start:end])
    phrases = layers.phrases[review.id]
    return Entry(
        review_id=review.pmid or review.id,
        pmid=tuple(c.pmid or c.id for c, _ in one.studies),
        title=tuple(study.title for _, study in one.studies),
        abstract=tuple(study.abstract for _, study in one.studies),
        target=" ".join(parts[ReviewPart.TARGET]),
        background=" ".join(parts[ReviewPart.BACKGROUND]),
        study_names=tuple(tuple(sorted(study_names(c))) for c, _ in one.studies),
        review_title=text.title,
        review_abstract=text.abstract,
        review_year=review.year,
        study_years=tuple(c.year for c, _ in one.studies),
        sentences=tuple(map(tuple, sentences)),
        participants=phrases[PicoKind.PARTICIPANTS],
        interventions=phrases[PicoKind.INTERVENTIONS],
        outcomes=phrases[PicoKind.OUTCOMES],
        spans=tuple(map(tuple, layers.review_spans[review.id])),
        study_spans=tuple(layers.study_spans[c.id] for c, _ in one.studies),
        pairs=layers.pairs(one),
        pairs_left_out=len(_crossed(phrases)) - len(layers.pairs(one)),
        directions=tuple(layers.directions[review.id]),
        study_directions=tuple(
            layers.directions[_name(one, c)] for c, _ in one.studies
        ),
    )
