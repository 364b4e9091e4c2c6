"""Insights' numbers, reproduced on its own results."""

import csv
import json
from pathlib import Path

import numpy as np
import pytest

from thresher.errors import UndefinedMeasureError
from thresher.measures import insights
from thresher.measures.evaluation import evaluate
from thresher.measures.registry import MEASURES
from thresher.screening.reading import Reading

GOLDEN = json.loads((Path(__file__).parent / "golden" / "insights.json").read_text())


@pytest.mark.parametrize("case", GOLDEN["cases"], ids=lambda c: str(len(c["labels"])))
def test_every_figure_of_insights_1_6_1_is_reproduced(case: dict[str, object]) -> None:
    labels = [int(label) for label in str(case["labels"])]
    for name in ("recall", "wss", "erf", "tp", "fp", "tn", "fn", "tnr"):
        expected = case[name]
        got = [
            MEASURES[name].of(labels, level=level, convention="insights")
            for level in GOLDEN["levels"]
        ]
        assert got == pytest.approx(expected, abs=1e-12), name
    assert insights.loss(labels) == pytest.approx(case["loss"])


def test_the_known_oddities_are_there() -> None:
    perfect = [1] * 10 + [0] * 990
    assert insights.work_saved(perfect, recall=0.95) == pytest.approx(0.842)
    assert MEASURES["wss"].of(perfect, level=0.95) == pytest.approx(0.940)
    many = [1] * 42 + [0] * 500
    assert insights.confusion_at(many, recall=0.95).true_positives == 39
    few = [1, 0, 1, 0, 1, 0]
    assert insights.confusion_at(few, recall=0.1).true_positives == 3  # wraps round
    assert insights.true_negative_rate(few, recall=0.1) == 0
    assert insights.recall_at(few, share=0.1) == 0


def test_an_early_stop_looks_complete_as_it_does_in_insights() -> None:
    labels = np.zeros(60, dtype=bool)
    labels[:39] = True
    stopped = Reading(labels=labels, records=366, relevant=80)
    assert insights.loss(stopped) == 0
    assert insights.recall_at(stopped, share=0.2) == 1
    assert insights.average_time_to_discovery(stopped) == 20


def test_one_record_alone_has_figures_too() -> None:
    """Insights 1.6.1 gives these for ``[1]``."""
    assert insights.work_saved([1], recall=0.95) == 1
    assert insights.extra_found([1], share=1.0) == 1
    with pytest.raises(UndefinedMeasureError, match="every record"):
        insights.loss([1])
    with pytest.raises(UndefinedMeasureError, match="every record"):
        insights.true_negative_rate([1], recall=1.0)


def test_nothing_found_is_undefined() -> None:
    with pytest.raises(UndefinedMeasureError, match="no relevant record was found"):
        insights.recall_at([0, 0])


def test_times_to_discovery_leave_priors_out_even_when_they_count() -> None:
    reading = Reading(labels=np.array([1, 0, 0, 1]) == 1, priors=2)
    old = evaluate(reading, convention="insights", priors=True)
    ours = evaluate(reading, priors=True)
    assert old.discoveries == ((1, 2),)
    assert ours.discoveries == ((0, 1), (3, 4))
    assert {key: value for key, _, value in old.flat()}["atd"] == 2


def test_twenty_four_published_simulations_are_consistent(data: Path) -> None:
    """Counts printed by Insights for SYNERGY: their TNR is TN / (TN + FP)."""
    path = data / "measures" / "insights_golden" / "LSped_SYNERGY24_wss_tnr.csv"
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) >= 24
    for row in rows:
        for level in ("0.5", "0.9", "0.95"):
            tn, fp = float(row[f"tn_{level}"]), float(row[f"fp_{level}"])
            if float(row[f"tp_{level}"]):
                assert float(row[f"tnr_{level}"]) == pytest.approx(
                    tn / (tn + fp), abs=1e-6
                )


def test_levels_are_compared_as_insights_compares_floats() -> None:
    """0.29 * 100 is 28.999999999999996, yet 29 / 100 <= 0.29."""
    labels = [0] * 28 + [1] + [0] * 71
    assert insights.recall_at(labels, share=0.29) == 1
