"""Where studies agree and where they contradict each other."""

import enum
import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from thresher.errors import InputError
from thresher.synthesis.finding import Direction, Directions
from thresher.synthesis.findings import FindingsTable, Row
from thresher.synthesis.study_facts import DESIGN_WEIGHTS

__all__ = [
    "Cell",
    "Flag",
    "Vote",
    "Weighting",
    "contradiction_map",
    "disagreement",
    "entropy",
    "study_weights",
]


class Flag(enum.StrEnum):
    """What the studies of one pair are to each other."""

    NOT_REPORTED = "NOT REPORTED"
    SINGLE = "SINGLE STUDY"
    AGREED = "AGREED"
    MIXED = "MIXED"
    CONTRADICTORY = "CONTRADICTORY"


class Weighting(enum.StrEnum):
    """How much each study counts in the shares."""

    EQUAL = "equal"
    SIZE = "size"
    DESIGN = "design"


@dataclass(frozen=True, slots=True, kw_only=True)
class Vote:
    """What one study reports on one pair: its mean triple and the rows behind it.

    `is_split` says that the study's own sentences point in different directions.
    """

    study: str
    directions: Directions
    weight: float
    rows: tuple[Row, ...]

    @property
    def direction(self) -> Direction:
        """The likeliest direction."""
        return self.directions.likeliest

    @property
    def is_split(self) -> bool:
        """Whether its own sentences disagree."""
        return len(_called(self.rows)) > 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """All that the studies report on one intervention and one outcome.

    Raises
    ------
    InputError
        A study votes twice, or a weight is not above zero.
    """

    intervention: str
    outcome: str
    votes: tuple[Vote, ...]
    not_reporting: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        studies = [vote.study for vote in self.votes] + list(self.not_reporting)
        if len(set(studies)) != len(studies):
            raise InputError(f"a study counts once, got {studies}")
        if any(vote.weight <= 0 for vote in self.votes):
            raise InputError("a study's weight must be above zero")

    @property
    def counts(self) -> Mapping[Direction, int]:
        """Number of studies for each direction."""
        calls = [vote.direction for vote in self.votes]
        return {direction: calls.count(direction) for direction in Direction}

    @property
    def shares(self) -> Mapping[Direction, float]:
        """Weighted share of studies for each direction; all 0 if none reports."""
        total = math.fsum(vote.weight for vote in self.votes)
        return {
            direction: math.fsum(
                vote.weight for vote in self.votes if vote.direction is direction
            )
            / total
            if total
            else 0.0
            for direction in Direction
        }

    @property
    def flag(self) -> Flag:
        """CONTRADICTORY if some increase and some decrease, MIXED if some do not.

        A study whose own sentences point both ways counts on both sides.
        """
        seen = {call for vote in self.votes for call in _called(vote.rows)}
        seen |= {vote.direction for vote in self.votes}
        if not self.votes:
            return Flag.NOT_REPORTED
        if {Direction.INCREASES, Direction.DECREASES} <= seen:
            return Flag.CONTRADICTORY
        if len(seen) > 1:
            return Flag.MIXED
        return Flag.AGREED if len(self.votes) > 1 else Flag.SINGLE

    @property
    def entropy(self) -> float:
        """Entropy of the shares in bits: 0 where all agree, at most log2 3 = 1.585."""
        return entropy(tuple(self.shares.values())) if self.votes else 0.0

    @property
    def disagreement(self) -> float:
        """Jensen-Shannon divergence of the studies' triples, in bits."""
        return disagreement(self.votes)

    @property
    def dissenting(self) -> tuple[str, ...]:
        """Studies not of the commonest direction; all of them where that is a tie."""
        most = max(self.counts.values(), default=0)
        common = [one for one, count in self.counts.items() if count == most]
        if len(common) > 1:
            return tuple(vote.study for vote in self.votes)
        return tuple(v.study for v in self.votes if v.direction is not common[0])


def entropy(shares: Sequence[float]) -> float:
    """Shannon entropy in bits.

    Examples
    --------
    >>> entropy([0.5, 0.5, 0.0])
    1.0
    """
    return -math.fsum(share * math.log2(share) for share in shares if share > 0) + 0.0


def disagreement(votes: Sequence[Vote]) -> float:
    """Weighted Jensen-Shannon divergence of several studies' triples, in bits.

    Entropy of the mean triple less the mean of the entropies: 0 where all studies say
    the same, however unsurely, and log2 of their number where they exclude each other.
    Lin (1991), doi:10.1109/18.61115, eq. 5.1. Without a study it is 0.
    """
    total = math.fsum(vote.weight for vote in votes)
    if not total:
        return 0.0
    weights = [vote.weight / total for vote in votes]
    triples = [vote.directions.triple for vote in votes]
    mean = [
        math.fsum(
            weight * triple[at] for weight, triple in zip(weights, triples, strict=True)
        )
        for at in range(3)
    ]
    within = math.fsum(
        weight * entropy(triple)
        for weight, triple in zip(weights, triples, strict=True)
    )
    return max(entropy(mean) - within, 0.0)


def study_weights(table: FindingsTable, weighting: Weighting) -> Mapping[str, float]:
    """How much each study counts: equally, by its number of people, or its design.

    A study that does not say its size counts as the smallest that does.
    """
    facts = table.facts
    if weighting is Weighting.DESIGN:
        return {study: DESIGN_WEIGHTS[one.design] for study, one in facts.items()}
    if weighting is Weighting.SIZE:
        sizes = [one.size for one in facts.values() if one.size]
        least = min(sizes, default=1)
        return {study: float(one.size or least) for study, one in facts.items()}
    return dict.fromkeys(facts, 1.0)


def contradiction_map(
    table: FindingsTable, *, weighting: Weighting = Weighting.EQUAL
) -> tuple[Cell, ...]:
    """Every pair of the table, those with most studies and most dispute first.

    Notes
    -----
    It counts what sentences say. It is no rating of certainty and no estimate of an
    effect: check the sentences.
    """
    weights = study_weights(table, weighting)
    pairs: dict[tuple[str, str], dict[str, list[Row]]] = defaultdict(dict)
    for row in table.rows:
        of_study = pairs[row.intervention, row.outcome]
        of_study.setdefault(row.finding.study, []).append(row)
    cells = [_cell(pair, rows, weights) for pair, rows in pairs.items()]
    return tuple(sorted(cells, key=lambda cell: (-len(cell.votes), -cell.disagreement)))


def _cell(
    pair: tuple[str, str],
    of_study: Mapping[str, Sequence[Row]],
    weights: Mapping[str, float],
) -> Cell:
    votes = []
    silent = []
    for study, rows in of_study.items():
        triples = [
            r.finding.directions for r in rows if r.finding.directions is not None
        ]
        if not triples:
            silent.append(study)
            continue
        said = tuple(row for row in rows if row.finding.is_reported)
        mean = _mean(triples)
        votes.append(
            Vote(study=study, directions=mean, weight=weights[study], rows=said)
        )
    return Cell(
        intervention=pair[0],
        outcome=pair[1],
        votes=tuple(votes),
        not_reporting=tuple(silent),
    )


def _mean(triples: Sequence[Directions]) -> Directions:
    columns = zip(*(one.triple for one in triples), strict=True)
    up, same, down = (math.fsum(column) / len(triples) for column in columns)
    return Directions(increases=up, no_change=same, decreases=down)


def _called(rows: Sequence[Row]) -> set[Direction]:
    """Return the directions that a study's sentences have, each by itself."""
    return {
        row.finding.directions.likeliest
        for row in rows
        if row.finding.directions is not None
    }
