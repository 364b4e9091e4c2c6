"""The figures of Kusa et al. (2023) show what the paper says they show."""

from pathlib import Path

import numpy as np
import pytest
from matplotlib.figure import Figure

from thresher.measures.area import area_under_roc, partial_area
from thresher.measures.confusion import true_negative_rate
from thresher.measures.recall import recall_at
from thresher.reports.reproductions.kusa_figures import (
    MODEL_A,
    MODEL_B,
    draw_dynamics,
    draw_two_models,
    ranking,
    save_figures,
)


@pytest.mark.parametrize(("relevant", "most", "precise"), [
    (100, 0.9025, 95 / 1995), (1000, 0.475, 950 / 1950)
])  # fmt: skip
def test_figure_1_runs_between_the_bounds(
    relevant: int, most: float, precise: float
) -> None:
    ax = draw_dynamics(Figure().subplots(), records=2000, relevant=relevant)
    drawn = {line.get_label(): np.asarray(line.get_ydata()) for line in ax.lines}
    assert drawn["TNR (nWSS)"][[0, -1]].tolist() == [0, 1]
    assert drawn["WSS"][-1] == pytest.approx(most)
    assert drawn["WSS"][-1] - drawn["WSS"][0] == pytest.approx(1 - relevant / 2000)
    assert drawn["Precision"][[0, -1]] == pytest.approx([precise, 1])


def test_model_a_wins_by_area_and_model_b_where_recall_is_high() -> None:
    a, b = ranking(MODEL_A), ranking(MODEL_B)
    assert area_under_roc(a) > area_under_roc(b)
    assert partial_area(a, recall=0.8) < partial_area(b, recall=0.8)
    assert true_negative_rate(a, recall=0.95) < 0.05
    assert true_negative_rate(b, recall=1) == pytest.approx(0.65, abs=0.005)


def test_model_a_finds_60_percent_at_once_and_80_percent_at_the_very_end() -> None:
    a = ranking(MODEL_A)
    assert recall_at(a, share=0.32) >= 0.6
    assert true_negative_rate(a, recall=0.81) < 0.05


def test_the_legend_of_figure_2_tells_three_measures_of_each_model() -> None:
    legend = draw_two_models(Figure().subplots()).get_legend()
    assert legend is not None
    texts = [text.get_text() for text in legend.get_texts()]
    assert [text.splitlines()[0] for text in texts] == ["Model A", "Model B"]
    assert all(name in text for text in texts for name in ("AUC", "pAUC", "TNR@95%"))


def test_all_three_figures_are_saved_twice_and_always_the_same(tmp_path: Path) -> None:
    first, second = save_figures(tmp_path / "new"), save_figures(tmp_path / "again")
    assert [path.name for path in first] == [
        f"kusa_figure_{number}.{kind}"
        for number in ("1a", "1b", "2")
        for kind in ("png", "svg")
    ]
    for one, other in zip(first, second, strict=True):
        assert one.read_bytes() == other.read_bytes()
