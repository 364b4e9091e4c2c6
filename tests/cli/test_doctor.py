"""What the doctor says of an installation and of project files."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from thresher.cli.main import cli
from thresher.reports import installation
from thresher.reports.installation import EXTRAS, data_check, installation_checks
from thresher.store.project import create_project

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
