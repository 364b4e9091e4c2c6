"""Sentences of a summary with the sentences they rest on, as a part of a page."""

import re
from dataclasses import dataclass
from typing import ClassVar

from markupsafe import Markup, escape

__all__ = ["Claim", "Claims", "Quote", "footnoted"]

FOOTNOTE = re.compile(r"\[(\d+(?:, \d+)*)\]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Quote:
    """A sentence of a study: its number in the list, its id, and its words.

    `facts` is what the sentence prints in numbers, and whom the study is about.
    """

    number: int
    study: str
    text: str
    note: str = ""
    facts: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A sentence, a remark, and the quotes it rests on."""

    text: str
    quotes: tuple[Quote, ...]
    remark: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claims:
    """Numbered sentences; each unfolds to its quotes, and shows them on hover.

    Parameters
    ----------
    caption
        What they are.
    claims
        The sentences.
    start
        Number of the first.
    is_folded
        Whether they are shown only when the caption is clicked.
    """

    kind: ClassVar[str] = "claims"
    caption: str
    claims: tuple[Claim, ...]
    start: int = 1
    is_folded: bool = False


def footnoted(text: str, quotes: tuple[Quote, ...]) -> Markup:
    """Return a text as HTML in which footnotes lead to the studies they name.

    Only numbers of studies that are quoted become links: "[18]" may stand in a name.

    Examples
    --------
    >>> quote = Quote(number=2, study="b", text="It fell.")
    >>> print(footnoted("Pain & sleep [2], [7]", (quote,)))
    Pain &amp; sleep [<a href="#study-2">2</a>], [7]
    """
    known = {str(quote.number) for quote in quotes}

    def linked(found: re.Match[str]) -> str:
        numbers = found[1].split(", ")
        if not known.issuperset(numbers):
            return found[0]
        links = [f'<a href="#study-{one}">{one}</a>' for one in numbers]
        return f"[{', '.join(links)}]"

    return Markup(FOOTNOTE.sub(linked, str(escape(text))))  # noqa: S704  escaped
