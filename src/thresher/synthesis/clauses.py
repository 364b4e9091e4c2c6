"""Clauses set against each other: "pain fell, but sleep did not"."""

import re

from thresher.synthesis.pair_words import PairWords, masked

__all__ = ["is_denied_apart"]

AGAINST = re.compile(
    r";|,?\s*\b(?:but|whereas|while|although|though|however|yet|and(?= not\b))\b"
)
DENIED = re.compile(
    r"\b(?:was|were|did|is|are|does|do|has|had) not(?: so)?\s*(?:[.,(]|$)|^[\s,]*not\b"
    r"|\bun(?:affected|changed|altered|influenced)\b|\bfail(?:ed|s)? to\b"
    r"|^[\s,]*(?:had|has|have|with|there was|there were)? ?no (?:\w+ )?"
    r"(?:effect|change|difference|influence|impact)\b"
)
CHANGED = re.compile(
    r"\b(?:increas\w*|decreas\w*|reduc\w*|higher|lower|more|less|fewer|greater|fell|rose"
    r"|improv\w*|worse\w*|longer|shorter|better)\b"
)


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
    clauses = AGAINST.split(text.lower())
    if len(clauses) == 1:
        return False
    named = [clause for clause in clauses if "OUTCOME" in masked(clause, pair)]
    return (
        len(named) == 1
        and bool(DENIED.search(named[0]))
        and (not CHANGED.search(named[0]) or "fail" in named[0])
    )
