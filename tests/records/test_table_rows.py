"""Rows of a table: broken quotes cost no other row, and little time."""

import csv
import io
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.records.formats.table_rows import TableRows, _GrowingRow

PLAIN, WIDTH = "a,b,c", 3
Rows = list[list[str]]


def rows_of(lines: list[str]) -> Rows:
    """Cells of each row of a table with three columns."""
    numbered = enumerate(lines, 1)
    return [cells for _, cells in TableRows(numbered, delimiter=",", width=WIDTH)]


@pytest.mark.parametrize("plain", [99, 101, 250, 5_000])
def test_a_long_cell_stays_whole_after_a_broken_row(plain: int) -> None:
    """The broken row takes all plain ones first, which are then read again."""
    long = "\n".join(f"sentence {n}" for n in range(150))
    broken = ['T,"unclosed,2001'] + [PLAIN] * plain
    rows = rows_of([*broken, *f'Long,"{long}",2002'.split("\n"), PLAIN])
    assert len(rows) == plain + 3
    assert rows[-2] == ["Long", long, "2002"]


def test_many_broken_rows_do_not_add_up_to_a_torn_cell() -> None:
    long = "\n".join("x" * 150)
    lines = (['T,"unclosed,2001'] + [PLAIN] * 150) * 40
    rows = rows_of([*lines, *f'Long,"{long}",2002'.split("\n")])
    assert len(rows) == len(lines) + 1
    assert rows[-1] == ["Long", long, "2002"]


def test_lines_that_each_begin_a_row_without_end_are_read_a_few_times_each() -> None:
    taken = 0

    class Counted(TableRows):
        def _next_line(self) -> tuple[int, str] | None:
            nonlocal taken
            taken += 1
            return super()._next_line()

    lines = [(n, 'x,a","b') for n in range(10_000)]
    assert len([*Counted(lines, delimiter=",", width=WIDTH)]) == len(lines)
    assert taken < 150 * len(lines)  # 10,000 / 2 times each if nothing ended it


cells = st.text('a,"\n', max_size=8)


@given(row=st.lists(cells, min_size=WIDTH, max_size=WIDTH))
def test_a_row_that_grows_line_by_line_ends_as_it_was_written(row: list[str]) -> None:
    out = io.StringIO()
    csv.writer(out, quoting=csv.QUOTE_ALL, lineterminator="").writerow(row)
    first, *more = out.getvalue().split("\n")
    growing = _GrowingRow(",", width=WIDTH)
    told = [growing.with_more(text) for text in (first, *(f"\n{x}" for x in more))]
    assert told[-1] == row


def test_a_growing_row_is_told_once_it_is_as_wide_as_the_table() -> None:
    row = _GrowingRow(",", width=WIDTH)
    assert row.with_more('1,"two') is None
    assert row.with_more('\nstill ""two""') is None
    assert row.with_more('\nend",3') == ["1", 'two\nstill "two"\nend', "3"]


def test_a_growing_row_that_is_too_wide_is_given_up() -> None:
    row = _GrowingRow(",", width=2)
    assert row.with_more('1,2,"3') is None
    assert row.with_more('\n"') is None


def test_a_growing_row_without_quotes_grows_by_its_last_cell() -> None:
    row = _GrowingRow(",", width=2)
    assert row.with_more("1") is None
    assert row.with_more(",2") == ["1", "2"]
    assert row.with_more("\n3") == ["1", "2\n3"]


def test_line_numbers_rise() -> None:
    lines = enumerate(['T,"unclosed,2001', *[PLAIN] * 120, 'x,"y', 'z",w'], 1)
    numbers = [line for line, _ in TableRows(lines, delimiter=",", width=WIDTH)]
    assert all(before < after for before, after in pairwise(numbers))
    assert numbers[-1] == 122
