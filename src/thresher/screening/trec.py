"""TREC runs and the judgements that go with them."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import numpy as np

from thresher.errors import FileError
from thresher.records.delimited import Table, first_of, read_table
from thresher.records.plain_text import as_text, read_content
from thresher.screening.reading import Reading
from thresher.screening.run import Run

__all__ = [
    "Judgements",
    "is_of_trec",
    "is_trec_line",
    "read_judgements",
    "runs_of_trec",
]

Judgements: TypeAlias = Mapping[str, Mapping[str, bool]]
RUN_FIELDS = 6  # topic, (unused), document, rank, score, tag
JUDGEMENT_FIELDS = 4  # topic, (unused), document, relevance
DOCUMENT_COLUMNS = ("pmid", "docid", "doc_id", "docno", "document", "record_id", "id")
RELEVANCE_COLUMNS = ("rel_abstract", "relevance", "rel", "label")
FORM = "A line of a run has topic, Q0, document, rank, score and tag."


@dataclass(slots=True, kw_only=True)
class _Ranking:
    """Lines of one topic of a run, as they are read."""

    tag: str
    ranks: dict[str, float]
    scores: list[float]
    cut: str | None = None


def is_trec_line(line: str) -> bool:
    """Whether `line` may stand in a TREC run.

    Examples
    --------
    >>> is_trec_line("CD008874 Q0 12131113 1 41.3 baseline"), is_trec_line("a,b")
    (True, False)
    """
    fields = line.split()
    return len(fields) == RUN_FIELDS and None not in _numbers(fields)


def is_of_trec(run: Run) -> bool:
    """Whether a run came from a TREC run, so that judgements made its labels."""
    return {"topic", "tag"} <= run.settings.keys()


def runs_of_trec(text: str, path: Path, *, judgements: Judgements) -> list[Run]:
    """One run for each topic of a TREC run, in the order of the file.

    Parameters
    ----------
    text
        Lines of topic, unused field, document, rank, score and tag.
    path
        Where they came from, for messages.
    judgements
        Which documents are relevant to which topic. The pile is as large as the
        judged documents are many, as in the official tools: those not ranked are
        unread, and ranked ones that nobody judged count as irrelevant.

    Raises
    ------
    FileError
        A line of another form, a document ranked twice, or a topic nobody judged.
    """
    rankings = _rankings(text, path)
    unjudged = sorted(rankings.keys() - judgements.keys())
    if unjudged:
        listed = ", ".join(unjudged[:5]) + (" …" if unjudged[5:] else "")
        hint = "Give judgements of all its topics, or leave those topics out."
        reason = f"nobody judged {len(unjudged)} of its topics ({listed})"
        raise FileError(path, reason, hint=hint)
    return [
        _run(topic, ranking, path, judged=judgements[topic])
        for topic, ranking in rankings.items()
    ]


def read_judgements(path: str | Path) -> Judgements:
    """Judgements (qrels) of a file: TREC's four fields, or a table.

    A table has a column ``topic``, one of documents such as ``pmid``, and one of
    relevance such as ``rel_abstract``. If it tells years and splits apart, a topic
    is taken from its latest year, there from the test split. Any relevance above 0
    counts as relevant.
    """
    path = Path(path)
    text = as_text(read_content(path), path)
    first = text.lstrip().partition("\n")[0]
    if len(first.split()) == JUDGEMENT_FIELDS and "topic" not in first.lower():
        return _judgements_of_lines(text, path)
    return _judgements_of_table(read_table(text, path, wanted=["topic"]))


def _rankings(text: str, path: Path) -> dict[str, _Ranking]:
    rankings: dict[str, _Ranking] = {}
    for at, line in enumerate(text.splitlines(), 1):
        fields = line.split()
        if not fields:
            continue
        rank, score = _numbers(fields)
        if rank is None or score is None:
            raise FileError(
                path, f"is no line of a run: {line[:80]!r}", line=at, hint=FORM
            )
        topic, mark, document, *_, tag = fields
        ranking = rankings.setdefault(topic, _Ranking(tag=tag, ranks={}, scores=[]))
        if document in ranking.ranks:
            reason = f"{document} is ranked twice for {topic}"
            raise FileError(path, reason, line=at)
        ranking.ranks[document] = rank
        ranking.scores.append(score)
        ranking.cut = document if mark == "1" else ranking.cut
    return rankings


def _numbers(fields: list[str]) -> tuple[float | None, float | None]:
    """Return rank and score, if these are the fields of a run's line."""
    if len(fields) != RUN_FIELDS:
        return None, None
    try:
        rank, score = float(fields[3]), float(fields[4])
    except ValueError:
        return None, None
    return (rank, score) if math.isfinite(rank + score) else (None, None)


def _run(
    topic: str, ranking: _Ranking, path: Path, *, judged: Mapping[str, bool]
) -> Run:
    order = np.argsort(np.array([*ranking.ranks.values()]), kind="stable")
    documents = [*ranking.ranks]
    ids = [documents[at] for at in order]
    scores = np.array(ranking.scores)[order]
    settings: dict[str, object] = {"topic": topic, "tag": ranking.tag}
    if ranking.cut is not None:  # CLEF TAR marks where the system would stop
        settings["threshold"] = ids.index(ranking.cut) + 1
    labels = np.array([judged.get(name, False) for name in ids], dtype=np.bool_)
    relevant = sum(judged.values())
    missed = relevant - int(np.count_nonzero(labels))
    reading = Reading(
        labels=labels,
        records=max(len(judged), labels.size + missed),
        relevant=relevant,
        ids=ids,
        scores=None if (scores == scores[0]).all() else scores,
    )
    return Run(
        name=f"{ranking.tag}/{topic}", reading=reading, settings=settings, source=path
    )


def _judgements_of_lines(text: str, path: Path) -> Judgements:
    judgements: dict[str, dict[str, bool]] = {}
    for at, line in enumerate(text.splitlines(), 1):
        fields = line.split()
        if not fields:
            continue
        if len(fields) != JUDGEMENT_FIELDS:
            hint = "A judgement has topic, 0, document and relevance."
            reason = f"is no judgement: {line[:80]!r}"
            raise FileError(path, reason, line=at, hint=hint)
        topic, _, document, relevance = fields
        if not _is_number(relevance):
            reason = f"the relevance is {relevance!r}, not a number"
            raise FileError(path, reason, line=at)
        judgements.setdefault(topic, {})[document] = float(relevance) > 0
    return judgements


def _judgements_of_table(table: Table) -> Judgements:
    columns = table.columns
    document = first_of(DOCUMENT_COLUMNS, columns)
    relevance = first_of(RELEVANCE_COLUMNS, columns)
    if "topic" not in columns or document is None or relevance is None:
        reason = f"is no table of judgements: its columns are {', '.join(columns[:20])}"
        hint = "It needs topic, a document's id such as pmid, and rel_abstract."
        raise FileError(table.path, reason, hint=hint)
    apart = [name for name in ("year", "split") if name in columns]
    cells = table.cells(["topic", document, relevance, *apart])
    relevant = _relevant(cells[relevance], table)
    topics = [*zip(cells["topic"], *(cells[name] for name in apart), strict=True)]
    editions: dict[tuple[str, ...], dict[str, bool]] = {}
    for edition, name, judged in zip(topics, cells[document], relevant, strict=True):
        editions.setdefault(edition, {})[name] = judged
    latest = sorted(editions, key=_recency)
    return {topic: editions[topic, *rest] for topic, *rest in latest}


def _recency(edition: tuple[str, ...]) -> tuple[object, ...]:
    """Return what to sort by: later years come later, test splits after all others."""
    return tuple((part == "test", part) for part in edition)


def _relevant(values: Sequence[str], table: Table) -> list[bool]:
    try:
        return [float(value) > 0 for value in values]
    except ValueError as error:
        row = next(row for row, value in enumerate(values) if not _is_number(value))
        reason = f"the relevance is {values[row]!r}, not a number"
        raise FileError(table.path, reason, line=table.line(row)) from error


def _is_number(value: str) -> bool:
    try:
        float(value)
    except ValueError:
        return False
    return True
