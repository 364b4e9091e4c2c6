"""Estimates by models: indications of recall, without any guarantee."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from thresher.certification.stopping.goal import Goal
from thresher.certification.stopping.history import History
from thresher.certification.stopping.protocol import first_true
from thresher.errors import InputError, UnjudgedRuleError

__all__ = ["Chao", "Quant", "chao_total"]

FEWEST = 3  # of fewer found nothing is estimated


@dataclass(frozen=True, slots=True, kw_only=True)
class Quant:
    r"""Stop when a model's own chances say that the recall is reached.

    Guarantee: none. It holds if the chances are right, which nobody checks.

    Parameters
    ----------
    deviations
        How many standard deviations the estimate must be above the target: 0 for
        Quant, 2 for QuantCI.

    Notes
    -----
    Recall is estimated as :math:`\sum_{read} p / \sum p`. Yang, Lewis and Frieder
    (2021), doi:10.1145/3469096.3469873; the variance as they give it.

    Examples
    --------
    >>> seen = History(labels=[1, 0, 0, 0], records=4, chances=[0.9, 0.1, 0, 0])
    >>> Quant()(seen, Goal(target=0.8))
    1
    """

    deviations: float = 0.0

    def __post_init__(self) -> None:
        if not self.deviations >= 0:
            raise InputError(f"deviations must be 0 or more, got {self.deviations}")

    def __call__(self, history: History, goal: Goal) -> int | None:
        """Return the first look at which the estimate is high enough."""
        if history.chances is None:
            raise UnjudgedRuleError(
                "quantci" if self.deviations else "quant",
                "it needs the chance of being relevant of every record, read or not, "
                "by a model (scores from 0 to 1 for the whole pile)",
            )
        chances = np.asarray(history.chances, dtype=np.float64)
        total = float(chances.sum())
        if not total > 0:
            return None
        known, spread = np.cumsum(chances), chances * (1 - chances)
        recall = known / total
        variance = recall**2 * spread.sum() / total**2
        variance = variance + np.cumsum(spread) / total**2
        sure = recall - self.deviations * np.sqrt(variance)
        return first_true((sure >= goal.target)[: history.read], history)


def chao_total(captures: NDArray[np.int64]) -> float:
    r"""Relevant records in all, by how often each one found was found.

    Parameters
    ----------
    captures
        For each relevant record found, by how many rankers; 1 or more.

    Notes
    -----
    Chao's estimate, corrected for bias: :math:`f + f_1 (f_1 - 1) / (2 (f_2 + 1))`, with
    :math:`f_k` found by just k. As a stopping criterion: Bron et al. (2024),
    arXiv:2404.01176.

    Examples
    --------
    >>> chao_total(np.array([3, 3, 1, 1, 2]))
    5.5
    """
    once = int(np.count_nonzero(captures == 1))
    twice = int(np.count_nonzero(captures == 2))  # noqa: PLR2004  twice is two
    return captures.size + once * (once - 1) / (2 * (twice + 1))


@dataclass(frozen=True, slots=True, kw_only=True)
class Chao:
    """Stop when what several rankers found again and again lets expect no more.

    Guarantee: none. Rankers that learn from the same words miss the same records, and
    then the estimate is too low.

    Parameters
    ----------
    looks
        So many looks over the pile; no look before three relevant records were found.

    Notes
    -----
    After n records each ranker has captured its own first n. The estimate of Chao is
    taken over those that the reader has seen.
    """

    looks: int = 200

    def __post_init__(self) -> None:
        if self.looks < 1:
            raise InputError(f"looks must be 1 or more, got {self.looks}")

    def __call__(self, history: History, goal: Goal) -> int | None:
        """Return the first look at which the estimated recall is high enough."""
        if history.committee is None:
            raise UnjudgedRuleError(
                "chao",
                "it needs runs of other rankers on the same pile (--committee)",
            )
        step = max(1, history.records // self.looks)
        holds = np.zeros(history.read, dtype=np.bool_)
        for look in range(step, history.read + 1, step):
            found = int(history.counts[look])
            if found >= FEWEST:
                others = history.committee[:found] <= look
                total = chao_total(1 + others.sum(axis=1))
                holds[look - 1] = found >= goal.target * total
        return first_true(holds, history)
