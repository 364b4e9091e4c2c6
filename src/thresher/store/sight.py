"""Sight: what somebody may see of what others wrote on a publication."""

from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["EVERYTHING", "Sight"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """Who looks, and where only their own words may be shown.

    Parameters
    ----------
    reader
        Who looks.
    hides
        Says of a publication, by its first record, whether others' words on it must
        not be seen yet.
    """

    reader: str
    hides: Callable[[int], bool]


EVERYTHING = Sight(reader="", hides=lambda _publication: False)
