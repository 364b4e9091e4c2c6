"""What can be wrong with a published table, one value a finding."""

from dataclasses import asdict, dataclass
from typing import ClassVar, TypeAlias

from thresher.measures.published.conversion import PrintedMeasure

__all__ = [
    "Disagreement",
    "Finding",
    "ImpossibleFigure",
    "Misplaced",
    "Move",
    "RankChange",
    "WrongAverage",
    "facts",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class ImpossibleFigure:
    """A figure that no ranking can have, whatever was rounded off."""

    kind: ClassVar[str] = "impossible"
    dataset: str
    model: str
    measure: PrintedMeasure
    printed: float
    least: float
    most: float

    def __str__(self) -> str:
        return (
            f"{self.dataset}, {self.model}: {self.measure.upper()} {self.printed:g} "
            f"cannot be; it lies between {self.least:.4f} and {self.most:.4f}"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Disagreement:
    """A TNR that does not follow from the WSS printed beside it."""

    kind: ClassVar[str] = "disagreement"
    dataset: str
    model: str
    wss: float
    tnr: float
    recomputed: float

    def __str__(self) -> str:
        return (
            f"{self.dataset}, {self.model}: WSS {self.wss:g} stands for TNR "
            f"{self.recomputed:.4f}, but {self.tnr:g} is printed"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """A figure printed under `model` that belongs to another one."""

    model: str
    printed: float
    belongs_to: str
    should_read: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Misplaced:
    """TNR figures of a row that stand in the wrong columns, as far as WSS tells."""

    kind: ClassVar[str] = "misplaced"
    dataset: str
    moves: tuple[Move, ...]
    shift: int | None

    @property
    def models(self) -> frozenset[str]:
        """The models whose figures are not theirs."""
        return frozenset(move.model for move in self.moves)

    def __str__(self) -> str:
        how = "changed places"
        if self.shift is not None:
            columns = "column" if abs(self.shift) == 1 else "columns"
            side = "left" if self.shift > 0 else "right"
            how = f"slipped {abs(self.shift)} {columns} to the {side}"
        should = ", ".join(f"{m.model} {m.should_read:.3f}" for m in self.moves)
        return f"{self.dataset}: TNR figures have {how}; they should read {should}"


@dataclass(frozen=True, slots=True, kw_only=True)
class WrongAverage:
    """A printed average that its column does not give."""

    kind: ClassVar[str] = "wrong-average"
    model: str
    measure: PrintedMeasure
    printed: float
    recomputed: float
    agrees_once_mended: bool

    def __str__(self) -> str:
        mended = "; it agrees once the misplaced figures are put right"
        return (
            f"average {self.measure.upper()} of {self.model}: {self.printed:g} is "
            f"printed, but the column gives {self.recomputed:.4f}"
            + (mended if self.agrees_once_mended else "")
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class RankChange:
    """Two models that mean WSS and mean TNR put in opposite order."""

    kind: ClassVar[str] = "rank-change"
    ahead_by_wss: str
    ahead_by_tnr: str
    wss: tuple[float, float]
    tnr: tuple[float, float]
    is_certain: bool

    def __str__(self) -> str:
        first, second = self.ahead_by_wss, self.ahead_by_tnr
        return (
            f"{first} is ahead of {second} by mean WSS "
            f"({self.wss[0]:.4f}, {self.wss[1]:.4f}), behind by mean TNR "
            f"({self.tnr[0]:.4f}, {self.tnr[1]:.4f})"
            + ("" if self.is_certain else "; rounding may have made this")
        )


Finding: TypeAlias = (
    ImpossibleFigure | Disagreement | Misplaced | WrongAverage | RankChange
)


def facts(finding: Finding) -> dict[str, object]:
    """Return a finding as plain data, with its kind and its sentence.

    Examples
    --------
    >>> found = Disagreement(
    ...     dataset="X", model="A", wss=0.5, tnr=0.3, recomputed=0.6055
    ... )
    >>> facts(found)["sentence"]
    'X, A: WSS 0.5 stands for TNR 0.6055, but 0.3 is printed'
    """
    return {"kind": finding.kind, **asdict(finding), "sentence": str(finding)}
