"""Directions that a sentence states, read off its words."""

import re

from thresher.synthesis.finding import Direction

__all__ = ["first_change", "stated_directions"]

STATED = {
    Direction.NO_CHANGE: r"\bno (?:\w+ ){0,3}(?:differ|effect|change|benefit|impact"
    r"|evidence|increase|decrease|reduction|improvement)|\bnot (?:\w+ ){0,3}(?:differ"
    r"|affect|change|improv|increas|decreas|reduc|alter|lower|rais)|\bsimilar|\bunchanged"
    r"|\bcomparable|\bnon-?inferior|\bneither|\bfail(?:s|ed)? to",
    Direction.INCREASES: r"\bincreas|\bhigher|\bgreater|\brais(?:e|ed|es)\b|\blonger"
    r"|\bimprov|\belevat|\bmore\b",
    Direction.DECREASES: r"\bdecreas|\blower|\breduc|\bfewer|\bshorter|\bless\b"
    r"|\bprevent|\bdeclin",
}
PATTERNS = {one: re.compile(form, re.IGNORECASE) for one, form in STATED.items()}


def stated_directions(text: str) -> frozenset[Direction]:
    """Directions a sentence states, read off its words; empty if none can be seen.

    Examples
    --------
    >>> sorted(stated_directions("Aspirin reduced pain."))
    [<Direction.DECREASES: 'decreases'>]
    >>> sorted(stated_directions("Pain was not reduced."))
    [<Direction.NO_CHANGE: 'no_change'>]
    """
    bare, count = PATTERNS[Direction.NO_CHANGE].subn(" ", text)
    found = {one for one, form in PATTERNS.items() if form.search(bare)}
    return frozenset(found | ({Direction.NO_CHANGE} if count else set()))


def first_change(text: str) -> int | None:
    """Where the first word that states a direction begins; None if there is none.

    Examples
    --------
    >>> first_change("Zinc reduced pain"), first_change("Zinc was given")
    (5, None)
    """
    found = (form.search(text) for form in PATTERNS.values())
    return min((one.start() for one in found if one), default=None)
