"""Writing a finished result to a file."""

from pathlib import Path

from thresher.cli.staged_file import staged_file

__all__ = ["write_out"]


def write_out(path: Path, content: str | bytes) -> None:
    """Write a file so that a crash or Ctrl-C leaves the old one or the new one."""
    with staged_file(path) as out:
        out.write(
            content.encode(errors="replace") if isinstance(content, str) else content
        )
