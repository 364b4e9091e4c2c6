"""Columns of citation tables: which field of a citation each one holds."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from thresher.records.citation import Citation
from thresher.records.formats.draft import Draft
from thresher.records.formats.field_values import author_names, listed, page_range
from thresher.records.formats.table_cells import parted, rearmed

__all__ = ["CARRIED", "TableColumns", "columns_of", "is_header"]

CARRIED = (
    "id",
    "title",
    "abstract",
    "authors",
    "year",
    "venue",
    "volume",
    "issue",
    "pages",
    "kind",
    "keywords",
    "doi",
    "pmid",
    "pmcid",
    "openalex_id",
    "url",
    "source",
)  # our own tables begin with these columns, in this order
LISTS = ("authors", "keywords")
ALIASES = {
    "id": "record id|id|key|citation key|covidence #|lens id|(internal) id|eid|"
    "ut (unique wos id)|ut",
    "title": "title|primary title|article title|item title|document title|ti|t1",
    "abstract": "abstract|abstract note|abstracts|ab|n2",
    "authors": "authors|author|author names|first authors|author/s|"
    "author full names|au|a1",
    "year": "year|publication year|published year|pub year|py|date|"
    "publication date|date published|date of publication|y1|da",
    "venue": "journal|journal title|source title|publication title|journal/book|"
    "publication|journal name|secondary title|container title|venue|booktitle|"
    "so|jo|jf|t2",
    "volume": "volume|journal volume|vl",
    "issue": "issue|number|issue number|journal issue|is",
    "pages": "pages|page|page range",
    "first page": "start page|first page|page start|sp|bp",
    "last page": "end page|last page|page end|ep",
    "kind": "kind|item type|publication type|document type|type of reference|"
    "reference type|type|content type|doctype|entrytype|ty|dt",
    "keywords": "keywords|author keywords|key words|manual tags|mesh terms|"
    "mesh keywords|mesh|kw|de",
    "doi": "doi|item doi|di|do",
    "pmid": "pmid|pubmed id|pubmedid|medline pmid|pm",
    "pmcid": "pmcid|pmc id|pmc",
    "openalex_id": "openalex id|openalex",
    "url": "url|urls|link|source urls|article link|plink|external url|ur",
}
FIELD_OF = {
    alias: (rank, field)
    for field, aliases in ALIASES.items()
    for rank, alias in enumerate(aliases.split("|"))
}
TELLING = ("abstract", "doi", "pmid", "openalex_id")
EXCEL_TEXT = re.compile(r'="(.*)"', re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableColumns:
    """What the columns of one table hold.

    Parameters
    ----------
    names
        The header as printed; a column without a name is named by its place.
    own
        Whether Thresher wrote the table, so that cells mean exactly what they say.
    places
        Columns of each field, best first; the first that is filled counts.
    others
        Columns that have no field.
    """

    names: tuple[str, ...]
    own: bool
    places: Mapping[str, tuple[int, ...]]
    others: tuple[int, ...]

    def citation(self, row: Sequence[str], *, number: int) -> Citation:
        """Return the citation in a row, which has as many cells as there are names."""
        if self.own:
            return _own_citation(self, row, number=number)
        return _foreign_citation(self, row, number=number)


def columns_of(header: Sequence[str]) -> TableColumns:
    """Return what each column of a table holds.

    Examples
    --------
    >>> columns = columns_of(["Article Title", "PubMed ID", "Included"])
    >>> columns.citation(["Sleep on dialysis", "123", "1"], number=1).raw
    (('Included', '1'),)
    """
    if tuple(header[: len(CARRIED)]) == CARRIED:
        return _own_columns([rearmed(name) for name in header])
    found: dict[str, list[tuple[int, int]]] = {}
    others = []
    for place, name in enumerate(header):
        rank, field = FIELD_OF.get(_plain(name), (0, ""))
        if header[0] == "PT" and name == "ID":  # Web of Science: Keywords Plus
            field = ""
        if field:
            found.setdefault(field, []).append((rank, place))
        else:
            others.append(place)
    if "pages" in found:  # then the first and last page say nothing new
        for field in ("first page", "last page"):
            others += [place for _, place in found.pop(field, [])]
    return TableColumns(
        names=tuple(
            name.strip() or f"column {place + 1}" for place, name in enumerate(header)
        ),
        own=False,
        places=MappingProxyType(
            {f: tuple(place for _, place in sorted(p)) for f, p in found.items()}
        ),
        others=tuple(sorted(others)),
    )


def is_header(row: Sequence[str]) -> bool:
    """Say whether a row names columns of citations.

    Examples
    --------
    >>> is_header(["TI", "AU", "SO"]), is_header(["SEARCH QUERY", "dinosaur:ti"])
    (True, False)
    """
    fields = {FIELD_OF[name][1] for name in map(_plain, row) if name in FIELD_OF}
    if len(row) == 1:
        return fields == {"title"}
    return "title" in fields or (len(fields) > 1 and not fields.isdisjoint(TELLING))


def _plain(name: str) -> str:
    return re.sub(r"[\s_-]+", " ", name.strip("\ufeff \t\"'")).strip().casefold()


def _own_columns(header: Sequence[str]) -> TableColumns:
    return TableColumns(
        names=tuple(header),
        own=True,
        places=MappingProxyType({f: (place,) for place, f in enumerate(CARRIED)}),
        others=tuple(range(len(CARRIED), len(header))),
    )


def _own_citation(
    columns: TableColumns, row: Sequence[str], *, number: int
) -> Citation:
    draft = Draft()
    cells = [rearmed(cell) for cell in row]
    for field, (place,) in columns.places.items():
        if field in LISTS:
            draft.put_all(field, parted(cells[place]), name=field)
        elif field == "year" and not re.fullmatch(r"-?\d{1,9}", cells[place]):
            draft.keep(field, cells[place])
        elif cells[place]:
            value = cells[place]
            draft.fields[field] = int(value) if field == "year" else value
    for place in columns.others:
        draft.keep(columns.names[place], cells[place])
    return draft.citation(draft.fields.pop("id", None) or str(number))


def _foreign_citation(
    columns: TableColumns, row: Sequence[str], *, number: int
) -> Citation:
    draft = Draft()
    cells = [_shown(cell) if cell[:2] == '="' else cell.strip() for cell in row]
    kept: list[tuple[int, str]] = []
    for field, places in columns.places.items():
        for place in places:
            if not cells[place]:
                continue
            before = len(draft.raw)
            _put(draft, field, cells[place], name=columns.names[place])
            if len(draft.raw) > before:
                kept += [(place, value) for _, value in draft.raw[before:]]
    kept += [(place, cells[place]) for place in columns.others if cells[place]]
    draft.raw = [(columns.names[place], value) for place, value in sorted(kept)]
    _join_pages(draft)
    record_id = draft.fields.pop("id", "")
    if record_id.startswith("https://openalex.org/"):
        draft.put("openalex_id", record_id, name="id")
    return draft.citation(record_id or str(number))


def _put(draft: Draft, field: str, value: str, *, name: str) -> None:
    if field == "authors" and field not in draft.fields:
        draft.put_all(field, author_names(value), name=name)
    elif field == "keywords" and field not in draft.fields:
        draft.put_all(field, listed(value), name=name)
    else:
        draft.put(field, value, name=name)


def _join_pages(draft: Draft) -> None:
    first, last = (draft.fields.pop(f"{end} page", "") for end in ("first", "last"))
    if pages := page_range(first, last):
        draft.fields["pages"] = pages


def _shown(cell: str) -> str:
    """Return what a spreadsheet would show for a cell that begins as a formula."""
    found = EXCEL_TEXT.fullmatch(cell.strip())
    return (found[1] if found else cell).strip()
