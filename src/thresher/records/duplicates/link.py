"""A link: two records that are, or may be, one publication."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from thresher.errors import InputError

__all__ = ["Band", "Link"]

Band: TypeAlias = Literal["certain", "maybe", "apart"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """What was found out about two records.

    Parameters
    ----------
    first, second
        Positions of the records in the pile, the lower one first.
    band
        ``certain``: one publication. ``maybe``: a person should look. ``apart``:
        certain links lead from one to the other, but a guard forbids to join them.
    score
        Weighted share of the fields that agree, 0 to 1; what is not known counts half.
    reason
        What agrees, and what does not, in words.
    flags
        What a reader should know of a true pair: ``preprint``, ``version``,
        ``correction or comment``, ``conference``, ``two DOIs``.

    Raises
    ------
    InputError
        The positions are not two different ones in order.
    """

    first: int
    second: int
    band: Band
    score: float
    reason: str
    flags: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not 0 <= self.first < self.second:
            raise InputError(
                "a link needs two positions, the lower one first, "
                f"got {self.first} and {self.second}"
            )
