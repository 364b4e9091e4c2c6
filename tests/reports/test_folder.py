"""Laws of the folder of results."""

from pathlib import Path

import pytest

from thresher.errors import FileError
from thresher.reports.folder import MARKER, staged_folder


def fill(output: Path, **files: str) -> None:
    with staged_folder(output, last="page") as folder:
        (folder / "runs").mkdir()
        (folder / "runs" / "a").write_text("a")
        for name, content in files.items():
            (folder / name).write_text(content)


def everything(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*")}


@pytest.mark.parametrize("there", [False, True], ids=["new", "empty"])
def test_a_new_or_empty_folder_gets_all_files_and_nothing_else(
    tmp_path: Path, *, there: bool
) -> None:
    output = tmp_path / "deep" / "out"
    if there:
        output.mkdir(parents=True)
    fill(output, page="1")
    assert everything(output) == {MARKER, "page", "runs", "runs/a"}
    assert everything(output.parent) == {
        *("out", f"out/{MARKER}", "out/page", "out/runs", "out/runs/a"),
    }


def test_a_folder_of_ours_is_written_again_and_keeps_other_files(
    tmp_path: Path,
) -> None:
    output = tmp_path / "out"
    fill(output, page="1")
    (output / "notes").write_text("mine")
    fill(output, page="2")
    assert (output / "page").read_text() == "2"
    assert (output / "notes").read_text() == "mine"


@pytest.mark.parametrize("marker", ["", "something else"])
def test_a_folder_of_others_is_refused_and_left_as_it_was(
    tmp_path: Path, marker: str
) -> None:
    output = tmp_path / "out"
    output.mkdir()
    (output / "page").write_text("theirs")
    if marker:
        (output / MARKER).write_text(marker)
    before = everything(tmp_path)
    with pytest.raises(FileError, match="not from a demo"):
        fill(output, page="ours")
    assert everything(tmp_path) == before
    assert (output / "page").read_text() == "theirs"


def test_a_file_in_the_way_is_refused(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("a file")
    with pytest.raises(FileError, match="is a file"):
        fill(tmp_path / "out")


def test_a_place_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(FileError, match="cannot be written"):
        fill(tmp_path / "file" / "out")


@pytest.mark.parametrize("before", [False, True], ids=["new", "again"])
def test_ctrl_c_leaves_nothing_half_written(tmp_path: Path, *, before: bool) -> None:
    output = tmp_path / "out"
    if before:
        fill(output, page="old")
    kept = everything(tmp_path)

    def interrupted() -> None:
        with staged_folder(output, last="page") as folder:
            (folder / "page").write_text("half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert everything(tmp_path) == kept
    if before:
        assert (output / "page").read_text() == "old"


def test_the_named_file_is_moved_last_and_the_mark_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    output = tmp_path / "out"
    output.mkdir()
    moved: list[str] = []
    replace = Path.replace

    def noted(self: Path, target: Path) -> Path:
        moved.append(self.name)
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", noted)
    fill(output, page="1", zebra="2")
    assert moved == [MARKER, "a", "zebra", "page"]
