"""Files of summaries and studies in the columns of MSLR."""

from collections.abc import Mapping
from pathlib import Path

from thresher.errors import FileError
from thresher.synthesis.agreement.csv_rows import REVIEW, csv_rows
from thresher.synthesis.study import Study
from thresher.synthesis.text_repair import repaired

__all__ = ["read_inputs", "read_summaries"]

STUDY = "pmid"


def read_summaries(path: Path, *, column: str) -> dict[str, str]:
    """Texts of a CSV file by their review, from a column such as Target or Generated.

    Raises
    ------
    FileError
        It cannot be read, lacks a column, or has two rows for one review.
    """
    found: dict[str, str] = {}
    for line, row in csv_rows(path, needed=(REVIEW, column.lower())):
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
    for line, row in csv_rows(path, needed=(REVIEW, STUDY, "title", "abstract")):
        review, study = row[REVIEW].strip(), row[STUDY].strip()
        if not review or not study:
            raise FileError(path, "the row has no ReviewID or no PMID", line=line)
        found.setdefault(review, {})[study] = Study(
            id=study, title=repaired(row["title"]), abstract=repaired(row["abstract"])
        )
    return {review: tuple(of.values()) for review, of in found.items()}
