"""Stopping rules by name, ours and those of plug-ins, and combinations of them."""

from collections.abc import Sequence

from thresher.certification.stopping.catalogue import DEFAULT_RULES, NUMBERED, RULES
from thresher.certification.stopping.combination import AllOf, AnyOf, Shared, refused
from thresher.certification.stopping.offered import StoppingRule
from thresher.certification.stopping.protocol import Guarantee, Preparation
from thresher.errors import InputError
from thresher.plugins import find

__all__ = [
    "DEFAULT_RULES",
    "RULES",
    "all_of",
    "any_of",
    "find_rule",
    "find_rules",
]

GROUP = "thresher.stopping_rules"


def find_rules(text: str) -> list[StoppingRule]:
    """Return the rules of a list with commas, each once.

    Examples
    --------
    >>> [rule.name for rule in find_rules("knee, any(safe,share:0.3), knee")]
    ['knee', 'any(safe,share:0.3)']
    """
    found = [find_rule(part) for part in _split(text)]
    return list({rule.name: rule for rule in found}.values())


def find_rule(text: str) -> StoppingRule:
    """Return the rule of a text, ours or a plug-in's.

    Parameters
    ----------
    text
        A name (``knee``), a name and a number (``irrelevant:100``), or a combination
        (``any(knee,irrelevant:100)``, ``all(safe,certificate)``).

    Raises
    ------
    UnknownNameError
        There is none; the message lists those there are.
    InputError
        The number makes no sense, or a bracket is missing.

    Examples
    --------
    >>> find_rule("irrelevant:100").title
    '100 irrelevant in a row'
    >>> find_rule("all(safe, certificate)").guarantee.name
    'ALWAYS'
    """
    text = text.strip()
    for word, combine in (("any(", any_of), ("all(", all_of)):
        if text.startswith(word):
            return combine([find_rule(part) for part in _parts(text, word)])
    name, colon, number = text.partition(":")
    if not colon or name not in NUMBERED:
        return find("stopping rule", text, group=GROUP, ours=RULES, kind=StoppingRule)
    try:
        return NUMBERED[name](float(number))
    except (ValueError, OverflowError) as error:
        raise InputError(
            f"the stopping rule {text!r} needs a number that makes sense, as in "
            "irrelevant:100 or share:0.5"
        ) from error


def any_of(parts: Sequence[StoppingRule]) -> StoppingRule:
    """Return the rule that stops when any part does; as good as its weakest part.

    A part that promises a lower recall than is asked for makes the whole promise
    nothing.
    """
    weakest = min(parts, key=lambda part: part.guarantee)
    if len(parts) > 1 and Guarantee.LOWER in {part.guarantee for part in parts}:
        weakest = StoppingRule(name="", title="", rule=weakest.rule)
    shares = weakest.guarantee > Guarantee.NONE and len(parts) > 1
    preparation = _preparation(parts)
    if preparation is not None and shares:
        preparation = Shared(preparation=preparation, parts=len(parts))
    return StoppingRule(
        name=f"any({','.join(part.name for part in parts)})",
        title="any of: " + "; ".join(part.title for part in parts),
        rule=AnyOf(rules=tuple(part.rule for part in parts), shares_misses=shares),
        guarantee=weakest.guarantee,
        promise=weakest.promise,
        prepared=preparation,
    )


def all_of(parts: Sequence[StoppingRule]) -> StoppingRule:
    """Return the rule that stops when all parts have; as good as its strongest part."""
    strongest = max(parts, key=lambda part: part.guarantee)
    return StoppingRule(
        name=f"all({','.join(part.name for part in parts)})",
        title="all of: " + "; ".join(part.title for part in parts),
        rule=AllOf(rules=tuple(part.rule for part in parts)),
        guarantee=strongest.guarantee,
        promise=strongest.promise,
        prepared=_preparation(parts),
    )


def _preparation(parts: Sequence[StoppingRule]) -> Preparation | None:
    own = [part.prepared for part in parts if part.prepared is not None]
    if len(own) > 1:
        return refused
    return own[0] if own else None


def _parts(text: str, word: str) -> list[str]:
    """Return the texts between the brackets."""
    if not text.endswith(")"):
        raise InputError(f"the stopping rule {text!r} lacks its closing bracket")
    return _split(text.removeprefix(word)[:-1])


def _split(text: str) -> list[str]:
    """Return what stands between commas outside brackets."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    if depth or not all(part.strip() for part in parts):
        raise InputError(
            f"the stopping rules {text!r} cannot be read: write them as in "
            "knee,irrelevant:100,any(safe,knee)"
        )
    return parts
