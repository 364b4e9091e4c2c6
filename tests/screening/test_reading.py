"""A reading cannot be impossible, and never flatters a run that stopped early."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from thresher.errors import InputError, UndefinedMeasureError
from thresher.screening.reading import Reading, as_reading

patient = settings(deadline=None)  # other work may hold the machine up

label_lists = st.lists(st.booleans(), max_size=30)


@st.composite
def readings(draw: st.DrawFn) -> Reading:
    """Any possible reading whose number of relevant records is known."""
    labels = draw(label_lists)
    unread = draw(st.integers(0, 10))
    return Reading(
        labels=np.array(labels, dtype=np.bool_),
        priors=draw(st.integers(0, len(labels))),
        records=len(labels) + unread,
        relevant=sum(labels) + draw(st.integers(0, unread)),
        ids=[f"r{i}" for i in range(len(labels))],
        scores=np.linspace(1, 0, len(labels)),
    )


@given(labels=label_lists)
@patient
def test_plain_labels_are_a_reading_of_the_whole_pile(labels: list[bool]) -> None:
    reading = as_reading(labels)
    assert (reading.read, reading.found) == (len(labels), sum(labels))
    assert (reading.records, reading.relevant) == (len(labels), sum(labels))
    assert not reading.stopped_early
    assert as_reading(reading) is reading


@given(labels=label_lists)
@patient
def test_found_at_are_the_ranks_of_the_relevant_records(labels: list[bool]) -> None:
    ranks = as_reading(labels).found_at.tolist()
    assert [labels[rank - 1] for rank in ranks] == [True] * sum(labels)
    assert ranks == sorted(set(ranks))


def test_what_nobody_has_read_is_unknown_unless_it_is_told() -> None:
    labels = np.array([1, 0])
    assert Reading(labels=labels, records=5).relevant is None
    assert Reading(labels=labels, records=5).stopped_early
    assert Reading(labels=labels, records=5, relevant=1).relevant == 1
    assert not Reading(labels=labels, records=5, relevant=1).stopped_early
    assert Reading(labels=labels, records=5, relevant=2).stopped_early


def test_priors_that_hold_every_relevant_record_are_named_as_the_reason() -> None:
    reading = Reading(labels=np.array([1, 1, 0, 0]) == 1, priors=2).without_priors()
    with pytest.raises(UndefinedMeasureError, match="all 2 relevant records are prior"):
        reading.known_relevant("recall")


@given(reading=readings())
@patient
def test_relevant_records_left_unread_are_counted_last(reading: Reading) -> None:
    if not reading.relevant:
        with pytest.raises(UndefinedMeasureError, match="no record is relevant"):
            reading.discovery_ranks("atd")
        return
    ranks = reading.discovery_ranks("atd")
    missed = reading.relevant - reading.found
    assert ranks.size == reading.relevant
    assert ranks[: reading.found].tolist() == reading.found_at.tolist()
    last = range(reading.records - missed + 1, reading.records + 1)
    assert ranks[reading.found :].tolist() == [*last]
    assert len(set(ranks.tolist())) == ranks.size


def test_measures_that_need_an_unknown_number_are_undefined() -> None:
    reading = Reading(labels=np.array([1, 0]), records=9)
    with pytest.raises(UndefinedMeasureError, match="wss is undefined: nobody knows"):
        reading.known_relevant("wss")


@given(reading=readings())
@patient
def test_without_priors_counts_from_the_first_ranked_record(reading: Reading) -> None:
    ranked = reading.without_priors()
    known = int(reading.labels[: reading.priors].sum())
    assert ranked.priors == 0
    assert ranked.labels.tolist() == reading.labels[reading.priors :].tolist()
    assert ranked.records == reading.records - reading.priors
    assert reading.relevant is not None
    assert ranked.relevant == reading.relevant - known
    assert ranked.ids == [f"r{i}" for i in range(reading.priors, reading.read)]
    assert ranked.scores is not None
    assert ranked.scores.size == ranked.read
    assert ranked.without_priors() is ranked


def test_without_priors_what_was_unknown_stays_unknown() -> None:
    ranked = Reading(labels=np.array([1, 0]), records=9, priors=1).without_priors()
    assert (ranked.relevant, ranked.ids, ranked.scores) == (None, None, None)


@pytest.mark.parametrize(
    ("impossible", "reason"),
    [
        ({"priors": 3}, "0 <= priors <= 2 read, got 3"),
        ({"priors": -1}, "got -1"),
        ({"records": 1}, "2 records were read, but the pile has 1"),
        ({"records": 5, "relevant": 0}, "so there are 1 to 4, not 0"),
        ({"records": 5, "relevant": 5}, "so there are 1 to 4, not 5"),
        ({"ids": ["a"]}, "2 labels need as many ids, got 1"),
        ({"scores": [1.0]}, "need 2 scores"),
        ({"scores": [1.0, float("nan")]}, "NaN at position 2"),
        ({"labels": [1, 2]}, "labels must be 0 or 1, got 2 at position 2"),
    ],
)
def test_an_impossible_reading_cannot_be_built(
    impossible: dict[str, object], reason: str
) -> None:
    with pytest.raises(InputError, match=reason):
        Reading(**{"labels": np.array([1, 0]), **impossible})  # type: ignore[arg-type]
