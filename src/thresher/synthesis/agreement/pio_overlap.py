"""Participants, interventions and outcomes that two summaries share."""

from collections.abc import Sequence

from thresher.errors import InputError
from thresher.synthesis.agreement.rouge import Overlap
from thresher.synthesis.words import stems

__all__ = ["CLOSE", "close_overlap", "exact_overlap"]

CLOSE = 0.5  # share of stems that two phrases must have in common


def exact_overlap(target: Sequence[str], generated: Sequence[str]) -> Overlap | None:
    """Share of phrases found word for word on the other side; None if one has none.

    Examples
    --------
    >>> exact_overlap(["vitamin K"], ["Vitamin K", "aspirin"])
    Overlap(precision=0.5, recall=1.0)
    """
    wanted = {" ".join(phrase.lower().split()) for phrase in target}
    given = {" ".join(phrase.lower().split()) for phrase in generated}
    if not wanted or not given:
        return None
    shared = len(wanted & given)
    return Overlap(precision=shared / len(given), recall=shared / len(wanted))


def close_overlap(
    target: Sequence[str], generated: Sequence[str], *, least: float = CLOSE
) -> Overlap | None:
    """Share of phrases that share stems with one on the other side.

    Parameters
    ----------
    target, generated
        Phrases of one kind, such as all interventions.
    least
        Share of their stems (Jaccard's) two phrases must have in common.

    Raises
    ------
    InputError
        `least` is not in (0, 1].

    Examples
    --------
    >>> close_overlap(["hip fractures"], ["fracture of the hip", "death"])
    Overlap(precision=0.5, recall=1.0)
    """
    if not 0 < least <= 1:
        raise InputError(f"least must be in (0, 1], got {least}")
    wanted = [frozenset(stems(phrase)) for phrase in target]
    given = [frozenset(stems(phrase)) for phrase in generated]
    if not wanted or not given:
        return None
    return Overlap(
        precision=_matched(given, wanted, least), recall=_matched(wanted, given, least)
    )


def _matched(
    ours: Sequence[frozenset[str]], theirs: Sequence[frozenset[str]], least: float
) -> float:
    near = (any(_jaccard(one, other) >= least for other in theirs) for one in ours)
    return sum(near) / len(ours)


def _jaccard(first: frozenset[str], second: frozenset[str]) -> float:
    together = first | second
    return len(first & second) / len(together) if together else 0.0
