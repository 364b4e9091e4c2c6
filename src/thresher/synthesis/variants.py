"""Arms of one treatment that differ only in how long, how much or which way."""

import itertools
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from thresher.synthesis.attribution import CONTROLS
from thresher.synthesis.sentences import sentences

__all__ = ["Retold", "retold", "told_apart"]

_WORDS = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_COUNT = rf"\d+(?:\.\d+)?|{_WORDS}"
_UNITS = {
    "hour": "hours?|hrs?|h",
    "day": "days?|d",
    "week": "weeks?|wks?",
    "month": "months?|mo",
    "year": "years?|yrs?",
    "session": "sessions?",
    "mg": "mg|milligrams?",
    "mcg": "mcg|micrograms?|[\u00b5\u03bc]g",
    "g": "g|grams?",
    "iu": "iu|units?",
}
_UNIT = "|".join(_UNITS.values())
_DOSES = frozenset({"mg", "mcg", "g", "iu"})
_WAYS = {
    "route": "oral|intravenous|iv|subcutaneous|intramuscular|topical|vaginal|rectal"
    "|sublingual|transdermal|intranasal|inhaled|epidural|intrathecal",
    "dose": "low|high|full|reduced",  # of "low-dose aspirin"
    "length": "short|long|brief|extended",  # of "short-course aspirin"
}
_COUNTED = rf"(?P<count>{_COUNT})[- ]?(?P<unit>{_UNIT})(?:/(?:d|day|kg))*"
_NAMED = (
    rf"(?P<route>{_WAYS['route']})|(?P<dose>{_WAYS['dose']})[- ]doses?"
    rf"|(?P<length>{_WAYS['length']})[- ](?:course|term)"
)
QUALIFIER = re.compile(rf"(?<![\w./])(?:{_COUNTED}|{_NAMED})(?![\w/])")
SHARED = re.compile(  # "5 or 10 days": the first has the second's unit
    rf"(?<![\w./])(?P<first>{_COUNT})(?P<join>,? (?:or|versus|vs\.?|and|to) )"
    rf"(?P<second>{_COUNT})(?P<gap>[- ]?)(?P<unit>{_UNIT})(?!\w)"
)
JOINS = re.compile(
    r"\b(?:or|versus|vs|and|compared with|compared to|with|to|against)\b"
)
AROUND = re.compile(
    r"\b(?:of|for|the|an?|either|at|daily|dose|doses|course|treatment|therapy|group"
    r"|regimen|than)\b|[^\w\s]"
)
TIMED = re.compile(  # "at 12 weeks" is when, not how long
    r"\b(?:at|after|by|within|until|over|during|from|in|next|first|last|week|day|month"
    r"|another|every)\s$"
)
ALLOTTED = re.compile(
    r"\b(?:random\w*|assigned|allocated|received?|receiving|given|compar\w+|versus|vs"
    r"|treated|either|or)\b"
)
SAME = {"iv": "intravenous"}
FEWEST = 2  # variants that make a contrast


@dataclass(frozen=True, slots=True, kw_only=True)
class _Mention:
    """A qualifier where it stands: its sort, and its value as one word of letters."""

    start: int
    end: int
    sort: str
    token: str
    shown: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Retold:
    """Texts in which each variant's qualifier is one word, and those words."""

    tokens: frozenset[str]
    tell: Callable[[str], str]


def _mentions(lowered: str) -> list[_Mention]:
    """Return the qualifiers of a text in lower case, in order."""
    found = []
    for one in QUALIFIER.finditer(lowered):
        if one["count"]:
            unit = next(
                unit for unit, form in _UNITS.items() if re.fullmatch(form, one["unit"])
            )
            sort = "amount" if unit in _DOSES else "time"
            value, shown = _letters(one["count"]) + unit, f"{one['count']}-{unit}"
        else:
            sort = next(way for way in _WAYS if one[way])
            value, shown = SAME.get(one[sort], one[sort]), " ".join(one[0].split())
        found.append(
            _Mention(
                start=one.start(),
                end=one.end(),
                sort=sort,
                token=f"{sort}x{value}x",
                shown=shown,
            )
        )
    return found


def _letters(count: str) -> str:
    """Return a number as letters, the same for "5" and "five"."""
    named = _WORDS.split("|")
    digits = str(named.index(count) + 1) if count in named else count
    return "".join(chr(ord("a") + int(one)) if one.isdigit() else "k" for one in digits)


def _whole(lowered: str) -> str:
    return SHARED.sub(
        r"\g<first>\g<gap>\g<unit>\g<join>\g<second>\g<gap>\g<unit>", lowered
    )


def _head(name: str) -> str:
    """Return an arm's name without qualifiers, and once if it is given twice."""
    lowered = _whole(name.lower())
    for one in reversed(_mentions(lowered)):
        lowered = f"{lowered[: one.start]} {lowered[one.end :]}"
    parts = {" ".join(AROUND.sub(" ", part).split()) for part in JOINS.split(lowered)}
    named = sorted(filter(None, parts))
    return named[0] if len(named) == 1 else ""


def told_apart(arms: Sequence[str], text: str) -> tuple[str, ...]:
    """Arms with the one divided that a study compares only with itself.

    Where there is another arm, a placebo or another control, the arms stay as they
    are: all doses are compared with that.

    Examples
    --------
    >>> said = "They were randomised to 5-day amoxicillin or 10-day amoxicillin."
    >>> told_apart(["amoxicillin"], said)
    ('5-day amoxicillin', '10-day amoxicillin')
    >>> told_apart(["amoxicillin"], said.replace(".", " or placebo."))
    ('amoxicillin',)
    >>> told_apart(["oral or intravenous iron"], "Oral or intravenous iron")
    ('oral iron', 'intravenous iron')
    """
    heads = {_head(arm) for arm in arms}
    if len(heads) != 1 or "" in heads or CONTROLS.search(text.lower()):
        return tuple(arms)
    (head,) = heads
    parts = (_whole(one.text.lower()) for one in sentences(text))
    shown = _contrasted(head, filter(ALLOTTED.search, parts))
    return tuple(f"{one} {head}" for one in shown.values()) or tuple(arms)


def _contrasted(head: str, parts: Iterable[str]) -> Mapping[str, str]:
    """Return the qualifiers of a head that some sentence sets against each other."""
    found: dict[str, str] = {}
    for part in parts:
        if head not in part:
            continue
        mentions = [one for one in _mentions(part) if not _is_when(one, part)]
        for one, two in itertools.pairwise(mentions):
            if one.sort == two.sort and one.token != two.token:
                around = (part[: one.start], part[one.end : two.start], part[two.end :])
                if _is_contrast(head, around):
                    found |= {one.token: one.shown, two.token: two.shown}
    return found


def _is_contrast(head: str, around: tuple[str, str, str]) -> bool:
    """Whether two qualifiers of one head are joined, with nothing else between.

    `around` is what stands before, between and behind them.
    """
    before, between, after = around
    word = r"(?:(?!after\b|before\b|with\b|in\b|on\b|since\b)\w+ )?"
    beside = re.compile(rf"^(?: of| the|,)* {word}{re.escape(head)}\b")
    ahead = re.compile(rf"\b{re.escape(head)}(?:,| for| at| given)* $")
    is_its = head in between or beside.search(after) or ahead.search(before)
    rest = " ".join(AROUND.sub(" ", between.replace(head, " ")).split())
    return bool(is_its) and bool(JOINS.fullmatch(rest) or "than" in between)


def _is_when(one: _Mention, lowered: str) -> bool:
    """Whether a time is when, or what was measured, and not how long it was given."""
    measured = "." in one.shown or TIMED.search(lowered[: one.start])
    return one.sort == "time" and bool(measured)


def retold(arms: Sequence[str]) -> Retold:
    """How to tell sentences so that variants among the arms can be told apart.

    Examples
    --------
    >>> how = retold(["5-day zinc", "10-day zinc"])
    >>> how.tell("Five days of zinc did less than 10-day zinc at 5 days.")
    'timexfdayx of zinc did less than timexbadayx zinc at 5 days.'
    >>> retold(["zinc", "copper"]).tell("Zinc helped.")
    'Zinc helped.'
    """
    named = [(_head(arm), _mentions(arm.lower())) for arm in arms]
    heads = [head for head, found in named if head and found]
    tokens = frozenset(
        one.token
        for head, found in named
        if heads.count(head) >= FEWEST
        for one in found
    )
    return Retold(tokens=tokens, tell=lambda text: _retell(text, tokens))


def _retell(text: str, tokens: frozenset[str]) -> str:
    if not tokens:
        return text
    lowered = text.lower()
    if len(lowered) != len(text):  # a letter whose small form is longer
        return text
    told = text
    for one in reversed(_mentions(lowered)):
        if one.token in tokens and not _is_when(one, lowered):
            told = f"{told[: one.start]}{one.token}{told[one.end :]}"
    return told
