"""Rows of a CSV file, plain or gzipped, with the columns that it must have."""

import csv
import gzip
import io
import zlib
from collections.abc import Iterator
from pathlib import Path

from thresher.errors import FileError
from thresher.records.plain_text import file_start

__all__ = ["REVIEW", "csv_rows"]

REVIEW = "reviewid"
LONGEST_CELL = 10_000_000


def csv_rows(
    path: Path, *, needed: tuple[str, ...]
) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield line number and cells of each row, column names in lower case."""
    reader = csv.reader(io.StringIO(_text(path), newline=""))
    try:
        header = [name.strip().lower() for name in next(reader, [])]
        if missing := [name for name in needed if name not in header]:
            hint = f"It has: {', '.join(header) or 'nothing'}."
            raise FileError(path, f"has no column {missing[0]}", line=1, hint=hint)
        for cells in reader:
            if len(cells) > len(header):
                hint = "A comma inside a text needs quotes around the text."
                raise FileError(
                    path,
                    f"the row has {len(cells)} cells under {len(header)} columns",
                    line=reader.line_num,
                    hint=hint,
                )
            if cells:
                padded = cells + [""] * (len(header) - len(cells))
                yield reader.line_num, dict(zip(header, padded, strict=True))
    except csv.Error as error:
        raise FileError(path, f"is not CSV ({error})", line=reader.line_num) from error


def _text(path: Path) -> str:
    file_start(path)
    try:
        raw = path.read_bytes()
        if raw.startswith(b"\x1f\x8b"):
            raw = gzip.decompress(raw)
        csv.field_size_limit(LONGEST_CELL)
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileError(path, "is not in UTF-8", hint="Save it as UTF-8.") from error
    except (OSError, EOFError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or error
        raise FileError(path, f"cannot be read ({reason})") from error
