"""A folder of results that appears whole, and never over someone else's files."""

import contextlib
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from thresher.errors import FileError

__all__ = ["MARKER", "staged_folder"]

MARKER = ".thresher-demo"
MARK = "Made by thresher demo; it may write here again.\n"


@contextlib.contextmanager
def staged_folder(output: Path, *, last: str) -> Iterator[Path]:
    """Give a folder to write in, whose files move to `output` at the very end.

    Parameters
    ----------
    output
        Where the files go: a new or empty folder, or one that was made this way.
        Files of other names that are in it stay there.
    last
        The file to move last, so that it never speaks of files that are not there.

    Raises
    ------
    FileError
        `output` holds something else, or cannot be written. Nothing was changed.

    Notes
    -----
    After an error or Ctrl-C inside the block nothing is left behind, and `output`
    is as it was. Each file is moved in one step.
    """
    _refuse_foreign(output)
    try:
        output.parent.mkdir(parents=True, exist_ok=True)
        around = tempfile.mkdtemp(dir=output.parent, prefix=f".{output.name}-")
    except OSError as error:
        reason = f"cannot be written: {error.strerror}"
        raise FileError(output, reason, hint="Choose another folder.") from error
    try:
        staged = Path(around, "whole")
        staged.mkdir()
        (staged / MARKER).write_text(MARK, encoding="utf-8")
        yield staged
        _move(staged, output, last=last)
    finally:
        shutil.rmtree(around, ignore_errors=True)


def _refuse_foreign(output: Path) -> None:
    """Refuse a file, or a folder with files and without our mark."""
    if not output.exists():
        return
    if not output.is_dir():
        raise FileError(output, "is a file", hint="Give the name of a folder.")
    marker = output / MARKER
    if marker.is_file() and marker.read_text(encoding="utf-8") == MARK:
        return
    if any(output.iterdir()):
        hint = "Choose another folder, or empty this one."
        raise FileError(output, "holds files that are not from a demo", hint=hint)


def _move(staged: Path, output: Path, *, last: str) -> None:
    """Move everything: in one step where nothing is there yet, else file by file."""
    if not output.exists():
        staged.rename(output)
        return
    files = [path.relative_to(staged) for path in staged.rglob("*") if path.is_file()]
    order = {MARKER: 0, last: 2}  # the mark first: an interrupted move stays ours
    for file in sorted(files, key=lambda path: (order.get(str(path), 1), path)):
        (output / file).parent.mkdir(parents=True, exist_ok=True)
        (staged / file).replace(output / file)
