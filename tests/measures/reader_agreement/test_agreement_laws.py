"""Agreement of readers: laws, and why the overlap must be drawn at random."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from thresher.arrays import Labels
from thresher.errors import UndefinedMeasureError
from thresher.measures.reader_agreement import (
    COEFFICIENTS,
    COHEN_KAPPA,
    PERCENT_AGREEMENT,
    Drawn,
    OverlapSample,
    bootstrap_interval,
    exact_interval,
)

tables = st.tuples(st.integers(1, 25), st.integers(2, 4)).flatmap(
    lambda shape: arrays(np.int64, shape, elements=st.integers(-1, 2))
)
PILE, SHARE = 3000, 0.1


def values_of(sample: OverlapSample) -> dict[str, float]:
    """All coefficients that have a value."""
    found = {}
    for name, coefficient in COEFFICIENTS.items():
        if coefficient is COHEN_KAPPA and sample.marks.shape[1] > 2:
            continue
        try:
            found[name] = coefficient(sample)
        except UndefinedMeasureError:
            continue
    return found


@given(marks=tables, data=st.data())
def test_neither_the_order_of_records_nor_that_of_readers_matters(
    marks: np.ndarray, data: st.DataObject
) -> None:
    records = data.draw(st.permutations(range(marks.shape[0])))
    readers = data.draw(st.permutations(range(marks.shape[1])))
    names = data.draw(st.permutations(range(3)))
    renamed = np.where(marks >= 0, np.array(names)[marks], marks)
    other = renamed[records][:, readers]
    one = OverlapSample(marks=marks, drawn=Drawn.RANDOM, categories=3)
    two = OverlapSample(marks=other, drawn=Drawn.RANDOM, categories=3)
    assert values_of(one) == pytest.approx(values_of(two))


@given(marks=tables)
def test_no_coefficient_is_above_one_and_one_means_no_disagreement(
    marks: np.ndarray,
) -> None:
    sample = OverlapSample(marks=marks, drawn=Drawn.RANDOM, categories=3)
    found = values_of(sample)
    for value in found.values():
        assert value <= 1 + 1e-12
        assert (value > 1 - 1e-9) == (found["percent_agreement"] == 1)


@given(marks=tables)
def test_records_read_once_do_not_change_percent_kappa_or_alpha(
    marks: np.ndarray,
) -> None:
    once = np.full((3, marks.shape[1]), -1)
    once[:, 0] = [0, 1, 2]
    one = OverlapSample(marks=marks, drawn=Drawn.RANDOM, categories=3)
    two = OverlapSample(
        marks=np.vstack([marks, once]), drawn=Drawn.RANDOM, categories=3
    )
    few, more = values_of(one), values_of(two)
    for name in few.keys() - {"gwet_ac1"}:
        assert more[name] == pytest.approx(few[name])


@given(
    table=st.lists(st.integers(1, 40), min_size=4, max_size=4),
    confidence=st.floats(0.5, 0.99),
)
def test_intervals_hold_the_value_and_are_the_same_for_the_same_seed(
    table: list[int], confidence: float
) -> None:
    both = [*itertools.product([0, 1], repeat=2)]
    pairs = np.repeat(both, table, axis=0)
    sample = OverlapSample.of_pairs(pairs[:, 0], pairs[:, 1], drawn=Drawn.RANDOM)
    exact = exact_interval(sample, confidence=confidence)
    assert exact.lower < PERCENT_AGREEMENT(sample) < exact.upper
    first, second = (
        bootstrap_interval(
            sample,
            COHEN_KAPPA,
            rng=np.random.default_rng(3),
            confidence=confidence,
            resamples=50,
        )
        for _ in range(2)
    )
    assert first == second
    assert -1 <= first.lower <= first.upper <= 1


def test_percent_agreement_over_all_random_overlaps_averages_to_the_piles() -> None:
    """No simulation: every overlap of five out of eight records."""
    one = np.array([1, 1, 0, 0, 0, 1, 0, 0])
    other = np.array([1, 0, 0, 0, 1, 1, 0, 1])
    whole = PERCENT_AGREEMENT(OverlapSample.of_pairs(one, other, drawn=Drawn.WHOLE))
    every = [
        PERCENT_AGREEMENT(
            OverlapSample.of_pairs(
                one[list(chosen)], other[list(chosen)], drawn=Drawn.RANDOM
            )
        )
        for chosen in itertools.combinations(range(8), 5)
    ]
    assert np.mean(every) == pytest.approx(whole)


def screened_pile(rng: np.random.Generator) -> tuple[Labels, Labels]:
    """What two readers say of all records, in the order of a good ranking.

    Records the readers are unsure of lie between the relevant and the rest.
    """
    chance = np.sort(rng.beta(0.15, 2.0, PILE))[::-1]
    one, other = rng.random((2, PILE)) < chance
    return one, other


def test_a_random_overlap_is_unbiased_where_a_ranked_one_is_not() -> None:
    """The pile's value is known; overlaps of the same size differ in who chose them."""
    rng = np.random.default_rng(20261117)
    one, other = screened_pile(rng)
    size = int(SHARE * PILE)
    truth = values_of(OverlapSample.of_pairs(one, other, drawn=Drawn.WHOLE))
    ranked = values_of(
        OverlapSample.of_pairs(one[:size], other[:size], drawn=Drawn.RANKED)
    )
    means = dict.fromkeys(truth, 0.0)
    overlaps = 400
    for _ in range(overlaps):
        drawn = rng.choice(PILE, size, replace=False)
        sample = OverlapSample.of_pairs(one[drawn], other[drawn], drawn=Drawn.RANDOM)
        for name, value in values_of(sample).items():
            means[name] += value / overlaps
    for name, value in truth.items():
        assert means[name] == pytest.approx(value, abs=0.01)
        assert abs(ranked[name] - value) > 0.15


@pytest.mark.slow
def test_intervals_from_random_overlaps_cover_the_piles_value() -> None:
    rng = np.random.default_rng(20261118)
    one, other = screened_pile(rng)
    truth = values_of(OverlapSample.of_pairs(one, other, drawn=Drawn.WHOLE))
    covered = dict.fromkeys(truth, 0)
    overlaps = 400
    for _ in range(overlaps):
        drawn = rng.choice(PILE, 300, replace=False)
        sample = OverlapSample.of_pairs(one[drawn], other[drawn], drawn=Drawn.RANDOM)
        for name, value in truth.items():
            found = bootstrap_interval(
                sample, COEFFICIENTS[name], rng=rng, resamples=400
            )
            covered[name] += found.lower <= value <= found.upper
    for count in covered.values():
        assert 0.91 <= count / overlaps <= 0.99
