"""A kind of figure: which curve, against which axes, beside which references."""

from collections.abc import Callable
from dataclasses import dataclass

from thresher.measures.curves import CurveOf
from thresher.measures.reference_curves import best_order, worst_order
from thresher.screening.reading import Reading

__all__ = ["Kind", "Reference", "Scale"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """What an axis shows, in shares and in counts."""

    relative: str
    absolute: str

    def label(self, *, absolute: bool) -> str:
        """Return the words beside the axis."""
        return self.absolute if absolute else self.relative


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """A line that the runs are compared with: the curve of some order."""

    label: str
    curve: CurveOf
    order: Callable[[Reading], Reading] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """Everything that makes one figure different from another.

    Parameters
    ----------
    name
        What the command line calls it.
    title
        The words above the figure.
    x, y
        What the axes show.
    curve
        The curve of each run.
    random
        What reading in random order gives.
    bounded
        Whether the worst order is drawn beside the best.
    dots
        Whether the points themselves are facts, and lines only lead the eye.
    live
        What to ask for while nobody knows how many relevant records there are.
    """

    name: str
    title: str
    x: Scale
    y: Scale
    curve: CurveOf
    random: CurveOf
    bounded: bool = False
    dots: bool = False
    live: str = ""

    def references(self, *, random: bool, optimal: bool) -> list[Reference]:
        """Return the lines to compare with."""
        chosen = []
        if random:
            chosen.append(Reference(label="random order", curve=self.random))
        label = "best and worst order" if self.bounded else "best order"
        if optimal:
            best = Reference(label=label, curve=self.curve, order=best_order)
            chosen.append(best)
        if optimal and self.bounded:
            worst = Reference(label=label, curve=self.curve, order=worst_order)
            chosen.append(worst)
        return chosen
