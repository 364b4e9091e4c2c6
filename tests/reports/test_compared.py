"""Comparisons of models: by hand on small tables."""

import io
import itertools
from collections.abc import Mapping, Sequence

import numpy as np
import pytest

from thresher.errors import InputError, UndefinedMeasureError
from thresher.measures.critical_difference import model_ranks
from thresher.measures.loss import loss
from thresher.measures.rates import Uniform
from thresher.reports.compared import Compared, compared
from thresher.reports.compared_text import comparison_facts, comparison_text
from thresher.reports.figures.critical_difference import critical_difference_figure
from thresher.screening.reading import Reading
from thresher.screening.run import Run

GOOD, FAIR, POOR = [1, 1, 0, 0, 0, 0], [1, 0, 1, 0, 0, 0], [0, 0, 0, 1, 0, 1]
Labels = Sequence[int]


def run_of(model: str, data: str, seed: int, labels: Labels, priors: int = 0) -> Run:
    settings = {"procedure": {}, "model": model, "data": data, "seed": seed}
    reading = Reading(labels=np.array(labels), priors=priors)
    return Run(name=f"{model}{data}{seed}", reading=reading, settings=settings)


def table(rows: Mapping[str, Mapping[str, Sequence[Labels]]]) -> Compared:
    return compared(
        [
            run_of(model, data, seed, labels)
            for model, by_data in rows.items()
            for data, seeds in by_data.items()
            for seed, labels in enumerate(seeds)
        ]
    )


@pytest.fixture
def three() -> Compared:
    return table(
        {
            "good": {"a": [GOOD, GOOD], "b": [GOOD, FAIR], "c": [GOOD]},
            "fair": {"a": [FAIR, FAIR], "b": [FAIR, FAIR], "c": [FAIR]},
            "poor": {"a": [POOR, FAIR], "b": [POOR, POOR], "d": [POOR]},
        }
    )


def test_one_of_a_kind_is_told_in_the_singular() -> None:
    text = comparison_text(table({"good": {"a": [GOOD]}}), measure="loss")
    assert text.startswith("1 model, 1 data set, 1 run (1 seed each);")


def test_seeds_are_averaged_for_each_data_set(three: Compared) -> None:
    expected = (loss(GOOD) + loss(FAIR)) / 2
    assert three.mean("loss", "good", ("b", "")) == pytest.approx(expected)
    assert three.mean("loss", "good", ("d", "")) is None
    assert three.runs == 15
    assert three.measures == ("loss", "tnr", "wss", "atd", "recall")


def test_only_data_sets_that_all_models_share_are_ranked(three: Compared) -> None:
    assert [name for name, _ in three.shared("loss")] == ["a", "b"]
    ranks = three.ranks("loss")
    assert ranks is not None
    means = [
        [three.mean("loss", model, (data, "")) for model in three.models]
        for data in "ab"
    ]
    assert ranks == model_ranks(means, better="lower")  # type: ignore[arg-type]
    text = comparison_text(three, measure="loss", by_data=True)
    assert "not every model has a value there: 2 data sets." in text
    assert "3 models, 4 data sets, 15 runs (1 to 2 seeds each)" in text
    assert max(map(len, text.splitlines())) <= 100


def test_the_mean_over_data_sets_weighs_each_alike(three: Compared) -> None:
    rng = np.random.default_rng(1)
    summary = three.over_data("loss", "good", rng=rng)
    assert summary is not None
    by_hand = (loss(GOOD) + (loss(GOOD) + loss(FAIR)) / 2) / 2
    assert summary.mean == pytest.approx(by_hand)
    assert summary.runs == 2


def test_one_data_set_is_compared_over_its_seeds() -> None:
    rows = {"x": {"a": [GOOD, FAIR, GOOD]}, "y": {"a": [FAIR, POOR, FAIR, POOR]}}
    found = table(rows)
    assert found.ranks("loss") is None
    (pair,) = found.pairs("loss")
    assert pair.difference.folds == 3
    by_hand = np.mean([loss(g) - loss(p) for g, p in zip(*_of(rows), strict=False)])
    assert pair.difference.mean == pytest.approx(by_hand)
    text = comparison_text(found, measure="loss")
    assert "Ranks need two models that differ on two data sets" in text
    assert "Paired t-tests over 3 seeds" in text
    facts = comparison_facts(found)["measures"]["loss"]
    assert facts["friedman"] is None
    assert facts["models"]["x"]["over_data"]["over"] == "seeds"


def _of(rows: Mapping[str, Mapping[str, Sequence[Labels]]]) -> list[Sequence[Labels]]:
    return [by_data["a"] for by_data in rows.values()]


def test_p_values_are_corrected_by_holm() -> None:
    rng = np.random.default_rng(3)
    rows = {
        model: {
            data: [rng.permutation(np.arange(40) < 5 + shift).tolist()]
            for data in "abcdef"
        }
        for shift, model in enumerate(["p", "q", "r"])
    }
    pairs = table(rows).pairs("loss")
    plain = sorted(pair.difference.p_value for pair in pairs)
    corrected = sorted(pair.p_holm for pair in pairs)
    steps = [min(1, (3 - at) * p) for at, p in enumerate(plain)]
    assert corrected == pytest.approx([*itertools.accumulate(steps, max)])


def test_models_that_are_equal_everywhere_have_no_ranks() -> None:
    found = table({m: {"a": [GOOD], "b": [FAIR]} for m in "xy"})
    assert found.ranks("loss") is None
    (pair,) = found.pairs("loss")
    assert pair.p_holm == 1


def test_a_measure_without_a_value_is_left_out_not_nought() -> None:
    runs = [
        run_of("x", "a", 1, [1, 0, 0], priors=1),
        run_of("x", "a", 2, [0, 0, 1]),
        run_of("y", "a", 1, [1, 0, 0], priors=1),
    ]
    found = compared(runs)
    assert found.mean("loss", "x", ("a", "")) == 1
    assert found.over_data("loss", "y", rng=np.random.default_rng(1)) is None
    text = comparison_text(found, measure="loss")
    assert "—" in text
    assert comparison_facts(found)["measures"]["loss"]["pairs"] == []


def test_runs_without_any_value_are_refused() -> None:
    with pytest.raises(UndefinedMeasureError, match="no run has a relevant record"):
        compared([run_of("x", "a", 1, [1, 0, 0], priors=1)])


def test_priors_do_not_count() -> None:
    found = compared([run_of("x", "a", 1, [1, *FAIR], priors=1)])
    assert found.mean("loss", "x", ("a", "")) == loss(FAIR)


def test_a_law_adds_the_rate_weighted_area() -> None:
    asked: list[int] = []

    def law(records: int) -> Uniform:
        asked.append(records)
        return Uniform()

    found = compared([run_of("x", "a", 1, GOOD)], law=law)
    assert found.mean("rauc", "x", ("a", "")) == 1
    assert asked == [6]


def test_two_runs_of_one_kind_are_refused() -> None:
    with pytest.raises(InputError, match="are both of model 'x' on 'a' with seed 1"):
        compared([run_of("x", "a", 1, GOOD), run_of("x", "a", 1, FAIR)])
    with pytest.raises(InputError, match="no run to compare"):
        compared([])


def test_json_holds_every_seed_and_no_infinity() -> None:
    found = table({"x": {d: [GOOD] for d in "abc"}, "y": {d: [FAIR] for d in "abc"}})
    facts = comparison_facts(found)["measures"]["loss"]
    assert facts["friedman"]["f_statistic"] is None
    assert facts["friedman"]["ranks"] == {"x": 1, "y": 2}
    assert facts["pairs"][0]["statistic"] is None
    assert facts["models"]["x"]["by_data"][0]["seeds"] == {"0": 0}
    text = comparison_text(found, measure="loss")
    assert "none; all models differ" not in text
    assert "  x = y" in text


def test_many_models_are_listed_in_part() -> None:
    rng = np.random.default_rng(1)
    rows = {
        f"m{at}": {d: [rng.permutation(np.arange(30) < 4).tolist()] for d in "abc"}
        for at in range(7)
    }
    text = comparison_text(table(rows), measure="tnr")
    assert "and 6 more pairs (--json has all)" in text


def test_a_diagram_joins_models_that_cannot_be_told_apart() -> None:
    values = [[1.0, 2.0, 3.0]] * 12
    ranks = model_ranks(values, better="lower")
    figure = critical_difference_figure(ranks, ["a", "b" * 40, "c"], title="t")
    (ax,) = figure.axes
    words = [text.get_text() for text in ax.texts]
    assert {"1", "2", "3", "a  1.00", "c  3.00"} <= set(words)
    assert any(word.startswith("bbb") and "…" in word for word in words)
    assert ax.get_title() == "t"
    with pytest.raises(InputError, match="3 ranks need as many names, got 1"):
        critical_difference_figure(ranks, ["a"])


def test_a_model_named_like_a_formula_is_drawn_as_it_is_called() -> None:
    ranks = model_ranks([[1.0, 2.0]] * 12, better="lower")
    figure = critical_difference_figure(ranks, ["nb$^$", "svm"])
    drawn = io.BytesIO()
    figure.savefig(drawn, format="svg")
    assert drawn.getvalue()
