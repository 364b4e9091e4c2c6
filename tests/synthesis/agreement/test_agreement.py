"""ROUGE, ΔEI, direction F1, overlap of PIO, and kappa."""

import gzip
import json
from operator import eq
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.distance import jensenshannon
from sklearn.metrics import cohen_kappa_score, f1_score

from thresher.errors import InputError, UndefinedMeasureError
from thresher.synthesis.agreement import (
    Base,
    Confusion,
    Overlap,
    close_overlap,
    confusion,
    delta_ei,
    direction_distance,
    direction_f1,
    exact_overlap,
    kappa,
    kappa_interval,
    rouge,
)
from thresher.synthesis.agreement.rouge import rouge_n
from thresher.synthesis.finding import Direction, Directions

GOLDEN = json.loads(
    (Path(__file__).parent / "golden" / "rouge.json").read_text(encoding="utf-8")
)
# scipy divides by numbers too small to be told from nothing
share = st.floats(0, 1, allow_subnormal=False)
triples = st.tuples(*[share] * 3).filter(lambda raw: sum(raw) > 0.01)
labels = st.lists(st.sampled_from(list(Direction)), min_size=1, max_size=30)
texts = st.text(st.sampled_from("ab c.d1é"), max_size=40)


def triple(raw: tuple[float, float, float]) -> Directions:
    up, same, down = (value / sum(raw) for value in raw)
    return Directions(increases=up, no_change=same, decreases=down)


def values(one: Overlap) -> list[float]:
    return [one.precision, one.recall, one.f1]


@pytest.mark.parametrize(("target", "generated", "wanted"), GOLDEN)
def test_rouge_equals_rouge_score(
    target: str, generated: str, wanted: list[list[float]]
) -> None:
    found = rouge(target, generated)
    ours = [*map(values, (found.one, found.two, found.longest))]
    assert np.array(ours) == pytest.approx(np.array(wanted), abs=1e-12)


@given(texts, texts)
def test_swapping_both_texts_swaps_precision_and_recall(one: str, other: str) -> None:
    there, back = rouge(one, other), rouge(other, one)
    for name in ("one", "two", "longest"):
        assert getattr(there, name).precision == getattr(back, name).recall
    assert there.longest.f1 <= there.one.f1 + 1e-12


def test_runs_of_no_words_are_refused() -> None:
    with pytest.raises(InputError, match="at least one word"):
        rouge_n(["a"], ["a"], size=0)


def test_rouge_equals_mslrs_published_scores(data: Path) -> None:
    """The released file has each review's scores one to five summaries further on.

    Moved back, every score that has a summary in the file is ours, to six decimals;
    where they stand, almost none is.
    """
    path = data / "synthesis/mslr/annotations/data_with_overlap_scores_w_ann.jsonl.gz"
    compared = in_place = 0
    lines = gzip.decompress(path.read_bytes()).decode().splitlines()
    for review in map(json.loads, lines):
        ours = [_rounded(review["target"], one) for one in review["predictions"]]
        theirs = [_published(one.get("scores")) for one in review["predictions"]]
        in_place += sum(map(eq, ours, theirs))
        moved = max(
            (list(zip(ours, theirs[by:], strict=False)) for by in range(1, 6)),
            key=lambda pairs: sum(mine == given_ for mine, given_ in pairs),
        )
        if len(ours) >= 9:  # one review lost half of its summaries
            assert all(mine == given_ for mine, given_ in moved)
            compared += len(moved)
    assert compared > 1700
    assert in_place < 200


def _rounded(target: str, one: dict[str, str]) -> tuple[float, ...]:
    mine = rouge(target, one["prediction"])
    return tuple(round(s.f1, 6) for s in (mine.one, mine.two, mine.longest))


def _published(scores: dict[str, float] | None) -> tuple[float, ...]:
    names = ("rouge1_f", "rouge2_f", "rougeL_f")
    return tuple(round(scores[name], 6) for name in names) if scores else ()


@given(triples, triples)
def test_the_distance_is_scipys_in_both_bases(
    one: tuple[float, float, float], other: tuple[float, float, float]
) -> None:
    first, second = triple(one), triple(other)
    for base, number in ((Base.TWO, 2), (Base.E, None)):
        theirs = jensenshannon(first.triple, second.triple, base=number)
        found = direction_distance(first, second, base=base)
        wanted = np.nan_to_num(theirs)  # they may take a root of -1e-17
        assert found == pytest.approx(wanted, abs=1e-6)
        assert 0 <= found <= base.most + 1e-12
        assert found == direction_distance(second, first, base=base)


def test_delta_ei_is_the_mean_not_the_sum() -> None:
    up, down = triple((1, 0, 0)), triple((0, 0, 1))
    assert delta_ei([(up, up), (up, down)]) == pytest.approx(0.5)
    paper = [
        delta_ei([(up, up)], base=Base.E),
        delta_ei([(up, up), (up, down)], base=Base.E),
        delta_ei([(up, down)], base=Base.E),
    ]
    assert [round(value, 2) for value in paper] == [0.0, 0.42, 0.83]  # section 4.3


def test_delta_ei_of_nothing_is_undefined() -> None:
    with pytest.raises(UndefinedMeasureError, match="no intervention"):
        delta_ei([])
    with pytest.raises(InputError, match="triples"):
        delta_ei([(1, 2)])  # type: ignore[list-item]


@given(labels, st.randoms(use_true_random=False))
def test_direction_f1_is_scikit_learns(one: list[Direction], draw: object) -> None:
    other = list(one)
    draw.shuffle(other)  # type: ignore[attr-defined]
    wanted = f1_score([str(x) for x in one], [str(x) for x in other], average="macro")
    assert direction_f1(one, other) == pytest.approx(wanted)


def test_direction_f1_needs_pairs() -> None:
    with pytest.raises(UndefinedMeasureError):
        direction_f1([], [])
    with pytest.raises(InputError, match="as many"):
        direction_f1([Direction.INCREASES], [])


def test_overlap_of_phrases() -> None:
    assert exact_overlap([], ["a"]) is None
    assert close_overlap(["a b"], []) is None
    found = close_overlap(["hip fractures", "death"], ["fractures of hip"])
    assert found == Overlap(precision=1.0, recall=0.5)
    assert close_overlap(["."], ["?"]) == Overlap(precision=0.0, recall=0.0)
    with pytest.raises(InputError, match="least"):
        close_overlap(["a"], ["a"], least=0)


@given(labels, st.randoms(use_true_random=False))
def test_kappa_is_scikit_learns(one: list[Direction], draw: object) -> None:
    other = list(one)
    draw.shuffle(other)  # type: ignore[attr-defined]
    table = confusion(one, other)
    assert table.total == len(one)
    if len(set(one)) == 1:
        with pytest.raises(UndefinedMeasureError, match="one label"):
            kappa(table)
        return
    wanted = cohen_kappa_score([str(x) for x in one], [str(x) for x in other])
    assert kappa(table) == pytest.approx(wanted)
    span = kappa_interval(table)
    assert -1 <= span.low <= kappa(table) + 1e-12
    assert kappa(table) - 1e-12 <= span.high <= 1


# statsmodels 0.15.0, statsmodels.stats.inter_rater.cohens_kappa(table)
@pytest.mark.parametrize(
    ("counts", "value", "low", "high"),
    [
        (
            (
                (56, 3, 1, 19, 0),
                (13, 1, 1, 10, 0),
                (0, 0, 5, 2, 0),
                (5, 1, 0, 5, 0),
                (8, 0, 0, 3, 0),
            ),
            0.1725113122,
            0.0617164409,
            0.2833061836,
        ),
        (((20, 5), (10, 15)), 0.4, 0.1510922905, 0.6489077095),
        (
            ((11, 2, 19), (1, 3, 3), (0, 8, 82)),
            0.3745224802,
            0.2199331545,
            0.5291118058,
        ),
    ],
)
def test_kappa_and_its_interval_are_statsmodels(
    counts: tuple[tuple[int, ...], ...], value: float, low: float, high: float
) -> None:
    names = tuple("abcde"[: len(counts)])
    table = Confusion(rows=names, columns=names, counts=counts)
    span = kappa_interval(table)
    found = [kappa(table), span.low, span.high]
    assert found == pytest.approx([value, low, high], abs=1e-6)


def test_the_interval_of_the_agreement_is_exact() -> None:
    """43 of 50; scipy.stats.binomtest(43, 50).proportion_ci() in SciPy 1.17."""
    table = Confusion(rows=("a", "b"), columns=("a", "b"), counts=((43, 7), (0, 0)))
    span = table.agreement_interval()
    assert (span.low, span.high) == pytest.approx((0.7326, 0.9418), abs=1e-4)
    none = Confusion(rows=("a",), columns=("b",), counts=((3,),)).agreement_interval()
    assert none.low == 0
    every = Confusion(rows=("a",), columns=("a",), counts=((3,),)).agreement_interval()
    assert every.high == 1


def test_impossible_tables_are_refused() -> None:
    with pytest.raises(InputError, match="one count"):
        Confusion(rows=("a",), columns=("a", "b"), counts=((1,),))
    with pytest.raises(InputError, match="negative"):
        Confusion(rows=("a",), columns=("a",), counts=((-1,),))
    empty = Confusion(rows=("a",), columns=("a",), counts=((0,),))
    with pytest.raises(UndefinedMeasureError):
        kappa(empty)
    with pytest.raises(UndefinedMeasureError):
        empty.agreement_interval()
    with pytest.raises(InputError, match="same items"):
        confusion(["a"], [])
