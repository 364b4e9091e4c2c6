"""Clauses set against each other: "pain fell, but sleep did not"."""

import re
from collections.abc import Sequence

from thresher.synthesis.pair_words import TOO_COMMON, PairWords, masked
from thresher.synthesis.words import stems

__all__ = ["clauses_of", "is_denied_apart", "own_clause", "tested_part", "unbroken"]

AGAINST = re.compile(
    r";|,?\s*\b(?:but|whereas|while|although|though|however|yet|and(?= not\b))\b"
)
SUBORDINATE = re.compile(  # "although A rose, B did not": the comma parts them, too
    r"^(?:although|though|while|whereas|despite)\b(?:[^,]|,(?! (?:the|there|this|these"
    r"|they|it|no|neither|we|all|both|\w+(?: \w+)? (?:was|were|did|had|remained))\b))*,"
    r"(?= (?:the|there|this|these|they|it|no|neither|we|all|both"
    r"|\w+(?: \w+)? (?:was|were|did|had|remained))\b)"
)
BRACKET = re.compile(r"[(\[][^()\[\]]*[)\]]")
DENIED = re.compile(
    r"\b(?:was|were|did|is|are|does|do|has|had) not(?: so)?\s*(?:[.,(]|$)|^[\s,]*not\b"
    r"|\bun(?:affected|changed|altered|influenced)\b|\bfail(?:ed|s)? to\b"
    r"|\bremain(?:ed|s)? (?:\w+ly )?(?:stationary|stable|constant|static|steady"
    r"|the same)\b"
    r"|^[\s,]*(?:had|has|have|with|there was|there were)? ?no (?:\w+ )?"
    r"(?:effect|change|difference|influence|impact)s?\b"
)
BETWEEN = re.compile(r"\bbetween\b|\bboth\b|\b(?:groups|arms|treatments)\b")
P_VALUE = re.compile(r"\bp\s?[<>=]")
OBJECT = re.compile(r"\b(?:than|compared|comparison|versus|vs|relative)\b")
CHANGED = re.compile(
    r"\b(?:increas\w*|decreas\w*|reduc\w*|higher|lower|more|less|fewer|greater|fell|rose"
    r"|improv\w*|worse\w*|longer|shorter|better)\b"
)


def clauses_of(lowered: str) -> list[str]:
    """Clauses of a sentence in lower case; a bracket is never cut.

    Examples
    --------
    >>> clauses_of("pain fell (1; 2), but sleep did not")
    ['pain fell (1, 2)', ' sleep did not']
    >>> clauses_of("although pain fell with it, there was no change in sleep")
    ['although pain fell with it', ' there was no change in sleep']
    """
    whole = unbroken(lowered)
    if first := SUBORDINATE.match(whole):
        return [first[0][:-1], *AGAINST.split(whole[first.end() :])]
    return AGAINST.split(whole)


def unbroken(lowered: str) -> str:
    """Sentence in which no bracket holds a semicolon: it ends no clause there.

    Examples
    --------
    >>> unbroken("less pain (1; 2); less sleep")
    'less pain (1, 2); less sleep'
    """
    return BRACKET.sub(lambda found: found[0].replace(";", ","), lowered)


def is_denied_apart(text: str, pair: PairWords) -> bool:
    """Whether, of several clauses, just one names the outcome and says nothing changed.

    Examples
    --------
    >>> from thresher.synthesis.pair_words import pair_words
    >>> said = "Zinc reduced pain, but not the need for transfusion."
    >>> is_denied_apart(said, pair_words("zinc", "transfusion", short_forms={}))
    True
    >>> is_denied_apart(said, pair_words("zinc", "pain", short_forms={}))
    False
    """
    clauses = clauses_of(text.lower())
    if len(clauses) == 1:
        return False
    named = _naming(clauses, pair)
    if named and _is_of_control(named[0], pair):
        return False
    return (
        len(named) == 1
        and bool(DENIED.search(named[0]))
        and (not CHANGED.search(named[0]) or "fail" in named[0])
    )


def _naming(clauses: Sequence[str], pair: PairWords) -> list[str]:
    """Return the clauses that name most of the outcome's words.

    Of "hepatic symptoms fell, but neurological symptoms did not" only the second is on
    neurological symptoms.
    """
    wanted = pair.outcome - TOO_COMMON or pair.outcome
    named = [len(wanted & frozenset(stems(clause))) for clause in clauses]
    most = max(named, default=0)
    return [c for c, count in zip(clauses, named, strict=True) if 0 < count == most]


def _is_of_control(clause: str, pair: PairWords) -> bool:
    said = masked(clause, pair)
    told = "TREATMENT" in said or BETWEEN.search(clause)
    return "COMPARATOR" in said and not told


def tested_part(text: str, pair: PairWords) -> str:
    """Return the part of a sentence whose p-values are the outcome's own; or all of it.

    Its own is a p-value in the bracket right behind it, or in the one clause that
    names it.

    Examples
    --------
    >>> from thresher.synthesis.pair_words import pair_words
    >>> said = "Nausea (p=0.03) and dry mouth (p=0.09) were rarer with zinc."
    >>> tested_part(said, pair_words("zinc", "dry mouth", short_forms={}))
    'dry mouth (p=0.09)'
    >>> said = "Pain fell (p=0.01), while sleep rose (p=0.2)."
    >>> tested_part(said, pair_words("zinc", "sleep", short_forms={})).strip()
    'sleep rose (p=0.2).'
    """
    lowered = text.lower()
    wanted = re.escape(pair.outcome_text)
    own = re.search(rf"\b{wanted}\s*[(\[][^()\[\]]*\bp\s?[<>=][^()\[\]]*[)\]]", lowered)
    if own and len(P_VALUE.findall(lowered)) > len(P_VALUE.findall(own[0])):
        return own[0]
    clauses = clauses_of(lowered)
    named = _naming(clauses, pair)
    return named[0] if len(named) == 1 and P_VALUE.search(named[0]) else text


def own_clause(text: str, pair: PairWords, *, rivals: frozenset[str]) -> str:
    """Return the clause on the intervention, where another one is on a rival alone.

    Empty where clauses do not set arms against each other.

    Examples
    --------
    >>> from thresher.synthesis.pair_words import pair_words
    >>> said = "Sleep was longer with zinc; there was no difference with copper."
    >>> asked = pair_words("copper", "sleep", short_forms={})
    >>> own_clause(said, asked, rivals=frozenset({"zinc"}))
    'there was no difference with copper.'
    """
    clauses = [clause.strip(" ,") for clause in clauses_of(text.lower())]
    treatment = pair.intervention_alone - TOO_COMMON - rivals
    others = rivals - pair.intervention - pair.outcome - TOO_COMMON
    named = [frozenset(stems(clause)) for clause in clauses]
    own = [place for place, words in enumerate(named) if words & treatment]
    subjects = [frozenset(stems(OBJECT.split(clause)[0])) for clause in clauses]
    apart = any(  # "... than with the rival" is no clause of the rival's
        subject & others and not words & treatment
        for subject, words in zip(subjects, named, strict=True)
    )
    if len(own) != 1 or not apart or named[own[0]] & others:
        return ""
    return clauses[own[0]]
