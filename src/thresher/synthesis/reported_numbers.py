"""Numbers a sentence reports: group sizes, effects with intervals, p-values."""

import functools
import re
from dataclasses import dataclass

__all__ = ["Effect", "Numbers", "PValue", "numbers_in"]

SIGNIFICANT = 0.05
DECIMAL = r"[-\u2212+]?\d+(?:[.\u00b7]\d+)?|[-\u2212+]?[.\u00b7]\d+"
MEASURES = {
    "odds ratio": r"(?:adjusted |pooled )?odds ratios?|\ba?ORs?\b",
    "risk ratio": r"(?:adjusted |pooled )?(?:relative risks?|(?:risk|rate) ratios?)"
    r"|\ba?RRs?\b|\bIRRs?\b",
    "hazard ratio": r"(?:adjusted )?hazard ratios?|\ba?HRs?\b",
    "mean difference": r"(?:standardi[sz]ed |weighted |adjusted )?mean differences?"
    r"|\b[SW]?MDs?\b",
    "risk difference": r"(?:absolute )?risk differences?|\bA?RDs?\b",
    "effect size": r"effect sizes?|Cohen'?s d|Hedges'? g",
    "difference": r"(?:between-group |treatment |adjusted )?differences?",
}
KINDS = {name.replace(" ", "_"): name for name in MEASURES}
_NAMED = "|".join(
    f"(?P<{name.replace(' ', '_')}>{form})" for name, form in MEASURES.items()
)
EFFECT = re.compile(
    rf"(?:{_NAMED})\s*(?:[(\[][A-Za-z]{{1,5}}[)\]])?(?:\s+for\s+[a-z]+(?:\s[a-z]+)?)?"
    rf"\s*(?:of|was|is|[=:,;])?\s*"
    rf"(?P<value>{DECIMAL})(?!\d)(?!\s*%\s*(?:CI|confidence))"
)
INTERVAL = re.compile(
    r"(?:CIs?|confidence intervals?|C\.I\.)\s*(?:\(CI\))?"
    rf"\s*[=:,;]?\s*[\[(]?\s*(?:from\s+)?(?P<low>{DECIMAL})\s*%?\s*"
    rf"(?:to|[-\u2013\u2014,;]|and)\s*(?P<high>{DECIMAL})",
    re.IGNORECASE,
)
P_VALUE = re.compile(
    r"\b[Pp](?:\s*-?\s*values?)?(?:\s+(?:for|of)\s+[a-z]+(?:\s+[a-z]+)?)?\s*(?:was|of|were)?\s*"
    r"(?P<relation>[=<>\u2264\u2265]|&lt;|&gt;|less than|greater than)\s*=?\s*"
    r"(?P<value>\d?[.\u00b7]\d+(?:\s?[x\u00d7]\s?10\s?[-\u2212]\s?\d+)?|[01](?:\.0+)?(?!\d))"
)
SIZE = re.compile(r"\b[nN]\s*=\s*(?P<value>\d{1,3}(?:,\d{3})+|\d+)")
RELATIONS = {"less than": "<", "greater than": ">", "&lt;": "<", "&gt;": ">"}
NEAR = 60  # characters between an effect and its interval


@dataclass(frozen=True, slots=True, kw_only=True)
class PValue:
    """A p-value as printed: its relation sign (=, <, >, ≤, ≥) and its value."""

    relation: str
    value: float

    @property
    def is_significant(self) -> bool:
        """Whether it shows a difference at the 5 % level."""
        if self.relation in {">", "\u2265"}:
            return False
        return self.value < SIGNIFICANT or (
            self.relation != "=" and self.value <= SIGNIFICANT
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """An effect estimate, with its interval where one is printed beside it."""

    kind: str
    value: float
    low: float | None = None
    high: float | None = None

    @property
    def none(self) -> float:
        """Value of no effect: 1 of a ratio, 0 of a difference."""
        return 1.0 if self.kind.endswith("ratio") else 0.0

    @property
    def leaves_out_none(self) -> bool:
        """Whether its interval is printed and does not hold the value of no effect."""
        if self.low is None or self.high is None:
            return False
        return not self.low <= self.none <= self.high


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbers:
    """Group sizes, effects and p-values of a sentence, in the order of the text."""

    sizes: tuple[int, ...] = ()
    effects: tuple[Effect, ...] = ()
    p_values: tuple[PValue, ...] = ()


@functools.lru_cache(maxsize=20_000)
def numbers_in(text: str) -> Numbers:
    """Sizes, effects and p-values that a text prints.

    Examples
    --------
    >>> found = numbers_in("Death fell (n = 1,204; OR 0.62, 95% CI 0.41-0.93; P=.02).")
    >>> found.sizes, found.effects[0].value, found.effects[0].high
    ((1204,), 0.62, 0.93)
    >>> found.p_values[0].is_significant
    True
    """
    return Numbers(
        sizes=tuple(int(m["value"].replace(",", "")) for m in SIZE.finditer(text)),
        effects=_effects(text),
        p_values=tuple(
            PValue(
                relation=RELATIONS.get(m["relation"], m["relation"]),
                value=_number(m["value"]),
            )
            for m in P_VALUE.finditer(text)
        ),
    )


def _effects(text: str) -> tuple[Effect, ...]:
    found = list(EFFECT.finditer(text))
    ends = [*(later.start() for later in found[1:]), len(text)]
    return tuple(_effect(text, m, end) for m, end in zip(found, ends, strict=False))


def _effect(text: str, found: re.Match[str], end: int) -> Effect:
    """Return an effect with the interval printed close behind it, if any."""
    kind = next(name for key, name in KINDS.items() if found[key])
    value = _number(found["value"])
    near = INTERVAL.search(text, found.end(), end)
    if near is None or near.start() - found.end() > NEAR:
        return Effect(kind=kind, value=value)
    low, high = sorted((_number(near["low"]), _number(near["high"])))
    return Effect(kind=kind, value=value, low=low, high=high)


def _number(printed: str) -> float:
    """Return the value of a printed number: minus signs, raised dots, powers of ten."""
    plain = printed.replace("\u2212", "-").replace("\u00b7", ".").replace(" ", "")
    mantissa, _, power = plain.replace("\u00d7", "x").partition("x10")
    return float(mantissa) * 10.0 ** int(power or 0)
