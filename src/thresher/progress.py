"""One way to say how far along something is: a bar, log lines, or a callback."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol, TextIO

__all__ = ["Report", "silent", "to_stderr"]

LOG_EVERY = 5.0  # seconds between two lines where no terminal shows a bar


class Report(Protocol):
    """Anything that can be told about progress."""

    def __call__(self, what: str, *, done: int, total: int) -> None:
        """Say that `done` of `total` steps of `what` are behind us."""
        ...


def silent(what: str, *, done: int, total: int) -> None:
    """Say nothing."""
    del what, done, total


@contextmanager
def to_stderr(stream: TextIO | None = None) -> Iterator[Report]:
    """Bars on a terminal, a line now and then in a log; standard output stays clean."""
    out = sys.stderr if stream is None else stream
    if not out.isatty():
        yield _Lines(out)
        return
    from rich.console import Console  # noqa: PLC0415  heavy, and only for terminals
    from rich.progress import Progress  # noqa: PLC0415

    with Progress(console=Console(file=out), transient=True) as bars:
        tasks: dict[str, object] = {}

        def report(what: str, *, done: int, total: int) -> None:
            if what not in tasks:
                tasks[what] = bars.add_task(what, total=total)
            bars.update(tasks[what], completed=done, total=total)  # type: ignore[arg-type]

        yield report


class _Lines:
    """Progress as plain lines, at most one every few seconds."""

    def __init__(self, out: TextIO) -> None:
        self.out = out
        self.last = time.monotonic()

    def __call__(self, what: str, *, done: int, total: int) -> None:
        now = time.monotonic()
        if now - self.last >= LOG_EVERY:
            self.last = now
            self.out.write(f"{what}: {done} of {total}\n")
            self.out.flush()
