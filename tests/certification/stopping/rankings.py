"""Made-up rankings for the tests of stopping rules."""

import numpy as np
from hypothesis import strategies as st

from thresher.certification.stopping.goal import Goal
from thresher.certification.stopping.history import History

__all__ = ["AT_95", "boundary", "labelled", "mixed", "urn"]

AT_95 = Goal(target=0.95)
mixed = st.lists(st.booleans(), min_size=1, max_size=60)


def labelled(*labels: int, records: int | None = None) -> History:
    """A history of a few labels."""
    given = np.array(labels, dtype=np.bool_)
    return History(labels=given, records=given.size if records is None else records)


def urn(
    rng: np.random.Generator,
    *,
    records: int = 10_000,
    relevant: int = 100,
    bias: float = 1.0,
    hidden: float = 0.0,
) -> History:
    """The order of a biased urn: relevant records come `bias` times as soon.

    A share `hidden` of them is 50 times as late as the rest, as in the prototypes.
    """
    weights = np.ones(records)
    weights[:relevant] = bias
    weights[: round(hidden * relevant)] = 0.02
    order = np.argsort(rng.exponential(size=records) / weights)
    return History(labels=order < relevant, records=records, relevant=relevant)


def boundary(
    rng: np.random.Generator, *, records: int, easy: int, hidden: int
) -> History:
    """All easy ones first, the hidden ones anywhere behind them."""
    labels = np.zeros(records, dtype=np.bool_)
    labels[:easy] = True
    labels[easy + rng.choice(records - easy, hidden, replace=False)] = True
    return History(labels=labels, records=records, relevant=easy + hidden)
