"""What an import saw: starts, records, dropped fields, encoding, warnings."""

from collections import Counter
from dataclasses import dataclass, field

__all__ = ["Caution", "ImportReport", "Tally"]

MOST_CAUTIONS = 1000  # kept in full; beyond that only counted


@dataclass(frozen=True, slots=True, kw_only=True)
class Caution:
    """Something odd in a file that did not cost a record, with its line."""

    line: int | None
    message: str

    def __str__(self) -> str:
        return (
            self.message if self.line is None else f"line {self.line}: {self.message}"
        )


@dataclass(slots=True, kw_only=True)
class Tally:
    """Counts that a reader keeps while it reads; it lives as long as one import."""

    starts: int = 0
    records: int = 0
    dropped: Counter[str] = field(default_factory=Counter)
    cautions: list[Caution] = field(default_factory=list)
    more_cautions: int = 0

    def start(self) -> None:
        """Count the beginning of a record, before anything can go wrong with it."""
        self.starts += 1

    def drop(self, name: str, *, times: int = 1) -> None:
        """Count a field that found no place in the citation."""
        self.dropped[name] += times

    def warn(self, message: str, *, line: int | None = None) -> None:
        """Note something odd."""
        if len(self.cautions) < MOST_CAUTIONS:
            self.cautions.append(Caution(line=line, message=message))
        else:
            self.more_cautions += 1


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportReport:
    """What became of one file.

    Parameters
    ----------
    name
        The file, as the user gave it.
    format, encoding
        What it was taken for.
    starts, records
        Record starts seen and records made: always equal in a finished import.
    dropped
        Fields that found no place, by name.
    repeated_ids
        Ids that more than one record claims; each got a suffix.
    cautions
        What was odd, with lines; `more_cautions` counts those past the first thousand.
    """

    name: str
    format: str
    encoding: str
    starts: int
    records: int
    dropped: dict[str, int] = field(default_factory=dict)
    repeated_ids: tuple[str, ...] = ()
    cautions: tuple[Caution, ...] = ()
    more_cautions: int = 0
