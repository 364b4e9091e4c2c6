"""All citation formats, and which of them a file is in."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import cast

from thresher.plugins import find, offered
from thresher.records.formats.protocol import Format
from thresher.records.formats.unreadable import refusal, refusal_by_content
from thresher.records.source import Source

__all__ = ["FORMATS", "every_format", "find_format", "format_named"]

# Names, modules and constants, in the order in which a file is tried: those that only
# one kind of file can look like come first, tables last.
ARCHIVES = {
    "asreview": ("asreview_records", "ASREVIEW"),
    "xlsx": ("xlsx", "XLSX"),
}
XML = {
    "pubmed-xml": ("pubmed_xml", "PUBMED_XML"),
    "endnote-xml": ("endnote_xml", "ENDNOTE_XML"),
    "mods": ("mods", "MODS"),
    "marc-xml": ("marc_xml", "MARC_XML"),
    "word-xml": ("word_xml", "WORD_XML"),
}
TEXTS = {
    "jsonl": ("json_lines", "JSON_LINES"),
    "csl-json": ("csl_json", "CSL_JSON"),
    "ris": ("ris", "RIS"),
    "ovid": ("ovid", "OVID"),
    "ciw": ("ciw", "CIW"),
    "refworks": ("refworks", "REFWORKS"),
    "nbib": ("nbib", "NBIB"),
    "enw": ("enw", "ENW"),
    "biblioscape": ("biblioscape", "BIBLIOSCAPE"),
    "bibtex": ("bibtex", "BIBTEX"),
    "csv": ("tabular", "CSV"),
}
OUTPUTS = {"asreview3": ("asreview_records", "ASREVIEW_3")}
PLACES = ARCHIVES | XML | TEXTS | OUTPUTS
GROUP = "thresher.formats"
QUOTING = {  # by how their files are called
    "csv": (".csv", ".tsv", ".tab"),
    "bibtex": (".bib",),
    "enw": (".enw",),
}
ARCHIVE_MARKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")


class _Formats(Mapping[str, Format]):
    """Formats by name, each imported when it is first asked for."""

    def __getitem__(self, name: str) -> Format:
        module, constant = PLACES[name]
        found = import_module(f"thresher.records.formats.{module}")
        return cast("Format", getattr(found, constant))

    def __iter__(self) -> Iterator[str]:
        return iter(PLACES)

    def __len__(self) -> int:
        return len(PLACES)


FORMATS: Mapping[str, Format] = _Formats()


def format_named(name: str) -> Format:
    """Format of this name, ours or a plug-in's.

    Raises
    ------
    UnknownNameError
        There is none; the message lists those that exist.

    Examples
    --------
    >>> format_named("ris").title
    'RIS'
    """
    return find("format", name, group=GROUP, ours=FORMATS, kind=Format)


def every_format() -> Iterator[Format]:
    """Yield all formats: ours, then those of plug-ins."""
    yield from FORMATS.values()
    yield from _of_plug_ins()


def find_format(source: Source) -> Format:
    """Format of a file, by its content first and its name second.

    Formats of plug-ins are tried after those that only one kind of file can look like,
    and before the others.

    Raises
    ------
    FileError
        It is in none; the message says what it looks like and what to do.
    """
    if source.head_bytes.startswith(ARCHIVE_MARKS):
        found = _recognised(source, ARCHIVES)
    elif source.head.lstrip(" \t\n\ufeff").startswith("<"):
        found = _recognised(source, XML)
    else:
        found = None
    plug_ins = (one for one in _of_plug_ins() if one.recognises(source))
    if found := found or next(plug_ins, None):
        return found
    if refused := refusal_by_content(source):
        raise refused
    found = _quoting(source) or _recognised(source, TEXTS) or _by_name(source)
    if found is None:
        raise refusal(source)
    return found


def _quoting(source: Source) -> Format | None:
    """Return a format whose values may quote others, where name and content agree.

    Asked before the tagged formats: a cell or an abstract may hold a line of theirs.
    """
    ending = source.path.name.lower().removesuffix(".gz")
    for name, endings in QUOTING.items():
        if not ending.endswith(endings):
            continue
        one = FORMATS[name]
        module = import_module(f"thresher.records.formats.{PLACES[name][0]}")
        begins = getattr(module, "begins_with_header", one.recognises)
        return one if begins(source) else None
    return None


def _recognised(source: Source, names: Mapping[str, object]) -> Format | None:
    formats = (FORMATS[name] for name in names)
    return next((found for found in formats if found.recognises(source)), None)


def _of_plug_ins() -> Iterator[Format]:
    return (format_named(name) for name in offered(GROUP) if name not in PLACES)


def _by_name(source: Source) -> Format | None:
    """Return the tagged format that a file's name ends in, if it has any tags."""
    ending = source.path.name.lower().removesuffix(".gz")
    for name in ("ris", "nbib", "ciw"):
        one = FORMATS[name]
        if ending.endswith(one.endings) and _has_fields(source, name):
            return one
    return None


def _has_fields(source: Source, name: str) -> bool:
    module = import_module(f"thresher.records.formats.{PLACES[name][0]}")
    lines = source.head.split("\n")
    return sum(module.GRAMMAR.loose.match(line) is not None for line in lines) > 1
