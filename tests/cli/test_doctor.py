"""What the doctor says of an installation and of project files."""

import errno
import json
import os
import re
import subprocess
import sys
import tomllib
from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from tests.store.conftest import server_url

from thresher.cli.main import cli
from thresher.reports import installation
from thresher.reports.installation import (
    EXTRAS,
    NEEDED,
    WEIGHTS,
    data_check,
    installation_checks,
)
from thresher.store import server_health
from thresher.store.house import open_house
from thresher.store.migrations import HOUSE, VERSION
from thresher.store.project import create_project
from thresher.store.server_health import ServerHealth

__all__ = ["server_url"]  # a fixture
PAGE = 4096


def told(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["doctor", *arguments])


@pytest.fixture
def project(tmp_path: Path) -> Path:
    path = tmp_path / "review.thresher"
    with create_project(path):
        pass
    path.chmod(0o600)
    return path


def checks_of(result: Result) -> dict[str, tuple[str, str]]:
    return {
        check["name"]: (check["state"], check["text"])
        for check in json.loads(result.output)["checks"]
    }


def test_every_extra_of_the_package_is_looked_for() -> None:
    root = Path(__file__).parents[2]
    text = (root / "pyproject.toml").read_text()
    part = text.split("[project.optional-dependencies]")[1].split("\n[")[0]
    named = {line.split(" =")[0] for line in part.splitlines() if " = [" in line}
    assert named <= set(EXTRAS)


def test_a_missing_extra_is_named_with_its_command(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(
        installation.EXTRAS,
        "pandas",
        (("no-such-package-anywhere",), "frames"),
    )
    (frames,) = (one for one in installation_checks() if one.name == "extra pandas")
    assert frames.state == "absent"
    assert frames.advice == "pip install 'thresher[pandas]'"


def test_a_sound_project_is_called_whole(project: Path) -> None:
    result = told(str(project), "--json")
    assert result.exit_code == 0
    assert checks_of(result)["review.thresher"][0] == "ok"


def test_one_of_a_kind_is_not_told_in_the_plural(tmp_path: Path) -> None:
    table, project = tmp_path / "one.csv", tmp_path / "one.thresher"
    table.write_text("title,included\nSleep,1\n")
    CliRunner().invoke(cli, ["import", str(table), "--project", str(project)])
    assert "1 source, 1 record, 1 decision" in told(str(project)).output


def test_a_project_that_is_called_as_a_servers_setting_is_looked_at(
    project: Path,
) -> None:
    odd = project.with_name("the host=1.thresher")
    project.rename(odd)
    assert checks_of(told(str(odd), "--json"))["the host=1.thresher"][0] == "ok"


def test_looking_changes_nothing(project: Path) -> None:
    before = project.read_bytes()
    told(str(project))
    assert project.read_bytes() == before


@pytest.mark.parametrize("page", [1, 3])
def test_a_damaged_page_is_told_and_the_exit_code_says_so(
    project: Path, page: int
) -> None:
    content = bytearray(project.read_bytes())
    content[page * PAGE : page * PAGE + 200] = b"\xff" * 200
    project.write_bytes(content)
    result = told(str(project))
    assert result.exit_code == 1
    assert "WRONG" in result.output
    assert "Traceback" not in result.output


def test_a_project_that_others_may_read_is_pointed_out(project: Path) -> None:
    project.chmod(0o644)
    result = told(str(project))
    assert result.exit_code == 0
    assert "chmod 600 review.thresher" in result.output


@pytest.mark.parametrize("content", [None, b"", b"TY  - JOUR\n"])
def test_what_is_no_project_is_said_in_a_sentence(
    tmp_path: Path, content: bytes | None
) -> None:
    path = tmp_path / "other.ris"
    if content is not None:
        path.write_bytes(content)
    result = told(str(path))
    assert result.exit_code == 1
    assert "WRONG" in result.output


def test_the_data_folder_is_listed_or_asked_for(tmp_path: Path) -> None:
    assert data_check(None).state == "absent"
    assert data_check(tmp_path / "nowhere").state == "wrong"
    (tmp_path / "screening").mkdir()
    assert data_check(tmp_path).text.endswith("screening")


@pytest.mark.parametrize("letters", ["utf-8:strict", "ascii:strict"])
def test_a_project_whose_name_is_no_text_is_looked_at(
    project: Path, letters: str
) -> None:
    odd = project.with_name(os.fsdecode(b"m\xfcll.thresher"))
    project.rename(odd)
    done = subprocess.run(
        [sys.executable, "-m", "thresher", "doctor", odd],
        env=os.environ | {"PYTHONIOENCODING": letters},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert b"whole; version" in done.stdout


def test_a_data_folder_that_may_not_be_read_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(_: Path) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "iterdir", refused)
    check = data_check(tmp_path)
    assert check.state == "wrong"
    assert "cannot be read: Permission denied" in check.text


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://ann:secret@127.0.0.1:1/reviews",
        "postgresql://ann:secret@127.0.0.1:one/reviews",
        "postgresql://ann:secret@127.0.0.1:1/reviews?colour=red",
        "postgres:/ann:secret@127.0.0.1/reviews",
        "mysql://ann:secret@127.0.0.1/reviews",
        "POSTGRESQL://ann:secret@127.0.0.1:1/reviews",
        "Postgres:/ann:secret@127.0.0.1/reviews",
        "MySQL://ann:secret@127.0.0.1/reviews",
        "host=127.0.0.1 password=secret dbname=reviews",
        "password = secret",
        "postgresql://ann:secret@127.0.0.1:1/" + "long" * 2000,
    ],
)
def test_a_server_that_is_not_there_is_one_sentence_without_its_password(
    address: str,
) -> None:
    result = told(address)
    assert result.exit_code == 1
    (line,) = (one for one in result.output.splitlines() if "WRONG" in one)
    assert "database" in line
    assert "secret" not in result.output
    assert "Traceback" not in result.output


def test_a_server_that_answers_is_told_with_its_projects(server_url: str) -> None:
    with open_house(server_url) as house:
        house.create_project("A review")
    result = told(server_url, "--json")
    state, text = checks_of(result)["database"]
    assert state == "ok"
    assert re.search(r"PostgreSQL \d+.* answers; version \d+; .*\d projects?", text)


@pytest.mark.parametrize(
    ("change", "state", "words"),
    [
        ({}, "ok", "version 2; 1 project"),
        ({"version": 0, "projects": {}}, "absent", "no house is in it yet"),
        ({"version": 99}, "wrong", "a newer Thresher made its tables"),
        ({"projects": {"abcdefgh": VERSION + 1}}, "wrong", "a newer Thresher"),
        ({"projects": {"abcdefgh": 1}}, "ok", "brought up to date when next opened"),
        ({"projects": {"abcdefgh": None}}, "wrong", "no tables for abcdefgh"),
        ({"writable": False}, "wrong", "may only be read"),
        ({"encoding": "SQL_ASCII"}, "wrong", "is written in SQL_ASCII"),
        ({"waiting": 2}, "wrong", "2 waiting for a lock"),
    ],
)
def test_each_ailment_of_a_server_is_told(
    monkeypatch: pytest.MonkeyPatch, change: dict[str, Any], state: str, words: str
) -> None:
    sound = ServerHealth(
        server="17.1",
        encoding="UTF8",
        version=len(HOUSE),
        projects={"abcdefgh": VERSION},
        writable=True,
        waiting=0,
    )
    found = replace(sound, **change)
    monkeypatch.setattr(server_health, "server_health", lambda _: found)
    result = told("postgresql://ann@host/reviews", "--json")
    checks = json.loads(result.output)["checks"]
    (check,) = (one for one in checks if words in one["text"])
    assert check["state"] == state
    assert result.exit_code == (state == "wrong")


def test_every_package_the_installation_needs_is_looked_for() -> None:
    text = (Path(__file__).parents[2] / "pyproject.toml").read_text()
    told_there = tomllib.loads(text)["project"]
    needed = {_package(one) for one in told_there["dependencies"]}
    assert needed == set(NEEDED)
    for extra, packages in told_there["optional-dependencies"].items():
        assert {_package(one) for one in packages} - needed <= set(EXTRAS[extra][0])


def _package(requirement: str) -> str:
    return re.split(r"[\[<>=]", requirement)[0]


def test_every_model_in_the_package_is_looked_for() -> None:
    kept = resources.files("thresher.synthesis") / "weights"
    found = {one.name[:-4] for one in kept.iterdir() if one.name.endswith(".npz")}
    assert found == set(WEIGHTS)
