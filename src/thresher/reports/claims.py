"""Sentences of a summary with the sentences they rest on, as a part of a page."""

from dataclasses import dataclass
from typing import ClassVar

__all__ = ["Claim", "Claims", "Quote"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Quote:
    """A sentence of a study: its number in the list, its id, and its words."""

    number: int
    study: str
    text: str
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A sentence, a remark, and the quotes it rests on."""

    text: str
    quotes: tuple[Quote, ...]
    remark: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claims:
    """Numbered sentences; each unfolds to its quotes, and shows them on hover."""

    kind: ClassVar[str] = "claims"
    caption: str
    claims: tuple[Claim, ...]
