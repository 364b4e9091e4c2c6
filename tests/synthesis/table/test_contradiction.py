"""Agreement and contradiction between studies."""

import math
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.errors import InputError
from thresher.synthesis.contradiction import (
    Cell,
    Flag,
    Vote,
    Weighting,
    contradiction_map,
    disagreement,
    entropy,
    study_weights,
)
from thresher.synthesis.finding import Direction, Directions
from thresher.synthesis.findings import FindingsTable, findings_table
from thresher.synthesis.read_study import ReadStudy
from thresher.synthesis.study import Study

Maker = Callable[..., FindingsTable]
triples = st.tuples(*[st.floats(0.001, 1)] * 3).map(
    lambda raw: Directions(
        increases=raw[0] / sum(raw),
        no_change=raw[1] / sum(raw),
        decreases=1 - raw[0] / sum(raw) - raw[1] / sum(raw),
    )
)


def votes(found: Sequence[Directions], weights: Sequence[float]) -> list[Vote]:
    return [
        Vote(study=str(at), directions=one, weight=weight, rows=())
        for at, (one, weight) in enumerate(zip(found, weights, strict=True))
    ]


def certain(direction: Direction) -> Directions:
    chances = {one.value: float(one is direction) for one in Direction}
    return Directions(**chances)


def test_a_planted_contradiction_is_shown_as_one(disputed: FindingsTable) -> None:
    cell = contradiction_map(disputed)[0]
    assert (cell.intervention, cell.outcome) == ("vitamin K2", "fractures")
    assert cell.flag is Flag.CONTRADICTORY
    assert dict(cell.counts) == {
        Direction.INCREASES: 1,
        Direction.NO_CHANGE: 2,
        Direction.DECREASES: 1,
    }
    assert set(cell.dissenting) == {"a", "b"}


@pytest.mark.parametrize(
    ("calls", "flag"),
    [
        (["up", "up"], Flag.AGREED),
        (["up"], Flag.SINGLE),
        ([None], Flag.NOT_REPORTED),
        (["up", "same"], Flag.MIXED),
        (["same", "down", "down"], Flag.MIXED),
        (["up", "down"], Flag.CONTRADICTORY),
        (["up", "same", "down", None], Flag.CONTRADICTORY),
    ],
)
def test_flags_follow_the_directions(
    make_table: Maker, calls: list[str | None], flag: Flag
) -> None:
    specs = [(str(at), "aspirin", "pain", call) for at, call in enumerate(calls)]
    [cell] = contradiction_map(make_table(*specs))
    assert cell.flag is flag
    assert len(cell.not_reporting) == calls.count(None)


def test_a_study_whose_sentences_point_both_ways_counts_on_both_sides(
    read_specs: Callable[..., list[ReadStudy]],
) -> None:
    [read] = read_specs(
        ("a", "aspirin", "pain", "up"), ("a", "aspirin", "pain", "down")
    )
    [cell] = contradiction_map(findings_table([read]))
    assert len(cell.votes) == 1
    assert cell.votes[0].is_split
    assert cell.flag is Flag.CONTRADICTORY


def test_at_a_tie_every_study_is_named(make_table: Maker) -> None:
    table = make_table(("a", "x", "pain", "up"), ("b", "x", "pain", "down"))
    [cell] = contradiction_map(table)
    assert cell.dissenting == ("a", "b")
    assert cell.entropy == 1.0


def test_shares_follow_size_or_design_if_asked() -> None:
    texts = {
        "big": "A randomised trial of 300 patients.",
        "small": "A survey of 100 patients.",
        "unsaid": "A cohort.",
    }
    table = findings_table(
        [ReadStudy(study=Study(id=one, abstract=text)) for one, text in texts.items()]
    )
    assert study_weights(table, Weighting.SIZE) == {
        "big": 300,
        "small": 100,
        "unsaid": 100,
    }
    assert study_weights(table, Weighting.DESIGN) == {
        "big": 1,
        "small": 0.25,
        "unsaid": 0.5,
    }
    assert set(study_weights(table, Weighting.EQUAL).values()) == {1}
    up, down = certain(Direction.INCREASES), certain(Direction.DECREASES)
    cell = Cell(
        intervention="x", outcome="y", votes=tuple(votes([up, down], [300, 100]))
    )
    assert cell.shares[Direction.INCREASES] == 0.75


@given(st.lists(st.tuples(triples, st.floats(0.1, 10)), min_size=1, max_size=6))
def test_disagreement_lies_between_zero_and_the_log_of_three(
    drawn: list[tuple[Directions, float]],
) -> None:
    found = votes([one for one, _ in drawn], [weight for _, weight in drawn])
    assert 0 <= disagreement(found) <= math.log2(3) + 1e-9
    same = votes([drawn[0][0]] * 3, [1, 2, 3])
    assert disagreement(same) == pytest.approx(0, abs=1e-9)


def test_studies_that_exclude_each_other_disagree_by_the_log_of_their_number() -> None:
    sure = [certain(direction) for direction in Direction]
    assert disagreement(votes(sure, [1, 1, 1])) == pytest.approx(math.log2(3))
    assert disagreement(votes(sure[:2], [1, 1])) == pytest.approx(1)
    assert disagreement([]) == 0
    assert entropy([1.0, 0, 0]) == 0


def test_cells_refuse_two_votes_of_one_study_and_weights_of_zero() -> None:
    up = certain(Direction.INCREASES)
    twice = tuple(votes([up], [1]) * 2)
    with pytest.raises(InputError, match="counts once"):
        Cell(intervention="x", outcome="y", votes=twice)
    with pytest.raises(InputError, match="above zero"):
        Cell(intervention="x", outcome="y", votes=tuple(votes([up], [0])))


def test_a_pair_nobody_reports_has_no_shares() -> None:
    cell = Cell(intervention="x", outcome="y", votes=())
    assert set(cell.shares.values()) == {0.0}
    assert (cell.entropy, cell.disagreement) == (0.0, 0.0)
    assert cell.dissenting == ()
