"""A zip archive with nothing of the day or the machine in it."""

import hashlib
import zipfile
from collections.abc import Callable
from typing import IO, BinaryIO, cast

__all__ = ["ReproducibleZip"]

EPOCH = (1980, 1, 1, 0, 0, 0)  # the first day that zip knows
MODE = 0o100644 << 16
UNIX = 3
LEVEL = 6


class ReproducibleZip:
    """An archive in the making; the same entries give the same bytes.

    Parameters
    ----------
    out
        Where to write it.
    """

    def __init__(self, out: BinaryIO) -> None:
        self._zip = zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=LEVEL)

    def add(self, name: str, fill: Callable[[BinaryIO], None]) -> tuple[str, int]:
        """Add an entry; return its SHA-256 digest and its size.

        Parameters
        ----------
        name
            What the entry is called.
        fill
            Writes its content.
        """
        info = zipfile.ZipInfo(name, EPOCH)
        info.external_attr = MODE
        info.create_system = UNIX
        info.compress_type = zipfile.ZIP_DEFLATED
        with self._zip.open(info, "w", force_zip64=True) as opened:
            entry = _Watched(opened)
            fill(cast("BinaryIO", entry))
        return entry.digest.hexdigest(), entry.size

    def close(self) -> None:
        """Write the directory, without which it is no archive."""
        self._zip.close()


class _Watched:
    """A stream that remembers a digest of what was written to it."""

    def __init__(self, out: IO[bytes]) -> None:
        self._out = out
        self.digest = hashlib.sha256()
        self.size = 0

    def write(self, content: bytes) -> int:
        self.digest.update(content)
        self.size += len(content)
        return self._out.write(content)

    def flush(self) -> None:
        self._out.flush()

    def readable(self) -> bool:
        return False

    def writable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return False

    @property
    def closed(self) -> bool:
        return self._out.closed
