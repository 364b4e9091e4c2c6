"""Where finished results go: files, and folders made for them."""

from pathlib import Path

from thresher.errors import FileError
from thresher.staged_file import staged_file

__all__ = ["made_folder", "refuse_no_folder", "write_out"]


def write_out(path: Path, content: str | bytes, *, secret: bool = False) -> None:
    """Write a file so that a crash or Ctrl-C leaves the old one or the new one.

    A `secret` file can be read by its owner only.
    """
    with staged_file(path, secret=secret) as out:
        out.write(
            content.encode(errors="replace") if isinstance(content, str) else content
        )


def refuse_no_folder(path: Path) -> None:
    """Refuse what cannot become a folder, before any work is done for it.

    Raises
    ------
    FileError
        It is a file, or in one.
    """
    there = next((one for one in (path, *path.parents) if one.exists()), path)
    if there.exists() and not there.is_dir():
        reason = f"cannot be used as a folder ({there} is a file)"
        raise FileError(path, reason, hint="Choose another with -o.")


def made_folder(path: Path) -> Path:
    """Return a folder that is there now, with all folders around it.

    Raises
    ------
    FileError
        There is a file of that name, or no right to make a folder.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = f"cannot be used as a folder ({error.strerror})"
        raise FileError(path, reason, hint="Choose another with -o.") from error
    return path
