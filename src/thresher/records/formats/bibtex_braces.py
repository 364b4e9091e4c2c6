"""Where braces and quotes of BibTeX close, found in one pass over a text."""

import re
from bisect import bisect_left
from collections import defaultdict
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

__all__ = ["closing_brace", "closing_quote"]

MARKS = {
    True: re.compile(r"\\.|[{}\"]", re.DOTALL),
    False: re.compile(r"[{}\"]"),
}
OPENED = re.compile(r"[\\{]")
FEW = 100  # marks that are looked at before all of a text are


class Closings(NamedTuple):
    """Places of marks in a text, with the depth of braces before each.

    `braces` and `quotes` are, for each depth, the places where a brace ends it and
    where a quote stands in it.
    """

    places: list[int]
    depths: list[int]
    braces: dict[int, list[int]]
    quotes: dict[int, list[int]]

    def brace(self, at: int) -> int | None:
        """Return where the brace closes that opened before `at`."""
        return _first(self.braces.get(self._depth(at), []), at)

    def quote(self, at: int) -> int | None:
        """Return where the quote closes that opened before `at`, if in its braces."""
        found = _first(self.quotes.get(self._depth(at), []), at)
        end = self.brace(at)
        return found if found is None or end is None or found < end else None

    def _depth(self, at: int) -> int:
        return self.depths[bisect_left(self.places, at)]


def closing_brace(text: str, at: int, *, escapes: bool) -> int | None:
    r"""Return the place after the brace that closes what opened before `at`.

    With `escapes`, a backslash hides a brace or a quote.

    Examples
    --------
    >>> closing_brace("{a{b}c}", 1, escapes=True), closing_brace("{a", 1, escapes=True)
    (7, None)
    """
    end = text.find("}", at)
    if end < 0:
        return None
    if not OPENED.search(text, at, end):
        return end + 1
    depth = 1
    for found in islice(MARKS[escapes].finditer(text, at), FEW):
        depth += (found[0] == "{") - (found[0] == "}")
        if not depth:
            return found.end()
    place = _closings(text, escapes=escapes).brace(at)
    return None if place is None else place + 1


def closing_quote(text: str, at: int, *, escapes: bool) -> int | None:
    """Return the place after the quote that closes what opened before `at`."""
    depth = 0
    for found in islice(MARKS[escapes].finditer(text, at), FEW):
        if found[0] == '"' and depth == 0:
            return found.end()
        depth += (found[0] == "{") - (found[0] == "}")
        if depth < 0:
            return None
    place = _closings(text, escapes=escapes).quote(at)
    return None if place is None else place + 1


@lru_cache(maxsize=2)
def _closings(text: str, *, escapes: bool) -> Closings:
    places, depths, depth = [], [], 0
    braces: dict[int, list[int]] = defaultdict(list)
    quotes: dict[int, list[int]] = defaultdict(list)
    for found in MARKS[escapes].finditer(text):
        mark, place = found[0], found.start()
        places.append(place)
        depths.append(depth)
        if mark == "}":
            braces[depth].append(place)
        elif mark == '"':
            quotes[depth].append(place)
        depth += (mark == "{") - (mark == "}")
    return Closings(places, [*depths, depth], dict(braces), dict(quotes))


def _first(places: list[int], at: int) -> int | None:
    """Return the first of the places in their order that is not before `at`."""
    found = bisect_left(places, at)
    return places[found] if found < len(places) else None
