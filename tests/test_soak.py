"""The fuzzer finds nothing in a short run, and would say so if it did."""

import subprocess
import sys
from pathlib import Path

SOAK = Path(__file__).parents[1] / "soak"


def test_a_short_fuzz_of_every_reader_crashes_nothing() -> None:
    done = subprocess.run(
        [sys.executable, SOAK / "fuzz.py", "--minutes", "0.1", "--seed", "7"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 crashes" in done.stdout
