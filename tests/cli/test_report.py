"""`thresher report`: the papers of a project."""

import json
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from thresher.cli.main import cli


def told(*words: str) -> Result:
    return CliRunner().invoke(cli, ["report", *words], catch_exceptions=False)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    path = tmp_path / "review.thresher"
    file = tmp_path / "two.csv"
    file.write_text("title,included\nSleep,1\nRest,0\nWaking,\n")
    done = CliRunner().invoke(cli, ["import", str(file), "--project", str(path)])
    assert done.exit_code == 0
    return path


@pytest.mark.parametrize(
    ("ending", "begins"),
    [(".svg", b"<svg"), (".png", b"\x89PNG"), (".csv", b"data,")],
)
def test_the_flow_is_drawn_in_the_format_of_its_name(
    project: Path, ending: str, begins: bytes
) -> None:
    out = project.with_name(f"flow{ending}")
    assert told("flow", str(project), "-o", str(out)).exit_code == 0
    assert begins in out.read_bytes()[:200]


def test_another_ending_is_wrong_usage(project: Path) -> None:
    result = told("flow", str(project), "-o", "flow.docx")
    assert result.exit_code == 2
    assert ".svg, .png or .csv" in result.output


def test_methods_go_to_the_screen_or_to_a_file(project: Path) -> None:
    shown = told("methods", str(project)).output
    assert "Of 3 records, 2 were read by people" in shown
    out = project.with_name("methods.md")
    told("methods", str(project), "-o", str(out))
    assert "Of 3 records, 2 were read by people" in out.read_text()


def test_methods_say_why_reading_ended_only_where_the_project_shows_it(
    project: Path,
) -> None:
    rule = "Reading stopped by this rule: every record was read"
    before = told("methods", str(project)).output
    assert "[Not recorded: the stopping rule.]" in before
    assert "Of each record it read: words and pairs of words of titles" in before
    assert rule not in before
    path, file = project.with_name("read.thresher"), project.with_name("read.csv")
    file.write_text("title,included\nSleep,1\nRest,0\n")
    CliRunner().invoke(cli, ["import", str(file), "--project", str(path)])
    assert rule in told("methods", str(path)).output


def test_the_bundle_lists_what_is_in_it(project: Path) -> None:
    out = project.with_name("all.zip")
    result = told("bundle", str(project), "-o", str(out))
    assert result.exit_code == 0
    with zipfile.ZipFile(out) as archive:
        names = set(archive.namelist())
    assert all(line.split("  ")[0] in names for line in result.output.splitlines())
    assert any(name.endswith("flow.svg") for name in names)


def test_json_says_the_same_as_the_files(project: Path) -> None:
    out = project.with_name("flow.csv")
    shown = json.loads(told("flow", str(project), "-o", str(out), "--json").output)
    assert shown["screened"] == 3
    assert shown["awaiting_screening"] == 1
    shown = json.loads(told("methods", str(project), "--json").output)
    assert "Of 3 records" in shown["text"]
    assert shown["missing"]
    zipped = project.with_name("all.zip")
    entries = json.loads(
        told("bundle", str(project), "-o", str(zipped), "--json").output
    )
    with zipfile.ZipFile(zipped) as archive:
        assert {entry["name"] for entry in entries} <= set(archive.namelist())
