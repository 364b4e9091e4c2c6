"""Which studies a review rests on: from a table, or from its list of references."""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from thresher.errors import FileError
from thresher.records.citation import Citation
from thresher.records.identifiers import normal_doi, normal_openalex_id, normal_pmid
from thresher.screening.features.links import own_names, works_cited

__all__ = ["Links", "cited_links", "links_of_table", "study_names"]

REVIEW_COLUMNS = ("review", "reviewid", "review_id", "review id")
STUDY_COLUMNS = ("study", "studyid", "study_id", "study id", "pmid", "doi")
LONGEST_CELL = 10_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Links:
    """Ids of the studies of each review, and links that lead nowhere.

    Parameters
    ----------
    studies
        Ids of the studies of each review, by the id of the review.
    unknown
        Review and study of each link whose study is no record here.
    strangers
        Reviews of the table that are no record here.
    """

    studies: Mapping[str, tuple[str, ...]]
    unknown: tuple[tuple[str, str], ...] = ()
    strangers: tuple[str, ...] = ()


def study_names(citation: Citation) -> frozenset[str]:
    """Names of a study that tell two records of it to be one: ids and title.

    Examples
    --------
    >>> sorted(study_names(Citation(id="7", title="Zinc: a trial", pmid="12")))
    ['pmid 12', 'title zinc a trial']
    """
    words = "".join(c if c.isalnum() else " " for c in citation.title.casefold())
    title = " ".join(words.split())
    names = [*own_names(citation), f"title {title}" if title else ""]
    return frozenset(name for name in names if name) or frozenset({citation.id})


def cited_links(reviews: Iterable[Citation], studies: Iterable[Citation]) -> Links:
    """Studies that stand in the reviews' own lists of references.

    Works that are none of the studies here are not counted as unknown: most works
    that a review cites are no studies.
    """
    known = _known_names(studies)
    return Links(
        studies={
            review.id: tuple(
                dict.fromkeys(
                    known[work] for work in works_cited(review) if work in known
                )
            )
            for review in reviews
        }
    )


def _known_names(studies: Iterable[Citation]) -> dict[str, str]:
    known: dict[str, str] = {}
    for study in studies:
        for name in own_names(study):
            known.setdefault(name, study.id)
    return known


def links_of_table(
    path: Path, reviews: Sequence[Citation], studies: Sequence[Citation]
) -> Links:
    """Links of a table with a column for reviews and one for studies.

    Either is known by its id, PubMed id, DOI or OpenAlex id.

    Raises
    ------
    FileError
        It cannot be read, lacks a column, or names two records by one name.
    """
    of_review, of_study = _Index(reviews), _Index(studies)
    found: dict[str, dict[str, None]] = {review.id: {} for review in reviews}
    unknown: dict[tuple[str, str], None] = {}
    strangers: dict[str, None] = {}
    for line, review, study in _rows(path):
        here = of_review.found(review, path, line=line)
        there = of_study.found(study, path, line=line)
        if here is None:
            strangers[review] = None
        elif there is None:
            unknown[here, study] = None
        else:
            found[here][there] = None
    return Links(
        studies={review: tuple(of) for review, of in found.items()},
        unknown=tuple(unknown),
        strangers=tuple(strangers),
    )


class _Index:
    """Records by every name that a table may call them."""

    def __init__(self, citations: Iterable[Citation]) -> None:
        self.ids: set[str] = set()
        self.names: dict[str, str] = {}
        for citation in citations:
            self.ids.add(citation.id)
            for name in own_names(citation):
                self.names.setdefault(name, citation.id)

    def found(self, name: str, path: Path, *, line: int) -> str | None:
        spellings = (
            f"pmid {normal_pmid(name)}",
            normal_doi(name),
            normal_openalex_id(name).casefold(),
        )
        other = next((self.names[one] for one in spellings if one in self.names), None)
        if name not in self.ids:
            return other
        if other is not None and other != name:
            hint = "Give the records ids that are no other record's PubMed id."
            reason = f"{name} is the id of one record and names another, {other}"
            raise FileError(path, reason, line=line, hint=hint)
        return name


def _rows(path: Path) -> Iterator[tuple[int, str, str]]:
    """Yield line, review and study of each row."""
    try:
        csv.field_size_limit(LONGEST_CELL)
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileError(path, "is not in UTF-8", hint="Save it as UTF-8.") from error
    except OSError as error:
        raise FileError(path, f"cannot be read ({error.strerror})") from error
    first = text.partition("\n")[0]
    delimiter = "\t" if "\t" in first else ";" if first.count(";") else ","
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    header = [name.strip().casefold() for name in next(reader, [])]
    review = _column(path, header, REVIEW_COLUMNS)
    study = _column(path, header, STUDY_COLUMNS)
    for cells in reader:
        if not any(cells):
            continue
        row = [*cells, *[""] * (len(header) - len(cells))]
        if not row[review].strip() or not row[study].strip():
            reason = "the row names no review or no study"
            raise FileError(path, reason, line=reader.line_num)
        yield reader.line_num, row[review].strip(), row[study].strip()


def _column(path: Path, header: Sequence[str], names: Sequence[str]) -> int:
    for name in names:
        if name in header:
            return header.index(name)
    reason = f"has no column {names[0]}"
    hint = (
        f"It has: {', '.join(header) or 'nothing'}; one of {', '.join(names)} is due."
    )
    raise FileError(path, reason, line=1, hint=hint)
