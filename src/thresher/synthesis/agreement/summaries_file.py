"""Files of summaries and studies in the columns of MSLR."""

import csv
import gzip
import io
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path

from thresher.errors import FileError
from thresher.synthesis.study import Study
from thresher.synthesis.text_repair import repaired

__all__ = ["read_inputs", "read_summaries"]

REVIEW = "reviewid"
STUDY = "pmid"
LONGEST_CELL = 10_000_000


def read_summaries(path: Path, *, column: str) -> dict[str, str]:
    """Texts of a CSV file by their review, from a column such as Target or Generated.

    Raises
    ------
    FileError
        It cannot be read, lacks a column, or has two rows for one review.
    """
    found: dict[str, str] = {}
    for line, row in _rows(path, needed=(REVIEW, column.lower())):
        review = row[REVIEW].strip()
        if not review or review in found:
            what = "has no ReviewID" if not review else f"repeats review {review}"
            raise FileError(path, f"the row {what}", line=line)
        found[review] = row[column.lower()]
    if not found:
        raise FileError(path, "holds no summaries", line=1)
    return found


def read_inputs(path: Path) -> Mapping[str, tuple[Study, ...]]:
    """Studies of a CSV file (ReviewID, PMID, Title, Abstract) by their review.

    Raises
    ------
    FileError
        It cannot be read or lacks a column.
    """
    found: dict[str, dict[str, Study]] = {}
    for line, row in _rows(path, needed=(REVIEW, STUDY, "title", "abstract")):
        review, study = row[REVIEW].strip(), row[STUDY].strip()
        if not review or not study:
            raise FileError(path, "the row has no ReviewID or no PMID", line=line)
        found.setdefault(review, {})[study] = Study(
            id=study, title=repaired(row["title"]), abstract=repaired(row["abstract"])
        )
    return {review: tuple(of.values()) for review, of in found.items()}


def _rows(
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
    try:
        raw = path.read_bytes()
        if raw.startswith(b"\x1f\x8b"):
            raw = gzip.decompress(raw)
        csv.field_size_limit(LONGEST_CELL)
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileError(path, "is not in UTF-8", hint="Save it as UTF-8.") from error
    except (OSError, EOFError, zlib.error) as error:
        raise FileError(path, f"cannot be read ({error})") from error
