"""An import that is killed, stopped or out of room leaves whole sources only."""

import os
import resource
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from thresher.store.project import open_project
from thresher.store.record_rows import record_count
from thresher.store.sources import sources_listed

LARGE = 40_000
ABSTRACT = "Patients on dialysis sleep badly. " * 20
MEGABYTE = 1024**2


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A RIS file that takes a while."""
    path = tmp_path_factory.mktemp("large") / "large.ris"
    with path.open("w") as out:
        for number in range(LARGE):
            out.write(f"TY  - JOUR\nTI  - Trial {number}\nAB  - {ABSTRACT}\nER  - \n\n")
    return path


def begun(
    *arguments: str | Path, before: Callable[[], None] | None = None
) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "thresher", "import", *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ,
        preexec_fn=before,  # noqa: PLW1509  it only sets a limit
    )


def wait_for_middle(process: subprocess.Popen[str], project: Path) -> None:
    """Wait until records of the file are committed, and not all of them."""
    until = time.monotonic() + 60
    while rows_in(project) < LARGE // 20:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < until
        time.sleep(0.005)


def rows_in(project: Path) -> int:
    """Count rows of records, those that nobody is to see too."""
    if not project.exists():
        return 0
    try:
        with closing(sqlite3.connect(f"file:{project}?mode=ro", uri=True)) as rows:
            return int(rows.execute("SELECT count(*) FROM records").fetchone()[0])
    except sqlite3.OperationalError:  # just being made
        return 0


def held(project: Path) -> list[tuple[str, int]]:
    """Sources and how many records they claim; the sum must be what is there."""
    with open_project(project) as opened, opened.reading() as connection:
        listed = sources_listed(connection)
        found = [(one["name"], one["records"]) for one in listed]
        assert record_count(connection) == sum(records for _, records in found)
    return found


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with one small source."""
    small = tmp_path / "small.ris"
    small.write_text("TY  - JOUR\nTI  - Small\nER  - \n")
    path = tmp_path / "review.thresher"
    assert ended(begun(small, "--project", path)) == 0
    return path


def ended(process: subprocess.Popen[str]) -> int:
    """Wait for the end of an import and give its code."""
    process.communicate()
    return process.returncode


def last_words(said: str) -> list[str]:
    """What was said beside progress, which a slow machine shows."""
    lines = said.strip().splitlines()
    return [line for line in lines if line and not line.startswith("Reading ")]


def test_a_killed_import_leaves_only_whole_sources(project: Path, large: Path) -> None:
    process = begun(large, "--project", project)
    wait_for_middle(process, project)
    process.send_signal(signal.SIGKILL)
    assert ended(process) == -signal.SIGKILL
    assert held(project) == [("small.ris", 1)]
    assert ended(begun(large, "--project", project)) == 0
    assert held(project) == [("small.ris", 1), ("large.ris", LARGE)]
    assert rows_in(project) == 1 + LARGE  # what was left behind is gone


def test_an_interrupted_import_says_so_and_leaves_nothing_half(
    project: Path, large: Path
) -> None:
    process = begun(large, "--project", project)
    wait_for_middle(process, project)
    process.send_signal(signal.SIGINT)
    out, said = process.communicate()
    assert (process.returncode, out) == (130, "")
    assert last_words(said) == ["Error: stopped; nothing half-written was left behind"]
    assert held(project) == [("small.ris", 1)]
    assert sorted(one.name for one in project.parent.iterdir()) == [
        "review.thresher",
        "small.ris",
    ]
    assert rows_in(project) == 1


def test_an_interrupted_first_import_leaves_no_project(
    tmp_path: Path, large: Path
) -> None:
    process = begun(large, "--project", tmp_path / "new.thresher")
    wait_for_middle(process, tmp_path / "new.thresher")
    process.send_signal(signal.SIGINT)
    assert ended(process) == 130
    assert list(tmp_path.iterdir()) == []


def small_files() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (8 * MEGABYTE, 8 * MEGABYTE))


def test_no_room_is_said_in_one_sentence_and_costs_nothing(
    project: Path, large: Path
) -> None:
    process = begun(large, "--project", project, before=small_files)
    out, said = process.communicate()
    assert (process.returncode, out) == (1, "")
    assert len(last_words(said)) == 1
    assert "no room" in said
    assert held(project) == [("small.ris", 1)]
