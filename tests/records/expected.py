"""What Zotero and JabRef expect of their own test files, beside what we read."""

import json
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from thresher.records import read
from thresher.records.citation import Citation
from thresher.records.formats.field_values import year_of
from thresher.records.identifiers import doi_in

FIELDS = ("title", "authors", "year", "doi", "abstract")
TITLES = ("title", "caseName", "nameOfAct", "subject")
DATES = ("date", "dateDecided", "dateEnacted", "issueDate")
# Creators that Zotero calls by another name than author, by the kind of its items.
PRIMARY = frozenset(
    {"author", "artist", "director", "inventor", "programmer", "cartographer"}
    | {"composer", "interviewee", "presenter", "podcaster"}
)
MARKUP = re.compile(r"</?\w+[^<>]*>")
WORD = re.compile(r"[^\W_]+")
ZOTERO = "zotero_translators"
JABREF = Path("jabref", "fileformat")
JABREF_INPUTS = (
    "RisImporter*.ris",
    "NbibImporter*.nbib",
    "MedlinePlainImporter*.txt",
    "OvidImporter*.txt",
    "BiblioscapeImporter*.txt",
    "Endnote*.xml",
    "Medline*.xml",
    "MODS*.xml",
    "Marc*.xml",
    "MsBib*.xml",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    """What a program makes of a record."""

    title: str = ""
    authors: tuple[str, ...] = ()
    year: str = ""
    doi: str = ""
    abstract: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """One field of one record, as another program and as we read it."""

    place: tuple[str, int, str]  # file, record, field
    theirs: str | tuple[str, ...]
    ours: str | tuple[str, ...]

    @property
    def is_theirs(self) -> bool:
        """Whether the other program has this field at all."""
        return bool(self.theirs)

    @property
    def agrees(self) -> bool:
        """Whether both read the same letters and digits."""
        if self.place[2] == "doi":
            return str(self.theirs).casefold() == str(self.ours).casefold()
        if isinstance(self.theirs, str) or isinstance(self.ours, str):
            return letters(self.theirs) == letters(self.ours)
        theirs, ours = listed(self.theirs), self.ours
        return len(theirs) == len(ours) and all(map(is_one_name, theirs, ours))

    @property
    def is_glued(self) -> bool:
        """Whether our text has fewer words, though it has the same letters."""
        if isinstance(self.theirs, str) and isinstance(self.ours, str):
            return len(words(self.ours)) < len(words(self.theirs))
        return False


def zotero_cases(citations: Path) -> Iterator[tuple[str, Path, list[Expected]]]:
    """Yield names and inputs of Zotero's translators with what they make of them."""
    for told in sorted((citations / ZOTERO).glob("*/*.expected.json")):
        inputs = told.parent.glob(f"{told.name.split('.')[0]}.*")
        path = next(path for path in inputs if path != told)
        items = json.loads(told.read_text(encoding="utf-8"))
        yield f"{path.parent.name}/{path.name}", path, [*map(_of_zotero, items)]


def jabref_cases(citations: Path) -> Iterator[tuple[str, Path, list[Expected]]]:
    """Yield names and inputs of JabRef's importers with the BibTeX they make."""
    folder = citations / JABREF
    paths = sorted(path for one in JABREF_INPUTS for path in folder.glob(one))
    for path in paths:
        bib = path.with_suffix(".bib")
        if path.name.startswith("Ovid"):
            bib = folder / path.name.replace("Test", "TestBib").replace("txt", "bib")
        if bib.exists() and bib.stat().st_size:
            told = read(bib, format="bibtex").records
            yield path.name, path, [of_citation(one) for one in told]


def comparisons(citations: Path) -> Iterator[Compared]:
    """Yield every field that they or we have, of all files that have expected output.

    A record that only one side has is compared with nothing.
    """
    for cases in (zotero_cases(citations), jabref_cases(citations)):
        for name, path, theirs in cases:
            yield from _fields(
                name, theirs, [of_citation(o) for o in read(path).records]
            )


def _fields(
    name: str, theirs: Sequence[Expected], ours: Sequence[Expected]
) -> Iterator[Compared]:
    nothing = Expected()
    for number in range(max(len(theirs), len(ours))):
        wanted = theirs[number] if number < len(theirs) else nothing
        given = ours[number] if number < len(ours) else nothing
        for field in FIELDS:
            left, right = getattr(wanted, field), getattr(given, field)
            if left or right:
                yield Compared(place=(name, number, field), theirs=left, ours=right)


def of_citation(citation: Citation) -> Expected:
    """The fields that are compared; a subtitle of JabRef's goes with its title."""
    found = Expected(
        title=citation.title,
        authors=citation.authors,
        year="" if citation.year is None else str(citation.year),
        doi=citation.doi,
        abstract=citation.abstract,
    )
    subtitle = dict(citation.raw).get("subtitle")
    return replace(found, title=f"{found.title}: {subtitle}") if subtitle else found


def _of_zotero(item: dict[str, object]) -> Expected:
    creators = item.get("creators", [])
    assert isinstance(creators, list)
    year = year_of(next((str(item[d]) for d in DATES if item.get(d)), ""))
    return Expected(
        title=next((str(item[t]) for t in TITLES if item.get(t)), ""),
        authors=tuple(
            f"{one.get('lastName', one.get('name', ''))}, {one.get('firstName', '')}"
            for one in creators
            if one["creatorType"] in PRIMARY
        ),
        year=str(year) if year else "",
        doi=str(item.get("DOI", "")) or doi_in(str(item.get("extra", ""))),
        abstract=str(item.get("abstractNote", "")),
    )


def words(text: object) -> list[str]:
    """Words of a text in small letters, without markup."""
    bare = MARKUP.sub("", str(text))
    return WORD.findall(unicodedata.normalize("NFKC", bare).casefold())


def letters(text: object) -> str:
    """Letters and digits of a text."""
    return "".join(words(text))


def listed(theirs: tuple[str, ...]) -> tuple[str, ...]:
    """Their names one by one: a list left whole is split, a name said twice is one."""
    parts = (part.strip() for name in theirs for part in name.split(";"))
    return tuple(dict.fromkeys(filter(None, parts)))


def is_one_name(first: str, second: str) -> bool:
    """Whether two names are the same, family or given name first."""
    one, other = letters(first), letters(second)
    return len(one) == len(other) and one in other + other
