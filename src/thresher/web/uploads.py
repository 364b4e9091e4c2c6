"""Uploads: streamed to a folder of their own, under names of ours."""

import re
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Protocol

from thresher.web.refusals import Refusal

__all__ = [
    "MOST_BYTES",
    "MOST_FILES",
    "TOO_LARGE",
    "TOO_MANY",
    "Received",
    "Upload",
    "plain_name",
    "received",
]

MOST_BYTES = 512 * 1024**2  # of all files of one upload
MOST_FILES = 50
TOO_LARGE = (
    f"All files of an upload may have {MOST_BYTES // 1024**2} MB together; "
    "send fewer at a time."
)
TOO_MANY = f"Send 1 to {MOST_FILES} files at a time."
CHUNK = 1024**2
LONGEST = 120  # letters of a name
STRANGE = re.compile(r"[^\w .,()+@&'-]|^\.+", re.UNICODE)
SUFFIX = re.compile(r"(?:\.[A-Za-z0-9]{1,10}){1,2}$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Received:
    """Files that came, and the folder that goes away with them."""

    home: Path
    paths: tuple[Path, ...]

    def remove(self) -> None:
        """Take the files away."""
        shutil.rmtree(self.home, ignore_errors=True)


class Upload(Protocol):
    """A file of a form."""

    filename: str | None
    file: BinaryIO


def plain_name(name: str | None) -> str:
    r"""Return a file's name without folders and signs that a system may act on.

    Examples
    --------
    >>> plain_name("../../etc/passwd"), plain_name("C:\\search 1.ris")
    ('passwd', 'search 1.ris')
    """
    last = re.split(r"[\\/]", name or "")[-1]
    clean = STRANGE.sub("_", last).strip()
    if len(clean) > LONGEST:
        ending = SUFFIX.search(clean)
        tail = ending.group() if ending else ""
        clean = clean[: LONGEST - len(tail)] + tail
    return clean or "upload"


def received(
    files: Sequence[Upload], *, folder: Path, most_bytes: int = MOST_BYTES
) -> Received:
    """Copy files into a folder of their own, which the caller takes away.

    Each lies in a folder with a number, so that equal names do not meet.

    Raises
    ------
    Refusal
        Too many files, or too many bytes; nothing is left of them.
    """
    if not 1 <= len(files) <= MOST_FILES:
        raise Refusal(413, TOO_MANY)
    folder.mkdir(parents=True, exist_ok=True)
    home = Path(tempfile.mkdtemp(prefix="upload-", dir=folder))
    left, paths = most_bytes, []
    try:
        for number, one in enumerate(files):
            place = home / str(number) / plain_name(one.filename)
            place.parent.mkdir()
            left -= _copied(one.file, place, most=left)
            paths.append(place)
    except BaseException:
        shutil.rmtree(home, ignore_errors=True)
        raise
    return Received(home=home, paths=tuple(paths))


def _copied(file: BinaryIO, place: Path, *, most: int) -> int:
    """Copy a file and return its size."""
    size = 0
    with place.open("xb") as out:
        while chunk := file.read(CHUNK):
            size += len(chunk)
            if size > most:
                raise Refusal(413, TOO_LARGE)
            out.write(chunk)
    return size
