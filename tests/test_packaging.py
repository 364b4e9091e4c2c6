"""A wheel holds everything that is needed at run time, and nothing of the data."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SHIPPED = {".npz", ".json", ".j2", ".html", ".css", ".js", ".svg"}
MOST_BYTES = 30_000_000


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    out = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation"]
    done = subprocess.run(
        [*build, "--outdir", out, ROOT], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return zipfile.ZipFile(next(out.glob("*.whl")))


def test_every_file_that_the_program_reads_is_in_the_wheel(
    wheel: zipfile.ZipFile,
) -> None:
    source = ROOT / "src"
    wanted = {
        str(path.relative_to(source))
        for path in source.rglob("*")
        if path.suffix in SHIPPED and "__pycache__" not in path.parts
    }
    assert wanted
    assert wanted <= set(wheel.namelist())


def test_the_wheel_is_small_and_carries_its_licences(wheel: zipfile.ZipFile) -> None:
    assert sum(info.compress_size for info in wheel.infolist()) < MOST_BYTES
    names = {Path(name).name for name in wheel.namelist()}
    assert {"LICENSE", "NOTICE.md", "entry_points.txt"} <= names


def test_the_wheel_names_every_extra(wheel: zipfile.ZipFile) -> None:
    (name,) = (one for one in wheel.namelist() if one.endswith("METADATA"))
    told = wheel.read(name).decode()
    text = (ROOT / "pyproject.toml").read_text()
    part = text.split("[project.optional-dependencies]")[1].split("\n[")[0]
    extras = [line.split(" =")[0] for line in part.splitlines() if " = [" in line]
    assert "web" in extras
    for extra in extras:
        assert f"Provides-Extra: {extra}\n" in told
