"""Zip archives from strangers, opened without trusting anything they say."""

import copy
import io
import re
import stat
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import BinaryIO

from thresher.errors import FileError, UnsafeArchiveError
from thresher.records.plain_text import file_start

__all__ = ["Archive", "ArchiveLimits", "open_archive"]

MEGABYTE = 1024**2
CHUNK = MEGABYTE
LARGEST_DIRECTORY = 16 * MEGABYTE  # 10,000 entries with long names need 4
ENCRYPTED = 0x1  # bit of a zip entry's flags
READABLE = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}
DRIVE = re.compile(r"[A-Za-z]:")
BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    NotImplementedError,  # a feature of zip that Python does not know
    OSError,  # a position before the start of the file
    OverflowError,
    ValueError,  # a name that cannot be decoded
)
AGAIN = "Copy or export the file again."


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchiveLimits:
    """What an archive may hold at most before it is refused.

    Parameters
    ----------
    entries
        Number of entries.
    entry_bytes
        Size of one entry, unpacked.
    ratio
        Unpacked bytes for one packed byte, for entries above `ratio_from` bytes.
    ratio_from
        Smaller entries may be packed as tightly as they like.
    """

    entries: int = 10_000
    entry_bytes: int = 2 * 1024 * MEGABYTE
    ratio: int = 1000
    ratio_from: int = 10 * MEGABYTE


DEFAULT_LIMITS = ArchiveLimits()


@dataclass(frozen=True, slots=True, kw_only=True)
class Archive:
    """An open zip archive whose directory was found harmless.

    Nothing is ever unpacked by its own name, and no archive inside it is opened.
    """

    path: Path
    entries: Mapping[str, zipfile.ZipInfo]
    limits: ArchiveLimits
    opened: zipfile.ZipFile

    def __contains__(self, name: object) -> bool:
        return name in self.entries

    def read(self, name: str) -> bytes:
        """Return the content of the entry `name`, counting bytes as they come."""
        content = io.BytesIO()
        self.copy(name, content)
        return content.getvalue()

    def copy(self, name: str, out: BinaryIO) -> None:
        """Write the content of the entry `name` to `out`.

        Raises
        ------
        UnsafeArchiveError
            More bytes come out than the archive's directory declares.
        FileError
            The entry is missing or damaged.
        """
        for piece in self.pieces(name):
            out.write(piece)

    def pieces(self, name: str) -> Iterator[bytes]:
        """Yield the content of the entry `name` piece by piece.

        Raises
        ------
        UnsafeArchiveError
            More bytes come out than the archive's directory declares.
        FileError
            The entry is missing or damaged.
        """
        if name not in self.entries:
            raise FileError(self.path, f"the archive has no entry {name}")
        try:
            yield from self._pieces(self.entries[name])
        except FileError:
            raise
        except BROKEN as error:
            reason = f"the entry {name} is damaged ({error or type(error).__name__})"
            raise FileError(self.path, reason, hint=AGAIN) from error

    def _pieces(self, entry: zipfile.ZipInfo) -> Iterator[bytes]:
        unbounded = copy.copy(entry)  # zipfile would stop at the declared size,
        unbounded.file_size = self.limits.entry_bytes + CHUNK  # and not see the lie
        came = 0
        with self.opened.open(unbounded) as source:
            while chunk := source.read(CHUNK):
                came += len(chunk)
                if came > entry.file_size:
                    reason = (
                        f"the entry {entry.filename} holds more than the "
                        f"{entry.file_size} bytes it declares"
                    )
                    raise UnsafeArchiveError(self.path, reason)
                yield chunk
        if came < entry.file_size:
            raise EOFError(f"{came} of {entry.file_size} bytes")


@contextmanager
def open_archive(
    path: str | Path, *, limits: ArchiveLimits = DEFAULT_LIMITS
) -> Iterator[Archive]:
    """Archive at `path`, refused at once if its directory shows harm.

    Parameters
    ----------
    path
        A zip archive, such as an ``.asreview`` file.
    limits
        What it may hold at most.

    Raises
    ------
    UnsafeArchiveError
        An entry would be written elsewhere, is a link, is encrypted, or is too
        large, or there are too many.
    FileError
        The file is no zip archive, or a damaged one.
    """
    path = Path(path)
    file_start(path)
    with _ModestFile(path) as file, _zip(file) as opened:
        if len(opened.infolist()) > limits.entries:
            reason = (
                f"the archive holds {len(opened.infolist())} entries; "
                f"at most {limits.entries} are allowed"
            )
            raise UnsafeArchiveError(path, reason)
        entries = {}
        for entry in opened.infolist():
            if reason := _harm(entry, limits):
                raise UnsafeArchiveError(path, reason)
            entries[_plain_name(entry)] = entry
        yield Archive(
            path=path, entries=MappingProxyType(entries), limits=limits, opened=opened
        )


class _ModestFile(io.FileIO):
    """A file that refuses to hand out an absurdly large directory at once."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path

    def read(self, size: int | None = -1, /) -> bytes:
        if size is not None and size > LARGEST_DIRECTORY:
            reason = f"the archive's directory claims {size} bytes"
            raise UnsafeArchiveError(self.path, reason)
        return super().read(size) or b""


def _zip(file: _ModestFile) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(file)
    except FileError:
        raise
    except BROKEN as error:
        reason = "is not a zip archive, or is cut off or damaged"
        raise FileError(file.path, reason, hint=AGAIN) from error


def _plain_name(entry: zipfile.ZipInfo) -> str:
    return entry.orig_filename.replace("\\", "/")


def _harm(entry: zipfile.ZipInfo, limits: ArchiveLimits) -> str:
    """Return why an entry is refused, or nothing."""
    name = _plain_name(entry)
    if name.startswith("/") or DRIVE.match(name) or ".." in name.split("/"):
        return f"the entry {name!r} would be written outside the archive's folder"
    if "\0" in name:
        return f"the entry {name!r} hides a part of its name"
    if stat.S_ISLNK(entry.external_attr >> 16):
        return f"the entry {name} is a symbolic link"
    if entry.flag_bits & ENCRYPTED:
        return f"the entry {name} is encrypted; save it without a password"
    return _too_large(entry, limits)


def _too_large(entry: zipfile.ZipInfo, limits: ArchiveLimits) -> str:
    size, packed = entry.file_size, entry.compress_size
    if size > limits.entry_bytes:
        return (
            f"the entry {entry.filename} declares {size} bytes; "
            f"at most {limits.entry_bytes} are allowed"
        )
    if size > limits.ratio_from and size > limits.ratio * packed:
        return (
            f"the entry {entry.filename} unpacks {packed} bytes to {size}: a zip bomb"
        )
    if entry.compress_type not in READABLE:
        method = entry.compress_type
        return f"the entry {entry.filename} is packed by the unusual method {method}"
    return ""
