"""Text files of any common encoding, plain or gzipped, read whole."""

import codecs
import gzip
import stat
import zlib
from pathlib import Path

from thresher.errors import FileError, UnsafeArchiveError

__all__ = ["as_text", "file_start", "read_content"]

MOST_BYTES = 1024**3
CHUNK = 1024**2
GZIP = b"\x1f\x8b"
MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # before UTF-16, whose mark begins it
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
HINT = "Save it as plain text (CSV, JSON, TOML or the like) with UTF-8 encoding."


def file_start(path: Path, *, size: int = 16) -> bytes:
    """First bytes of the file at `path`, by which formats are told apart.

    Raises
    ------
    FileError
        There is no such file, it is a folder, it is empty, or it cannot be opened.
    """
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            hint = "Name the files inside it instead."
            raise FileError(path, "is a folder", hint=hint)
        if not stat.S_ISREG(mode):
            hint = "Save what it gives to a file first."
            raise FileError(path, "is no ordinary file", hint=hint)
        with path.open("rb") as file:
            start = file.read(size)
    except FileNotFoundError as error:
        hint = "Check the spelling and the folder you are in."
        raise FileError(path, "there is no such file", hint=hint) from error
    except OSError as error:
        raise FileError(path, f"cannot be opened ({error.strerror})") from error
    if not start:
        raise FileError(path, "the file is empty", hint="Export it again.")
    return start


def read_content(path: Path, *, most: int = MOST_BYTES) -> bytes:
    """Whole content of a file, unpacked if it is gzipped.

    Raises
    ------
    FileError
        The file is larger than `most` bytes, damaged, or a gzip bomb.
    """
    gzipped = file_start(path).startswith(GZIP)
    packed = path.stat().st_size
    if packed > most:
        raise FileError(path, f"has {packed} bytes; at most {most} can be read")
    try:
        with path.open("rb") as file:
            if not gzipped:
                return file.read()
            with gzip.GzipFile(fileobj=file) as unpacked:
                return _counted(unpacked, path, most=most)
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        reason = "the gzip file is cut off or damaged"
        raise FileError(path, reason, hint="Copy or download it again.") from error


def as_text(content: bytes, path: Path) -> str:
    r"""Text of `content`: by its byte order mark, else UTF-8, else Windows-1252.

    Examples
    --------
    >>> as_text("é".encode(), Path("a.csv")), as_text(b"\xe9", Path("b.csv"))
    ('é', 'é')
    """
    for mark, encoding in MARKS:
        if content.startswith(mark):
            return _decoded(content, encoding, path)
    if b"\0" in content[:CHUNK]:
        reason = "is not a text file"
        raise FileError(path, reason, hint=HINT)
    try:
        return content.decode()
    except UnicodeDecodeError:
        return _decoded(content, "cp1252", path)


def _decoded(content: bytes, encoding: str, path: Path) -> str:
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as error:
        reason = f"is neither UTF-8 nor {encoding} text (byte {error.start})"
        raise FileError(path, reason, hint=HINT) from error


def _counted(unpacked: gzip.GzipFile, path: Path, *, most: int) -> bytes:
    """Return what comes out of a gzip stream, as long as that is a sane amount."""
    content = bytearray()
    while chunk := unpacked.read(CHUNK):
        content += chunk
        if len(content) > most:
            reason = f"unpacks to more than the {most} bytes that can be read"
            raise UnsafeArchiveError(path, reason)
    return bytes(content)
