"""The studies behind a page: each with an anchor, and where it is found."""

from dataclasses import dataclass
from typing import ClassVar

__all__ = ["StudyEntry", "StudyList"]


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyEntry:
    """A study: its number on the page, what it is, and what to beware of.

    Parameters
    ----------
    number, title, source
        As footnotes name it; its title; authors, venue and year.
    name, address
        Identifier and where it leads; both empty where there is none.
    facts
        Size, design, participants, in words.
    records
        Ids of all its records.
    cautions
        What to beware of.
    """

    number: int
    title: str
    source: str
    name: str
    address: str
    facts: tuple[str, ...]
    records: tuple[str, ...]
    cautions: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyList:
    """Studies in the order of their numbers; footnotes of the page lead to them."""

    kind: ClassVar[str] = "studies"
    caption: str
    entries: tuple[StudyEntry, ...]
