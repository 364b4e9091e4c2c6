"""Records in XML from strangers: streamed, and without any entity of their own."""

import codecs
import re
from collections.abc import Iterator
from html.entities import html5
from typing import TypeAlias, cast
from xml.etree import ElementTree as ET
from xml.parsers import expat

from thresher.errors import FileError
from thresher.records.source import Source
from thresher.records.tally import Tally
from thresher.records.text_encoding import BINARY, MIXED

__all__ = ["has_element", "lines_of", "record_elements", "text_of"]

CHUNK = 256 * 1024
HEAD_FILLED = 60 * 1024  # bytes: the file goes on behind its head
ENCODING = re.compile(r"\s*<\?xml[^>]*\bencoding\s*=\s*[\"']([\w.:-]+)")
ILLEGAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
REFERENCE = re.compile(r"&(?:#x([0-9a-fA-F]{1,8})|#(\d{1,8})|([A-Za-z][A-Za-z0-9]*));")
BARE = re.compile(r"&(?!#?\w+;)")
LONGEST_REFERENCE = 40
KNOWN = {"amp", "lt", "gt", "quot", "apos"}
LARGEST = 0x10FFFF
STRAY = {
    0xDC00 + byte: bytes([byte]).decode("cp1252", "replace") for byte in range(128, 256)
}
UNPARSED = "Records of this format have no need of entities: it may be an attack."
AGAIN = "Export it again."
Element = ET.Element
Event = tuple[str, Element]
Parser: TypeAlias = "ET.XMLPullParser[Element]"


class _Stop(Exception):  # noqa: N818  a way out, not an error
    """The first element has begun."""


def record_elements(
    source: Source, *, names: frozenset[str], tally: Tally
) -> Iterator[Element]:
    """Yield the elements called one of `names`, each freed when the next is asked for.

    Namespaces are taken off all names. `tally.start()` is called where an element
    begins, so that one which is never finished shows.

    Raises
    ------
    FileError
        The XML is broken within or before a record, or declares entities.
    """
    _refuse_entities(source)
    parser: Parser = ET.XMLPullParser(("start", "end"))
    reading = _Reading(names=names, tally=tally)
    try:
        for text in _text(source, tally=tally):
            parser.feed(text)
            yield from reading.elements(parser)
        parser.close()
        yield from reading.elements(parser)
    except ET.ParseError as error:
        line = error.position[0]
        cut = reading.open is not None or not tally.starts
        if cut or "no element found" not in str(error):
            reason = f"the XML is broken ({str(error).partition(':')[0]})"
            raise FileError(source.path, reason, line=line, hint=AGAIN) from error
        tally.warn("the XML breaks off after the last record", line=line)


def has_element(source: Source, *, names: frozenset[str]) -> bool:
    """Say whether the first part of a file is XML with an element so called."""
    if "<" not in source.head[:1000]:
        return False
    found = re.finditer(r"<(?:[\w.-]+:)?([A-Za-z][\w.-]*)[\s>/]", source.head)
    return any(element[1] in names for element in found)


def text_of(element: Element | None) -> str:
    """Return the text of an element in one line, without its markup."""
    return "" if element is None else " ".join("".join(element.itertext()).split())


def lines_of(element: Element | None) -> str:
    r"""Return the text of an element with its line ends, each as ``\n``."""
    if element is None:
        return ""
    text = "".join(element.itertext()).replace("\r\n", "\n").replace("\r", "\n")
    return text.strip()


class _Reading:
    """The place in the tree that a parser has reached."""

    def __init__(self, *, names: frozenset[str], tally: Tally) -> None:
        self.names = names
        self.tally = tally
        self.open: Element | None = None
        self.above: list[Element] = []

    def elements(self, parser: Parser) -> Iterator[Element]:
        for event, element in cast("Iterator[Event]", parser.read_events()):
            if event == "start":
                self._begin(element)
                continue
            self.above.pop()
            if element is self.open:
                yield element
                self.open = None
            if self.open is None and self.above:
                self.above[-1].remove(element)

    def _begin(self, element: Element) -> None:
        element.tag = element.tag.rpartition("}")[2]
        if self.open is None and element.tag in self.names:
            self.open = element
            self.tally.start()
        self.above.append(element)


def _refuse_entities(source: Source) -> None:
    """Raise if the part before the first element declares any entity."""

    def declared(*_: object) -> None:
        reason = "the XML declares entities of its own"
        raise FileError(
            source.path, reason, line=parser.CurrentLineNumber, hint=UNPARSED
        )

    def begun(*_: object) -> None:
        raise _Stop

    parser = expat.ParserCreate()
    parser.EntityDeclHandler = declared
    parser.StartElementHandler = begun
    try:
        parser.Parse(ILLEGAL.sub(" ", source.head).lstrip("\ufeff"))
    except (_Stop, expat.ExpatError):
        return
    if len(source.head_bytes) >= HEAD_FILLED:
        reason = "no element begins in the first part of the XML"
        raise FileError(source.path, reason, line=1, hint=UNPARSED)


def _text(source: Source, *, tally: Tally) -> Iterator[str]:
    """Yield the text in pieces, without what XML forbids in it."""
    encoding, unbound = _encoding(source), _unbound(source.head)
    kept = "surrogateescape" if encoding == MIXED else "replace"
    name = "utf-8" if encoding == MIXED else encoding
    decoder = codecs.getincrementaldecoder(name)(errors=kept)
    rest, line, ended = "", 1, False
    with source.open() as file:
        while not ended:
            chunk = file.read(CHUNK)
            ended = not chunk
            text = rest + decoder.decode(chunk, final=ended)
            if encoding == MIXED:
                text = text.translate(STRAY)
            text, rest = (text, "") if ended else _before_reference(text)
            clean = _mended(text)
            if clean != text:
                tally.warn("characters that XML forbids were replaced", line=line)
            line += text.count("\n")
            yield unbound.sub(r"\1", clean) if unbound else clean


def _unbound(head: str) -> re.Pattern[str] | None:
    """Return what finds element names whose prefix no namespace is bound to."""
    used = set(re.findall(r"</?([\w.-]+):[A-Za-z]", head))
    loose = used - set(re.findall(r"\bxmlns:([\w.-]+)\s*=", head))
    return (
        re.compile(rf"(</?)(?:{'|'.join(map(re.escape, loose))}):") if loose else None
    )


def _encoding(source: Source) -> str:
    """Return what the XML is in: what it declares, if it is not UTF-8 but for slips."""
    if source.encoding not in ("cp1252", MIXED):
        return "latin-1" if source.encoding == BINARY else source.encoding
    said = ENCODING.match(source.head)
    try:
        name = codecs.lookup(said[1]).name if said else "utf-8"
    except LookupError:
        return MIXED
    return MIXED if name in ("utf-8", "ascii", "iso8859-1", "cp1252") else name


def _before_reference(text: str) -> tuple[str, str]:
    """Return the text up to a reference that its end may have cut, and the rest."""
    at = text.rfind("&", max(0, len(text) - LONGEST_REFERENCE))
    return (text, "") if at < 0 else (text[:at], text[at:])


def _mended(text: str) -> str:
    text = ILLEGAL.sub(" ", text)
    if "&" not in text:
        return text
    text = REFERENCE.sub(_reference, text)
    return text if "<![CDATA[" in text else BARE.sub("&amp;", text)


def _reference(found: re.Match[str]) -> str:
    """Return a reference that XML knows for one that only HTML knows, or a blank."""
    code, number, name = found.groups()
    if name:
        known = name in KNOWN or f"{name};" not in html5
        return (
            found[0]
            if known
            else html5[f"{name};"].replace("&", "&amp;").replace("<", "&lt;")
        )
    value = int(code, 16) if code else int(number)
    legal = value <= LARGEST and not 0xD800 <= value <= 0xDFFF  # noqa: PLR2004  halves of letters
    return found[0] if legal and not ILLEGAL.match(chr(value)) else " "
