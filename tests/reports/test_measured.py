"""The figures of runs together."""

import json
from pathlib import Path

import numpy as np
import pytest

from thresher.errors import InputError
from thresher.measures.evaluation import evaluate
from thresher.reports.measured import (
    Measured,
    measured_csv,
    measured_json,
    measured_table,
)
from thresher.screening.reading import Reading
from thresher.screening.run import Run


def measured(*readings: Reading, convention: str = "kusa") -> Measured:
    runs = [Run(name=f"r{i}", reading=reading) for i, reading in enumerate(readings)]
    figures = [evaluate(r, convention=convention) for r in readings]
    return Measured(runs=runs, evaluations=figures, rng=np.random.default_rng(0))


GOOD = Reading(labels=np.array([1, 1, 0, 0]) == 1)
POOR = Reading(labels=np.array([0, 0, 1, 1]) == 1)
LIVE = Reading(labels=np.array([1, 0]) == 1, records=4)
STOPPED = Reading(labels=np.array([1, 0]) == 1, records=4, relevant=2)


def test_one_run_is_insights_envelope() -> None:
    shown = json.loads(measured_json(measured(GOOD)))
    assert list(shown) == ["asreviewVersion", "apiVersion", "data", "thresher"]
    ids = [item["id"] for item in shown["data"]["items"]]
    assert " ".join(ids[:11]) == "recall wss loss erf atd td tp fp tn fn tnr"
    by_id = {item["id"]: item["value"] for item in shown["data"]["items"]}
    assert by_id["td"] == [[0, 1], [1, 2]]
    assert by_id["wss"] == [[0.95, pytest.approx(0.45)]]
    assert by_id["loss"] == 0


def test_several_runs_have_a_summary() -> None:
    shown = json.loads(measured_json(measured(GOOD, POOR)))
    assert list(shown) == ["r0", "r1", "summary"]
    loss = next(row for row in shown["summary"] if row["id"] == "loss")
    assert (loss["runs"], loss["mean"]) == (2, 0.5)
    assert loss["low"] <= 0.5 <= loss["high"]


def test_a_run_without_a_figure_is_left_out_of_its_mean() -> None:
    shown = json.loads(measured_json(measured(GOOD, LIVE)))
    loss = next(row for row in shown["summary"] if row["id"] == "loss")
    assert (loss["runs"], loss["mean"], loss["deviation"]) == (1, 0, None)
    assert (loss["low"], loss["high"]) == (None, None)
    nothing = json.loads(measured_json(measured(LIVE, LIVE)))["summary"]
    assert all(row["runs"] == 0 for row in nothing)


def test_equal_figures_have_equal_intervals_whenever_they_are_asked_for() -> None:
    last = (5, 8, 13, 21, 34, 55, 70)
    runs = measured(*(Reading(labels=np.arange(80) == at) for at in last))
    first = measured_json(runs)
    assert first == measured_json(runs)
    rows = {(r["id"], r["level"]): r for r in json.loads(first)["summary"]}
    low, full = rows["tnr", 0.95], rows["tnr", 1.0]
    assert (low["low"], low["high"]) == (full["low"], full["high"])


def test_no_run_is_lost_where_names_repeat() -> None:
    files = ["a/x.csv", "b/x.csv", "a/x.csv", "summary"]
    runs = [Run(name="x", reading=GOOD, source=Path(file)) for file in files]
    figures = [evaluate(GOOD) for _ in runs]
    both = Measured(runs=runs, evaluations=figures, rng=np.random.default_rng(0))
    names = ["a/x.csv:x", "b/x.csv", "a/x.csv:x (2)"]
    assert list(json.loads(measured_json(both)))[:3] == names
    assert len(json.loads(measured_json(both))) == 5
    lines = measured_table(both).splitlines()
    assert [line.split("  ")[0] for line in lines[1:5]] == [*names, "summary"]


def test_the_table_has_a_line_a_run_and_four_for_their_summary() -> None:
    lines = measured_table(measured(GOOD, POOR)).splitlines()
    assert [line.split()[0] for line in lines[1:3]] == ["r0", "r1"]
    assert [line.split("  ")[0] for line in lines[3:]] == [
        "mean",
        "standard deviation",
        "95 % from",
        "95 % to",
    ]
    assert len(measured_table(measured(GOOD)).splitlines()) == 2


def test_the_csv_has_every_figure_of_every_run() -> None:
    lines = measured_csv(measured(GOOD, POOR)).splitlines()
    assert lines[0] == "file,id,level,value"
    assert "r1,loss,,1.0" in lines


def test_remarks_say_what_was_missed_and_how_it_counts() -> None:
    assert measured(GOOD).remarks() == []
    assert "nobody knows" in measured(LIVE).remarks()[0]
    assert "count as the last" in measured(STOPPED).remarks()[0]
    assert "do not count" in measured(STOPPED, convention="insights").remarks()[0]


def test_runs_and_figures_go_together() -> None:
    with pytest.raises(InputError, match="as many"):
        Measured(
            runs=[Run(name="a", reading=GOOD)],
            evaluations=[],
            rng=np.random.default_rng(0),
        )
