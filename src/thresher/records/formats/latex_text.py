"""LaTeX in citation fields, as plain text and back."""

import re
import unicodedata
from collections.abc import Callable, Iterator

from thresher.records.formats.latex_symbols import (
    ACCENTS,
    FORMATTING,
    SUBSCRIPTS,
    SUPERSCRIPTS,
    SWITCHES,
    SYMBOLS,
)

__all__ = ["ESCAPES", "latex_of", "plain_of", "split_outside_braces"]

SPECIAL = re.compile(r"[\\{}$~]|--|``|''")
TOKEN = re.compile(
    r"\\([A-Za-z]+)\*?[ \t\n]*|\\(.)|([{}$~^_])|(---?|``|'')|([^\\{}$~^_`'-]+|.)",
    re.DOTALL,
)
# A backslash that a program doubled: a line never breaks between these.
DOUBLED = re.compile(
    r"(?<=\w)\\\\(?=['\"`^~]\{?[aeiouyncsz])"
    r"|(?<=\{)\\\\(?=(?:[ijolLO]|ss|ae|AE|oe|OE|aa|AA)\})"
)
MATH = re.compile(r"\$((?:\\.|[^\\$])+)\$", re.DOTALL)
BRACED = re.compile(r"[\\{}]")
PROSE = re.compile(r"^\s|\s$|[a-z]{2} [a-z]{2}")
LIGATURES = {"--": "–", "---": "—", "``": "“", "''": "”"}  # noqa: RUF001  dashes meant
ESCAPES = {
    "\\": "\\textbackslash{}",
    "{": "\\textbraceleft{}",
    "}": "\\textbraceright{}",
    "^": "\\textasciicircum{}",
    "~": "\\textasciitilde{}",
    **{mark: f"\\{mark}" for mark in "&%$#_"},
}
ESCAPED = re.compile(r"[\\{}^~&%$#_]|(?<=-)-|(?<=`)`|(?<=')'")
Change = Callable[[str], str]


def plain_of(latex: str) -> str:
    r"""Return LaTeX as plain text in Unicode; unknown commands stay as they are.

    Examples
    --------
    >>> plain_of(r"Universit{\"{a}}t {\'E}t\'e, DNA$_{\textrm{2}}$, \textit{Natrix}")
    'Universität Été, DNA₂, Natrix'
    >>> plain_of(r"D\\'ecoret, {\\o}, first\\second")
    'Décoret, ø, first second'
    """
    if not SPECIAL.search(latex):
        return latex
    text = _Text(DOUBLED.sub(r"\\", latex) if "\\\\" in latex else latex)
    for token in text.tokens():
        text.take(token)
    return text.result()


def latex_of(text: str) -> str:
    r"""Return plain text as LaTeX, so that `plain_of` gives it back.

    Examples
    --------
    >>> print(latex_of("50 % of {x}--y"))
    50 \% of \textbraceleft{}x\textbraceright{}-{}-y
    """
    return ESCAPED.sub(lambda found: ESCAPES.get(found[0], "{}" + found[0]), text)


def split_outside_braces(latex: str, *, mark: str) -> list[str]:
    r"""Return the parts between matches of the pattern `mark` that no brace encloses.

    Examples
    --------
    >>> split_outside_braces("A and {B and C}", mark=r"\s+and\s+")
    ['A', '{B and C}']
    """
    if not BRACED.search(latex):
        return re.split(mark, latex, flags=re.IGNORECASE)
    parts, depth, begin = [], 0, 0
    for found in re.finditer(rf"\\.|([{{}}])|(?:{mark})", latex, re.DOTALL | re.I):
        if found[1]:
            depth += 1 if found[1] == "{" else -1
        elif depth <= 0 and not found[0].startswith("\\"):
            parts.append(latex[begin : found.start()])
            begin = found.end()
    return [*parts, latex[begin:]]


class _Text:
    """Text that grows token by token; braces open and close its groups."""

    def __init__(self, latex: str) -> None:
        self.latex = latex
        self.groups: list[tuple[list[str], Change | None]] = [([], None)]
        self.waiting: Change | None = None
        self.math_ends = -1

    def tokens(self) -> Iterator[re.Match[str]]:
        return TOKEN.finditer(self.latex)

    def take(self, token: re.Match[str]) -> None:
        word, sign, mark, ligature, text = token.groups()
        if word:
            self._word(word, token)
        elif sign:
            self._sign(sign)
        elif mark:
            self._mark(mark, token)
        else:
            self.add(LIGATURES.get(ligature, "") if ligature else text)

    def result(self) -> str:
        if self.waiting:
            self.add("")
        while len(self.groups) > 1:
            self._close()
        return "".join(self.groups[0][0])

    def add(self, text: str) -> None:
        """Append text; a change that waits for an argument takes its first letter."""
        change, self.waiting = self.waiting, None
        if change:
            text = text.lstrip()
            text = change(text[:1]) + text[1:]
        self.groups[-1][0].append(text)

    def _word(self, word: str, token: re.Match[str]) -> None:
        if word in SYMBOLS:
            self.add(SYMBOLS[word])
        elif word in ACCENTS:
            self.waiting = _accented(ACCENTS[word], word)
        elif word in ("textsuperscript", "textsubscript"):
            self.waiting = _script("^" if word == "textsuperscript" else "_")
        elif word in SWITCHES:
            pass
        elif word not in FORMATTING and not self.latex.startswith("{", token.end()):
            self.add(token[0])

    def _sign(self, sign: str) -> None:
        if sign in ACCENTS:
            self.waiting = _accented(ACCENTS[sign], sign)
        elif sign in "/-":
            pass
        else:
            self.add(" " if sign in "\\,;:! \n\t" else sign)

    def _mark(self, mark: str, token: re.Match[str]) -> None:
        if mark == "{":
            self.groups.append(([], self.waiting))
            self.waiting = None
        elif mark == "}":
            if self.waiting:
                self.add("")
            if len(self.groups) > 1:
                self._close()
        elif mark == "$":
            self._dollar(token.start())
        elif mark in "^_" and token.start() < self.math_ends:
            self.waiting = _script(mark)
        else:
            self.add(" " if mark == "~" else mark)

    def _dollar(self, at: int) -> None:
        """Begin or end a formula; a dollar that does neither is money."""
        if at == self.math_ends:
            return
        found = MATH.match(self.latex, at)
        if found and not PROSE.search(found[1]):
            self.math_ends = found.end() - 1
        else:
            self.add("$")

    def _close(self) -> None:
        pieces, change = self.groups.pop()
        text = "".join(pieces)
        self.groups[-1][0].append(change(text) if change else text)


def _accented(combining: str, sign: str) -> Change:
    def change(text: str) -> str:
        if not text or text.isspace():
            return sign + text if len(sign) == 1 and not sign.isalpha() else text
        base = {"ı": "i", "ȷ": "j"}.get(text[0], text[0])  # noqa: RUF001  dotless meant
        return unicodedata.normalize("NFC", base + combining) + text[1:]

    return change


def _script(mark: str) -> Change:
    table = SUPERSCRIPTS if mark == "^" else SUBSCRIPTS

    def change(text: str) -> str:
        return text.translate(table) if all(ord(c) in table for c in text) else text

    return change
