"""Looks at samples: recorded, and refused where they would be the second."""

import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from thresher.certification.bets import bet_on
from thresher.certification.claim import Claim
from thresher.certification.criteria import find_criterion
from thresher.certification.effectiveness import F1, RECALL
from thresher.certification.labelled_sample import (
    LabelledSample,
    read_labelled_sample,
)
from thresher.certification.looks import Look, read_looks, recorded
from thresher.certification.sequential_f1 import SequentialTest, with_horizon
from thresher.certification.trials import (
    Sighting,
    look_again,
    look_once,
    lower_bound,
    wealth_so_far,
)
from thresher.errors import FileError, InputError, SecondLookError

CLAIM = Claim(criterion=find_criterion("f1"), target=0.5)
TEST = with_horizon(
    SequentialTest.endless(bet_on(0.5, successes=66, trials=100), alpha=0.05),
    horizon=80,
)


def drawn(
    size: int = 40, *, first: int = 0, ids: bool = True, waiting: int = 0
) -> LabelledSample:
    """Every fifth record a mistake, every second of the others a true positive."""
    at = np.arange(size)
    labels = at % 2 == 0
    return LabelledSample(
        labels=labels,
        predicted=labels ^ (at % 5 == 0),
        ids=tuple(str(first + i) for i in at) if ids else (),
        waiting=waiting,
    )


def sighting(folder: Path, sample: LabelledSample) -> Sighting:
    return Sighting(
        sample=sample,
        file=folder / "sample.csv",
        ledger=folder / "looks.jsonl",
        time="2026-01-02T03:04:05+00:00",
    )


def written(folder: Path, text: str) -> Path:
    path = folder / "sample.csv"
    path.write_text(text)
    return path


def test_the_one_look_is_recorded_before_it_is_shown(tmp_path: Path) -> None:
    look = look_once(sighting(tmp_path, drawn()), CLAIM)
    assert [look] == read_looks(tmp_path / "looks.jsonl")
    assert look.result["passed"] is True
    assert look.result["bound"] == lower_bound(drawn(), CLAIM)
    assert look.result["estimate"] == F1.value(drawn().table)
    assert look.claim["target"] == 0.5


def test_a_second_look_at_any_record_is_refused_with_the_first(tmp_path: Path) -> None:
    look_once(sighting(tmp_path, drawn()), CLAIM)
    with pytest.raises(SecondLookError, match="this sample was looked at") as refused:
        look_once(sighting(tmp_path, drawn()), CLAIM)
    assert "2026-01-02" in refused.value.before
    assert "passed True" in str(refused.value)
    with pytest.raises(SecondLookError, match="5 of these 40 records were"):
        look_once(sighting(tmp_path, drawn(first=35)), CLAIM)
    look_once(sighting(tmp_path, drawn(first=100)), CLAIM)
    assert len(read_looks(tmp_path / "looks.jsonl")) == 2


def test_another_classifier_on_the_same_records_is_a_second_look(
    tmp_path: Path,
) -> None:
    first = drawn(ids=False)
    look_once(sighting(tmp_path, first), CLAIM)
    other = LabelledSample(labels=first.labels, predicted=~first.predicted)
    with pytest.raises(SecondLookError, match="this sample was"):
        look_once(sighting(tmp_path, other), CLAIM)
    unlike = LabelledSample(labels=~first.labels, predicted=first.predicted)
    assert look_once(sighting(tmp_path, unlike), CLAIM).records == 40


def test_a_refused_look_leaves_the_ledger_as_it_was(tmp_path: Path) -> None:
    look_once(sighting(tmp_path, drawn()), CLAIM)
    before = (tmp_path / "looks.jsonl").read_bytes()
    with pytest.raises(SecondLookError):
        look_once(sighting(tmp_path, drawn()), CLAIM)
    assert (tmp_path / "looks.jsonl").read_bytes() == before


def test_unlabelled_records_and_small_populations_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="2 of 42 records have no label"):
        look_once(sighting(tmp_path, drawn(waiting=2)), CLAIM)
    small = Claim(criterion=find_criterion("f1"), target=0.5, population=39)
    with pytest.raises(InputError, match="cannot hold more"):
        look_once(sighting(tmp_path, drawn()), small)
    assert not (tmp_path / "looks.jsonl").exists()


def test_a_finite_population_has_a_higher_bound() -> None:
    finite = Claim(criterion=find_criterion("f1"), target=0.5, population=60)
    assert lower_bound(drawn(), finite) > lower_bound(drawn(), CLAIM)


def test_a_measure_that_is_undefined_has_no_estimate_and_the_bound_0(
    tmp_path: Path,
) -> None:
    nothing = LabelledSample(labels=np.zeros(3, bool), predicted=np.ones(3, bool))
    recall = Claim(criterion=find_criterion("recall"), target=0.5)
    look = look_once(sighting(tmp_path, nothing), recall)
    assert look.result == {"passed": False, "bound": 0.0, "estimate": None}


def test_a_sequence_may_be_looked_at_as_it_grows(tmp_path: Path) -> None:
    for size in (10, 10, 25, 40):
        look = look_again(sighting(tmp_path, drawn(size, waiting=9)), TEST, F1)
        assert look.records == size
    assert look.result["counting"] == 24
    wealth = look.result["wealth"]
    assert isinstance(wealth, float)
    assert wealth > 0
    other = look_again(sighting(tmp_path, drawn(9, first=500)), TEST, F1)
    assert other.records == 9


@pytest.mark.parametrize("change", ["label", "prediction", "order", "shorter"])
def test_a_sequence_whose_beginning_changed_is_refused(
    tmp_path: Path, change: str
) -> None:
    look_again(sighting(tmp_path, drawn(20)), TEST, F1)
    grown = drawn(30)
    labels, predicted, ids = grown.labels.copy(), grown.predicted.copy(), [*grown.ids]
    if change == "label":
        labels[3] = ~labels[3]
    if change == "prediction":
        predicted[3] = ~predicted[3]
    if change == "order":
        ids[3], ids[4] = ids[4], ids[3]
    size = 15 if change == "shorter" else 30
    altered = LabelledSample(
        labels=labels[:size], predicted=predicted[:size], ids=ids[:size]
    )
    with pytest.raises(SecondLookError, match="not those looked at before"):
        look_again(sighting(tmp_path, altered), TEST, F1)


def test_other_terms_or_another_kind_of_test_are_a_second_look(tmp_path: Path) -> None:
    look_again(sighting(tmp_path, drawn(20)), TEST, F1)
    with pytest.raises(SecondLookError, match="this sample was looked at"):
        look_again(sighting(tmp_path, drawn(20)), TEST, RECALL)
    with pytest.raises(SecondLookError, match="20 of these 30"):
        look_once(sighting(tmp_path, drawn(30)), CLAIM)
    look_once(sighting(tmp_path, drawn(9, first=90)), CLAIM)
    with pytest.raises(SecondLookError, match=r"f1 >= 0\.5"):
        look_again(sighting(tmp_path, drawn(9, first=90)), TEST, F1)


def test_a_sequence_needs_ids(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="needs ids"):
        look_again(sighting(tmp_path, drawn(ids=False)), TEST, F1)


def test_wealth_is_1_before_the_first_record_counts() -> None:
    assert wealth_so_far(TEST, np.zeros(0, np.int64)) == 1
    assert wealth_so_far(TEST, np.arange(1, 200)) == wealth_so_far(
        TEST, np.arange(1, 81)
    )


def test_a_line_changed_or_taken_out_is_noticed(tmp_path: Path) -> None:
    ledger = tmp_path / "looks.jsonl"
    for first in (0, 100, 200):
        look_once(sighting(tmp_path, drawn(first=first)), CLAIM)
    lines = ledger.read_text().splitlines()
    for damaged in (
        [lines[0], lines[2]],
        [lines[0].replace("true", "false"), *lines[1:]],
        lines[1:],
    ):
        ledger.write_text("\n".join([*damaged, ""]))
        with pytest.raises(FileError, match="taken out or changed"):
            read_looks(ledger)
    deep = "[" * 100_000
    for line in ("{}", "7", "not json", '{"previous": "", "odd": 1}', deep):
        ledger.write_text(f"{line}\n")
        with pytest.raises(FileError, match="line 1: is not a line of a ledger"):
            read_looks(ledger)


def test_a_line_that_was_never_finished_is_taken_away(tmp_path: Path) -> None:
    ledger = tmp_path / "looks.jsonl"
    look_once(sighting(tmp_path, drawn()), CLAIM)
    whole = ledger.read_bytes()
    ledger.write_bytes(whole + b'{"time": "2026-')
    assert len(read_looks(ledger)) == 1
    look_once(sighting(tmp_path, drawn(first=100)), CLAIM)
    assert ledger.read_bytes().startswith(whole)
    assert len(read_looks(ledger)) == 2


def test_a_ledger_that_cannot_be_written_refuses_the_look(tmp_path: Path) -> None:
    (tmp_path / "looks.jsonl").mkdir()
    with pytest.raises(FileError, match="A look must be recorded"):
        look_once(sighting(tmp_path, drawn()), CLAIM)


def test_there_are_no_looks_where_there_is_no_ledger(tmp_path: Path) -> None:
    assert read_looks(tmp_path / "none.jsonl") == []


def test_two_looks_at_one_time_are_one_after_the_other(tmp_path: Path) -> None:
    """Eight test one sample; one sees it, seven are refused."""

    def look(_: int) -> str:
        try:
            look_once(sighting(tmp_path, drawn()), CLAIM)
        except SecondLookError:
            return "refused"
        return "seen"

    with ThreadPoolExecutor(8) as pool:
        said = sorted(pool.map(look, range(8)))
    assert said == [*["refused"] * 7, "seen"]
    assert len(read_looks(tmp_path / "looks.jsonl")) == 1


@pytest.mark.slow
def test_whatever_is_shown_is_in_the_ledger_even_after_a_kill(tmp_path: Path) -> None:
    """A process looks at one sample after another until it is killed at any time."""
    code = (
        "import sys; sys.path.insert(0, sys.argv[2])\n"
        "from pathlib import Path\n"
        "from tests.certification.test_trials import *\n"
        "for k in range(10**6):\n"
        "    look_once(sighting(Path(sys.argv[1]), drawn(3, first=9 * k)), CLAIM)\n"
        "    print(k, flush=True)\n"
    )
    root = str(Path(__file__).parents[2])
    for attempt in range(4):
        folder = tmp_path / str(attempt)
        folder.mkdir()
        running = subprocess.Popen(
            [sys.executable, "-c", code, str(folder), root], stdout=subprocess.PIPE
        )
        assert running.stdout is not None
        running.stdout.readline()
        time.sleep(0.05 * attempt)
        os.kill(running.pid, signal.SIGKILL)
        shown = 1 + len(running.stdout.read().decode().splitlines())
        running.wait()
        running.stdout.close()
        looks = read_looks(folder / "looks.jsonl")
        assert len(looks) in (shown, shown + 1)
        look_once(sighting(folder, drawn(3, first=10**8)), CLAIM)


def test_a_decision_that_fails_records_nothing(tmp_path: Path) -> None:
    def decide(_: object) -> Look:
        raise InputError("no")

    with pytest.raises(InputError):
        recorded(tmp_path / "looks.jsonl", decide)
    assert read_looks(tmp_path / "looks.jsonl") == []


def test_a_sample_is_read_with_its_ids_as_drawn(tmp_path: Path) -> None:
    path = written(tmp_path, "ID,label,Predicted\nb,1,0\na,0,1\nc,,1\n")
    found = read_labelled_sample(path)
    assert (found.ids, found.waiting) == (("b", "a"), 1)
    assert found.labels.tolist() == [True, False]
    assert found.predicted.tolist() == [False, True]
    path = written(tmp_path, "truth;machine\n1;0\n")
    found = read_labelled_sample(
        path, label_column="truth", prediction_column="Machine"
    )
    assert found.ids == ()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("id,predicted\n1,1\n", "no column of labels"),
        ("id,label\n1,1\n", "no column of predictions"),
        ("label,predicted\n1,2\n", "line 2: holds '2', not 0 or 1"),
        ("label,predicted\nmaybe,1\n", "holds 'maybe'"),
        ("label,predicted\n1,1\n,1\n0,1\n", "line 3: has no label, though later"),
        ("label,predicted\n1,\n", "line 2: has no prediction"),
        ("label,predicted\n,1\n", "no labelled record"),
        ("id,label,predicted\n1,1,1\n1,0,0\n", "twice, the first is '1'"),
    ],
)
def test_a_sample_that_cannot_be_used_is_refused(
    tmp_path: Path, text: str, words: str
) -> None:
    with pytest.raises((FileError, InputError), match=words):
        read_labelled_sample(written(tmp_path, text))


def test_labels_and_predictions_are_as_many() -> None:
    with pytest.raises(InputError, match="2 labels need as many predictions"):
        LabelledSample(labels=np.ones(2, bool), predicted=np.ones(1, bool))


def test_the_ledger_is_plain_json_lines(tmp_path: Path) -> None:
    look_once(sighting(tmp_path, drawn(3)), CLAIM)
    told = json.loads((tmp_path / "looks.jsonl").read_text())
    assert told["kind"] == "once"
    assert len(told["keys"]) == 3
    assert "sample.csv" in told["file"]
