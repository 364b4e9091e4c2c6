"""Expected output of other programs' test cases, and how ours agrees with it."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from thresher.records import read
from thresher.records.citation import Citation
from thresher.records.identifiers import doi_in

FIELDS = ("title", "authors", "year", "doi", "abstract")
MARKUP = re.compile(r"</?\w+[^<>]*>")
YEAR = re.compile(r"(?<!\d)(?:1[4-9]|20)\d\d(?!\d)")
# Creators that Zotero calls by another name than author, by the kind of its items.
PRIMARY = frozenset(
    {"author", "artist", "director", "inventor", "programmer", "cartographer"}
    | {"composer", "interviewee", "presenter", "podcaster"}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    """What another program makes of a record."""

    title: str = ""
    authors: tuple[str, ...] = ()
    year: str = ""
    doi: str = ""
    abstract: str = ""


@dataclass(slots=True, kw_only=True)
class Agreement:
    """Fields that agree, and where the others are."""

    fields: int = 0
    different: dict[tuple[str, int, str], tuple[object, object]] = field(
        default_factory=dict
    )

    def share(self, *, explained: frozenset[tuple[str, int, str]]) -> float:
        """Share of fields that agree or whose difference is explained."""
        return 1 - len(self.different.keys() - explained) / max(1, self.fields)

    def add(self, case: str, theirs: list[Expected], ours: list[Citation]) -> None:
        """Compare the records of one file, one by one."""
        for number in range(max(len(theirs), len(ours))):
            wanted = theirs[number] if number < len(theirs) else Expected()
            given = as_expected(ours[number]) if number < len(ours) else Expected()
            for name in FIELDS:
                left, right = getattr(wanted, name), getattr(given, name)
                self.fields += bool(left or right)
                if normal(left) != normal(right):
                    self.different[case, number, name] = (left, right)


def zotero_cases(folder: Path) -> Iterator[tuple[Path, list[Expected]]]:
    """Yield inputs of a Zotero translator with what it makes of them."""
    for told in sorted(folder.glob("*.expected.json")):
        inputs = folder.glob(f"{told.name.split('.')[0]}.*")
        path = next(path for path in inputs if path != told)
        yield path, [_zotero(item) for item in json.loads(told.read_text())]


def jabref_cases(
    folder: Path, pairs: dict[str, str]
) -> Iterator[tuple[Path, list[Expected]]]:
    """Yield inputs of JabRef's importers with the BibTeX it makes of them."""
    for name, told in pairs.items():
        records = read(folder / told).records
        yield folder / name, [as_expected(record) for record in records]


def as_expected(citation: Citation) -> Expected:
    """The fields that are compared, from a citation."""
    return Expected(
        title=citation.title,
        authors=citation.authors,
        year="" if citation.year is None else str(citation.year),
        doi=citation.doi,
        abstract=citation.abstract,
    )


def normal(value: object) -> object:
    """A value without what is only a habit of printing.

    Markup, kinds of blanks, case and the full stop at the end of a title do not
    count; a name is its letters, in whichever order its parts are printed.
    """
    if isinstance(value, tuple):
        return [sorted(re.sub(r"[\W_]", "", name.casefold())) for name in value]
    text = " ".join(MARKUP.sub(" ", str(value)).casefold().split())
    return text.rstrip(" .")


def _zotero(item: dict[str, object]) -> Expected:
    creators = item.get("creators", [])
    assert isinstance(creators, list)
    year = YEAR.search(str(item.get("date", item.get("issueDate", ""))))
    title = item.get("title", item.get("caseName", item.get("nameOfAct", "")))
    return Expected(
        title=str(title),
        authors=tuple(
            f"{one.get('lastName', one.get('name', ''))}, {one.get('firstName', '')}"
            for one in creators
            if one["creatorType"] in PRIMARY
        ),
        year=year[0] if year else "",
        doi=str(item.get("DOI", "")) or doi_in(str(item.get("extra", ""))),
        abstract=str(item.get("abstractNote", "")),
    )
