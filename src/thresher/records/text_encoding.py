"""How the text of a file is encoded, and its bytes as lines of text."""

import codecs
import io
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from thresher.records.plain_text import MARKS

__all__ = [
    "BINARY",
    "MIXED",
    "Encoding",
    "LineDecoder",
    "find_encoding",
    "line_decoder",
]

MIXED = "utf-8 with windows-1252"
BINARY = "binary"
BINARY_MARKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"SQLite format 3\0", b"%PDF")
CUT = "the file ends in the middle of a letter; it may be cut off"
EACH = (
    "some lines are UTF-8 and some Windows-1252, the first of those line {line}; each "
    "was read as what it is"
)
NO_LETTER = "some bytes are letters in no encoding and became \ufffd"
NO_LETTERS = b"\x81\x8d\x8f\x90\x9d"  # bytes to which Windows-1252 gives no meaning
PROBE = 400


@dataclass(frozen=True, slots=True, kw_only=True)
class Encoding:
    """The encoding of a file, and what is odd about it."""

    name: str
    cautions: tuple[str, ...] = ()


class LineDecoder(Protocol):
    r"""Bytes in, text out, whose lines all end in ``\n``."""

    def decode(self, chunk: bytes, /, final: bool = ...) -> str:  # noqa: FBT001  codecs' own signature
        """Return the text of the next bytes; `final` says that no more will come."""
        ...


def find_encoding(chunks: Iterable[bytes]) -> Encoding:
    r"""Find the encoding of a text from all of its bytes.

    Its byte order mark decides, else UTF-8 if all of it is valid, else Windows-1252;
    where some lines are valid UTF-8 with letters beyond ASCII and others are not,
    each line is decoded for itself (`MIXED`). Archives and the like are `BINARY`.

    Examples
    --------
    >>> find_encoding([b"caf\xc3\xa9"]).name, find_encoding([b"caf\xe9"]).name
    ('utf-8', 'cp1252')
    >>> find_encoding([b"caf\xc3\xa9\n", b"caf\xe9\n"]).name
    'utf-8 with windows-1252'
    """
    remaining = iter(chunks)
    first = next(remaining, b"")
    if first.startswith(BINARY_MARKS):
        deque(remaining, maxlen=0)  # only to count them
        return Encoding(name=BINARY)
    marked = _marked(first)
    seen = _Seen(marked.name if marked else "utf-8")
    seen.add(first)
    for chunk in remaining:
        seen.add(chunk)
    return seen.verdict(marked)


def line_decoder(encoding: str) -> LineDecoder:
    """Return what turns bytes in this encoding into text with plain line ends."""
    if encoding == MIXED:
        return _MixedDecoder()
    name = "latin-1" if encoding == BINARY else encoding
    decoder = codecs.getincrementaldecoder(name)(errors="replace")
    return io.IncrementalNewlineDecoder(decoder, translate=True)


def _marked(first: bytes) -> Encoding | None:
    """Return what the byte order mark says, or the zeros of UTF-16 without one."""
    for mark, name in MARKS:
        if first.startswith(mark):
            return Encoding(name=name)
    probe = first[:PROBE]
    even, odd = probe[::2].count(0), probe[1::2].count(0)
    enough = max(4, len(probe) // 5)
    for name, zeros, letters in (("utf-16-le", odd, even), ("utf-16-be", even, odd)):
        if zeros >= enough and not letters:
            caution = f"no byte order mark; taken for {name.upper()} by its zeros"
            return Encoding(name=name, cautions=(caution,))
    return None


class _Seen:
    """What the bytes of one file have shown so far."""

    def __init__(self, name: str) -> None:
        self.decoder = codecs.getincrementaldecoder(name)()
        self.valid = True
        self.any_utf8 = False
        self.any_no_letter = False
        self.line = 1  # of the next byte; once invalid, of the first that is

    def add(self, chunk: bytes) -> None:
        """Look at the next bytes."""
        if self.valid:
            try:
                text = self.decoder.decode(chunk)
            except UnicodeDecodeError as error:
                self.valid = False
                self.line += error.object.count(b"\n", 0, error.start)
            else:
                self.line += chunk.count(b"\n")
                self.any_utf8 = self.any_utf8 or not text.isascii()
        if not self.valid:
            self.any_utf8 = self.any_utf8 or _has_utf8_line(chunk)
            self.any_no_letter = self.any_no_letter or any(
                byte in chunk for byte in NO_LETTERS
            )

    def verdict(self, marked: Encoding | None) -> Encoding:
        """Decide, now that all bytes were seen."""
        name, cautions = marked.name if marked else "utf-8", list(_said(marked))
        is_cut = self.valid and self.decoder.getstate()[0] != b""
        if self.valid and not (
            is_cut and name.startswith("utf-8") and not self.any_utf8
        ):
            cautions.extend([CUT] if is_cut else [])
            return Encoding(name=name, cautions=tuple(cautions))
        if name.startswith(("utf-16", "utf-32")):
            cautions.append(f"some of it is not valid {name.upper()} and became \ufffd")
            return Encoding(name=name, cautions=tuple(cautions))
        mixed = self.any_utf8 or name == "utf-8-sig"
        cautions.extend([EACH.format(line=self.line)] if mixed else [])
        cautions.extend([NO_LETTER] if self.any_no_letter else [])
        return Encoding(name=MIXED if mixed else "cp1252", cautions=tuple(cautions))


def _said(marked: Encoding | None) -> tuple[str, ...]:
    return marked.cautions if marked else ()


def _has_utf8_line(chunk: bytes) -> bool:
    """Say whether some line holds letters that are valid UTF-8 and not ASCII."""
    return any(_is_utf8(line) for line in chunk.split(b"\n") if not line.isascii())


def _is_utf8(line: bytes) -> bool:
    try:
        line.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


class _MixedDecoder:
    """Decodes each line as UTF-8 if it is valid, else as Windows-1252."""

    def __init__(self) -> None:
        self.rest = b""
        self.begun = False

    def decode(self, chunk: bytes, /, final: bool = False) -> str:  # noqa: FBT001, FBT002  codecs' own signature
        """Return the text of all lines that have ended."""
        data = self.rest + chunk
        if not self.begun:
            data, self.begun = data.removeprefix(codecs.BOM_UTF8), True
        end = len(data) if final else max(data.rfind(b"\n"), data.rfind(b"\r", 0, -1))
        end = end if final else end + 1
        self.rest = data[end:]
        lines = data[:end].replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
        return "\n".join(map(_decoded, lines))


def _decoded(line: bytes) -> str:
    if _is_utf8(line):
        return line.decode("utf-8")
    return line.decode("cp1252", errors="replace")
