"""A link: two records that are, or may be, one publication."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from thresher.errors import InputError

__all__ = ["Band", "Link"]

Band: TypeAlias = Literal["certain", "maybe", "apart"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """What was found out about two records of a pile.

    Parameters
    ----------
    first, second
        Positions of the records in the pile, the lower one first.
    band
        ``certain``: one publication. ``maybe``: a person should look. ``apart``: no
        rule links them, yet certain links lead from one to the other, and a guard
        forbids to join them.
    score
        Weighted share of the fields that agree, 0 to 1; what is not known counts half.
    reason
        What agrees, and what does not, in words.
    flags
        What a reader should know of such a pair: ``preprint``, ``version``,
        ``correction or comment``, ``conference``, ``two DOIs``.
    guards
        What forbids to join the two, in words; empty for certain links.

    Raises
    ------
    InputError
        The positions are not two different ones in order, or a certain link has
        a guard.

    Examples
    --------
    >>> Link(first=0, second=4, band="certain", score=0.9, reason="same DOI").second
    4
    """

    first: int
    second: int
    band: Band
    score: float
    reason: str
    flags: tuple[str, ...] = ()
    guards: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not 0 <= self.first < self.second:
            raise InputError(
                "a link needs two positions, the lower one first, "
                f"got {self.first} and {self.second}"
            )
        if self.band == "certain" and self.guards:
            raise InputError(f"a certain link has no guards, got {self.guards}")
