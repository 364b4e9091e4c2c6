"""Files of two judges' labels, one row a review."""

from dataclasses import dataclass
from pathlib import Path

from thresher.errors import FileError
from thresher.synthesis.agreement.csv_rows import REVIEW, csv_rows

__all__ = ["TwoJudges", "read_labels"]

JUDGES = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class TwoJudges:
    """Labels of the same reviews by two judges, and how many rows lack one."""

    names: tuple[str, str]
    first: tuple[str, ...]
    second: tuple[str, ...]
    without: int


def read_labels(path: Path) -> TwoJudges:
    """Labels of a CSV file with ReviewID and one column for each of two judges.

    Case and spaces around a label do not count. A row where a judge gave no label is
    left out, and counted.

    Raises
    ------
    FileError
        It cannot be read, has not two label columns, repeats a review, or has no row
        with both labels.
    """
    names: tuple[str, ...] = ()
    labels: dict[str, tuple[str, str]] = {}
    for line, row in csv_rows(path, needed=(REVIEW,)):
        names = tuple(name for name in row if name != REVIEW)
        if len(names) != JUDGES:
            raise FileError(
                path,
                f"has {len(names)} columns beside ReviewID, where two judges' labels "
                "are expected",
                line=1,
                hint="Keep ReviewID and one column for each judge.",
            )
        review = row[REVIEW].strip()
        if not review or review in labels:
            what = "has no ReviewID" if not review else f"repeats review {review}"
            raise FileError(path, f"the row {what}", line=line)
        first, second = (" ".join(row[name].lower().split()) for name in names)
        labels[review] = first, second
    both = [pair for pair in labels.values() if all(pair)]
    if not both:
        raise FileError(path, "has no review that both judges labelled", line=1)
    return TwoJudges(
        names=(names[0], names[1]),
        first=tuple(pair[0] for pair in both),
        second=tuple(pair[1] for pair in both),
        without=len(labels) - len(both),
    )
