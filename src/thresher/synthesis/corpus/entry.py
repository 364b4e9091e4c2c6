"""A review of the data set: MSLR's columns, and the layers beside them."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from thresher.errors import FileError, InputError
from thresher.synthesis.corpus.split import Review

__all__ = ["COLUMNS", "Entry", "entry_line", "read_entries", "split_review"]

COLUMNS = ("review_id", "pmid", "title", "abstract", "target", "background")


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One review with its studies.

    Parameters
    ----------
    review_id, target, background
        The review, its answer, and what it asks.
    pmid, title, abstract
        Of its studies, in one order; `pmid` is the record's id where it has none.
    study_names
        Every name of each study, so that two records of one study can be told.
    review_title, review_abstract, review_year, study_years
        The review's own texts, and years.
    sentences
        Start, end and class of the sentences of the review's abstract; places count
        in title, blank line, abstract.
    participants
        Spans of the review that no other of the kind contains.
    interventions, outcomes
        What the review tests and measures, by the names a synthesis gives them.
    spans, study_spans
        Kind, start, end and confidence of every span of the review and its studies.
    pairs, pairs_left_out
        Interventions with outcomes of the review, crossed, and how many more there
        would be.
    directions, study_directions
        For each pair: chances of increases, no_change, decreases, then start, end and
        confidence of the sentence; None where none reports it.

    Raises
    ------
    InputError
        The studies' columns, or the layers, are of different lengths.
    """

    review_id: str
    pmid: tuple[str, ...]
    title: tuple[str, ...]
    abstract: tuple[str, ...]
    target: str
    background: str
    study_names: tuple[tuple[str, ...], ...] = ()
    review_title: str = ""
    review_abstract: str = ""
    review_year: int | None = None
    study_years: tuple[int | None, ...] = ()
    sentences: tuple[Any, ...] = ()
    participants: tuple[str, ...] = ()
    interventions: tuple[str, ...] = ()
    outcomes: tuple[str, ...] = ()
    spans: tuple[Any, ...] = ()
    study_spans: tuple[Any, ...] = ()
    pairs: tuple[Any, ...] = ()
    pairs_left_out: int = 0
    directions: tuple[Any, ...] = ()
    study_directions: tuple[Any, ...] = ()

    def __post_init__(self) -> None:
        size = len(self.pmid)
        if {len(self.title), len(self.abstract)} != {size}:
            raise InputError(
                f"review {self.review_id} has {size} ids of studies, "
                f"{len(self.title)} titles and {len(self.abstract)} abstracts"
            )
        for name in ("study_names", "study_years", "study_spans", "study_directions"):
            if len(getattr(self, name)) not in (0, size):
                raise InputError(f"review {self.review_id}: {name} needs {size} rows")
        if len(self.directions) not in (0, len(self.pairs)):
            raise InputError(f"review {self.review_id}: a direction for each pair")

    @property
    def names(self) -> tuple[frozenset[str], ...]:
        """Names of each study; id and title where no others were kept."""
        if self.study_names:
            return tuple(frozenset(one) for one in self.study_names)
        return tuple(
            frozenset({f"pmid {pmid}", *_title_name(title)})
            for pmid, title in zip(self.pmid, self.title, strict=True)
        )


def _title_name(title: str) -> list[str]:
    words = "".join(c if c.isalnum() else " " for c in title.casefold()).split()
    return [f"title {' '.join(words)}"] if words else []


def split_review(entry: Entry) -> Review:
    """Review as the split needs it: studies by every name, and a text for topics."""
    studies = frozenset().union(*entry.names)
    text = f"{entry.review_title} {entry.background} {entry.target}"
    return Review(id=entry.review_id, studies=studies, text=text)


def entry_line(entry: Entry) -> str:
    """Entry as one line of JSON, MSLR's columns first.

    Examples
    --------
    >>> whole = Entry(review_id="1", pmid=("7",), title=("T",), abstract=("A",),
    ...               target="It helps.", background="Does it?")
    >>> list(json.loads(entry_line(whole)))[:3]
    ['review_id', 'pmid', 'title']
    """
    return json.dumps(asdict(entry), ensure_ascii=False)


def read_entries(path: Path) -> Iterator[Entry]:
    """Reviews of a file in MSLR's columns, with layers where it has them.

    Raises
    ------
    FileError
        It cannot be read, or a line is no review.
    """
    known = {field.name for field in fields(Entry)}
    number = 0
    try:
        with path.open(encoding="utf-8") as file:
            for line in file:
                number += 1  # for the message, too
                yield _entry(json.loads(line), known)
    except OSError as error:
        raise FileError(path, f"cannot be read ({error.strerror})") from error
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        reason = f"is no review in MSLR's columns ({error})"
        hint = f"Columns: {', '.join(COLUMNS)}."
        raise FileError(path, reason, line=max(number, 1), hint=hint) from error
    if not number:
        raise FileError(path, "holds no reviews", line=1)


def _entry(row: Mapping[str, Any], known: set[str]) -> Entry:
    if missing := [name for name in COLUMNS if name not in row]:
        raise InputError(f"no {missing[0]}")
    plain = {name: _tuples(value) for name, value in row.items() if name in known}
    return Entry(**plain)


def _tuples(value: Any) -> Any:  # noqa: ANN401  JSON
    if isinstance(value, Sequence) and not isinstance(value, str):
        return tuple(_tuples(one) for one in value)
    return value
