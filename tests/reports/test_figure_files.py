"""Figures are written whole, in the format of their name, the same each time."""

import os
from pathlib import Path

import pytest
from matplotlib.figure import Figure

from thresher.errors import FileError, InputError
from thresher.reports.figures import plot_recall, save_figure
from thresher.reports.figures.saving import figure_for, format_of

MAGIC = {"png": b"\x89PNG\r\n\x1a\n", "svg": b"<?xml", "pdf": b"%PDF-"}
every = pytest.mark.parametrize("ending", MAGIC)


def figure() -> Figure:
    made = figure_for(["a"])
    plot_recall(made.subplots(), [1, 0, 1, 0])
    return made


@every
def test_a_file_is_what_its_name_says(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"recall.{ending}"
    save_figure(figure(), path)
    assert path.read_bytes().startswith(MAGIC[ending])


@every
def test_the_same_figure_is_the_same_file(ending: str, tmp_path: Path) -> None:
    first, second = (tmp_path / f"{name}.{ending}" for name in "ab")
    save_figure(figure(), first)
    save_figure(figure(), str(second))
    assert first.read_bytes() == second.read_bytes()


@pytest.mark.parametrize(
    ("name", "fault"),
    [("a.jpg", r"'\.jpg'.*\.pdf, \.png, \.svg"), ("recall", "no ending")],
)
def test_another_ending_is_answered_with_the_right_ones(name: str, fault: str) -> None:
    with pytest.raises(InputError, match=fault):
        format_of(name)


def test_a_failed_write_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "recall.png"
    path.write_bytes(b"old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(FileError, match=r"recall.png: cannot be written: No space"):
        save_figure(figure(), path)
    assert os.listdir(tmp_path) == ["recall.png"]  # noqa: PTH208  names only
    assert path.read_bytes() == b"old"


def test_more_names_get_more_room() -> None:
    sizes = [
        tuple(figure_for([f"run {i}" for i in range(count)]).get_size_inches())
        for count in (2, 10, 30, 80)
    ]
    assert sizes == sorted(sizes)
    assert len(set(sizes)) == 4
