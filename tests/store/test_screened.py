"""A project's decisions as a frame and a ledger."""

import pytest

from thresher.errors import InputError
from thresher.records.citation import Citation
from thresher.screening.ledger import Chosen
from thresher.store.decision_rows import CHOSEN as STORED
from thresher.store.decision_rows import StoredDecision, add_decisions
from thresher.store.link_rows import StoredLink, add_found
from thresher.store.project import Project
from thresher.store.screened import CHOSEN, frame_of, screened

from .conftest import put

AT = "2024-05-01T10:00:00+00:00"


def decided(
    record: int,
    *,
    label: bool | None = True,
    reader: str = "ann",
    chosen: str = "ranked",
) -> StoredDecision:
    return StoredDecision(
        record_id=record, label=label, reader=reader, decided_at=AT, chosen=chosen
    )


def filled(project: Project, *rows: StoredDecision) -> None:
    put(project, *(Citation(id=f"x{at}", title=f"Title {at}") for at in range(4)))
    with project.writing() as connection:
        add_decisions(connection, rows)


def test_every_way_of_choosing_has_a_place_in_the_ledger() -> None:
    assert set(CHOSEN) == set(STORED)


def test_decisions_become_rows_of_the_ledger(project: Project) -> None:
    filled(
        project,
        decided(2, chosen="prior"),
        decided(1, label=False, chosen="certification sample"),
        decided(1, label=None, chosen="certification sample"),
    )
    with project.reading() as connection:
        found = screened(connection)
        assert frame_of(connection) == found.frame == ("1", "2", "3", "4")
    rows = found.ledger.rows
    assert [row.record for row in rows] == ["2", "1", "1"]
    assert [row.label for row in rows] == [True, False, None]
    assert [row.chosen for row in rows[:2]] == [Chosen.PRIOR, Chosen.CERTIFICATION]
    assert rows[0].time == 1714557600


def test_several_readers_need_a_name(project: Project) -> None:
    filled(project, decided(1), decided(1, label=False, reader="bob"))
    with project.reading() as connection:
        with pytest.raises(InputError, match="several readers decided here"):
            screened(connection)
        with pytest.raises(InputError, match="'cid' decided nothing here; ann, bob"):
            screened(connection, reader="cid")
        rows = screened(connection, reader="bob").ledger.rows
    assert [row.label for row in rows] == [False]


def test_nobody_has_decided_yet(project: Project) -> None:
    filled(project)
    with project.reading() as connection:
        assert screened(connection).ledger.rows == ()
        with pytest.raises(InputError, match="nobody did"):
            screened(connection, reader="ann")


def test_linked_duplicates_are_one_record_of_the_frame(project: Project) -> None:
    filled(project, decided(3, label=False))
    twins = StoredLink(
        first_id=2, second_id=3, band="certain", score=0.9, reason="same title"
    )
    with project.writing() as connection:
        add_found(connection, [twins])
    with project.reading() as connection:
        found = screened(connection)
    assert found.frame == ("1", "2", "4")
    assert [row.record for row in found.ledger.rows] == ["2"]
