"""Files that appear whole or not at all."""

import errno
from pathlib import Path

import pytest

from thresher.cli.staged_file import staged_file
from thresher.errors import FileError


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
