"""Agreement of readers: worked cases, other packages, refusals."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from thresher.errors import InputError, UndefinedMeasureError
from thresher.measures.reader_agreement import (
    COEFFICIENTS,
    COHEN_KAPPA,
    GWET_AC1,
    MISSING,
    PERCENT_AGREEMENT,
    Drawn,
    OverlapSample,
    agreement_table,
    bootstrap_interval,
    cohen_kappa,
    exact_interval,
    krippendorff_alpha,
    normal_interval,
    overlap_of_ledger,
    percent_agreement,
    standard_error,
)
from thresher.screening.ledger import Chosen, Decision

GOLDEN = Path(__file__).parents[1] / "golden" / "reader_agreement.json"
CASES: list[dict[str, Any]] = json.loads(GOLDEN.read_text())
SAMPLE = OverlapSample.of_pairs(
    [1] * 20 + [1] * 5 + [0] * 10 + [0] * 15,
    [1] * 20 + [0] * 5 + [1] * 10 + [0] * 15,
    drawn=Drawn.RANDOM,
)
UNANIMOUS = OverlapSample.of_pairs([1, 0, 0], [1, 0, 0], drawn=Drawn.RANDOM)
RANKED = OverlapSample.of_pairs([1, 0, 0], [1, 0, 1], drawn=Drawn.RANKED)


def sample_of(case: dict[str, Any]) -> OverlapSample:
    return OverlapSample(
        marks=np.array(case["marks"], dtype=np.int64),
        drawn=Drawn.RANDOM,
        categories=case["categories"],
    )


@pytest.mark.parametrize("case", CASES, ids=range(len(CASES)))
def test_values_are_those_of_other_packages(case: dict[str, Any]) -> None:
    names = [name for name in COEFFICIENTS if name in case]
    assert len(names) >= 4
    for name in names:
        assert COEFFICIENTS[name](sample_of(case)) == pytest.approx(case[name])


@pytest.mark.parametrize("case", CASES, ids=range(len(CASES)))
def test_standard_errors_are_those_of_other_packages(case: dict[str, Any]) -> None:
    sample = sample_of(case)
    if "cohen_kappa_error" in case:
        n = sample.records
        fleiss = case["cohen_kappa_error"] * np.sqrt(n / (n - 1))
        assert standard_error(sample, COHEN_KAPPA) == pytest.approx(fleiss)
    if (sample.marks >= 0).all():  # with gaps, theirs take the number of pairs as fixed
        for name in ("gwet_ac1", "adjusted_kappa"):
            found = standard_error(sample, COEFFICIENTS[name])
            assert found == pytest.approx(case[f"{name}_error"], abs=1e-5)


def test_the_textbook_table_has_a_kappa_of_four_tenths() -> None:
    assert cohen_kappa(SAMPLE) == pytest.approx(0.4)
    assert percent_agreement(SAMPLE) == 0.7


def test_with_missing_readers_alpha_is_that_of_krippendorffs_own_example() -> None:
    rows = [
        "* * * * * 3 4 1 2 1 1 3 3 * 3",
        "1 * 2 1 3 3 4 3 * * * * * * *",
        "* * 2 1 3 4 4 * 2 1 1 3 3 * 4",
    ]
    marks = [[int(m) - 1 if m != "*" else MISSING for m in r.split()] for r in rows]
    sample = OverlapSample(marks=np.array(marks).T, drawn=Drawn.WHOLE, categories=4)
    assert krippendorff_alpha(sample) == pytest.approx(0.691, abs=5e-4)
    assert sample.records == 12


@pytest.mark.parametrize("name", ["cohen_kappa", "krippendorff_alpha"])
def test_where_nobody_includes_anything_chance_correction_has_no_value(
    name: str,
) -> None:
    sample = OverlapSample.of_pairs([0] * 7, [0] * 7, drawn=Drawn.RANDOM)
    with pytest.raises(UndefinedMeasureError, match="one and the same label"):
        COEFFICIENTS[name](sample)


@pytest.mark.parametrize("name", COEFFICIENTS)
def test_without_a_shared_record_nothing_has_a_value(name: str) -> None:
    marks = np.array([[1, MISSING], [MISSING, 0]])
    sample = OverlapSample(marks=marks, drawn=Drawn.RANDOM)
    with pytest.raises(UndefinedMeasureError, match="no record was read by two"):
        COEFFICIENTS[name](sample)


def test_cohens_kappa_refuses_a_third_reader() -> None:
    sample = OverlapSample(marks=np.zeros((4, 3), np.int64), drawn=Drawn.RANDOM)
    with pytest.raises(InputError, match="two readers, got 3"):
        cohen_kappa(sample)


def test_a_ranked_overlap_is_described_and_never_given_an_interval() -> None:
    assert percent_agreement(RANKED) == pytest.approx(2 / 3)
    rng = np.random.default_rng(1)
    for attempt in (
        lambda: standard_error(RANKED, GWET_AC1),
        lambda: normal_interval(RANKED, GWET_AC1),
        lambda: bootstrap_interval(RANKED, GWET_AC1, rng=rng),
        lambda: exact_interval(RANKED),
    ):
        with pytest.raises(InputError, match="draw an overlap at random"):
            attempt()
    table = agreement_table(RANKED, rng=rng)
    assert [row.value is not None for row in table] == [True] * 5
    assert {row.lower for row in table} == {None}
    assert all("these records only" in row.note for row in table)


def test_readers_who_never_disagree_get_no_interval_without_width() -> None:
    rng = np.random.default_rng(1)
    with pytest.raises(UndefinedMeasureError, match="never disagreed on the 3"):
        bootstrap_interval(UNANIMOUS, COHEN_KAPPA, rng=rng)
    with pytest.raises(UndefinedMeasureError, match="never disagreed"):
        standard_error(UNANIMOUS, COHEN_KAPPA)
    percent, kappa, *_ = agreement_table(UNANIMOUS, rng=rng)
    assert percent.lower == pytest.approx(0.025 ** (1 / 3))
    assert percent.upper == 1
    assert (kappa.value, kappa.lower) == (1.0, None)
    assert "never disagreed" in kappa.note


def test_one_record_shows_nothing_of_the_spread() -> None:
    sample = OverlapSample.of_pairs([1], [0], drawn=Drawn.RANDOM)
    with pytest.raises(UndefinedMeasureError, match="spread"):
        standard_error(sample, PERCENT_AGREEMENT)
    assert exact_interval(sample).lower == 0.0


def test_a_table_of_three_readers_has_no_kappa_and_bootstraps_the_rest() -> None:
    case = next(case for case in CASES if len(case["marks"][0]) == 3)
    table = agreement_table(sample_of(case), rng=np.random.default_rng(1))
    assert [row.name for row in table] == [
        name for name in COEFFICIENTS if name != "cohen_kappa"
    ]
    for row in table:
        assert row.lower is not None
        assert row.upper is not None
        assert row.lower <= case[row.name] <= row.upper
    with pytest.raises(InputError, match="two readers a record"):
        exact_interval(sample_of(case))


def test_normal_and_bootstrap_intervals_come_close_in_a_large_sample() -> None:
    case = max(CASES, key=lambda case: len(case["marks"]) * (len(case) > 8))
    sample = sample_of(case)
    rng = np.random.default_rng(2)
    for coefficient in COEFFICIENTS.values():
        if coefficient is COHEN_KAPPA and sample.marks.shape[1] > 2:
            continue
        normal = normal_interval(sample, coefficient)
        drawn = bootstrap_interval(sample, coefficient, rng=rng, resamples=4000)
        assert normal.lower == pytest.approx(drawn.lower, abs=0.04)
        assert normal.upper == pytest.approx(drawn.upper, abs=0.04)


def test_draws_without_a_value_widen_the_interval_to_its_ends() -> None:
    one, other = [1, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0]
    sample = OverlapSample.of_pairs(one, other, drawn=Drawn.RANDOM)
    found = bootstrap_interval(sample, COHEN_KAPPA, rng=np.random.default_rng(1))
    assert (found.lower, found.upper) == (-1.0, 1.0)


@pytest.mark.parametrize("confidence", [0.0, 1.0, float("nan")])
def test_confidence_is_a_share(confidence: float) -> None:
    with pytest.raises(InputError, match="confidence must be"):
        exact_interval(SAMPLE, confidence=confidence)


def test_a_bootstrap_needs_a_draw() -> None:
    with pytest.raises(InputError, match="resamples must be 1 or more"):
        bootstrap_interval(SAMPLE, GWET_AC1, rng=np.random.default_rng(1), resamples=0)


@pytest.mark.parametrize(
    ("marks", "categories", "readers", "said"),
    [
        ([[0], [1]], 2, (), "two or more readers"),
        ([0, 1], 2, (), "two or more readers"),
        ([[0, 0]], 1, (), "2 or more categories"),
        ([[0, 2]], 2, (), "0 to 1, or -1 where nobody read, got 2"),
        ([[0, -2]], 2, (), "got -2"),
        ([[0, 1]], 2, ("Ann",), "2 readers need as many names, got 1"),
    ],
)
def test_impossible_samples_cannot_be_made(
    marks: Any,  # noqa: ANN401
    categories: int,
    readers: tuple[str, ...],
    said: str,
) -> None:
    with pytest.raises(InputError, match=said):
        OverlapSample(
            marks=np.array(marks),
            drawn=Drawn.RANDOM,
            categories=categories,
            readers=readers,
        )


def test_pairs_must_be_of_the_same_records() -> None:
    with pytest.raises(InputError, match="got 2 and 1 labels"):
        OverlapSample.of_pairs([1, 0], [1], drawn=Drawn.RANDOM)


def test_the_last_word_of_each_reader_counts_and_strangers_do_not() -> None:
    told: list[tuple[str, bool | None, str]] = [
        ("a", True, "Ann"),
        ("a", False, "Bo"),
        ("a", True, "Bo"),
        ("b", True, "Ann"),
        ("b", None, "Ann"),
        ("b", False, "Bo"),
        ("a", False, "Cy"),
        ("z", False, "Ann"),
    ]
    decisions = [
        Decision(record=record, label=label, chosen=Chosen.RANDOM, reader=reader)
        for record, label, reader in told
    ]
    sample = overlap_of_ledger(
        decisions, overlap=["a", "b"], readers=["Ann", "Bo"], drawn=Drawn.RANDOM
    )
    assert sample.marks.tolist() == [[1, 1], [MISSING, 0]]
    assert sample.readers == ("Ann", "Bo")
    with pytest.raises(InputError, match="readers must differ"):
        overlap_of_ledger(
            decisions, overlap=["a"], readers=["Bo", "Bo"], drawn=Drawn.RANDOM
        )
