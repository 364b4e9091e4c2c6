"""`thresher reproduce all`."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from thresher.cli import reproduce_all
from thresher.cli.main import cli
from thresher.cli.reproduce import COMMANDS


def test_all_means_every_paper() -> None:
    assert {*reproduce_all.PAPERS, "all"} == set(COMMANDS)


def test_papers_without_their_data_are_left_out_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = {name: reproduce_all.PAPERS[name] for name in ("kusa", "millard")}
    monkeypatch.setattr(reproduce_all, "PAPERS", few)
    asked = ["reproduce", "all", "--data", str(tmp_path), "--json"]
    result = CliRunner().invoke(cli, asked, catch_exceptions=False)
    assert result.exit_code == 0
    assert set(json.loads(result.stdout)) == {"kusa"}
    assert "millard is left out" in result.stderr


def test_each_paper_has_a_heading(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reproduce_all, "PAPERS", {"kusa": reproduce_all.PAPERS["kusa"]})
    result = CliRunner().invoke(cli, ["reproduce", "all"], catch_exceptions=False)
    assert "== Kusa" in result.stdout
    assert "103" in result.stdout
