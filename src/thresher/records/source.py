"""A file to import: its first part, and its text as numbered lines."""

import gzip
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import BinaryIO, cast

from thresher.errors import FileError
from thresher.records.archive import ArchiveLimits
from thresher.records.plain_text import GZIP, file_start
from thresher.records.text_encoding import MIXED, Encoding, find_encoding, line_decoder

__all__ = ["MIXED", "MOST_BYTES", "Source", "open_source"]

HEAD = 64 * 1024
CHUNK = 64 * 1024  # larger ones cost a mapping of memory each
MOST_BYTES = 2 * 1024**3
LONGEST_LINE = 256 * 1024 * 1024


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
    cautions
        What is odd about its bytes, in sentences for the import report.
    most_bytes
        How much it may hold, also unpacked.
    """

    path: Path
    head: str
    head_bytes: bytes
    encoding: str
    cautions: tuple[str, ...] = ()
    most_bytes: int = MOST_BYTES

    @property
    def archive_limits(self) -> ArchiveLimits:
        """What an entry may hold, if it is an archive: more, where more is allowed."""
        return ArchiveLimits(entry_bytes=max(MOST_BYTES, self.most_bytes))

    def open(self) -> BinaryIO:
        """Return its bytes, unpacked if gzipped; close it after use."""
        return _opened(self.path)

    def texts(self) -> Iterator[str]:
        r"""Yield its text in pieces, with ``\n`` as line ends.

        Each piece but the last has a line end in it, unless a line is too long.

        Raises
        ------
        FileError
            The file cannot be read to its end.
        """
        decoder, waiting, size = line_decoder(self.encoding), [""], 0
        with _told_failures(self.path), self.open() as file:
            while chunk := file.read(CHUNK):
                text = decoder.decode(chunk)
                waiting.append(text)
                size += len(text)
                if "\n" in text or size > LONGEST_LINE:
                    yield "".join(waiting)
                    waiting, size = [], 0
            yield "".join([*waiting, decoder.decode(b"", final=True)])

    def lines(self) -> Iterator[tuple[int, str]]:
        r"""Yield line numbers from 1 and lines without their end (\n, \r\n or \r).

        Raises
        ------
        FileError
            A line is too long, or the file cannot be read to its end.
        """
        number, rest = 0, ""
        for text in self.texts():
            lines = (rest + text).split("\n")
            rest = lines.pop()
            yield from enumerate(lines, number + 1)
            number += len(lines)
            if len(rest) > LONGEST_LINE:
                reason = f"the line is longer than {LONGEST_LINE:,} characters"
                raise FileError(self.path, reason, line=number + 1)
        if rest:
            yield number + 1, rest

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
    with _told_failures(path), _opened(path) as file:
        head = file.read(HEAD)
        if not head:
            raise FileError(path, "the gzip file is empty", hint="Export it again.")
        found = find_encoding(_counted(path, head, file, most_bytes=most_bytes))
    return replace(_source(path, head, found), most_bytes=most_bytes)


def _source(path: Path, head: bytes, found: Encoding) -> Source:
    shown = line_decoder(found.name).decode(head, final=True)
    return Source(
        path=path,
        head=shown,
        head_bytes=head,
        encoding=found.name,
        cautions=found.cautions,
    )


def _opened(path: Path) -> BinaryIO:
    if file_start(path).startswith(GZIP):
        return cast("BinaryIO", gzip.open(path, "rb"))
    return path.open("rb")


def _chunks(file: BinaryIO) -> Iterator[bytes]:
    while chunk := file.read(CHUNK):
        yield chunk


def _counted(
    path: Path, head: bytes, file: BinaryIO, *, most_bytes: int
) -> Iterator[bytes]:
    """Yield the bytes that begin with `head` and go on in `file`, if not too many."""
    total = 0
    for chunk in chain([head], _chunks(file)):
        total += len(chunk)
        if total > most_bytes:
            reason = f"unpacks to more than the {most_bytes:,} bytes allowed"
            hint = "Raise the limit with --most-bytes."
            raise FileError(path, reason, hint=hint)
        yield chunk


@contextmanager
def _told_failures(path: Path) -> Iterator[None]:
    """Turn what a damaged file or disk raises into one sentence."""
    try:
        yield
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        reason = "the gzip file is cut off or damaged"
        raise FileError(path, reason, hint="Copy or download it again.") from error
    except OSError as error:
        raise FileError(path, f"cannot be read ({error.strerror})") from error
