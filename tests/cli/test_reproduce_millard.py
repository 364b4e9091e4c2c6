"""`thresher reproduce millard`."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from thresher.cli.reproduce_millard import millard


def test_the_table_is_printed_as_text_and_as_json(data: Path) -> None:
    where = ["--data", str(data), "--seed", "3"]
    printed = CliRunner().invoke(millard, [*where, "--json"])
    facts = json.loads(printed.stdout)
    assert facts["seed"] == 3
    assert facts["models"] == 150
    cell = facts["table"][0]
    assert (cell["row"], cell["column"], cell["paper"]) == ("NDCG", "rAUC(3,19)", 0.565)
    assert cell["difference"] == pytest.approx(cell["ours"] - cell["paper"])
    assert facts["spearman"]["NDCG"]["rAUC(3,19)"] == cell["ours"]
    assert facts["rapid_review"]["alpha"] == pytest.approx(6.226, abs=0.001)
    assert len(facts["what_differs"]) >= 5
    text = CliRunner().invoke(millard, where).stdout
    assert f"0.565   {cell['ours']:.3f}" in text
    assert "Beta(6.226, 32.791), mode 14.1%" in text


def test_missing_data_is_said_with_what_to_do(tmp_path: Path) -> None:
    result = CliRunner().invoke(millard, [], env={"THRESHER_DATA": str(tmp_path)})
    assert result.exit_code == 1
    assert "set THRESHER_DATA" in str(result.exception)
