"""The line: publications waiting to be read, best first, and how far each reader is."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from thresher.arrays import Indices

__all__ = ["Line", "Ranked", "random_ranking"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Ranked:
    """An order of the whole pile, and where it came from.

    Parameters
    ----------
    number
        Counts the rankings of this run of the server.
    order
        Positions, the likeliest first.
    labels
        How many labels it was learned from; 0 for a cold start.
    at
        When it was ready, as ISO 8601 in UTC.
    chosen
        What a record read from it was: ``ranked`` or ``random``.
    seconds
        How long the lesson took.
    model
        What ordered it, by name; empty for a random order.
    """

    number: int
    order: Indices
    labels: int
    at: str
    chosen: str = "ranked"
    seconds: float = 0.0
    model: str = ""


class Line:
    """A ranking being read."""

    def __init__(self, ranked: Ranked) -> None:
        self.ranked = ranked
        self._order: Sequence[int] = ranked.order.tolist()
        self._marks: dict[str, int] = {}

    def waiting(self, reader: str, is_done: Callable[[int], bool]) -> Iterator[int]:
        """Yield positions that are not done for a reader, best first.

        What is done at the front is passed for good, so that a long screening does
        not walk over it again and again.
        """
        order = self._order
        mark = self._marks.get(reader, 0)
        while mark < len(order) and is_done(order[mark]):
            mark += 1
        self._marks[reader] = mark
        for at in range(mark, len(order)):
            if not is_done(order[at]):
                yield order[at]

    def back_to_front_if(self, is_reopened: bool) -> None:  # noqa: FBT001
        """Look at everything again where something done is open once more."""
        if is_reopened:
            self._marks.clear()


def random_ranking(size: int, *, seed: int, at: str) -> Ranked:
    """Return a pile in random order, for a screening that knows nothing yet."""
    order = np.random.default_rng(seed).permutation(size)
    return Ranked(number=0, order=order, labels=0, at=at, chosen="random")
