"""Everything Thresher can refuse, as one tree.

::

    ThresherError              thresher            anything below
    ├── InputError             bad-input           a value outside what is allowed
    ├── UndefinedMeasureError  undefined-measure   the measure has no value here
    ├── UnjudgedRuleError      unjudged-rule       a stopping rule lacks what it needs
    ├── UnknownNameError       unknown-name        no such measure, ranker, format …
    ├── FileError              unreadable-file     a file that cannot be used
    │   └── UnsafeArchiveError unsafe-archive      a zip that may do harm
    ├── FlowError              flow                boxes of a flow that do not add up
    ├── CertificateError       bad-certificate     a certificate that cannot be issued
    │   └── NotCertifiedError  not-certified       one before the goal is reached
    ├── EndpointError          endpoint            a language model does not answer
    ├── DraftError             draft               a model's draft cannot be used
    ├── MissingDataError       missing-data        THRESHER_DATA is not there
    ├── MissingExtraError      missing-extra       an optional package is not installed
    ├── ClusterError           cluster             workers that cannot be reached
    ├── StoreError             store               a database that cannot be used
    └── SecondLookError        second-look         a test sample was looked at before
"""

import difflib
from collections.abc import Iterable
from pathlib import Path

__all__ = [
    "CertificateError",
    "ClusterError",
    "DraftError",
    "EndpointError",
    "FileError",
    "FlowError",
    "InputError",
    "MissingDataError",
    "MissingExtraError",
    "NotCertifiedError",
    "SecondLookError",
    "StoreError",
    "ThresherError",
    "UndefinedMeasureError",
    "UnjudgedRuleError",
    "UnknownNameError",
    "UnsafeArchiveError",
]


class ThresherError(Exception):
    """Any refusal by Thresher; `code` is stable and has an entry in the docs."""

    code = "thresher"


class InputError(ThresherError, ValueError):
    """A value outside what is allowed."""

    code = "bad-input"


class UndefinedMeasureError(ThresherError, ValueError):
    """The measure has no value for these labels."""

    code = "undefined-measure"

    def __init__(self, measure: str, reason: str) -> None:
        super().__init__(f"{measure} is undefined: {reason}")
        self.measure = measure
        self.reason = reason


class UnjudgedRuleError(ThresherError, ValueError):
    """A stopping rule that cannot be judged on what is known of a screening."""

    code = "unjudged-rule"

    def __init__(self, rule: str, reason: str) -> None:
        super().__init__(f"{rule} cannot be judged: {reason}")
        self.rule = rule
        self.reason = reason


class UnknownNameError(ThresherError, LookupError):
    """A name that nothing answers to; the message lists those that exist."""

    code = "unknown-name"

    def __init__(self, kind: str, name: str, *, known: Iterable[str]) -> None:
        self.kind = kind
        self.name = name
        self.known = sorted(known)
        near = difflib.get_close_matches(name, self.known, n=1)
        hint = f" Did you mean {near[0]!r}?" if near else ""
        listed = ", ".join(self.known)
        super().__init__(f"there is no {kind} {name!r}.{hint} Known: {listed}.")


class FileError(ThresherError, ValueError):
    """A file that cannot be used, with the line where that shows."""

    code = "unreadable-file"

    def __init__(
        self, path: str | Path, reason: str, *, line: int | None = None, hint: str = ""
    ) -> None:
        self.path = Path(path)
        self.reason = reason
        self.line = line
        self.hint = hint
        where = f"{path}" if line is None else f"{path}, line {line}"
        super().__init__(f"{where}: {reason}." + (f" {hint}" if hint else ""))


class UnsafeArchiveError(FileError):
    """A zip archive that would do harm when opened."""

    code = "unsafe-archive"


class FlowError(ThresherError, ValueError):
    """A box of a PRISMA flow that does not fit the boxes around it."""

    code = "flow"

    def __init__(self, box: str, *, given: int, expected: int, because: str) -> None:
        super().__init__(
            f"the box {box!r} says {given:,}, but {because} gives {expected:,}: "
            "count again, or say where the others went"
        )
        self.box = box
        self.given = given
        self.expected = expected


class CertificateError(ThresherError, ValueError):
    """A certificate that cannot be issued or read, or that belongs to other records."""

    code = "bad-certificate"


class NotCertifiedError(CertificateError):
    """A certificate of a live screening that is asked for before its goal is reached.

    It would tell the seed, and so end the audits.
    """

    code = "not-certified"

    def __init__(self, bound: str) -> None:
        super().__init__(
            f"The goal is not reached: recall is only known to be at least {bound}. A "
            "certificate tells the seed of the audits and so ends them. Read on, or "
            "end them here."
        )
        self.bound = bound


class EndpointError(ThresherError):
    """A language model that does not answer, or answers nonsense."""

    code = "endpoint"

    def __init__(self, address: str, reason: str, *, may_pass: bool = False) -> None:
        super().__init__(f"the model at {address} {reason}")
        self.address = address
        self.reason = reason
        self.may_pass = may_pass


class DraftError(ThresherError, ValueError):
    """A draft that rests on nothing, or is not of the form asked for."""

    code = "draft"


class MissingDataError(ThresherError, FileNotFoundError):
    """A data set of others that Thresher does not ship."""

    code = "missing-data"

    def __init__(self, what: str) -> None:
        super().__init__(
            f"{what} is not here: set THRESHER_DATA to the folder that holds it, or "
            "give the folder with --data where a command has it"
        )
        self.what = what


class MissingExtraError(ThresherError, ImportError):
    """A part of Thresher that needs an optional package."""

    code = "missing-extra"

    def __init__(self, feature: str, *, extra: str) -> None:
        super().__init__(
            f"{feature} needs an optional package: pip install 'thresher[{extra}]', "
            f"or '.[{extra}]' in a clone"
        )
        self.feature = feature
        self.extra = extra


class SecondLookError(ThresherError, ValueError):
    """A test sample that was looked at before; a second look proves nothing."""

    code = "second-look"

    def __init__(self, what: str, *, before: str, ledger: str | Path) -> None:
        super().__init__(
            f"{what} ({before}): a second look would break the guarantee; draw and "
            f"label a new sample. Looks are kept in {ledger}"
        )
        self.before = before
        self.ledger = Path(ledger)


class ClusterError(ThresherError, OSError):
    """Workers that cannot be reached, or are no longer there."""

    code = "cluster"


class StoreError(ThresherError, OSError):
    """A database that does not answer, or cannot take what it is given."""

    code = "store"

    def __init__(self, reason: str, *, hint: str = "") -> None:
        super().__init__(f"the database {reason}." + (f" {hint}" if hint else ""))
        self.reason = reason
        self.hint = hint
