"""What an import is still bringing in is seen by nobody, also if it died of it."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from sqlite3 import connect

import pytest
from sqlalchemy import delete

from thresher.errors import StoreError
from thresher.records.citation import Citation
from thresher.records.reading_files import scan
from thresher.store import arriving
from thresher.store.arriving import Adding, InPieces
from thresher.store.counting import counts, updated_at
from thresher.store.fingerprint import Fingerprint
from thresher.store.flow_counts import flow_counts
from thresher.store.grouping import grouping
from thresher.store.health import health_of
from thresher.store.importing import Wishes, import_files
from thresher.store.linking import find_duplicates
from thresher.store.project import Project, create_project
from thresher.store.publications import publications_in, publications_of
from thresher.store.record_rows import rows_by_id, stored_citations
from thresher.store.schema import records
from thresher.store.shown import search_records
from thresher.store.sources import (
    Arrival,
    begin_source,
    fill_source,
    open_source,
    source_of,
    sources_listed,
)

from .conftest import Made
from .lab import AT, fill, link, said, stands, tell

LATER = "2025-05-01T10:00:00+00:00"
ARRIVAL = Arrival(
    file=Fingerprint(name="b.ris", size=1, sha256="b"), reader="b.ris", at=LATER
)
COMING = Made(
    [
        Citation(id=str(at), title=f"Coming {at}", raw=(("label_included", "1"),))
        for at in range(900)
    ]
)


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    """A project file with three records."""
    with create_project(tmp_path / "review.thresher") as made:
        fill(made, 3)
        yield made


def rows(project: Project, table: str) -> int:
    """Count the rows of a table, whoever may see them."""
    with closing(connect(project.path)) as connection:
        counted = connection.execute(f"SELECT count(*) FROM {table}")  # noqa: S608  ours
        return int(counted.fetchone()[0])


def half_an_import(project: Project) -> None:
    """Bring all records of a file in and die before the turn."""
    with project._writes.connect() as connection:
        adding = InPieces(connection, project.reading)
        adding.wait()
        with adding.piece() as piece:
            source_id = begin_source(piece, ARRIVAL)
            adding.begun(source_id)
        fill_source(adding, COMING, source_id=source_id, arrival=ARRIVAL)


def seen(project: Project) -> list[object]:
    """Give all that can be seen of the sources and records of a project."""
    with project.reading() as connection:
        return [
            counts(connection),
            updated_at(connection),
            flow_counts(connection)["sources"],
            sources_listed(connection),
            source_of(connection, "b"),
            [citation.id for _, citation in stored_citations(connection)],
            rows_by_id(connection, [4]),
            search_records(connection, "Coming").ids,
            health_of(project.path).counts,
        ]


def test_what_a_dead_import_left_is_seen_by_nobody(project: Project) -> None:
    before = seen(project)
    half_an_import(project)
    assert rows(project, "records") == 903
    assert seen(project) == before
    [kept] = tell(project, said(4, "include"))
    assert kept.status == "refused"  # there is no such record
    assert find_duplicates(project, at=AT, warn=print) == 0


def test_the_next_import_takes_away_what_a_dead_one_left(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arriving, "SILENCE", 0.1)
    half_an_import(project)
    file = tmp_path / "b.ris"
    file.write_text("TY  - JOUR\nTI  - Sleep\nER  - \n")
    [one] = import_files(project, [file], wishes=Wishes(scan=scan, at=AT))
    assert one.added is not None
    assert (one.added.id, one.added.known) == (2, 0)
    left = [rows(project, name) for name in ("records", "sources", "arrivals")]
    assert left == [4, 2, 0]
    [kept] = tell(project, said(4, "include"))
    assert kept.status == "kept"
    assert set(stands(project)) == {4}


def stand_still(project: Project, meanwhile: Callable[[Adding], object]) -> None:
    """Bring a file in, but let something happen before the turn."""
    with project.adding() as adding:
        with adding.piece() as piece:
            source_id = begin_source(piece, ARRIVAL)
            adding.begun(source_id)
        filled = fill_source(adding, COMING, source_id=source_id, arrival=ARRIVAL)
        meanwhile(adding)
        with adding.turn() as connection:
            open_source(connection, filled)


def let_another_begin(project: Project) -> None:
    with project.adding() as other, other.turn():
        pass


def test_an_import_that_was_taken_for_dead_says_so_and_leaves_nothing(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arriving, "SILENCE", 0.1)
    with pytest.raises(StoreError, match="took this import for dead"):
        stand_still(project, lambda _: let_another_begin(project))
    left = [rows(project, name) for name in ("records", "sources", "arrivals")]
    assert left == [3, 1, 0]


def test_nothing_is_said_to_be_there_that_another_import_takes_away(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However short the standstill: the heir has all rows of an import, or none."""
    monkeypatch.setattr(arriving, "SILENCE", 0.1)
    take_away = InPieces._take_away

    def later(self: InPieces, owner: str) -> None:
        if owner == self._owner:
            take_away(self, owner)
        else:
            raise KeyboardInterrupt  # the heir stands still, too

    monkeypatch.setattr(InPieces, "_take_away", later)

    def wait(_: Adding) -> None:
        with (
            project._writes.connect() as connection,
            pytest.raises(KeyboardInterrupt),
        ):
            InPieces(connection, project.reading).wait()

    with pytest.raises(StoreError, match="took this import for dead"):
        stand_still(project, wait)
    assert whole_sources(project) == 1


def whole_sources(project: Project) -> int:
    """Count the sources that are there as a whole."""
    with project.reading() as connection:
        return len(sources_listed(connection))


def test_two_that_wait_for_a_dead_import_do_not_get_in_each_others_way(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arriving, "SILENCE", 0.05)
    monkeypatch.setattr(arriving, "LOOK", 0.02)
    monkeypatch.setattr(arriving, "PIECE", 5)
    half_an_import(project)

    with ThreadPoolExecutor(3) as all_of_them:
        list(all_of_them.map(let_another_begin, [project] * 3))
    left = [rows(project, name) for name in ("records", "sources", "arrivals")]
    assert left == [3, 1, 0]


def test_who_could_not_watch_takes_nobody_for_dead(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Held up by a third program, both imports stand still; neither is dead."""
    monkeypatch.setattr(arriving, "SILENCE", 0.6)
    monkeypatch.setattr(arriving, "LOOK", 0.1)
    half_an_import(project)
    taken: list[str] = []
    monkeypatch.setattr(InPieces, "_take_over", lambda *told: taken.append(told[1]))
    looks = iter([False] * 4 + [True])

    def slow(_: InPieces) -> bool:
        time.sleep(0.3)
        return next(looks)

    monkeypatch.setattr(InPieces, "_could_begin", slow)
    with project._writes.connect() as connection:
        InPieces(connection, project.reading).wait()
    assert taken == []


def test_a_source_is_not_opened_without_all_of_its_records(project: Project) -> None:
    def lose_one(adding: Adding) -> None:
        with adding.piece() as piece:
            piece.execute(delete(records).where(records.c.position == 7))

    with pytest.raises(StoreError, match="holds 899 of the 900 records"):
        stand_still(project, lose_one)
    left = [rows(project, name) for name in ("records", "sources", "arrivals")]
    assert left == [3, 1, 0]


def test_an_import_that_shows_life_is_waited_for(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arriving, "SILENCE", 0.4)
    done: list[str] = []

    def bring(name: str) -> None:
        with project.adding() as adding:
            for _ in range(12):
                with adding.piece():
                    pass
                time.sleep(0.1)
            with adding.turn():
                done.append(name)

    with ThreadPoolExecutor(2) as both:
        list(both.map(bring, "ab"))
    assert sorted(done) == ["a", "b"]


def test_publications_grow_as_if_they_were_worked_out_anew(project: Project) -> None:
    link(project, (1, 2))
    for number in range(3):
        with project.reading() as connection:
            before = publications_of(connection)
        fill(project, 4, name=f"{number}.ris")
        if number == 1:
            link(project, (3, 5))
        with project.reading() as connection:
            now = publications_of(connection)
            assert now == publications_in(grouping(connection).groups)
            assert publications_of(connection) is now  # remembered
        assert len(now.ids) == len(before.ids) + (3 if number == 1 else 4)
