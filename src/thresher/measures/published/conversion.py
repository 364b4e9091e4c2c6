"""Printed work saved over sampling as a true negative rate, and back."""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias

from thresher.errors import InputError, UndefinedMeasureError
from thresher.measures.needed import Share, at_least, target_recall

__all__ = [
    "Interval",
    "Judged",
    "PrintedMeasure",
    "tnr_from_wss",
    "wss_at_full_recall",
    "wss_from_tnr",
]

PrintedMeasure: TypeAlias = Literal["wss", "tnr"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """All values from `low` to `high`, both ends included."""

    low: Fraction
    high: Fraction

    def __post_init__(self) -> None:
        if self.low > self.high:
            raise InputError(f"need low <= high, got {self.low} and {self.high}")

    def meets(self, other: "Interval") -> bool:
        """Whether some value lies in both."""
        return self.low <= other.high and other.low <= self.high


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    r"""A pile of records, and the recall at which its screening was judged.

    Parameters
    ----------
    records
        How many records the pile holds (:math:`N`).
    relevant
        How many of them are relevant (:math:`R`); at least one, and not all.
    recall
        Target recall :math:`r`, in (0, 1].

    Notes
    -----
    At recall :math:`r` a fixed :math:`FN = \lfloor R(1 - r) \rfloor` relevant records
    are missed, so that with :math:`E = N - R`

    .. math:: TNR = \frac{N (WSS + 1 - r) - FN}{E}.

    Kusa et al. (2023), eq. 1-3, 7-11, doi:10.1016/j.iswa.2023.200193. Their rank-based
    eq. 13-15 drop the floor; Table 1 of that paper follows eq. 2-3, as here.

    Examples
    --------
    >>> Judged(records=2000, relevant=200).missed
    10
    """

    records: int
    relevant: int
    recall: Share = 0.95

    def __post_init__(self) -> None:
        target_recall(self.recall)
        if not 0 <= self.relevant <= self.records:
            raise InputError(
                f"need 0 <= relevant <= records, got {self.relevant} relevant "
                f"of {self.records}"
            )
        if self.relevant == 0:
            raise UndefinedMeasureError("WSS at a recall", "no record is relevant")
        if self.relevant == self.records:
            raise UndefinedMeasureError("TNR", "every record is relevant")

    @property
    def irrelevant(self) -> int:
        """How many records are irrelevant (:math:`E`)."""
        return self.records - self.relevant

    @property
    def missed(self) -> int:
        """How many relevant records the target lets go (:math:`FN`)."""
        return self.relevant - at_least(self.relevant, target_recall(self.recall))

    @property
    def by_chance(self) -> Fraction:
        """Work that random reading saves at this recall (:math:`1 - r`)."""
        return 1 - target_recall(self.recall)

    @property
    def possible(self) -> Interval:
        """Least and greatest WSS that any ranking can have: eq. 2 and 3."""
        return Interval(low=self.wss(Fraction(0)), high=self.wss(Fraction(1)))

    def bounds(self, measure: PrintedMeasure) -> Interval:
        """Return the least and greatest value that any ranking can have."""
        if measure == "wss":
            return self.possible
        return Interval(low=Fraction(0), high=Fraction(1))

    @property
    def is_full_recall(self) -> bool:
        """Whether no relevant record may be missed, as in eq. 6."""
        return self.missed == 0

    def tnr(self, wss: Fraction) -> Fraction:
        """Return the true negative rate that a WSS stands for."""
        spared = self.records * (wss + self.by_chance)
        return (spared - self.missed) / self.irrelevant

    def wss(self, tnr: Fraction) -> Fraction:
        """Return the WSS that a true negative rate stands for."""
        spared = tnr * self.irrelevant + self.missed
        return spared / self.records - self.by_chance


def tnr_from_wss(
    wss: float, *, records: int, relevant: int, recall: Share = 0.95
) -> float:
    """Share of irrelevant records spared at a recall, from the WSS there.

    Parameters
    ----------
    wss
        Work saved over sampling at `recall`.
    records, relevant, recall
        As in `Judged`.

    Raises
    ------
    InputError
        The counts or the recall cannot be, or `wss` is not finite.
    UndefinedMeasureError
        No record is relevant, or every record is.

    Notes
    -----
    A straight line (see `Judged`): a WSS outside `work_saved_bounds` gives a rate
    outside [0, 1]. `audit` flags such figures.

    Examples
    --------
    >>> round(tnr_from_wss(0.531, records=327, relevant=40), 3)
    0.655
    """
    judged = Judged(records=records, relevant=relevant, recall=recall)
    return float(judged.tnr(_finite(wss)))


def wss_from_tnr(
    tnr: float, *, records: int, relevant: int, recall: Share = 0.95
) -> float:
    """Work saved over sampling at a recall, from the TNR there.

    The inverse of `tnr_from_wss`, with the same parameters and refusals.

    Examples
    --------
    >>> wss_from_tnr(1.0, records=2000, relevant=100)
    0.9025
    """
    judged = Judged(records=records, relevant=relevant, recall=recall)
    return float(judged.wss(_finite(tnr)))


def wss_at_full_recall(wss: float, *, relevant: int, recall: Share = 0.95) -> float:
    """Work saved over sampling at recall 1, from the one at a lower recall.

    Raises
    ------
    UndefinedMeasureError
        The lower recall lets relevant records go, so that it says nothing about the
        last of them.

    Notes
    -----
    :math:`R(1 - r) < 1` implies :math:`WSS@r = WSS@1 - (1 - r)`: Kusa et al. (2023),
    eq. 6. At a recall of 0.95 this holds for fewer than 20 relevant records.

    Examples
    --------
    >>> wss_at_full_recall(0.5, relevant=19)
    0.55
    """
    judged = Judged(records=relevant + 1, relevant=relevant, recall=recall)
    if not judged.is_full_recall:
        raise UndefinedMeasureError(
            "WSS@100%",
            f"recall {recall} of {relevant} relevant records misses {judged.missed}",
        )
    return float(_finite(wss) + judged.by_chance)


def _finite(value: float) -> Fraction:
    """Return a float as the very fraction it is."""
    if not math.isfinite(value):
        raise InputError(f"a printed figure must be finite, got {value}")
    return Fraction(float(value))
