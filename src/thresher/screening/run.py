"""A run: one reading, with what is known of how it came about."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from thresher.screening.reading import Reading

__all__ = ["Run", "name_of"]


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
    """

    name: str
    reading: Reading
    settings: Mapping[str, object] = field(default_factory=dict)
    asreview_version: str | None = None
    source: Path | None = None


def name_of(path: Path) -> str:
    """Return what to call a run that only its file names.

    Examples
    --------
    >>> name_of(Path("runs/svm.seed-1.csv.gz"))
    'svm.seed-1'
    """
    return Path(path.name.removesuffix(".gz")).stem
