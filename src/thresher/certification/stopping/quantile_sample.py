"""Rules with a random sample of relevant records, which the ranking must find again."""

from dataclasses import dataclass, replace
from math import ceil, log

import numpy as np
from scipy.stats import binom, hypergeom

from thresher.certification.stopping.goal import Goal
from thresher.certification.stopping.history import History
from thresher.certification.stopping.protocol import first_from
from thresher.errors import InputError, UnjudgedRuleError

__all__ = [
    "QuantileSample",
    "Target",
    "fewest_sampled",
    "quantile_rank",
    "recall_assured",
]

TIE = 1e-12  # a chance this near the allowed one counts as above it


def quantile_rank(
    sampled: int, goal: Goal, *, relevant: int | None = None
) -> int | None:
    r"""How many of the sampled relevant records the ranking must find again.

    Parameters
    ----------
    sampled
        Relevant records in the sample, :math:`r`.
    goal
        The recall, and how sure to be.
    relevant
        How many there are in the pile, if that is known: the exact, hypergeometric
        form, which asks for no more than the binomial one.

    Returns
    -------
    int or None
        The least :math:`j` for which finding the j-th again assures the recall;
        ``None`` if so small a sample cannot.

    Notes
    -----
    :math:`\min\{j : P(\mathrm{Bin}(r, \tau) \le j - 1) \ge 1 - \alpha\}`. Lewis, Yang
    and Frieder (2021), doi:10.1145/3459637.3482415.

    Examples
    --------
    >>> [quantile_rank(r, Goal(target=0.95)) for r in (58, 59, 93, 124, 153)]
    [None, 59, 92, 122, 150]
    >>> [quantile_rank(r, Goal(target=0.8)) for r in (14, 22, 30)]
    [14, 21, 28]
    """
    if sampled < 1:
        raise InputError(f"a sample needs 1 relevant record or more, got {sampled}")
    ranks = np.arange(1, sampled + 1)
    if relevant is None:
        misses = binom.sf(ranks - 1, sampled, goal.target)
    else:
        if relevant < sampled:
            raise InputError(f"{sampled} of {relevant} relevant records were sampled")
        too_few = ceil(goal.ratio * relevant) - 1
        misses = hypergeom.sf(ranks - 1, relevant, too_few, sampled)
    enough = ranks[misses <= goal.alpha - TIE]
    return int(enough[0]) if enough.size else None


def fewest_sampled(goal: Goal) -> int:
    r"""Fewest relevant records a sample needs to assure the goal.

    Notes
    -----
    :math:`\lceil \log \alpha / \log \tau \rceil`: all of them must be found again.

    Examples
    --------
    >>> fewest_sampled(Goal(target=0.95)), fewest_sampled(Goal(target=0.8))
    (59, 14)
    """
    size = max(1, ceil(log(goal.alpha) / log(goal.target)) - 1)
    while quantile_rank(size, goal) is None:
        size += 1
    return size


def recall_assured(sampled: int, *, confidence: float) -> float:
    """Recall that is assured when all of so many sampled records are found again.

    Examples
    --------
    >>> round(recall_assured(10, confidence=0.95), 4)
    0.7411
    """
    goal = Goal(target=0.5, confidence=confidence)
    return float(goal.alpha ** (1 / sampled))


@dataclass(frozen=True, slots=True, kw_only=True)
class QuantileSample:
    """Stop when the ranking has found enough of a random sample again (QBCB).

    Guarantee: with at least the confidence asked for, the ranked records hold the
    target recall, whatever the ranker, for a sample drawn before and kept from it and
    a size set beforehand. The confidence is over the draw of the sample; one may look
    at any time.

    Parameters
    ----------
    sampled
        Sample until so many relevant records are found; ``None`` for the fewest that
        can assure the goal. If the pile holds fewer, it is read whole.

    Examples
    --------
    >>> seen = History(labels=[1] * 20 + [0] * 80, records=100, relevant=20)
    >>> rule = QuantileSample()
    >>> goal = Goal(target=0.8)
    >>> drawn = rule.prepared(seen, goal, rng=np.random.default_rng(1))
    >>> stop = rule(drawn, goal)
    >>> stop, drawn.cost(stop)
    (20, 75)
    """

    sampled: int | None = None

    def __post_init__(self) -> None:
        if self.sampled is not None and self.sampled < 1:
            raise InputError(f"sampled must be 1 or more, got {self.sampled}")

    def __call__(self, history: History, goal: Goal) -> int | None:
        """Return the place in the ranking of the last sampled record it must find."""
        size = self.sampled or fewest_sampled(goal)
        rank = quantile_rank(size, goal)
        if rank is None:
            raise UnjudgedRuleError(
                "qbcb",
                f"a sample of {size} relevant records cannot assure a recall of "
                f"{goal.target:g}; it takes {fewest_sampled(goal)}",
            )
        return _found_again(history, size, rank=rank, name="qbcb")

    def prepared(
        self, history: History, goal: Goal, *, rng: np.random.Generator
    ) -> History:
        """Return the history with a sample drawn before."""
        return _sampled(history, self.sampled or fewest_sampled(goal), rng)


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """Stop when the ranking has found all of a small random sample again.

    Guarantee: a lower recall than one may think. Ten assure 0.74 with 95 % confidence,
    whatever target is asked for. Cormack and Grossman (2016),
    doi:10.1145/2911451.2911510.

    Parameters
    ----------
    sampled
        Sample until so many relevant records are found.
    """

    sampled: int = 10

    def __post_init__(self) -> None:
        if self.sampled < 1:
            raise InputError(f"sampled must be 1 or more, got {self.sampled}")

    def __call__(self, history: History, goal: Goal) -> int | None:
        """Return the place in the ranking of the last sampled record."""
        del goal
        return _found_again(history, self.sampled, rank=self.sampled, name="target")

    def prepared(
        self, history: History, goal: Goal, *, rng: np.random.Generator
    ) -> History:
        """Return the history with a sample drawn before."""
        del goal
        return _sampled(history, self.sampled, rng)


def _sampled(history: History, size: int, rng: np.random.Generator) -> History:
    """Return the whole history with a sample until `size` relevant ones are drawn."""
    whole = history.completed()
    drawn = rng.permutation(whole.records)
    hits = np.flatnonzero(whole.labels[drawn])
    if hits.size >= size:
        drawn = drawn[: hits[size - 1] + 1]
    return replace(whole, sample=drawn.astype(np.intp))


def _found_again(history: History, size: int, *, rank: int, name: str) -> int | None:
    if history.sample is None:
        raise UnjudgedRuleError(
            name,
            f"it needs a random sample with {size} relevant records, drawn before the "
            "screening and kept from the ranker",
        )
    hits = np.sort(history.sample[history.labels[history.sample]])
    if hits.size < size:
        return 0  # the sample is the whole pile: nothing is left to rank
    return first_from(int(hits[rank - 1]) + 1, history)
