"""What a model learns from, and the order that comes of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from thresher.arrays import Indices, Labels
from thresher.records.citation import Citation
from thresher.screening.cycle import Known
from thresher.web.desk.pile import Place

__all__ = ["Lesson", "Order", "Task"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Lesson:
    """What a ranking is learned from: labelled positions, and words of the question."""

    rows: Indices
    labels: Labels
    texts: tuple[str, ...] = ()

    @property
    def known(self) -> Known:
        """The labels, as the cycle takes them."""
        return Known(rows=self.rows, labels=self.labels)

    @property
    def has_both_kinds(self) -> bool:
        """Whether a model can learn from it."""
        return bool(self.labels.any()) and not bool(self.labels.all())

    @property
    def content(self) -> bytes:
        """All of it that an order depends on."""
        if self.has_both_kinds:
            return self.rows.tobytes() + b"|" + self.labels.tobytes()
        told = "\x1e".join(self.texts).encode("utf-8", "surrogatepass")
        return told + b"|" + self.rows[self.labels].tobytes()

    def wanted(self, citations: Sequence[Citation]) -> tuple[str, ...]:
        """Return what to look for before a model can learn: question, key papers."""
        included = self.rows[self.labels].tolist()
        return (*self.texts, *(citations[row].text for row in included))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Order:
    """Positions of a pile, the likeliest first, and where they come from.

    Parameters
    ----------
    rows
        The positions; none where nothing is known to order them by.
    chosen
        What a record read in this order was: ``ranked`` or ``random``.
    model
        What ordered them, by name.
    is_whole
        Whether the whole records were read; else a better order will come.
    """

    rows: Indices
    chosen: str
    model: str
    is_whole: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """A project, the model that is to rank it, and where features are kept."""

    place: Place
    model: str
    folder: Path
