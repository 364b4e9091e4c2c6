"""Text broken into lines that fit a box, by the widths of a real font."""

import unicodedata
from collections.abc import Callable, Sequence
from functools import cache

from matplotlib.font_manager import FontProperties, findfont, get_font

__all__ = ["FAMILY", "lines_of", "plain", "width_of"]

FAMILY = "DejaVu Sans"  # comes with matplotlib, and is wider than Arial or Helvetica
FIXED = 65536.0  # FreeType's widths are in this part of a dot
KERNING = 1.04  # some pairs of letters stand this much further apart
POINTS = 100.0  # size that widths are measured at
DOTS = 72.0  # an inch, so that a point is a dot
HOLD = "\N{NO-BREAK SPACE}"


def plain(text: str) -> str:
    """Return text on one line, without what no drawing can show."""
    shown = (sign if sign.isprintable() or sign == HOLD else " " for sign in text)
    return " ".join("".join(shown).split(" ")).strip()


def width_of(text: str, *, size: float) -> float:
    """Return how wide a text is, in points; a sign the font lacks is a full square."""
    return sum(_width(sign) for sign in text) * size * KERNING


def lines_of(
    text: str, *, width: float, size: float, shown: Callable[[str], str] = str
) -> list[str]:
    """Return the lines of a text in a column; a word that is too long is cut.

    Parameters
    ----------
    text
        What to print, on as many lines as it takes.
    width, size
        Of the column and of the letters, in points.
    shown
        What a word looks like where it is printed.

    Examples
    --------
    >>> lines_of("Records screened", width=60, size=10)
    ['Records', 'screened']
    """
    lines, line = [], ""
    told = [_shown(word, shown) for word in plain(text).split(" ")]
    for word in _pieces(told, width=width, size=size):
        longer = f"{line} {word}" if line else word
        if line and width_of(longer, size=size) > width:
            lines.append(line)
            longer = word
        line = longer
    return [*lines, line] if line else lines


def _shown(word: str, shown: Callable[[str], str]) -> str:
    return HOLD.join(shown(part) for part in word.split(HOLD))


def _pieces(told: Sequence[str], *, width: float, size: float) -> list[str]:
    """Return the words, those that are wider than the column in pieces."""
    words = []
    for word in told:
        piece = ""
        for sign in word:
            if piece and width_of(piece + sign, size=size) > width:
                words.append(piece)
                piece = ""
            piece += sign
        if piece:
            words.append(piece)
    return words


@cache
def _width(sign: str) -> float:
    """Return the width of a sign, in its font size."""
    if unicodedata.combining(sign):
        return 0.0
    font = get_font(findfont(FontProperties(family=[FAMILY])))
    if ord(sign) not in font.get_charmap():
        return 1.0
    font.set_size(POINTS, DOTS)
    glyph = font.load_char(ord(sign))
    return float(glyph.linearHoriAdvance) / FIXED / POINTS
