"""A real server in a process of its own, as people start it."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["Process", "started"]

Process = subprocess.Popen[str]


@contextmanager
def started(tmp_path: Path, *arguments: str) -> Iterator[tuple[str, Process]]:
    """Run `thresher` until the block ends; gives its first line and the process."""
    process = subprocess.Popen(
        [sys.executable, "-m", "thresher", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
        env=os.environ | {"THRESHER_CACHE": str(tmp_path / "cache")},
    )
    try:
        assert process.stdout
        yield process.stdout.readline().strip(), process
    finally:
        process.kill()
        process.communicate()
