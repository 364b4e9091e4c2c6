"""Names as a figure can print them: any script, any length, each one once."""

import unicodedata
from collections.abc import Sequence
from functools import cache
from itertools import takewhile

from matplotlib import rcParams
from matplotlib.font_manager import FontProperties, findfont, fontManager, get_font

from thresher.screening.run import told_apart

__all__ = ["families", "labels_of", "printable", "shortened"]

MISSING = "\N{WHITE SQUARE}"
ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"
# Fonts with scripts that matplotlib's own font lacks, by the systems that bring them.
WIDE_FONTS = (
    "Noto Sans CJK KR",
    "Noto Sans CJK JP",
    "Noto Sans CJK SC",
    "Noto Sans KR",
    "NanumGothic",
    "Apple SD Gothic Neo",
    "Hiragino Sans",
    "Malgun Gothic",
    "Yu Gothic",
    "Microsoft YaHei",
    "WenQuanYi Zen Hei",
    "Arial Unicode MS",
    "Noto Sans Devanagari",
    "Noto Sans Thai",
)


def families() -> list[str]:
    """Return the reader's own font, then those installed that know more scripts."""
    own = list(rcParams["font.family"])
    installed = {font.name for font in fontManager.ttflist}
    return own + [name for name in WIDE_FONTS if name in installed]


def printable(name: str) -> str:
    r"""Return the name with only what the fonts at hand can draw.

    Korean syllables and Japanese kana without a font are written in Latin letters,
    other signs as an empty square. Dollar signs are kept from starting a formula.

    Examples
    --------
    >>> print(printable("R$ and D$\n2"))
    R\$ and D\$ 2
    """
    seen = "".join(sign if sign.isprintable() else " " for sign in name)
    if not seen.isascii():
        seen = _with_known_signs(unicodedata.normalize("NFC", seen))
    seen = " ".join(seen.replace("$", r"\$").split())
    return f" {seen}" if seen.startswith("_") else seen  # legends skip "_names"


def shortened(name: str, *, most: int) -> str:
    """Return a long name without its middle, where names of one study agree.

    Examples
    --------
    >>> shortened("sim_review_nb_tfidf_0", most=12)
    'sim_re…idf_0'
    """
    if len(name) <= most:
        return name
    tail = (most - 1) // 2
    return f"{name[: most - 1 - tail]}{ELLIPSIS}{name[len(name) - tail :]}"


def labels_of(names: Sequence[str], *, most: int) -> list[str]:
    """Return a printable, short and distinct label for each name.

    Where names agree at both ends, the middle is what tells them apart: then the
    ends go, not the middle.

    Examples
    --------
    >>> labels_of(["review_seed_1_tfidf_svm", "review_seed_2_tfidf_svm"], most=14)
    ['…w_seed_1_tfi…', '…w_seed_2_tfi…']
    """
    clean = [printable(name) for name in names]
    short = [shortened(name, most=most) for name in clean]
    if len(set(short)) < len(set(clean)):
        short = [shortened(name, most=most) for name in _differing(clean, most=most)]
    return told_apart(short)


def _differing(names: Sequence[str], *, most: int) -> list[str]:
    """Return the part of each name in which they differ, and some around it."""
    start = _shared_start(names)
    end = _shared_start([name[start:][::-1] for name in names])
    longest = max(len(name) for name in names) - start - end
    room = max(most - longest - 2, 0)
    before = min(start, 2 * room // 3)
    after = min(end, room - before)
    return [_cut(name, first=start - before, last=end - after) for name in names]


def _shared_start(names: Sequence[str]) -> int:
    """Return how many first letters all names share."""
    columns = zip(*names, strict=False)
    return sum(1 for _ in takewhile(lambda column: len(set(column)) == 1, columns))


def _cut(name: str, *, first: int, last: int) -> str:
    """Return the name without so many first and last letters, marked where cut."""
    kept = name[first : len(name) - last]
    return f"{ELLIPSIS if first else ''}{kept}{ELLIPSIS if last else ''}"


def _with_known_signs(name: str) -> str:
    known = _signs_of(tuple(families()))
    return "".join(
        sign if sign.isascii() or ord(sign) in known else _in_latin(sign)
        for sign in name
    )


@cache
def _signs_of(names: tuple[str, ...]) -> frozenset[int]:
    """Return the code points that at least one of these fonts can draw."""
    paths = [findfont(FontProperties(family=[name])) for name in names]
    return frozenset(sign for path in paths for sign in get_font(path).get_charmap())


def _in_latin(sign: str) -> str:
    """Return the sign's sound as its Unicode name tells it, or an empty square."""
    words = unicodedata.name(sign, "").split()
    match words:
        case ["HANGUL", "SYLLABLE", sound] | [
            "KATAKANA" | "HIRAGANA",
            "LETTER",
            sound,
        ]:
            return sound.lower()
    return MISSING
