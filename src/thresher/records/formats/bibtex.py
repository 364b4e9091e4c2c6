"""BibTeX and BibLaTeX, in the dialects of JabRef, Zotero, Mendeley and databases."""

import re
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from thresher.records.citation import Citation
from thresher.records.formats.bibtex_entries import Entry, bibtex_entries
from thresher.records.formats.draft import IDENTIFIERS, Draft
from thresher.records.formats.field_values import year_of
from thresher.records.formats.latex_symbols import SYMBOLS
from thresher.records.formats.latex_text import (
    ESCAPES,
    latex_of,
    plain_of,
    split_outside_braces,
)
from thresher.records.formats.name_code import decoded_name, encoded_name
from thresher.records.formats.protocol import Format
from thresher.records.source import Source
from thresher.records.tally import Tally

__all__ = ["BIBTEX"]

PLACES = {
    "title": "title",
    "abstract": "abstract",
    "author": "authors",
    "year": "year",
    "date": "year",
    "journal": "venue",
    "journaltitle": "venue",
    "booktitle": "venue",
    "volume": "volume",
    "number": "issue",
    "issue": "issue",
    "pages": "pages",
    "keywords": "keywords",
    "keyword": "keywords",
    "doi": "doi",
    "pmid": "pmid",
    "pmcid": "pmcid",
    "openalex": "openalex_id",
    "url": "url",
    "source": "source",
}
KINDS = {
    "article": "article-journal",
    "book": "book",
    "incollection": "chapter",
    "inbook": "chapter",
    "inproceedings": "paper-conference",
    "conference": "paper-conference",
    "proceedings": "book",
    "collection": "book",
    "phdthesis": "thesis",
    "mastersthesis": "thesis",
    "thesis": "thesis",
    "techreport": "report",
    "report": "report",
    "online": "webpage",
    "electronic": "webpage",
    "unpublished": "manuscript",
    "booklet": "pamphlet",
    "dataset": "dataset",
    "software": "software",
    "patent": "patent",
    "misc": "",
}
TYPES = {kind: name for name, kind in reversed(KINDS.items())}
VERBATIM = {"doi", "url", "file", "eprint", "pdf", "pmid", "pmcid", "openalex"}
TYPE_FIELD = "entrytype"
HEAD = re.compile(r"(?:^|[\r\n])[ \t]*@[ \t]*\w+[ \t]*[{(]")
ESCAPED = re.compile(r"\\text(backslash|braceleft|braceright)\{\}|\\([_%&#{}$~])")
UNSAFE = re.compile(r"\\(?=[_%&#{}$~]|textb|$)|[{}]")
TYPE = re.compile(r"[a-z][a-z0-9_]*")
AND = r"(?:(?<!\s)|(?<=\\\s))\s+and\s+"  # a blank may be escaped
PARAGRAPH = re.compile(r"(?<![ \t])[ \t]*\n[ \t]*\n\s*")


def _read(source: Source, *, tally: Tally) -> Iterator[Citation]:
    for entry in bibtex_entries(source.lines()):
        tally.start()
        for problem in entry.problems:
            tally.warn(f"@{entry.kind}{{{entry.key}}}: {problem}", line=entry.line)
        yield _citation(entry, number=tally.starts)


def _citation(entry: Entry, *, number: int) -> Citation:
    draft = Draft()
    kind = KINDS.get(entry.kind, "")
    for name, latex in entry.fields:
        if entry.kind == "misc" and name == "kind" and not kind:
            kind = _line(latex)  # we wrote it: BibTeX has no type for it
        else:
            _put(draft, name, latex)
    if TYPES.get(KINDS.get(entry.kind, "")) != entry.kind:
        draft.raw.insert(0, (TYPE_FIELD, entry.kind))
    if kind:
        draft.fields["kind"] = kind
    return draft.citation(decoded_name(entry.key) or str(number))


def _put(draft: Draft, name: str, latex: str) -> None:
    field = PLACES.get(name.lower(), "")
    name = decoded_name(name)
    if field == "authors" and field not in draft.fields:
        names = split_outside_braces(latex, mark=AND)
        draft.put_all(field, map(_line, names), name=name)
    elif field == "keywords" and field not in draft.fields:
        parts = split_outside_braces(latex, mark=";")
        parts = parts if len(parts) > 1 else split_outside_braces(latex, mark=",")
        draft.put_all(field, map(_line, parts), name=name)
    elif name.lower() in VERBATIM:
        value = ESCAPED.sub(_unescaped, " ".join(latex.split()))
        draft.put(field, value, name=name) if field else draft.keep(name, value)
    else:
        value = _paragraphs(latex)
        if field == "pages":
            value = re.sub(r"\s*[–—]\s*", "-", value)  # noqa: RUF001  dashes meant
        draft.put(field, value, name=name) if field else draft.keep(name, value)


def _unescaped(found: re.Match[str]) -> str:
    return SYMBOLS[f"text{found[1]}"] if found[1] else found[2]


def _line(latex: str) -> str:
    return " ".join(plain_of(latex).split())


def _paragraphs(latex: str) -> str:
    """Return plain text, its paragraphs parted by line ends."""
    text = plain_of(latex)
    if "\n" not in text:
        return " ".join(text.split())
    return "\n".join(filter(None, (" ".join(p.split()) for p in PARAGRAPH.split(text))))


def _write(citations: Iterable[Citation], out: BinaryIO) -> None:
    for citation in citations:
        out.write(_text(citation).encode(errors="replace"))


def _text(citation: Citation) -> str:
    kind, raw = TYPES.get(citation.kind, "misc"), list(citation.raw)
    if raw and raw[0][0] == TYPE_FIELD and _is_type_of(raw[0][1], citation.kind):
        kind = raw.pop(0)[1]
    lines = [f"@{kind}{{{encoded_name(citation.id)},"]
    if citation.kind and citation.kind not in TYPES:
        lines.append(f"  kind = {{{latex_of(citation.kind)}}},")
    lines += [f"  {name} = {{{value}}}," for name, value in _fields(citation, kind)]
    for name, value in raw:
        shown = _raw_name(citation, name, value)
        lines.append(f"  {shown} = {{{_latex(name, value)}}},")
    return "\n".join(lines) + "\n}\n\n"


def _is_type_of(name: str, kind: str) -> bool:
    """Say whether entries of this type are read as this kind, with the type kept."""
    if not TYPE.fullmatch(name) or name in ("string", "comment", "preamble"):
        return False
    return KINDS.get(name, "") == kind and TYPES.get(kind) != name


def _fields(citation: Citation, kind: str) -> Iterator[tuple[str, str]]:
    venue = "booktitle" if kind.startswith("in") else "journal"
    names = {field: name for name, field in reversed(PLACES.items())} | {"venue": venue}
    for field, name in reversed(names.items()):
        value = getattr(citation, field)
        if field == "authors":
            value = " and ".join(_author(person) for person in value)
        elif field == "keywords":
            value = ", ".join(_keyword(word) for word in value)
        elif field != "year":
            value = _latex(name, value)
        if value not in ("", None):
            yield name, str(value)


def _latex(name: str, value: str) -> str:
    if name.lower() in VERBATIM:
        return UNSAFE.sub(lambda found: ESCAPES[found[0]], value)
    return latex_of(value).replace("\n", "\n\n")


def _author(name: str) -> str:
    enclosed = re.search(r"\sand\s", f" {name} ", re.IGNORECASE) or name.count(",") > 2  # noqa: PLR2004  "von Last, Jr, First"
    return f"{{{latex_of(name)}}}" if enclosed else latex_of(name)


def _keyword(word: str) -> str:
    return f"{{{latex_of(word)}}}" if re.search("[,;]", word) else latex_of(word)


def _raw_name(citation: Citation, name: str, value: str) -> str:
    """Return the name of a raw field, disguised where it would find a place."""
    field = PLACES.get(name.lower(), "")
    taken = not field or getattr(citation, field) not in ("", (), None)
    if field in IDENTIFIERS:
        taken = taken or not IDENTIFIERS[field](value)
    elif field == "year":
        taken = taken or year_of(value) is None
    reserved = name in (TYPE_FIELD, "kind") or not taken
    return encoded_name(name, disguised=reserved)


BIBTEX = Format(
    name="bibtex",
    title="BibTeX",
    endings=(".bib",),
    recognises=lambda source: HEAD.search(source.head) is not None,
    read=_read,
    write=_write,
)
