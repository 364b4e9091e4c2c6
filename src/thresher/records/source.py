"""A file to import: its first part, and its text as numbered lines."""

import codecs
import gzip
import io
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, cast

from thresher.errors import FileError
from thresher.records.plain_text import GZIP, MARKS, file_start

__all__ = ["MIXED", "Source", "open_source"]

HEAD = 64 * 1024
CHUNK = 1024 * 1024
MOST_BYTES = 2 * 1024**3
LONGEST_LINE = 64 * 1024 * 1024
MIXED = "utf-8 with windows-1252"


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A file and how its text is encoded.

    Parameters
    ----------
    path
        Where it is.
    head
        Its first part, decoded as well as possible, for telling formats apart.
    head_bytes
        The same as bytes, for formats that are not text.
    encoding
        What its text is in: by its byte order mark, else UTF-8 if all of it is valid,
        else Windows-1252, else (valid UTF-8 beside bytes that are not) `MIXED`.
    """

    path: Path
    head: str
    head_bytes: bytes
    encoding: str

    def open(self) -> BinaryIO:
        """Return its bytes, unpacked if gzipped; close it after use."""
        return _opened(self.path)

    def lines(self) -> Iterator[tuple[int, str]]:
        r"""Yield line numbers from 1 and lines without their end (\n, \r\n or \r)."""
        with self.open() as file:
            if self.encoding == MIXED:
                yield from enumerate(_mixed_lines(file), 1)
                return
            text = io.TextIOWrapper(file, encoding=self.encoding, newline=None)
            number = 0
            while line := text.readline(LONGEST_LINE):
                number += 1
                if len(line) == LONGEST_LINE:
                    raise FileError(self.path, "a line is too long", line=number)
                yield number, line.rstrip("\n")

    def text(self) -> str:
        """Return all of it as one text; for formats that cannot be read in lines."""
        return "\n".join(line for _, line in self.lines())


def open_source(path: Path | str, *, most_bytes: int = MOST_BYTES) -> Source:
    """Look at a file and decide how its text is encoded.

    Raises
    ------
    FileError
        It is missing, empty, a folder, too large, or unpacks to too much.
    """
    path = Path(path)
    file_start(path)
    size = path.stat().st_size
    if size > most_bytes:
        reason = f"has {size:,} bytes, more than the {most_bytes:,} allowed"
        raise FileError(path, reason, hint="Raise the limit with --most-bytes.")
    with _opened(path) as file:
        head = file.read(HEAD)
        encoding = _encoding(path, head, file, most_bytes=most_bytes)
    shown = head.decode(encoding if encoding != MIXED else "utf-8", errors="replace")
    return Source(path=path, head=shown, head_bytes=head, encoding=encoding)


def _opened(path: Path) -> BinaryIO:
    if file_start(path).startswith(GZIP):
        return cast("BinaryIO", gzip.open(path, "rb"))
    return path.open("rb")


def _encoding(path: Path, head: bytes, file: BinaryIO, *, most_bytes: int) -> str:
    """Return the encoding of what begins with `head` and goes on in `file`."""
    for mark, name in MARKS:
        if head.startswith(mark):
            return name
    decoder = codecs.getincrementaldecoder("utf-8")()
    valid, any_multibyte = True, False
    chunk, total = head, 0
    while chunk:
        total += len(chunk)
        if total > most_bytes:
            reason = f"unpacks to more than the {most_bytes:,} bytes allowed"
            raise FileError(path, reason)
        if valid:
            try:
                decoder.decode(chunk)
            except UnicodeDecodeError:
                valid = False
        any_multibyte = any_multibyte or _has_utf8_pair(chunk)
        chunk = file.read(CHUNK)
    if valid:
        return "utf-8"
    return MIXED if any_multibyte else "cp1252"


def _has_utf8_pair(chunk: bytes) -> bool:
    """Say whether some line holds letters that are valid UTF-8 and not ASCII."""
    for line in chunk.splitlines():
        if line.isascii():
            continue
        try:
            line.decode("utf-8")
        except UnicodeDecodeError:
            continue
        return True
    return False


def _mixed_lines(file: BinaryIO) -> Iterator[str]:
    for raw in file:
        body = raw.rstrip(b"\r\n")
        try:
            yield body.decode("utf-8")
        except UnicodeDecodeError:
            yield body.decode("cp1252", errors="replace")
