"""Files that appear whole or not at all."""

import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from matplotlib.figure import Figure

from thresher.errors import FileError
from thresher.reports.figures.saving import save_figure
from thresher.screening.reading import as_reading
from thresher.screening.run import Run
from thresher.screening.run_json import write_run
from thresher.staged_file import staged_file


def test_the_file_appears_at_the_end(tmp_path: Path) -> None:
    path = tmp_path / "out"
    with staged_file(path) as out:
        out.write(b"new")
        assert not path.exists()
    assert path.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("error", "raised"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), FileError),
        (FileNotFoundError(errno.ENOENT, "No such file", "in.ris"), FileNotFoundError),
        (KeyboardInterrupt(), KeyboardInterrupt),
    ],
)
def test_a_failure_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, error: BaseException, raised: type[BaseException]
) -> None:
    path = tmp_path / "out"
    path.write_bytes(b"old")
    with pytest.raises(raised), staged_file(path) as out:  # noqa: PT012
        out.write(b"new")
        raise error
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_no_room_is_said_of_the_file_asked_for(tmp_path: Path) -> None:
    full = OSError(errno.ENOSPC, "No space left on device")
    with (
        pytest.raises(FileError, match="out: cannot be written: No space left"),
        staged_file(tmp_path / "out"),
    ):
        raise full


def test_a_new_file_has_the_rights_the_user_gives_to_new_files(tmp_path: Path) -> None:
    path, plain = tmp_path / "out", tmp_path / "plain"
    before = os.umask(0o027)
    try:
        plain.touch()
        with staged_file(path) as out:
            out.write(b"new")
    finally:
        os.umask(before)
    assert path.stat().st_mode == plain.stat().st_mode
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_an_old_file_keeps_its_rights(tmp_path: Path) -> None:
    path = tmp_path / "out"
    path.write_bytes(b"old")
    path.chmod(0o600)
    with staged_file(path) as out:
        out.write(b"new")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_secret_is_for_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "out"
    with staged_file(path, secret=True) as out:
        out.write(b"seed")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_device_or_a_pipe_is_refused_and_stays_what_it_is(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with (
        pytest.raises(FileError, match="is a device or a pipe, not a file"),
        staged_file(pipe),
    ):
        pass
    assert pipe.is_fifo()
    assert list(tmp_path.iterdir()) == [pipe]


def test_standard_output_into_a_pipe_is_told_what_it_is() -> None:
    reader, writer = os.pipe()
    try:
        with (
            pytest.raises(FileError, match="is a device or a pipe, not a file"),
            staged_file(Path(f"/dev/fd/{writer}")),
        ):
            pass
    finally:
        os.close(reader)
        os.close(writer)


def test_links_that_lead_back_to_themselves_are_refused(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    one.symlink_to(two)
    two.symlink_to(one)
    with (
        pytest.raises(FileError, match="one: is a link that leads back to itself"),
        staged_file(one),
    ):
        pass
    assert one.is_symlink()


def drawn(path: Path) -> None:
    save_figure(Figure(), path)


def kept(path: Path) -> None:
    write_run(path, Run(name="a", reading=as_reading([1, 0])))


@pytest.mark.parametrize(("write", "ending"), [(drawn, ".svg"), (kept, ".json")])
def test_pictures_and_runs_are_written_in_the_same_way(
    tmp_path: Path, write: Callable[[Path], None], ending: str
) -> None:
    real, link = tmp_path / "real.x", tmp_path / f"link{ending}"
    real.write_bytes(b"old")
    real.chmod(0o600)
    link.symlink_to(real)
    write(link)
    assert link.is_symlink()
    assert real.read_bytes() != b"old"
    assert stat.S_IMODE(real.stat().st_mode) == 0o600
    long = tmp_path / ("n" * (254 - len(ending)) + ending)
    write(long)
    assert long.stat().st_size


def test_a_link_stays_one_and_what_it_points_to_is_written(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    real, link = tmp_path / "there" / "out", tmp_path / "link"
    real.write_bytes(b"old")
    link.symlink_to(real)
    with staged_file(link) as out:
        out.write(b"new")
    assert link.is_symlink()
    assert real.read_bytes() == b"new"


def test_a_name_as_long_as_names_may_be_is_written(tmp_path: Path) -> None:
    path = tmp_path / ("n" * 255)
    with staged_file(path) as out:
        out.write(b"new")
    assert path.read_bytes() == b"new"
