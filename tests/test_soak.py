"""The soak finds nothing in short runs, and would say so if it did."""

import subprocess
import sys
from pathlib import Path

import pytest

SOAK = Path(__file__).parents[1] / "soak"


def run(script: str, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "ignore", SOAK / script, *words],
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_short_fuzz_of_every_reader_and_route_crashes_nothing() -> None:
    done = run("fuzz.py", "--minutes", "0.1", "--seed", "7")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 crashes" in done.stdout


@pytest.mark.slow
def test_kills_during_a_migration_and_jumping_clocks_lose_nothing() -> None:
    done = run("faults.py", "--only", "migrate", "clock", "--statements", "3")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "| kill -9, migrate | " in done.stdout
    assert "| clock that jumps | 30 jumped | nothing |" in done.stdout


@pytest.mark.slow
def test_a_project_is_measured_through_every_door() -> None:
    done = run("scale.py", "--sizes", "3000")
    assert done.returncode == 0, done.stdout + done.stderr
    for step in ("`import`", "first ranking by whole records", "a step", "`export`"):
        assert f"| {step} | " in done.stdout
