"""Older projects open with all they held; tables are what the schema says."""

import sqlite3
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, MetaData, insert, select, text
from sqlalchemy.exc import DBAPIError

from thresher.errors import StoreError
from thresher.records.citation import Citation
from thresher.screening.ledger import Chosen
from thresher.store import lab_schema
from thresher.store.canonical import canonical_picks
from thresher.store.connection import APPLICATION, sqlite_engine
from thresher.store.house import House, open_house
from thresher.store.house_schema import house_metadata
from thresher.store.migrations import PROJECT, take
from thresher.store.paper_rows import add_certificate, add_run, add_sample, log
from thresher.store.project import Project, open_project
from thresher.store.record_rows import stored_citations
from thresher.store.schema import decisions
from thresher.store.standing import turns_of
from thresher.store.tag_rows import add_note

from .conftest import put
from .lab import AT, adjust, draw, fill, link, said, seal, stands, tell

GROWING = [
    "links",
    "decisions",
    "seals",
    "turns",
    "record_tags",
    "notes",
    "samples",
    "certificates",
    "runs",
    "settings",
    "log",
]
OLD = (  # record, label, reader, chosen
    (1, 1, "Ann", "prior"),
    (2, 0, "Ann", "ranked"),
    (3, 1, "Ann", "ranked"),
    (3, None, "Ann", "ranked"),
    (2, 1, "Ben", "ranked"),
    (4, 0, "Ann", "certification sample"),
)


def first_version(path: Path) -> Path:
    """A project as version 1 left it, with decisions and one of them undone."""
    engine = sqlite_engine(path)
    with engine.execution_options(writes=True).begin() as connection:
        take(connection, PROJECT[:1])
        connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION}")
        connection.exec_driver_sql("PRAGMA user_version = 1")
        old = MetaData()
        old.reflect(connection)
        source: dict[str, object] = {"size": 1, "records": 4, "report": {}}
        for name in ("name", "format", "encoding", "sha256", "imported_at"):
            source[name] = AT
        connection.execute(insert(old.tables["sources"]), source)
        texts = [
            column.name
            for column in old.tables["records"].columns
            if column.name not in ("id", "source_id", "position", "year")
        ]
        lists: dict[str, object] = {name: [] for name in ("authors", "keywords", "raw")}
        for at in range(1, 5):
            row = {**dict.fromkeys(texts, f"text {at}"), **lists}
            row |= {"source_id": 1, "position": at}
            connection.execute(insert(old.tables["records"]), row)
        names = ("record_id", "label", "reader", "chosen")
        rows = [dict(zip(names, row, strict=True)) for row in OLD]
        connection.execute(
            insert(old.tables["decisions"]),
            [row | {"decided_at": AT, "reason": "", "note": ""} for row in rows],
        )
    engine.dispose()
    return path


def test_a_project_of_version_1_opens_with_every_decision(tmp_path: Path) -> None:
    path = first_version(tmp_path / "old.thresher")
    with open_project(path) as project:
        with project.reading() as connection:
            rows = connection.execute(select(decisions).order_by(decisions.c.id)).all()
            turns = turns_of(connection)
            assert len(list(stored_citations(connection))) == 4
        kept = [(row.record_id, row.label, row.reader, row.chosen) for row in rows]
        assert kept == list(OLD)
        kinds = ["undone" if row[1] is None else "decided" for row in OLD]
        assert [row.kind for row in rows] == kinds
        assert {row.stage for row in rows} == {"abstract"}
        assert [(turn.turn, turn.record) for turn in turns] == [(1, 1), (2, 2), (3, 4)]
        finals = {one: row.final for one, row in stands(project).items()}
        assert finals == {1: True, 2: True, 3: None, 4: False}
        put(project, Citation(id="new"), name="b.ris")
        seal(project)
        tell(project, said(3, "include"), said(5, "exclude"))
        with project.reading() as connection:
            picks = canonical_picks(connection).picks
    assert [pick.record for pick in picks] == ["1", "2", "4", "3", "5"]
    assert picks[0].chosen is Chosen.PRIOR
    assert not any(pick.audit for pick in picks)  # none was drawn by this seal
    with open_project(path) as project:
        assert len(stands(project)) == 5


def test_the_old_ledger_still_only_grows(tmp_path: Path) -> None:
    path = first_version(tmp_path / "old.thresher")
    with open_project(path):
        pass
    with sqlite3.connect(path) as connection:
        for change in ("UPDATE decisions SET label = 1", "DELETE FROM decisions"):
            with pytest.raises(sqlite3.IntegrityError, match="only grow"):
                connection.execute(change)
    connection.close()


def differences(connection: Connection, metadata: MetaData) -> list[object]:
    names = {table.name for table in metadata.tables.values()}

    def ours(thing: object, name: str, kind: str, *_: object) -> bool:
        del thing
        return kind != "table" or name in names

    context = MigrationContext.configure(
        connection, opts={"compare_type": True, "include_object": ours}
    )
    return list(compare_metadata(context, metadata))


def test_the_migrations_lead_to_the_schema(project: Project) -> None:
    with project.writing() as connection:
        if connection.dialect.name != "sqlite":
            places = connection.get_execution_options()["schema_translate_map"]
            connection.exec_driver_sql(f"SET LOCAL search_path TO {places[None]}")
        bare = connection.execution_options(schema_translate_map=None)
        assert differences(bare, lab_schema.metadata) == []


@pytest.mark.parametrize("kind", ["file", "server"])
def test_the_house_is_what_its_schema_says(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = f"sqlite:///{tmp_path}/house.db"
    if kind == "server":
        url = request.getfixturevalue("server_url")
    with open_house(url) as house, house.reading() as connection:
        assert differences(connection, house_metadata) == []


@pytest.fixture
def busy(project: Project) -> Project:
    """A project with a row in every table that only grows."""
    fill(project, 4)
    link(project, (1, 2))
    seal(project)
    draw(project)
    tell(project, said(1, "include", tags=("a",)))
    adjust(project, question="Does it help?")
    with project.writing() as connection:
        add_note(connection, 1, "good", reader="ann", at=AT)
        add_sample(connection, "overlap", [1, 2], by="ann", at=AT)
        add_certificate(connection, {"a": 1}, seal=1, by="ann", at=AT)
        add_run(connection, "m", labels=1, turn=1, seconds=0.5, at=AT)
        log(connection, "imported", by="ann", at=AT)
    return project


@pytest.mark.parametrize("name", GROWING)
def test_what_is_written_is_never_changed(busy: Project, name: str) -> None:
    table = lab_schema.metadata.tables[name]
    column = next(iter(table.columns))
    for change in (table.update().values({column.name: 99}), table.delete()):
        with (
            pytest.raises(DBAPIError, match="only grow"),
            busy.writing() as connection,
        ):
            connection.execute(change)
    with busy.reading() as connection:
        assert connection.execute(select(table)).first() is not None


def test_a_newer_project_on_a_server_is_refused(server_house: House) -> None:
    number = server_house.create_project("Newer").id
    with server_house.writing() as connection:
        connection.exec_driver_sql(
            f"COMMENT ON SCHEMA project_{number} IS 'thresher project, version 99'"
        )
    with (
        open_house(server_house.url) as house,
        pytest.raises(StoreError, match="newer Thresher"),
    ):
        house.project(number)


def test_a_newer_house_is_refused(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/house.db"
    with open_house(url) as house, house.writing() as connection:
        connection.execute(
            text("INSERT INTO house_versions VALUES (99, :at)"), {"at": AT}
        )
    with pytest.raises(StoreError, match="newer Thresher"):
        open_house(url)
