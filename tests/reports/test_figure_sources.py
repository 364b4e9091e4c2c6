"""Whatever holds a reading can be drawn."""

from pathlib import Path

import numpy as np
import pytest

from thresher.errors import FileError, InputError
from thresher.reports.figures.sources import Runs, named_readings
from thresher.screening.reading import Reading
from thresher.screening.runs import Run

READING = Reading(labels=np.array([True, False, True]), priors=1)


def facts(runs: Runs) -> list[tuple[str, list[bool]]]:
    return [
        (one.name, one.reading.labels.tolist())
        for one in named_readings(runs, priors=True)
    ]


@pytest.mark.parametrize(
    "runs",
    [
        [1, 0, 1],
        (True, False, True),
        [1.0, 0.0, 1.0],
        np.array([1, 0, 1]),
        [np.array([1, 0, 1])],
        np.array([[1, 0, 1]]),
        [[1, 0, 1]],
        READING,
        [READING],
        (one for one in [READING]),
    ],
)
def test_one_reading_in_any_form_is_one_run(runs: Runs) -> None:
    assert facts(runs) == [("run 1", [True, False, True])]


def test_several_forms_may_be_mixed(tmp_path: Path) -> None:
    path = tmp_path / "from file.txt"
    path.write_text("1\n0\n1\n")
    run = Run(name="a run", reading=READING)
    runs: Runs = [path, str(path), run, READING, [1, 0, 1]]
    names = [name for name, labels in facts(runs) if labels == [True, False, True]]
    assert names == ["from file", "from file", "a run", "run 4", "run 5"]


def test_priors_are_left_out_by_default() -> None:
    (one,) = named_readings(READING)
    assert one.reading.labels.tolist() == [False, True]


def test_names_may_be_given() -> None:
    given = named_readings([READING, READING], names=["a", "b"])
    assert [one.name for one in given] == ["a", "b"]
    with pytest.raises(InputError, match="2 runs need as many legend values, got 1"):
        named_readings([READING, READING], names=["a"])


@pytest.mark.parametrize(
    ("runs", "fault"),
    [
        ([], "nothing to draw"),
        (3, "cannot draw 3"),
        ([1, 2], "labels must be 0 or 1"),
        ([[1, 0], None], "labels must be"),
    ],
)
def test_what_holds_no_reading_is_refused(runs: Runs, fault: str) -> None:
    with pytest.raises(InputError, match=fault):
        named_readings(runs)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileError):
        named_readings(tmp_path / "none.csv")


def test_real_projects_are_called_after_their_files(data: Path) -> None:
    paths = sorted((data / "asreview_projects").glob("*.asreview"))
    assert [one.name for one in named_readings(paths)] == [path.stem for path in paths]
