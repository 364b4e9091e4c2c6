"""The command that recomputes Kusa et al. (2023)."""

import json
from pathlib import Path

from click.testing import CliRunner, Result

from thresher.cli.main import cli


def ask(*arguments: str) -> Result:
    return CliRunner().invoke(
        cli, ["reproduce", "kusa", *arguments], catch_exceptions=False
    )


def test_the_json_counts_cells_and_names_the_misprints() -> None:
    told = json.loads(ask("--json").stdout)
    assert (told["cells"], told["matched"], told["explained"]) == (105, 103, 2)
    assert [m["model"] for m in told["misprints"]] == ["E", "F"]
    assert all(average["agrees"] for average in told["averages"])
    assert told["order_by_wss"] == list("DECGFBA")
    assert told["order_by_tnr"] == list("DECGBFA")
    assert [claim["agrees"] for claim in told["claims"]].count(False) == 1
    assert told["figures"] == []


def test_the_text_says_the_same() -> None:
    told = ask().stdout
    assert "103 of 105 cells matched, 2 explained" in told
    assert "Urinary Incontinence, E: column shift" in told
    assert "14 of 14 averages agree" in told
    assert "by mean TNR: D E C G B F A" in told
    assert "printed 0.45, recomputed 0.475, differs" in told


def test_figures_are_drawn_where_asked(tmp_path: Path) -> None:
    told = json.loads(ask("--figures", str(tmp_path / "new"), "--json").stdout)
    assert len(told["figures"]) == 6
    assert all(Path(path).stat().st_size > 1000 for path in told["figures"])


def test_the_group_lists_both_papers() -> None:
    told = CliRunner().invoke(cli, ["reproduce", "--help"]).stdout
    assert "kusa" in told
    assert "millard" in told
