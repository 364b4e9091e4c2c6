"""Confusion matrices for the tests of certification."""

import numpy as np
from hypothesis import strategies as st

from thresher.certification.samples import Samples
from thresher.measures.confusion import Confusion


def confusion(tp: int, fp: int, fn: int, tn: int) -> Confusion:
    return Confusion(
        true_positives=tp, false_positives=fp, false_negatives=fn, true_negatives=tn
    )


def sample(tp: int, fp: int, fn: int, tn: int) -> Samples:
    return Samples.of(confusion(tp, fp, fn, tn))


counts = st.integers(0, 60)
confusions = st.builds(confusion, counts, counts, counts, counts)
shares = st.floats(0.01, 0.99)


def generator(seed: int = 1) -> np.random.Generator:
    return np.random.default_rng(seed)
