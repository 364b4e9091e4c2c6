"""Picking: by scores alone, or by a strategy that remembers what it picked."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias, runtime_checkable

import numpy as np

from thresher.arrays import Indices, Labels, Scores
from thresher.screening.cycle import Known, Ranking, next_of
from thresher.screening.seal import Seal
from thresher.screening.strategies import Strategy

__all__ = ["AnyStrategy", "LastingStrategy", "Picker", "Picks", "picker_of"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Picks:
    """Positions to read next, their scores, and which of them are audits."""

    rows: Indices
    scores: Scores
    audits: Labels


class Picker(Protocol):
    """One screening's picks, from first to last."""

    @property
    def seal(self) -> Seal | None:
        """What the audits are drawn by, if there are any."""
        ...

    def __call__(self, ranking: Ranking, known: Known, *, size: int) -> Picks:
        """Return the next `size` picks; `known` is all that was read so far."""
        ...


@runtime_checkable
class LastingStrategy(Protocol):
    """A strategy that needs to know what came of its earlier picks."""

    def begin(self, ids: Sequence[str], *, rng: np.random.Generator) -> Picker:
        """Return the picker of one screening of records with these ids."""
        ...


AnyStrategy: TypeAlias = Strategy | LastingStrategy


@dataclass(frozen=True, slots=True, kw_only=True)
class ByScores:
    """Picks of a strategy that sees the scores and nothing else."""

    strategy: Strategy
    rng: np.random.Generator
    seal: None = None

    def __call__(self, ranking: Ranking, known: Known, *, size: int) -> Picks:
        """Return what the strategy picks; none is an audit."""
        del known
        rows, scores = next_of(ranking, self.strategy, size=size, rng=self.rng)
        return Picks(rows=rows, scores=scores, audits=np.zeros(size, dtype=np.bool_))


def picker_of(
    strategy: AnyStrategy, ids: Sequence[str], *, rng: np.random.Generator
) -> Picker:
    """Return what picks for one screening of records with these ids."""
    if isinstance(strategy, LastingStrategy):
        return strategy.begin(ids, rng=rng)
    return ByScores(strategy=strategy, rng=rng)
