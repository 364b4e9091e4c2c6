"""`thresher lab` and `thresher serve` as people start them."""

import json
import re
import signal
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from click.testing import CliRunner

from thresher.cli.main import cli
from thresher.errors import InputError

from .server import started


def test_the_lab_prints_an_address_that_works_and_ends_on_ctrl_c(
    tmp_path: Path,
) -> None:
    with started(tmp_path, "lab", "--no-browser", "--reader", "ann") as (at, process):
        with httpx.Client(timeout=60) as client:
            assert client.get(at, follow_redirects=True).status_code == 200
            base = at.partition("/?")[0]
            found = client.get(f"{base}/api/v1/session").json()
            assert found["reader"]["name"] == "ann"
        process.send_signal(signal.SIGINT)
        process.wait(timeout=30)
    assert process.returncode == 0
    assert (tmp_path / "thresher-projects").is_dir()


def test_the_server_prints_a_link_for_the_first_owner_once(tmp_path: Path) -> None:
    house = f"sqlite:///{tmp_path / 'house.db'}"
    with started(tmp_path, "serve", "--database", house, "--port", "0") as (at, one):
        assert one.stderr
        link = one.stderr.readline().strip().rpartition(" ")[2]
        token = link.rpartition("/")[2]
        wish = {"token": token, "name": "ann", "password": "a long password"}
        made = httpx.post(f"{at}/api/v1/accounts", json=wish, timeout=60)
        assert made.status_code == 201
        one.send_signal(signal.SIGINT)
        one.wait(timeout=30)
    said = CliRunner().invoke(
        cli, ["serve", "--database", house, "--create-owner", "bob"]
    )
    assert "/join/" in said.output
    reset = ["serve", "--database", house, "--reset-password"]
    said = CliRunner().invoke(cli, [*reset, "ann"])
    assert re.match(r"http://127.0.0.1:8040/reset/[\w-]{43}\n", said.output)
    assert "once, for an hour" in said.output
    assert CliRunner().invoke(cli, [*reset, "bob"]).exit_code != 0


def test_a_team_needs_a_database_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for address in ("host=h password=secret", "MYSQL://ann:secret@h/x"):
        said = CliRunner().invoke(cli, ["serve", "--database", address])
        assert isinstance(said.exception, InputError)
        assert "secret" not in str(said.exception)
    assert not [*tmp_path.iterdir()]
    said = CliRunner().invoke(cli, ["serve", "--database", str(tmp_path / "x")])
    assert "thresher lab" in str(said.exception)


def test_a_missing_extra_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "fastapi", None)
    for command in (["lab"], ["serve", "--database", "sqlite:///x"]):
        monkeypatch.chdir(tmp_path)
        said = CliRunner().invoke(cli, command)
        assert "thresher[web]" in str(said.exception)


def test_a_port_that_is_taken_is_said_plainly(tmp_path: Path) -> None:
    with started(tmp_path, "lab", "--no-browser") as (at, _):
        port = at.partition("/?")[0].rpartition(":")[2]
        said = CliRunner().invoke(
            cli, ["lab", str(tmp_path / "other"), "--port", port, "--no-browser"]
        )
        assert "choose another with --port" in str(said.exception)


def port_of(address: str) -> int:
    return urlsplit(address).port or 0


def test_a_lab_comes_back_at_the_same_port_and_another_one_at_another(
    tmp_path: Path,
) -> None:
    ports = []
    for name in ("one", "two", f"../{tmp_path.name}/one"):
        with started(tmp_path, "lab", name, "--no-browser") as (at, _):
            ports.append(port_of(at))
    assert ports[0] == ports[2] != ports[1]


def test_a_lab_whose_port_is_taken_moves_and_says_so(tmp_path: Path) -> None:
    words = ("lab", "--no-browser")
    with (
        started(tmp_path, *words) as (first, _),
        started(tmp_path, *words) as (second, process),
    ):
        assert process.stderr
        told = process.stderr.readline()
    assert port_of(first) != port_of(second)
    assert f"Port {port_of(first)}, where this lab is as a rule, is taken" in told


@pytest.mark.parametrize(
    "script",
    [
        ["lab_load.py", "--sqlite", "--readers", "3", "--seconds", "3"],
        ["lab_kill.py", "--kills", "2", "--readers", "2"],
    ],
)
def test_no_acknowledged_decision_is_lost_or_counted_twice(
    script: list[str],
) -> None:
    """A short form of the benchmark of the same name."""
    place = Path(__file__).parents[2] / "benchmarks"
    done = subprocess.run(
        [sys.executable, "-W", "ignore", *script, "--records", "200"],
        cwd=place,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    found = json.loads(done.stdout)
    assert found["acknowledged"] > 0
    for name in ("lost", "twice", "unknown", "read_by_two", "errors", "refused"):
        assert found[name] == 0, found
    if "certificate" in found:
        assert found["certificate"]["valid"]
