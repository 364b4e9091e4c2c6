"""Figures of a row that stand in the wrong columns."""

from collections.abc import Sequence

from thresher.measures.published.findings import Misplaced, Move
from thresher.measures.published.table import Cell

__all__ = ["misplaced"]

FEWEST_MOVES = 2  # one stray figure is a misprint; two that fit elsewhere are a pattern


def misplaced(cells: Sequence[Cell]) -> Misplaced | None:
    """Where the disagreeing TNR of a row belong, if all of them belong somewhere.

    Either they changed places among themselves, or all slipped by the same number of
    columns, so that some figure was lost at one end and another printed twice.

    Parameters
    ----------
    cells
        The row's cells in the order of the columns.
    """
    wrong = [at for at, cell in enumerate(cells) if not cell.agrees]
    if len(wrong) < FEWEST_MOVES:
        return None
    homes, shift = _exchange(cells, wrong), None
    if not homes:
        homes, shift = _slip(cells, wrong)
    if not homes:
        return None
    return Misplaced(
        dataset=cells[0].dataset,
        moves=tuple(_move(cells[at], cells[home]) for at, home in homes.items()),
        shift=shift,
    )


def _move(cell: Cell, home: Cell) -> Move:
    return Move(
        model=cell.model,
        printed=float(cell.tnr.value),
        belongs_to=home.model,
        should_read=float(cell.recomputed),
    )


def _exchange(cells: Sequence[Cell], wrong: list[int]) -> dict[int, int]:
    """Return who took whose place: the nth smallest printed is the nth recomputed."""
    printed = sorted(wrong, key=lambda at: cells[at].tnr.value)
    recomputed = sorted(wrong, key=lambda at: cells[at].recomputed)
    homes = dict(sorted(zip(printed, recomputed, strict=True)))
    return homes if _all_fit(cells, homes) else {}


def _slip(cells: Sequence[Cell], wrong: list[int]) -> tuple[dict[int, int], int | None]:
    """Return the smallest shift that brings all figures home, or nothing."""
    width = len(cells)
    for shift in sorted(range(-width + 1, width), key=abs):
        homes = {at: at + shift for at in wrong}
        inside = all(0 <= home < width for home in homes.values())
        if inside and _all_fit(cells, homes):
            return homes, shift
    return {}, None


def _all_fit(cells: Sequence[Cell], homes: dict[int, int]) -> bool:
    return all(cells[at].fits(cells[home]) for at, home in homes.items())
