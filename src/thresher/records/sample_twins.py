"""Near-duplicates: one publication as two databases tell it."""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from thresher.records.citation import Citation
from thresher.records.sample_text import Draws, picked

__all__ = ["TWINNERS", "Twinner", "twin_of"]

Twinner: TypeAlias = Callable[[Citation, int], Citation]

KEPT = 0.6  # share of a title that survives a narrow export column


def twin_of(original: Citation, draws: Draws, *, serial: int) -> Citation:
    """Tell the same publication again, under another id and a little changed."""
    changed = picked(TWINNERS, draws)(original, serial)
    return replace(changed, id=f"S{serial:07d}")


def _preprint(original: Citation, serial: int) -> Citation:
    """Return the same work a year earlier, on a server, with a shorter abstract."""
    told = original.abstract.split(". ")
    shorter = ". ".join(told[:1] + told[2:])
    return replace(
        original,
        abstract=shorter,
        year=None if original.year is None else original.year - 1,
        venue="Preprints of the Sample Server",
        doi=f"10.5555/preprint.{serial:07d}",
        pmid="",
    )


def _shouted(original: Citation, serial: int) -> Citation:
    """Return the record as an old database printed it: capitals, no identifiers."""
    del serial
    return replace(original, title=original.title.upper() + ".", doi="", pmid="")


def _repunctuated(original: Citation, serial: int) -> Citation:
    """Return the record with other punctuation and initials without full stops."""
    del serial
    title = original.title.replace(": ", " - ").replace("-", "‐")  # noqa: RUF001
    authors = tuple(name.replace(".", "") for name in original.authors)
    return replace(original, title=f"{title}.", authors=authors, pmid="")


def _cut_short(original: Citation, serial: int) -> Citation:
    """Return the record with its title cut at a word, and another DOI."""
    title = original.title[: int(len(original.title) * KEPT)].rsplit(" ", 1)[0]
    return replace(
        original, title=f"{title} ...", doi=f"10.5555/mirror.{serial:07d}", keywords=()
    )


TWINNERS: tuple[Twinner, ...] = (_preprint, _shouted, _repunctuated, _cut_short)
