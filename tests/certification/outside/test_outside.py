"""Bounds for an outside screener, added up over every sample."""

import csv
import json
from collections.abc import Callable
from fractions import Fraction
from io import StringIO
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import hypergeom

from thresher.certification.outside import (
    Expectation,
    OutsideSample,
    ScreenerList,
    bounds,
    f1_bound,
    precision_bound,
    read_list,
    recall_bound,
    sample_sizes,
)
from thresher.certification.outside.draws import fewest_relevant, most_relevant
from thresher.certification.outside.plan import OutsidePlan, plan_of
from thresher.certification.outside.screener_list import labels_sheet, read_labels
from thresher.certification.outside.sizing import power_of
from thresher.errors import (
    CertificateError,
    FileError,
    InputError,
    UndefinedMeasureError,
)
from thresher.records.formats.table_cells import csv_line
from thresher.screening.seal import Seal

DESIGNS = [
    (8, 12, 4, 6, 0.2),
    (8, 12, 8, 6, 0.1),
    (6, 15, 3, 9, 0.3),
    (4, 9, 2, 9, 0.2),
]


def sampled(
    design: tuple[int, int, int, int], included: int, excluded: int
) -> OutsideSample:
    return OutsideSample(
        included=design[0],
        excluded=design[1],
        included_sampled=design[2],
        excluded_sampled=design[3],
        included_relevant=included,
        excluded_relevant=excluded,
    )


def recall(inside: int, outside: int, included: int) -> float:
    del included
    return inside / (inside + outside)


def f1(inside: int, outside: int, included: int) -> float:
    return 2 * inside / (included + inside + outside)


def precision(inside: int, outside: int, included: int) -> float:
    del outside
    return inside / included


def misleading(
    design: tuple[int, int, int, int, float],
    bound: Callable[..., float],
    truth: Callable[[int, int, int], float],
) -> float:
    """The greatest chance of a bound above the truth; every sample is added up."""
    inside_size, outside_size, inside_drawn, outside_drawn, alpha = design
    first, second = np.arange(inside_drawn + 1), np.arange(outside_drawn + 1)
    found = np.array(
        [
            [bound(sampled(design[:4], x, y), alpha=alpha) for y in second.tolist()]
            for x in first.tolist()
        ]
    )
    worst = 0.0
    for inside, outside in product(range(inside_size + 1), range(outside_size + 1)):
        if inside + outside:
            chance = hypergeom.pmf(first, inside_size, inside, inside_drawn)
            other = hypergeom.pmf(second, outside_size, outside, outside_drawn)
            misled = found > truth(inside, outside, inside_size) + 1e-9
            worst = max(worst, float(chance @ misled @ other))
    return worst


@pytest.mark.parametrize("design", DESIGNS, ids=str)
@pytest.mark.parametrize(
    ("bound", "truth"),
    [(recall_bound, recall), (f1_bound, f1), (precision_bound, precision)],
)
def test_the_bound_covers_every_truth(
    design: tuple[int, int, int, int, float],
    bound: Callable[..., float],
    truth: Callable[[int, int, int], float],
) -> None:
    """No simulation: add up the chance of every sample that misleads us."""
    assert misleading(design, bound, truth) <= design[4] + 1e-9


@pytest.mark.parametrize("design", DESIGNS, ids=str)
def test_the_simple_bound_covers_every_truth(
    design: tuple[int, int, int, int, float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounds, "MOST_CELLS", 0)
    assert misleading(design, recall_bound, recall) <= design[4] + 1e-9


@given(data=st.data())
def test_the_bound_is_never_worse_than_the_simple_one(data: st.DataObject) -> None:
    sizes = [data.draw(st.integers(1, 40)), data.draw(st.integers(1, 60))]
    drawn = [data.draw(st.integers(1, size)) for size in sizes]
    found = [data.draw(st.integers(0, size)) for size in drawn]
    sample = sampled((*sizes, *drawn), *found)  # type: ignore[arg-type]
    inside, outside = bounds.split_bounds(
        sample,
        alpha=0.1,
        included=np.array([found[0]]),
        excluded=np.array([found[1]]),
    )
    simple = int(inside[0]) / max(1, int(inside[0] + outside[0]))
    assert simple - 1e-12 <= recall_bound(sample, alpha=0.1) <= 1


def test_numbers_that_samples_leave_plausible_are_exact() -> None:
    drawn = np.arange(7)
    least = fewest_relevant(drawn, sampled=6, size=15, alpha=0.1)
    most = most_relevant(drawn, sampled=6, size=15, alpha=0.1)
    for k in drawn:
        held = np.arange(k, 15 - 6 + k + 1)
        assert least[k] == held[hypergeom.sf(k - 1, 15, held, 6) > 0.1].min()
        assert most[k] == held[hypergeom.cdf(k, 15, held, 6) > 0.1].max()


def test_a_sample_without_a_relevant_record_shows_nothing() -> None:
    assert recall_bound(sampled((20, 30, 5, 6), 0, 0)) == 0


def test_a_table_too_large_leaves_the_simple_bound(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sample = sampled((40, 90, 20, 60), 10, 1)
    sharp = recall_bound(sample)
    monkeypatch.setattr(bounds, "MOST_CELLS", 10)
    assert 0 < recall_bound(sample) < sharp


def test_nothing_included_has_no_precision() -> None:
    with pytest.raises(UndefinedMeasureError, match="included nothing"):
        precision_bound(sampled((0, 30, 0, 6), 0, 0))
    with pytest.raises(InputError, match="alpha must be"):
        precision_bound(sampled((5, 30, 2, 6), 1, 0), alpha=1.0)
    with pytest.raises(InputError, match="relevant <= sampled <= included"):
        sampled((5, 30, 6, 6), 1, 0)


def test_the_power_is_the_chance_of_a_bound_that_reaches_the_target() -> None:
    sizes, truth = (12, 40, 12, 30), (10, 1)
    shown = 0.0
    for x in range(13):
        for y in range(31):
            chance = hypergeom.pmf(x, 12, 10, 12) * hypergeom.pmf(y, 40, 1, 30)
            bound = recall_bound(sampled(sizes, x, y), alpha=0.2)
            shown += chance * (bound >= 0.8 - 1e-12)
    assert power_of(
        sampled(sizes, 0, 0), truth, target=Fraction(4, 5), alpha=0.2
    ) == pytest.approx(shown)


def test_sizes_suffice_and_grow_with_what_is_asked() -> None:
    expected = Expectation(recall=0.98, precision=0.4)
    easy = sample_sizes(100, 900, expected=expected, target=0.8)
    hard = sample_sizes(100, 900, expected=expected, target=0.9)
    assert easy is not None
    assert hard is not None
    assert easy.power >= 0.9
    assert hard.power >= 0.9
    assert easy.included + easy.excluded < hard.included + hard.excluded
    assert sample_sizes(100, 900, expected=expected, target=0.99) is None


@pytest.mark.parametrize(
    ("recall", "precision", "target", "power"),
    [(0.5, 0.5, 1.0, 0.9), (0.5, 0.5, 0.4, 1.0), (0.01, 1.0, 0.005, 0.9)],
)
def test_what_cannot_be_sized_is_refused(
    recall: float, precision: float, target: float, power: float
) -> None:
    with pytest.raises(InputError):
        sample_sizes(
            10,
            20,
            expected=Expectation(recall=recall, precision=precision),
            target=target,
            power=power,
        )
    with pytest.raises(InputError, match="expected recall"):
        Expectation(recall=0.0, precision=1.0)


LIST = ScreenerList(
    included=tuple(f"i{at}" for at in range(10)),
    excluded=tuple(f"e{at}" for at in range(30)),
)


def test_a_sample_follows_from_the_seed_and_hides_the_decisions() -> None:
    first = LIST.sample("1" * 64, included=5, excluded=9)
    assert first == LIST.sample("1" * 64, included=5, excluded=9)
    assert first != LIST.sample("2" * 64, included=5, excluded=9)
    assert sum(one.startswith("i") for one in first) == 5
    assert len(set(first)) == 14
    kinds = [one[0] for one in first]
    assert kinds not in (sorted(kinds), sorted(kinds, reverse=True))
    with pytest.raises(InputError, match="cannot draw 11 records"):
        LIST.sample("1" * 64, included=11, excluded=9)


def test_every_record_is_drawn_as_often_as_any_other() -> None:
    drawn = [
        one
        for seed in range(2000)
        for one in LIST.sample(f"{seed:064x}", included=2, excluded=0)
    ]
    counts = np.array([drawn.count(one) for one in LIST.included])
    assert ((counts - 400) ** 2 / 400).sum() < 27.9  # chi-squared, 9 df, 0.1 %


SEAL = Seal(seed="3" * 64, frame=LIST.digest, target=0.8, alpha=0.1)
PLAN = OutsidePlan(seal=SEAL, included=5, excluded=9)
DRAWN = LIST.sample(SEAL.seed, included=5, excluded=9)


def test_a_plan_counts_the_labels_of_its_sample() -> None:
    labels = {one: one.startswith("i") or one == DRAWN[-1] for one in DRAWN}
    sample = PLAN.labelled(LIST, labels)
    assert sample.included_counts == (5, 5, 10)
    assert sample.excluded_relevant == int(DRAWN[-1].startswith("e"))
    assert plan_of(json.loads(json.dumps(PLAN.written()))) == PLAN


def test_labels_that_are_not_the_samples_are_refused() -> None:
    labels = dict.fromkeys(DRAWN, True)
    other = ScreenerList(included=LIST.included[1:], excluded=LIST.excluded)
    with pytest.raises(CertificateError, match="another list"):
        PLAN.labelled(other, labels)
    with pytest.raises(CertificateError, match="13 of the 14 records drawn"):
        PLAN.labelled(LIST, {DRAWN[0]: True})
    with pytest.raises(CertificateError, match="'x' was labelled, but not drawn"):
        PLAN.labelled(LIST, labels | {"x": False})


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"thresher_outside_plan": 2}, "is not a plan"),
        ({"seed": 3}, "damaged"),
        ({"seed": ["3"] * 64}, "damaged"),
        ({"included_sample": str(PLAN.included)}, "damaged"),
        ({"excluded_sample": -1}, "damaged"),
        ({"included_sample": 4}, "was changed"),
        ({"target": 0.9}, "was changed"),
    ],
)
def test_a_changed_plan_is_refused(changes: dict[str, object], words: str) -> None:
    with pytest.raises(CertificateError, match=words):
        plan_of(PLAN.written() | changes)
    with pytest.raises(CertificateError, match="is not a plan"):
        plan_of(3)


odd_ids = st.text(st.sampled_from("=+-@'\t\r\n＝a,;\"é "), min_size=1)  # noqa: RUF001  a wide sign
any_ids = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))


@given(st.lists(odd_ids | any_ids.filter(bool), min_size=1, unique=True))
def test_ids_survive_the_sheet_that_people_label(ids: list[str]) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder, "sample.csv")
        sheet = labels_sheet(ids)
        path.write_text(sheet, encoding="utf-8", newline="")
        assert read_labels(path) == {}
        rows = list(csv.reader(StringIO(sheet, newline="")))
        assert not any(row[0].startswith(tuple("=+-@\t\r\n")) for row in rows)
        done = "".join(csv_line([row[0], row[1] or "1"]) for row in rows)
        path.write_text(done, encoding="utf-8", newline="")
        assert read_labels(path) == dict.fromkeys(ids, True)


def test_a_record_disarmed_and_as_it_was_is_there_twice(tmp_path: Path) -> None:
    path = tmp_path / "sample.csv"
    path.write_text("record_id,label\n'=a,1\n=a,0\n")
    with pytest.raises(FileError, match="'=a' is there twice"):
        read_labels(path)


def test_lists_come_from_tables(tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    path.write_text("ID;Decision\na;include\nb;NO\nc;1\n")
    assert read_list(path) == ScreenerList(included=("a", "c"), excluded=("b",))
    path.write_text("id,my\na,exclude\nb,\n")
    assert read_labels(path, column="MY") == {"a": False}
    with pytest.raises(FileError, match="'b' has no decision"):
        read_list(path, column="my")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("id,other\na,1\n", "no column of decisions"),
        ("decision,x\n1,1\n", "no column of ids"),
        ("id,decision\na,maybe\n", "line 2: the decision is 'maybe'"),
        ("id,decision\na,1\na,0\n", "line 3: record 'a' is there twice"),
        ("id,decision\n,1\n", "line 2: a record has no id"),
    ],
)
def test_tables_that_are_no_lists_are_refused(
    tmp_path: Path, text: str, words: str
) -> None:
    path = tmp_path / "list.csv"
    path.write_text(text)
    with pytest.raises(FileError, match=words):
        read_list(path)


def test_impossible_lists_are_refused() -> None:
    with pytest.raises(InputError, match="no record"):
        ScreenerList(included=(), excluded=())
    with pytest.raises(InputError, match="'a' is in the list 2 times"):
        ScreenerList(included=("a",), excluded=("a",))
