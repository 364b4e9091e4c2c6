"""Algorithm 1 of Millard, Flach and Higgins (2014), step by step, with its misprints.

Slow and literal on purpose: it integrates each slice of rate-accuracy space. The three
misprints can be put back one by one, to show that they are misprints.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby

from scipy.integrate import quad

__all__ = ["Misprints", "algorithm_one"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Misprints:
    """Which of the printed formulas to follow to the letter."""

    negative_slice: bool = False
    limits: bool = False
    second_triangle: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Space:
    """Rate-accuracy space under a density of the rate."""

    positives: int
    negatives: int
    density: Callable[[float], float]
    printed: Misprints

    @property
    def records(self) -> int:
        return self.positives + self.negatives

    @property
    def shares(self) -> tuple[float, float]:
        return self.positives / self.records, self.negatives / self.records

    def mass(self, height: Callable[[float], float], low: float, high: float) -> float:
        knots = [p for p in self.shares if low < p < high] or None
        return float(
            quad(lambda r: self.density(r) * height(r), low, high, points=knots)[0]
        )

    def slices(self, start: int, end: int, *, intercept: float, slope: int) -> float:
        """VAUC: one slice a record, of height intercept + slope * r over the floor."""
        _, pi1 = self.shares

        def height(rate: float) -> float:
            return intercept + slope * rate + pi1 - rate - abs(rate - pi1)

        last = end + 1 if self.printed.limits else end
        return sum(
            self.mass(height, i / self.records, min((i + 1) / self.records, 1.0))
            for i in range(start, last)
        )

    def triangle(self, end: int, minus: int, plus: int) -> float:
        """TAUC: what the records of one score add by being tied."""
        r3 = end / self.records
        r2 = r3 - plus / self.records
        r1 = r2 - minus / self.records
        top = 2 * minus * plus / (self.records * (minus + plus))
        rising = self.mass(lambda r: top * (r - r1) / (r2 - r1), r1, r2)
        if self.printed.second_triangle:
            return rising + self.mass(
                lambda r: top * (1 - (r - r2)) / (r3 - r2), r2, r3
            )
        return rising + self.mass(lambda r: top * (1 - (r - r2) / (r3 - r2)), r2, r3)

    def section(self, false: int, true: int, labels: Sequence[bool]) -> float:
        """SAUC: the records of one score, negatives first."""
        plus, minus = sum(labels), len(labels) - sum(labels)
        pi0, pi1 = self.shares
        share = pi1 if self.printed.negative_slice else pi0
        start, middle, end = false + true, false + true + minus, false + true + plus
        area, end = 0.0, end + minus
        if minus:
            lift = 2 * share * true / self.positives
            area += self.slices(start, middle, intercept=lift, slope=0)
        if plus:
            drop = 2 * pi1 * (false + minus) / self.negatives
            area += self.slices(middle, end, intercept=-drop, slope=2)
        return area + (self.triangle(end, minus, plus) if plus and minus else 0.0)

    def whole(self) -> float:
        """K: all that lies between the worst and the best accuracy."""
        pi0, pi1 = self.shares
        return self.mass(lambda r: 1 - abs(pi0 - r) - abs(pi1 - r), 0.0, 1.0)


def algorithm_one(
    ranking: Sequence[tuple[float, bool]],
    density: Callable[[float], float],
    *,
    misprints: Misprints | None = None,
) -> float:
    """Return the rate-weighted area of pairs of score and label, best score first."""
    positives = sum(label for _, label in ranking)
    space = Space(
        positives=positives,
        negatives=len(ranking) - positives,
        density=density,
        printed=Misprints() if misprints is None else misprints,
    )
    area, false, true = 0.0, 0, 0
    for _, tied in groupby(ranking, key=lambda pair: pair[0]):
        labels = [label for _, label in tied]
        area += space.section(false, true, labels)
        true += sum(labels)
        false += len(labels) - sum(labels)
    return area / space.whole()
