"""The ledger of looks at test samples: it only grows, and remembers every record.

What it can know: that a record with the same id was tested before, by someone who
used the same ledger. What it cannot: looks through other files, renamed ids, a ledger
that was deleted. Each line carries the hash of the line before, so that a line taken
out or changed is noticed.
"""

import hashlib
import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from thresher.errors import FileError

try:
    import fcntl
except ImportError:  # pragma: no cover  not on Windows: there two looks may race
    fcntl = None  # type: ignore[assignment]

__all__ = ["LEDGER", "Look", "read_looks", "recorded"]

LEDGER = "certification-looks.jsonl"  # beside the sample, unless named otherwise
START = "0" * 64
_NO_LOOK = (ValueError, TypeError, KeyError, AttributeError, RecursionError)


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """One look at a test sample, and what was seen.

    Parameters
    ----------
    time
        When, in ISO 8601.
    kind
        ``once`` or ``sequential``.
    file
        The sample's file.
    records, fingerprint, keys
        How many records were looked at, a hash of them with labels and predictions in
        their order, and a hash of each one's id.
    claim
        What was to be certified, and by which rule.
    result
        What was seen.
    """

    time: str
    kind: str
    file: str
    records: int
    fingerprint: str
    keys: Sequence[str]
    claim: Mapping[str, object]
    result: Mapping[str, object]


def read_looks(ledger: Path) -> list[Look]:
    """Return all looks of a ledger, oldest first; none if there is no file.

    Raises
    ------
    FileError
        A line is damaged, or one was taken out or changed.
    """
    if not ledger.exists():
        return []
    return _parsed(ledger.read_bytes(), ledger)[0]


def recorded(ledger: Path, decide: Callable[[Sequence[Look]], Look]) -> Look:
    """Record the look that `decide` makes of those before, and return it.

    The line is on the disk before this returns: whoever sees a result finds it in the
    ledger, whatever kills the program. A last line without an end was never shown,
    and is taken away.

    Parameters
    ----------
    ledger
        The file; made if there is none.
    decide
        Told all looks so far, returns the new one or refuses. Nobody else can look
        meanwhile.
    """
    with _locked(ledger) as handle:
        looks, last, whole = _parsed(_content(handle), ledger)
        look = decide(looks)
        line = json.dumps({**asdict(look), "previous": last}, ensure_ascii=False)
        os.ftruncate(handle, whole)
        with os.fdopen(os.dup(handle), "ab") as file:
            file.write(line.encode("utf-8", "surrogatepass") + b"\n")
        os.fsync(handle)
    return look


@contextmanager
def _locked(ledger: Path) -> Iterator[int]:
    try:
        handle = os.open(ledger, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
    except OSError as error:
        reason = f"cannot be written: {error.strerror}"
        hint = "A look must be recorded: choose another place with --ledger."
        raise FileError(ledger, reason, hint=hint) from error
    try:
        if fcntl is not None:  # pragma: no branch
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield handle
    finally:
        os.close(handle)


def _content(handle: int) -> bytes:
    with os.fdopen(os.dup(handle), "rb") as file:
        file.seek(0)
        return file.read()


def _parsed(content: bytes, ledger: Path) -> tuple[list[Look], str, int]:
    """Return the looks, the hash of the last line, and where the last line ends."""
    whole = content.rfind(b"\n") + 1
    looks, last = [], START
    for number, line in enumerate(content[:whole].splitlines(), 1):
        looks.append(_look(line, ledger, number=number, last=last))
        last = hashlib.sha256(line).hexdigest()
    return looks, last, whole


def _look(line: bytes, ledger: Path, *, number: int, last: str) -> Look:
    hint = "Looks can no longer be vouched for; restore the file."
    try:
        told = json.loads(line)
        previous = told.pop("previous")
        look = Look(**told)
    except _NO_LOOK as error:
        reason = "is not a line of a ledger of looks"
        raise FileError(ledger, reason, line=number, hint=hint) from error
    if previous != last:
        reason = "does not follow the line before: one was taken out or changed"
        raise FileError(ledger, reason, line=number, hint=hint)
    return look
