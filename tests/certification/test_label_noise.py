"""Bounds on recall where a reader misses some records."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom, hypergeom

from thresher.certification.label_noise import (
    Overlap,
    adjusted_bound,
    most_missed_share,
)
from thresher.errors import InputError


@pytest.mark.parametrize("alpha", [0.05, 0.2])
def test_the_share_missed_is_covered_for_every_truth(alpha: float) -> None:
    """No simulation: all overlaps of 12 relevant records from 40, for every share."""
    seen = np.arange(13)
    bounds = np.array(
        [
            most_missed_share(Overlap(relevant=12, missed=int(k)), alpha=alpha)
            for k in seen
        ]
    )
    for missed in range(41):
        chance = hypergeom.pmf(seen, 40, missed, 12)
        assert chance[bounds < missed / 40 - 1e-12].sum() <= alpha + 1e-9
        chance = binom.pmf(seen, 12, missed / 40)
        assert chance[bounds < missed / 40 - 1e-12].sum() <= alpha + 1e-9


@given(
    labels=st.lists(st.sampled_from(["seen", "missed", "wrong"]), min_size=1),
    data=st.data(),
)
def test_the_adjusted_bound_holds_whenever_both_parts_do(
    labels: list[str], data: st.DataObject
) -> None:
    """`seen` and `missed` records are relevant, `seen` and `wrong` ones called so."""
    called = [label for label in labels if label != "missed"]
    found = called[: data.draw(st.integers(0, len(called)))]
    most = data.draw(st.integers(len(called), len(called) + 5))
    relevant = sum(label != "wrong" for label in labels)
    missed = labels.count("missed")
    overlap = Overlap(relevant=relevant, missed=missed)  # a census of the relevant
    bound = adjusted_bound(
        len(found), most, overlap=overlap, rejected=found.count("wrong")
    )
    if relevant:
        assert bound <= found.count("seen") / relevant + 1e-12
    else:
        assert bound == 0


def test_perfect_readers_pay_for_the_size_of_the_overlap_only() -> None:
    few = adjusted_bound(100, 104, overlap=Overlap(relevant=10, missed=0))
    many = adjusted_bound(100, 104, overlap=Overlap(relevant=10_000, missed=0))
    assert few < many < 100 / 104
    assert many == pytest.approx(100 / 104, abs=1e-3)
    assert adjusted_bound(100, 104, overlap=Overlap(relevant=0, missed=0)) == 0


def test_impossible_overlaps_are_refused() -> None:
    with pytest.raises(InputError, match="0 <= missed <= relevant"):
        Overlap(relevant=3, missed=4)
    good = Overlap(relevant=3, missed=0)
    with pytest.raises(InputError, match="rejected <= found"):
        adjusted_bound(3, 5, overlap=good, rejected=4)
    with pytest.raises(InputError, match="alpha must be"):
        most_missed_share(good, alpha=0.0)
