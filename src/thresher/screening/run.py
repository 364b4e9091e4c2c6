"""A run: one reading, with what is known of how it came about."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from thresher.screening.reading import Reading

__all__ = [
    "Run",
    "file_names",
    "name_of",
    "safe_name",
    "short_names",
    "told_apart",
]

SAFE = "._+-"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Run:
    """A reading with its name, its origin and its model's settings.

    Parameters
    ----------
    name
        What to call it in tables and legends.
    reading
        What was read, in which order.
    settings
        What its file records of the model, as plain JSON values.
    asreview_version
        Version of ASReview that made it; nothing if another program did.
    source
        The file it came from.
    of_table
        Whether that is a table, so that a column holds its labels.
    """

    name: str
    reading: Reading
    settings: Mapping[str, object] = field(default_factory=dict)
    asreview_version: str | None = None
    source: Path | None = None
    of_table: bool = False


def name_of(path: Path) -> str:
    """Return what to call a run that only its file names.

    Examples
    --------
    >>> name_of(Path("runs/svm.seed-1.csv.gz"))
    'svm.seed-1'
    """
    return Path(path.name.removesuffix(".gz")).stem


def safe_name(name: str) -> str:
    """Return a name that can be a file's on every system.

    Examples
    --------
    >>> safe_name("Smid_2020.asreview:svm+share:0.5")
    'Smid_2020.asreview_svm+share_0.5'
    """
    return "".join(c if c.isalnum() or c in SAFE else "_" for c in name)


def file_names(runs: Sequence[Run]) -> list[str]:
    """Return each run's file, and its own name where the file holds several."""
    sources = [str(run.source or run.name) for run in runs]
    seen = Counter(sources)
    return told_apart(
        source if seen[source] == 1 else f"{source}:{run.name}"
        for source, run in zip(sources, runs, strict=True)
    )


def short_names(runs: Sequence[Run]) -> list[str]:
    """Return each run's own name, but its file's where names repeat."""
    names = [run.name for run in runs]
    return names if len(set(names)) == len(names) else file_names(runs)


def told_apart(names: Iterable[str]) -> list[str]:
    """Return the names with a number behind each that was there before.

    Examples
    --------
    >>> told_apart(["a", "b", "a"])
    ['a', 'b', 'a (2)']
    """
    taken: set[str] = set()
    told = []
    for name in names:
        count, candidate = 1, name
        while candidate in taken:
            count += 1
            candidate = f"{name} ({count})"
        taken.add(candidate)
        told.append(candidate)
    return told
