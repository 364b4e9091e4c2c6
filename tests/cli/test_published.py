"""The commands for printed tables."""

import csv
import io
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from thresher.cli.main import cli, run

TABLE = """dataset,records,relevant,wss:A,wss:B,tnr:A,tnr:B
X,200,100,0.400,0.200,0.450,0.850
Y,200,100,0.300,0.100,0.650,0.250
"""


def ask(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["published", *arguments], catch_exceptions=False)


@pytest.fixture
def table(tmp_path: Path) -> Path:
    file = tmp_path / "printed.csv"
    file.write_text(TABLE)
    return file


def one(measure: str, figure: str, *more: str) -> Result:
    counts = ("--records", "2000", "--relevant", "200")
    return ask("convert", f"--{measure}", figure, *counts, *more)


def test_one_figure_is_converted_with_what_rounding_leaves_open() -> None:
    assert one("wss", "0.5").stdout.splitlines() == [
        "TNR@95% 0.6056",
        "0.5500 to 0.6611 if 0.5 was rounded",
        "WSS@95% can lie between -0.0450 and 0.8550; 10 of 200 relevant records "
        "are missed",
    ]


def test_one_figure_as_json_converts_back() -> None:
    there = json.loads(one("wss", "0.5", "--json").stdout)
    assert there["value"] == pytest.approx(0.605556, abs=1e-6)
    back = json.loads(one("tnr", f"{there['value']:.8f}", "--json").stdout)
    assert back["measure"] == "wss"
    assert back["value"] == pytest.approx(0.5, abs=1e-7)
    assert "wss_at_full_recall" not in back


@pytest.mark.parametrize(("measure", "figure"), [("wss", "0.5"), ("tnr", "0.555")])
def test_few_relevant_records_also_give_the_wss_at_full_recall(
    measure: str, figure: str
) -> None:
    counts = ("--records", "2000", "--relevant", "19")
    told = ask("convert", f"--{measure}", figure, *counts, "--decimals", "2").stdout
    assert told.splitlines()[-1] == "WSS@100% 0.55, by equation 6"


def test_a_table_is_converted_to_csv_on_standard_output(table: Path) -> None:
    told = ask("convert", "--table", str(table)).stdout
    first, *_, last = csv.DictReader(io.StringIO(told))
    assert first["tnr:A"] == "0.85"
    assert (last["dataset"], last["tnr:A"], last["tnr:B"]) == (
        "average",
        "0.75",
        "0.35",
    )


@pytest.mark.parametrize("options", [["--from", "tnr"], ["--to", "wss"]])
def test_rates_are_converted_into_wss(table: Path, options: list[str]) -> None:
    told = json.loads(ask("convert", "--table", str(table), *options, "--json").stdout)
    assert told["measure"] == "wss"
    assert told["rows"][0]["wss"] == pytest.approx({"A": 0.2, "B": 0.4})
    assert told["averages"]["wss"] == pytest.approx({"A": 0.25, "B": 0.25})


def test_a_converted_table_goes_into_a_file(table: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    told = ask("convert", "--table", str(table), "-o", str(out), "--decimals", "3")
    assert told.stdout == ""
    assert out.read_text().splitlines()[1] == "X,200,100,0.95,0.85,0.45"


def test_impossible_figures_are_warned_of_on_standard_error(tmp_path: Path) -> None:
    file = tmp_path / "bad.csv"
    file.write_text("dataset,records,relevant,wss:A\nX,200,100,0.9\n")
    told = ask("convert", "--table", str(file))
    assert "Warning: X, A: WSS 0.9 cannot be" in told.stderr
    assert "Warning" not in told.stdout
    assert told.exit_code == 0


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["--wss", "0.5"],
        ["--wss", "0.5", "--tnr", "0.5"],
        ["--wss", "0.5", "--records", "20"],
        ["--wss", "0.5", "--records", "20", "--relevant", "9", "--to", "tnr"],
        ["--table", "TABLE", "--records", "20"],
        ["--table", "TABLE", "--from", "wss", "--to", "wss"],
        ["--table", "missing.csv"],
    ],
)
def test_wrong_usage_ends_with_2(table: Path, arguments: list[str]) -> None:
    given = [str(table) if word == "TABLE" else word for word in arguments]
    assert ask("convert", *given).exit_code == 2


@pytest.mark.parametrize(
    ("figure", "sentence"),
    [("0.99", "WSS 0.99 cannot be"), ("much", "need a number such as 0.531")],
)
def test_a_refused_figure_ends_with_1_and_one_sentence(
    figure: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    counts = ["--records", "2000", "--relevant", "200"]
    with pytest.raises(SystemExit) as end:
        run(["published", "convert", "--wss", figure, *counts])
    assert end.value.code == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert sentence in told.err
    assert len(told.err.splitlines()) == 1


def test_the_audit_says_what_it_found(table: Path) -> None:
    told = ask("audit", str(table))
    assert told.exit_code == 0
    assert told.stdout.splitlines() == [
        "2 data sets, 2 models",
        "2 of 4 TNR follow from their WSS",
        "by mean WSS: A, B",
        "by mean TNR: A, B",
        "misplaced: X: TNR figures have changed places; they should read A 0.850, "
        "B 0.450",
    ]


def test_the_audit_tells_the_same_as_json(table: Path) -> None:
    told = json.loads(ask("audit", str(table), "--json").stdout)
    assert (told["datasets"], told["cells"], told["agreeing"]) == (2, 4, 2)
    assert told["relevant"] == {"X": 100, "Y": 100}
    (found,) = told["findings"]
    assert (found["kind"], found["dataset"]) == ("misplaced", "X")
    assert [move["belongs_to"] for move in found["moves"]] == ["B", "A"]


def test_a_table_without_fault_and_without_common_sets_has_nothing_to_tell(
    tmp_path: Path,
) -> None:
    file = tmp_path / "clean.csv"
    file.write_text(
        "dataset,records,relevant,wss:A,wss:B\nX,20,10,0.4,\nY,20,10,,0.3\n"
    )
    told = ask("audit", str(file)).stdout.splitlines()
    assert told == ["2 data sets, 2 models", "nothing to object to"]


def test_a_table_judged_at_another_recall_is_audited_there(tmp_path: Path) -> None:
    file = tmp_path / "full.csv"
    file.write_text("dataset,records,relevant,wss:A,tnr:A\nX,200,100,0.250,0.500\n")
    assert "nothing to object" in ask("audit", str(file), "--recall", "1").stdout
    assert "disagreement" in ask("audit", str(file)).stdout


def test_an_unreadable_table_ends_with_1_and_the_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bad.csv"
    file.write_text("dataset,records,relevant,wss:A\nX,200,100,high\n")
    with pytest.raises(SystemExit) as end:
        run(["published", "audit", str(file)])
    assert end.value.code == 1
    assert f"{file}, line 2: column wss:A" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("command", "line"),
    [
        ("convert", "thresher published convert --wss 0.531 --records 327"),
        ("audit", "average,,,0.2470,0.3150,,"),
    ],
)
def test_every_command_has_help_with_an_example_line_for_line(
    command: str, line: str
) -> None:
    told = ask(command, "--help").stdout
    assert "--json" in told
    assert any(text.strip().startswith(line) for text in told.splitlines())
