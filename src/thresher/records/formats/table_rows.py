"""Rows of delimited text, also where its quotes are broken."""

import csv
import re
from collections import deque
from collections.abc import Iterable, Iterator

__all__ = ["TableRows"]

LONGEST_CELL = 100 * 1024**2
MOST_LINES = 100  # that a row with broken quotes may span
TIMES_READ = 20  # that a line is read on average, for rows that span more
QUOTES = re.compile('"+')
Line = tuple[int, str]


class TableRows:
    r"""Rows of a table, each with the line on which it begins.

    Rows are read by the rules of CSV as long as these hold. Where a quote is never
    closed, or closed in the midst of a word, the rules would join rows or give up;
    there the row ends with its line if that gives as many cells as the table has
    columns, and the quotes are taken for text.

    Parameters
    ----------
    lines
        Numbered lines without their ends.
    delimiter
        What parts the cells.
    width
        How many columns the table has.
    quoted
        Whether quotes mean anything.

    Examples
    --------
    >>> lines = [(1, 'a,"b'), (2, 'c",d'), (3, '"Unclosed,e,f'), (4, 'g,"h",i')]
    >>> for line, cells in TableRows(lines, delimiter=",", width=3):
    ...     print(line, cells)
    1 ['a', 'b\nc', 'd']
    3 ['"Unclosed', 'e', 'f']
    4 ['g', 'h', 'i']
    """

    def __init__(
        self, lines: Iterable[Line], *, delimiter: str, width: int, quoted: bool = True
    ) -> None:
        csv.field_size_limit(LONGEST_CELL)  # Python's own is below some abstracts
        self.broken: list[int] = []
        self._lines = iter(lines)
        self._delimiter = delimiter
        self._width = width
        self._quoted = quoted
        self._drawn = 0  # lines from the file
        self._put_back = 0  # lines of broken rows that spanned many
        self._taken: list[Line] = []
        self._waiting: deque[Line] = deque()

    def __iter__(self) -> Iterator[tuple[int, list[str]]]:
        while True:
            reader = csv.reader(
                self._feed(),
                delimiter=self._delimiter,
                quoting=csv.QUOTE_MINIMAL if self._quoted else csv.QUOTE_NONE,
                strict=True,
            )
            try:
                for cells in reader:
                    if len(self._taken) > 1 and self._suspect(cells):
                        break
                    yield self._taken[0][0], cells
                    self._taken.clear()
                else:
                    return
            except csv.Error:
                pass
            yield self._mended()

    def _feed(self) -> Iterator[str]:
        while self._may_take_more():
            if (line := self._next_line()) is None:
                return
            self._taken.append(line)
            yield line[1] + "\n"

    def _may_take_more(self) -> bool:
        """Say whether the row may go on; each line may begin one that never ends."""
        taken = len(self._taken)
        return taken < MOST_LINES or taken + self._put_back <= TIMES_READ * self._drawn

    def _next_line(self) -> Line | None:
        if self._waiting:
            return self._waiting.popleft()
        line = next(self._lines, None)
        self._drawn += line is not None
        return line

    def _suspect(self, cells: list[str]) -> bool:
        """Say whether a row of several lines may be several rows."""
        alone = len(self._taken[0][1].split(self._delimiter)) == self._width
        return alone and (self._delimiter == "\t" or len(cells) != self._width)

    def _mended(self) -> tuple[int, list[str]]:
        """Return the row that begins with the first of the lines taken."""
        taken, self._taken = self._taken, []
        number, first = taken[0]
        self.broken.append(number)
        used, cells = self._whole(taken)
        if cells is None and self._is_cut(taken):
            text = "\n".join(line for _, line in taken)
            return number, lenient_cells(f'{text}"', self._delimiter)
        if len(taken) > MOST_LINES:
            self._put_back += len(taken) - used
        self._waiting.extendleft(reversed(taken[used:]))
        return number, cells or lenient_cells(first, self._delimiter)

    def _whole(self, taken: list[Line]) -> tuple[int, list[str] | None]:
        """Return a row as wide as the table, if there is one, and its lines.

        That is the first line with its quotes; or without them, if the next line is a
        row as well; or the first few lines; or the first without quotes after all.
        """
        first, row = taken[0][1], _GrowingRow(self._delimiter, width=self._width)
        if cells := row.with_more(first):
            return 1, cells
        plain = first.split(self._delimiter)
        alone = len(plain) == self._width
        for count in range(1, MOST_LINES):
            if len(taken) == count and (line := self._next_line()) is not None:
                taken.append(line)
            if len(taken) == count:
                break
            if count == 1 and alone and self._is_row(taken[1][1]):
                return 1, plain
            if cells := row.with_more("\n" + taken[count][1]):
                return count + 1, cells
        return 1, plain if alone else None

    def _is_row(self, line: str) -> bool:
        """Say whether a line is a row as wide as the table, its quotes closed."""
        row = _GrowingRow(self._delimiter, width=self._width)
        return row.with_more(line) is not None

    def _is_cut(self, taken: list[Line]) -> bool:
        """Say whether the lines are one row whose end is missing, not several rows."""
        following = self._next_line()
        if following is not None:
            self._waiting.appendleft(following)
        return following is None and not any(
            len(lenient_cells(line, self._delimiter)) == self._width
            for _, line in taken[1:]
        )


class _GrowingRow:
    """A row to which lines are added until it is as wide as the table.

    No part is looked at twice, however many lines there are.
    """

    def __init__(self, delimiter: str, *, width: int) -> None:
        self._delimiter = delimiter
        self._width = width
        self._text = ""
        self._cells: list[str] = []
        self._at = 0  # where the cell begins that is the last as yet

    def with_more(self, text: str) -> list[str] | None:
        """Return the cells if they are as many as the columns and no quote is open."""
        if len(self._cells) >= self._width:
            return None
        seen, self._text = len(self._text), self._text + text
        while len(self._cells) < self._width:
            cell, end = self._last_cell(seen)
            if cell is None or end == len(self._text):
                break
            self._cells.append(cell)
            self._at = end + len(self._delimiter)
        else:
            return None
        row = self._cells if cell is None else [*self._cells, cell]
        return row if cell is not None and len(row) == self._width else None

    def _last_cell(self, seen: int) -> tuple[str | None, int]:
        """Return the last cell, unless its quote is open, and where it ends."""
        text, at = self._text, self._at
        if text.startswith('"', at):
            end = _closing(text, max(at + 1, seen), self._delimiter)
            inside = text[at + 1 : end].replace('""', '"') if end > 0 else None
            return inside, end + 1
        end = text.find(self._delimiter, max(at, seen))
        end = len(text) if end < 0 else end
        return text[at:end], end


def lenient_cells(text: str, delimiter: str) -> list[str]:
    """Return cells where a quote closes only before a delimiter or the end.

    Examples
    --------
    >>> lenient_cells('"He said "no" twice",2', ",")
    ['He said "no" twice', '2']
    """
    cells, at, hopeless = [], 0, False
    while at <= len(text):
        end = -1
        if text.startswith('"', at):
            find = _closing_at_once if hopeless else _closing
            end = find(text, at + 1, delimiter)
            hopeless = hopeless or end < 0
        if end > 0:
            cells.append(text[at + 1 : end].replace('""', '"'))
            at = end + 1 + len(delimiter)
            continue
        end = text.find(delimiter, at)
        end = len(text) if end < 0 else end
        cells.append(text[at:end])
        at = end + len(delimiter)
    return cells


def _closing(text: str, at: int, delimiter: str) -> int:
    """Return where the quote closes that opened before `at`, or -1."""
    while (at := text.find('"', at)) >= 0:
        if text.startswith('""', at):
            at += 2
        elif at + 1 == len(text) or text.startswith(delimiter, at + 1):
            return at
        else:
            at += 1
    return -1


def _closing_at_once(text: str, at: int, delimiter: str) -> int:
    """Return where a quote closes if a quote before it does not, or -1.

    Then an even number of quotes stands before each delimiter further on, and only
    the quotes of which this one is the first are one fewer: they may be odd.
    """
    run = QUOTES.match(text, at)
    if run is None or len(run[0]) % 2 == 0:
        return -1
    followed = run.end() == len(text) or text.startswith(delimiter, run.end())
    return run.end() - 1 if followed else -1
