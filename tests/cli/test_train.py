"""`thresher train`."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.synthesis.training.tiny_data import write_tiny_data

from thresher.cli.main import cli, run


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tiny_data(tmp_path_factory.mktemp("data"), count=40)


def test_weights_and_card_are_written_and_printed(tiny: Path, tmp_path: Path) -> None:
    given = ["train", "evidence", "--data", str(tiny), "-o", str(tmp_path / "new")]
    result = CliRunner().invoke(cli, [*given, "--json"])
    assert result.exit_code == 0
    card = json.loads(result.stdout)
    assert card["model"] == "evidence"
    assert card == json.loads((tmp_path / "new/evidence.json").read_text())
    text = CliRunner().invoke(cli, given).stdout
    assert "top_1: " in text
    assert "evidence.npz" in text


def test_a_folder_without_the_data_is_refused_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        run(["train", "roles", "--data", str(tmp_path), "-o", str(tmp_path / "o")])
    assert left.value.code == 1
    assert "--data" in capsys.readouterr().err


@pytest.mark.parametrize(
    "given", [["train", "nothing"], ["train", "roles", "-o", "x", "--data", "/no"]]
)
def test_wrong_usage_exits_with_two(given: list[str]) -> None:
    assert CliRunner().invoke(cli, given).exit_code == 2


def test_help_loads_no_model() -> None:
    code = (
        "import sys\n"
        "from click.testing import CliRunner\n"
        "from thresher.cli.main import cli\n"
        "assert CliRunner().invoke(cli, ['train', '--help']).exit_code == 0\n"
        "heavy = [name for name in ('sklearn', 'scipy', 'thresher.synthesis.weights')"
        " if name in sys.modules]\n"
        "assert not heavy, heavy\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
