"""Rows of delimited text, also where its quotes are broken."""

import csv
from collections import deque
from collections.abc import Iterable, Iterator

__all__ = ["TableRows"]

LONGEST_CELL = 100 * 1024**2
MOST_LINES = 100  # that a row with broken quotes may span
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
        while (line := self._next_line()) is not None:
            self._taken.append(line)
            yield line[1] + "\n"

    def _next_line(self) -> Line | None:
        return self._waiting.popleft() if self._waiting else next(self._lines, None)

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
        self._waiting.extendleft(reversed(taken[used:]))
        return number, cells or lenient_cells(first, self._delimiter)

    def _whole(self, taken: list[Line]) -> tuple[int, list[str] | None]:
        """Return a row as wide as the table, if there is one, and its lines.

        That is the first line with its quotes; or without them, if the next line is a
        row as well; or the first few lines; or the first without quotes after all.
        """
        first = taken[0][1]
        if cells := self._closed(first):
            return 1, cells
        plain = first.split(self._delimiter)
        alone = len(plain) == self._width
        text = first
        for count in range(1, MOST_LINES):
            if len(taken) == count and (line := self._next_line()) is not None:
                taken.append(line)
            if len(taken) == count:
                break
            if count == 1 and alone and self._closed(taken[1][1]):
                return 1, plain
            text += "\n" + taken[count][1]
            if cells := self._closed(text):
                return count + 1, cells
        return 1, plain if alone else None

    def _closed(self, text: str) -> list[str] | None:
        """Return the cells if they are as many as the columns and no quote is open."""
        cells, closed = _scanned(text, self._delimiter)
        return cells if closed and len(cells) == self._width else None

    def _is_cut(self, taken: list[Line]) -> bool:
        """Say whether the lines are one row whose end is missing, not several rows."""
        following = self._next_line()
        if following is not None:
            self._waiting.appendleft(following)
        return following is None and not any(
            len(lenient_cells(line, self._delimiter)) == self._width
            for _, line in taken[1:]
        )


def lenient_cells(text: str, delimiter: str) -> list[str]:
    """Return cells where a quote closes only before a delimiter or the end.

    Examples
    --------
    >>> lenient_cells('"He said "no" twice",2', ",")
    ['He said "no" twice', '2']
    """
    return _scanned(text, delimiter)[0]


def _scanned(text: str, delimiter: str) -> tuple[list[str], bool]:
    """Return the cells, and whether every quote that opens one also closes it."""
    cells, at, closed = [], 0, True
    while at <= len(text):
        opened = text.startswith('"', at)
        end = _closing(text, at + 1, delimiter) if opened else -1
        if end > 0:
            cells.append(text[at + 1 : end].replace('""', '"'))
            at = end + 1 + len(delimiter)
            continue
        closed = closed and not opened
        end = text.find(delimiter, at)
        end = len(text) if end < 0 else end
        cells.append(text[at:end])
        at = end + len(delimiter)
    return cells, closed


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
