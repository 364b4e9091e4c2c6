"""The shared words: arrays, errors, progress."""

import io
from pathlib import Path

import numpy as np
import pytest

from thresher import errors, progress
from thresher.arrays import as_labels, as_scores

DOCS = Path(__file__).parents[1] / "docs"


def test_labels_of_booleans_are_taken_as_they_are() -> None:
    given = np.array([True, False])
    assert as_labels(given) is given
    assert as_labels([]).size == 0


def test_a_wrong_label_is_named_with_its_place() -> None:
    with pytest.raises(errors.InputError, match="got 2 at position 3"):
        as_labels([0, 1, 2])


@pytest.mark.parametrize(
    ("scores", "said"),
    [
        ([1, float("nan")], "NaN at position 2"),
        ([1, -float("inf")], "finite, got -inf at position 2"),
        ([1], "need 2"),
        (["a", "b"], "numbers"),
    ],
)
def test_scores_must_be_numbers_one_a_record(scores: list[float], said: str) -> None:
    with pytest.raises(errors.InputError, match=said):
        as_scores(scores, size=2)


def test_every_error_has_its_own_code_and_a_place_in_the_docs() -> None:
    classes = [getattr(errors, name) for name in errors.__all__]
    codes = [error.code for error in classes]
    assert len(set(codes)) == len(codes)
    page = (DOCS / "errors.md").read_text()
    assert all(f"`{code}`" in page for code in codes)
    assert all(f" {code} " in (errors.__doc__ or "") for code in codes)


def test_errors_carry_their_facts() -> None:
    error = errors.FileError("a.csv", "is odd", line=3, hint="Mend it.")
    assert str(error) == "a.csv, line 3: is odd. Mend it."
    assert (error.path, error.line) == (Path("a.csv"), 3)


def test_progress_in_a_log_is_a_line_now_and_then(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    log = io.StringIO()
    with progress.to_stderr(log) as report:
        report("Reading", done=1, total=9)
    assert log.getvalue() == ""
    monkeypatch.setattr(progress, "LOG_EVERY", 0.0)
    with progress.to_stderr(log) as report:
        report("Reading", done=2, total=9)
    assert log.getvalue() == "Reading: 2 of 9\n"


def test_progress_on_a_terminal_is_a_bar() -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    screen = Terminal()
    with progress.to_stderr(screen) as report:
        report("Reading", done=1, total=2)
        report("Reading", done=2, total=2)
    assert "Reading" in screen.getvalue()


def test_silence_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    progress.silent("Reading", done=1, total=2)
    assert capsys.readouterr() == ("", "")
