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
        while True:
            if self._waiting:
                line = self._waiting.popleft()
            else:
                following = next(self._lines, None)
                if following is None:
                    return
                line = following
            self._taken.append(line)
            yield line[1] + "\n"

    def _suspect(self, cells: list[str]) -> bool:
        """Say whether a row of several lines may be several rows."""
        alone = len(self._taken[0][1].split(self._delimiter)) == self._width
        return alone and (self._delimiter == "\t" or len(cells) != self._width)

    def _mended(self) -> tuple[int, list[str]]:
        """Return the row that begins with the first of the lines taken."""
        taken, self._taken = self._taken, []
        number, text = taken[0]
        self.broken.append(number)
        for count in range(1, min(len(taken), MOST_LINES) + 1):
            if count > 1:
                text += "\n" + taken[count - 1][1]
            ways = [lenient_cells(text, self._delimiter)]
            if count == 1:
                ways.append(text.split(self._delimiter))
            for cells in ways:
                if len(cells) == self._width:
                    self._waiting.extendleft(reversed(taken[count:]))
                    return number, cells
        self._waiting.extendleft(reversed(taken[1:]))
        return number, lenient_cells(taken[0][1], self._delimiter)


def lenient_cells(text: str, delimiter: str) -> list[str]:
    """Return cells where a quote closes only before a delimiter or the end.

    Examples
    --------
    >>> lenient_cells('"He said "no" twice",2', ",")
    ['He said "no" twice', '2']
    """
    cells, at = [], 0
    while at <= len(text):
        if text.startswith('"', at) and (end := _closing(text, at + 1, delimiter)) > 0:
            cells.append(text[at + 1 : end].replace('""', '"'))
            at = end + 1 + len(delimiter)
        else:
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
