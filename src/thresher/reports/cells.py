"""Cells of a table that are more than a number or a word."""

from dataclasses import dataclass

__all__ = ["Link", "Noted"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """Words that lead to another place of the page."""

    text: str
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Noted:
    """A text with a remark in small print below it."""

    text: str
    note: str
