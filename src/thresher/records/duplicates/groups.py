"""Groups of records that links join, and what keeps groups apart."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, groupby

from thresher.errors import InputError
from thresher.records.duplicates.link import Link

__all__ = ["chained_pairs", "groups", "open_questions"]


class _Forest:
    """Union-find over positions; the root of a set is its lowest position."""

    def __init__(self, size: int) -> None:
        self.parents = list(range(size))

    def root(self, at: int) -> int:
        while self.parents[at] != at:
            self.parents[at] = at = self.parents[self.parents[at]]
        return at

    def join(self, first: int, second: int) -> None:
        low, high = sorted((self.root(first), self.root(second)))
        self.parents[high] = low

    def sets(self) -> Iterator[tuple[int, ...]]:
        members: dict[int, list[int]] = {}
        for at in range(len(self.parents)):
            members.setdefault(self.root(at), []).append(at)
        yield from map(tuple, members.values())


def groups(links: Iterable[Link], *, size: int) -> list[tuple[int, ...]]:
    """All `size` records in groups, each of one publication.

    Certain links join, the strongest first. No group holds two records that a guard
    forbids to join: where the links of one strength would lead to such a group, none
    of them is followed, so that the result does not depend on the order of records.

    Parameters
    ----------
    links
        Links as `find_links` gives them, or what people left of them.
    size
        How many records the pile has.

    Raises
    ------
    InputError
        A link leads to a position outside the pile.

    Examples
    --------
    >>> same = Link(first=0, second=2, band="certain", score=0.9, reason="same DOI")
    >>> groups([same], size=4)
    [(0, 2), (1,), (3,)]
    """
    links = list(links)
    if any(link.second >= size for link in links):
        far = max(link.second for link in links)
        raise InputError(f"a link leads to position {far} of a pile of {size} records")
    certain = [link for link in links if link.band == "certain"]
    forbidden = [(link.first, link.second) for link in links if link.guards]
    chains = _joined(certain, size)
    torn = {chains.root(a) for a, b in forbidden if chains.root(a) == chains.root(b)}
    whole = _joined((li for li in certain if chains.root(li.first) not in torn), size)
    rest = [link for link in certain if chains.root(link.first) in torn]
    for _, level in groupby(sorted(rest, key=_strength), key=_strength):
        _join_level(whole, list(level), forbidden)
    return list(whole.sets())


def _strength(link: Link) -> float:
    return -link.score


def _joined(links: Iterable[Link], size: int) -> _Forest:
    forest = _Forest(size)
    for link in links:
        forest.join(link.first, link.second)
    return forest


def _join_level(
    forest: _Forest, level: list[Link], forbidden: list[tuple[int, int]]
) -> None:
    """Join along links of one strength, except where that would break a guard."""
    trial = _Forest(len(forest.parents))
    trial.parents = forest.parents.copy()
    for link in level:
        trial.join(link.first, link.second)
    torn = {trial.root(a) for a, b in forbidden if trial.root(a) == trial.root(b)}
    for link in level:
        if trial.root(link.first) not in torn:
            forest.join(link.first, link.second)


def open_questions(
    links: Iterable[Link], *, found: Iterable[Sequence[int]]
) -> list[Link]:
    """One maybe link for each two groups that a person should compare.

    Parameters
    ----------
    links
        Links as `find_links` gives them.
    found
        The groups of these links, as `groups` gives them.

    Notes
    -----
    Of several links between the same two groups the strongest is asked, and the first
    in the pile among equals. Certain links that `groups` could not follow, because a
    guard stood in the way, are questions too. The most likely pairs come first.

    Examples
    --------
    >>> asked = Link(first=0, second=1, band="maybe", score=0.6, reason="same title")
    >>> again = Link(first=1, second=2, band="maybe", score=0.7, reason="same title")
    >>> [question] = open_questions([asked, again], found=[(0, 2), (1,)])
    >>> question.first, question.second
    (1, 2)
    """
    group_of = {at: number for number, group in enumerate(found) for at in group}
    asked: dict[frozenset[int], Link] = {}
    open_links = (link for link in links if link.band != "apart")
    for link in sorted(open_links, key=_most_likely_first):
        both = frozenset((group_of[link.first], group_of[link.second]))
        if len(both) > 1:
            asked.setdefault(both, link)
    return list(asked.values())


def _most_likely_first(link: Link) -> tuple[float, int, int]:
    return -link.score, link.first, link.second


def chained_pairs(links: Iterable[Link]) -> Iterator[tuple[int, int]]:
    """Yield pairs that certain links join only through other records."""
    links = list(links)
    certain = [link for link in links if link.band == "certain"]
    size = max((link.second + 1 for link in certain), default=0)
    known = {(link.first, link.second) for link in links}
    for group in _joined(certain, size).sets():
        for pair in combinations(group, 2):
            if pair not in known:
                yield pair
