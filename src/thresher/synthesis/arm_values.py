"""Two arms' values side by side, where a sentence gives numbers in place of words."""

import functools
import re
from dataclasses import dataclass

from thresher.synthesis.attribution import CONTROLS
from thresher.synthesis.finding import Direction
from thresher.synthesis.pair_words import COMPARATORS, TOO_COMMON, PairWords
from thresher.synthesis.reported_numbers import numbers_in
from thresher.synthesis.words import stem

__all__ = ["ArmValues", "arm_values"]

_NUMBER = r"(?<![\w.\u00b7/-])\d+(?:[.\u00b7]\d+)?"
SHARE = re.compile(rf"(?P<value>{_NUMBER})\s?%|(?P<word>[^\W\d_]+)")
AMOUNT = re.compile(rf"(?P<value>{_NUMBER})(?![\w.\u00b7/])|(?P<word>[^\W\d_]+)")
WORDED = re.compile(
    r"\b(?:increas\w*|decreas\w*|reduc\w*|higher|lower\w*|more|less|fewer|greater|fell"
    r"|rose|declin\w*|improv\w*|worse\w*|drop\w*|differ\w*|similar\w*|than"
    r"|prevent\w*|both|superior|shorter|longer|better|chang\w*|smaller|larger|no|not"
    r"|elevat\w*|delay\w*|earlier|later|faster|slower)\b"
)
ASIDE = re.compile(
    r"[(\[](?!\s*\d+(?:[.\u00b7]\d+)?\s?%\s*[)\]])[^()\[\]]*[)\]]"
    r"|\u00b1\s?\d+(?:[.\u00b7]\d+)?|\b\d+ ?(?:of|/|out of) ?\d+|,? p\s*[<=\u2264].*$"
)
ANY = re.compile(r"\b(?:one|two|three|\d+) or more\b|\bmore than (?:one|two|\d+)\b")
AHEAD = re.compile(r"^[^\d]*\bcompar\w+ (?:with|to)\b")  # whose value comes first?
ORDERS = ("VAVA", "AVAV", "AAVV", "VVAA")  # V a value, A an arm


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmValues:
    """Where the treatment's value lies beside a control's, and if that was tested."""

    direction: Direction
    is_tested: bool


def arm_values(text: str, pair: PairWords) -> ArmValues | None:
    """Where the outcome goes by two arms' values; None where words tell it.

    Read only if the sentence names the treatment once and a control once, gives each
    one percentage (or one number, if it has no percentage), and has no word that
    compares them. It is tested if it prints a p-value below 5 %, or an effect whose
    interval leaves out no effect.

    Examples
    --------
    >>> from thresher.synthesis.pair_words import pair_words
    >>> asked = pair_words("zinc", "relapse", short_forms={})
    >>> said = "Relapse was seen in 8% with zinc and in 26% with placebo (P = 0.001)."
    >>> arm_values(said, asked)
    ArmValues(direction=<Direction.DECREASES: 'decreases'>, is_tested=True)
    >>> arm_values("Relapse was less common with zinc (8% vs 26%).", asked) is None
    True
    """
    lowered = ANY.sub(" ", text.lower())
    if WORDED.search(lowered) or AHEAD.search(lowered):
        return None
    treatment = pair.intervention_alone - TOO_COMMON - pair.outcome
    values, arms, order = _marks(lowered, treatment)
    if order not in ORDERS or arms[0] == arms[1] or values[0] == values[1]:
        return None
    treated, control = values if arms[0] else values[::-1]
    return ArmValues(
        direction=Direction.INCREASES if treated > control else Direction.DECREASES,
        is_tested=_is_tested(text),
    )


def _is_tested(text: str) -> bool:
    read = numbers_in(text)
    if read.p_values:
        return all(test.is_significant for test in read.p_values)
    return any(effect.leaves_out_none for effect in read.effects)


def _marks(
    lowered: str, treatment: frozenset[str]
) -> tuple[list[float], list[bool], str]:
    """Return the values, whether each arm named is the treatment, and their order."""
    tidied = _tidied(lowered)
    values: list[float] = []
    arms: list[bool] = []
    order, is_control = "", False  # "placebo patches" name no patches
    for mark in (SHARE if "%" in tidied else AMOUNT).finditer(tidied):
        if mark["value"]:
            values.append(float(mark["value"].replace("\u00b7", ".")))
            order += "V"
            continue
        is_control, after_control = mark["word"] in COMPARATORS, is_control
        is_treatment = stem(mark["word"]) in treatment and not after_control
        if not is_treatment and not is_control:
            continue
        if not order.endswith("A") or arms[-1] != is_treatment:
            arms.append(is_treatment)
            order += "A"
    return values, arms, order


@functools.lru_cache(maxsize=2048)
def _tidied(lowered: str) -> str:
    """Return a sentence with every control group called placebo, without asides."""
    return CONTROLS.sub("placebo", ASIDE.sub(" ", lowered))
