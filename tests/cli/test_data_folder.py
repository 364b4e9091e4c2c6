"""Where public data are looked for, and what is said where they are not."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from thresher.cli.main import cli
from thresher.cli.reproduce_all import PAPERS


@pytest.mark.parametrize("paper", PAPERS)
def test_no_folder_of_ones_own_machine_is_a_default(paper: str) -> None:
    told = CliRunner().invoke(cli, ["reproduce", paper, "--help"]).stdout
    assert "shared/data" not in told.replace("\n", "")
    assert ("--data" in told) == ("THRESHER_DATA" in told)


def test_without_its_data_ms2_says_in_one_sentence_how_to_give_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("THRESHER_DATA", raising=False)
    done = CliRunner().invoke(cli, ["reproduce", "ms2", "--json"])
    assert done.exit_code == 0
    [note] = done.stderr.splitlines()
    assert note.startswith("Note: the shared task is left out: ")
    assert "set THRESHER_DATA" in note
    assert "--data" in note
