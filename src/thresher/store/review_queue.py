"""The queue of pairs that a person should look at, as a table to fill in."""

import csv
import io
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from thresher.errors import FileError
from thresher.records.formats.table_cells import csv_line, disarmed, joined
from thresher.records.source import open_source
from thresher.store.linking import Pair

if TYPE_CHECKING:
    import _csv

__all__ = ["queue_lines", "read_answers"]

BESIDE = ("title", "authors", "year", "venue", "volume", "pages", "doi", "pmid", "id")
COLUMNS = (
    "link",
    "decision",
    "score",
    "reason",
    "flags",
    *(f"{name}_{side}" for name in BESIDE for side in (1, 2)),
)
ANSWERS = {
    **dict.fromkeys(("yes", "y", "1", "true", "same", "duplicate"), True),
    **dict.fromkeys(("no", "n", "0", "false", "different"), False),
}
MARKS = ",;\t"
LONGEST_CELL = 100 * 1024**2  # Python's own limit is below some lists of authors
SHOWN = 40  # characters of an answer that says nothing
HINT = "Write yes or no under decision, or leave it empty."


def queue_lines(pairs: Iterable[Pair]) -> Iterator[bytes]:
    """Yield a CSV table, line by line: each pair side by side, `decision` empty."""
    yield _line(COLUMNS)
    for pair in pairs:
        link = pair.link
        told = (str(link.id), "", f"{link.score:.3f}", link.reason, joined(link.flags))
        sides = (
            _shown(getattr(citation, name))
            for name in BESIDE
            for citation in (pair.first, pair.second)
        )
        yield _line(disarmed(cell) for cell in (*told, *sides))


def read_answers(path: Path) -> dict[int, bool]:
    """Answers in a table that was filled in, by link; rows without one are left out.

    Raises
    ------
    FileError
        There is no column `link` or `decision`, or a value in them says nothing, or
        one link has two different answers.
    """
    csv.field_size_limit(LONGEST_CELL)
    text = open_source(path).text()
    mark = max(MARKS, key=text.partition("\n")[0].count)
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=mark)
    try:
        link, decision = _columns(path, next(rows, []))
        return _answers(path, rows, link=link, decision=decision)
    except csv.Error as error:
        reason = f"is not a well-formed table ({error})"
        raise FileError(path, reason, line=rows.line_num) from error


def _columns(path: Path, header: list[str]) -> tuple[int, int]:
    names = [name.strip().casefold() for name in header]
    if not {"link", "decision"} <= set(names):
        reason = "has no columns link and decision in its first line"
        hint = "Make the table with thresher dedupe --review FILE."
        raise FileError(path, reason, line=1, hint=hint)
    return names.index("link"), names.index("decision")


def _answers(
    path: Path, rows: "_csv.Reader", *, link: int, decision: int
) -> dict[int, bool]:
    answers: dict[int, bool] = {}
    for row in rows:
        said = row[decision].strip().casefold() if len(row) > decision else ""
        if not said:
            continue
        number = row[link].strip() if len(row) > link else ""
        if said not in ANSWERS or not number.isdecimal():
            reason = f"link {number[:SHOWN]!r} has the decision {said[:SHOWN]!r}"
            raise FileError(path, reason, line=rows.line_num, hint=HINT)
        if answers.setdefault(int(number), ANSWERS[said]) != ANSWERS[said]:
            reason = f"link {number} is decided both ways"
            raise FileError(path, reason, line=rows.line_num, hint=HINT)
    return answers


def _line(cells: Iterable[str]) -> bytes:
    return csv_line(cells, ending="\r\n").encode("utf-8", "replace")


def _shown(value: str | int | tuple[str, ...] | None) -> str:
    if isinstance(value, tuple):
        return joined(value)
    return "" if value is None else str(value)
