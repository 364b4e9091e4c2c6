"""Every code block in the docs runs."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
DEMO = "thresher-demo"
KINDS = {"python", "console", "text", "json", "csv"}


def blocks(page: Path, kind: str) -> list[str]:
    return [code for name, code in BLOCK.findall(page.read_text()) if name == kind]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_block_says_what_it_is(page: Path) -> None:
    assert {name for name, _ in BLOCK.findall(page.read_text())} <= KINDS


@pytest.mark.parametrize(
    "page", [p for p in PAGES if blocks(p, "python")], ids=lambda page: page.name
)
def test_python_in_the_docs_runs(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MPLBACKEND", "Agg")
    scope: dict[str, object] = {}
    for code in blocks(page, "python"):
        exec(compile(code, str(page), "exec"), scope)  # noqa: S102  our own pages


@pytest.mark.parametrize(
    "page", [p for p in PAGES if blocks(p, "console")], ids=lambda page: page.name
)
def test_commands_in_the_docs_run(page: Path, tmp_path: Path, demos: Path) -> None:
    """Run each line that begins with ``$ thresher``, one page in one folder."""
    for code in blocks(page, "console"):
        for line in code.splitlines():
            if line.startswith("$ "):
                arguments = shlex.split(line[2:])
                assert arguments[0] == "thresher", line
                expanded = [
                    str(found)
                    for word in arguments[1:]
                    for found in (
                        sorted(tmp_path.glob(word)) if "*" in word else [word]
                    )
                ]
                ran(expanded, tmp_path, demos=demos)
    shutil.rmtree(tmp_path)


@pytest.fixture(scope="session")
def demos(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder for demos: several pages begin with the same one."""
    return tmp_path_factory.mktemp("demos")


def ran(arguments: list[str], folder: Path, *, demos: Path) -> None:
    """Run one command of a page; the same demo is made once and copied."""
    kept = demos / "_".join(arguments) if arguments[0] == "demo" else None
    made = folder / (arguments[-1] if "--output" in arguments else DEMO)
    if kept and kept.is_dir():
        shutil.copytree(kept, made)
        return
    done = subprocess.run(
        [sys.executable, "-m", "thresher", *arguments],
        cwd=folder,
        env=os.environ,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{arguments}\n{done.stderr}"
    if kept:
        shutil.copytree(made, kept)


def test_pages_link_only_to_what_exists() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#]+)", page.read_text()):
            if not target.startswith("http"):
                assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_every_page_is_in_the_navigation() -> None:
    listed = (ROOT / "mkdocs.yml").read_text()
    assert all(page.name in listed for page in (ROOT / "docs").glob("*.md"))


def test_the_changelog_knows_the_version() -> None:
    from thresher import __version__  # noqa: PLC0415

    assert f"## {__version__}" in (ROOT / "CHANGELOG.md").read_text()
    assert f'version = "{__version__}"' in (ROOT / "pyproject.toml").read_text()
