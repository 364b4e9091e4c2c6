"""`thresher metrics` as a user calls it."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from thresher.cli.main import cli, run

ROWS = "record_id,label_included\n" + "".join(
    f"{i},{int(i in (0, 1, 5, 40))}\n" for i in range(100)
)


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "reading.csv"
    path.write_text(ROWS)
    return path


def call(*arguments: object) -> Result:
    return CliRunner().invoke(cli, ["metrics", *map(str, arguments)])


def values(output: str) -> dict[str, object]:
    items = json.loads(output)["data"]["items"]
    return {item["id"]: item["value"] for item in items}


def test_one_file_prints_the_envelope(table: Path) -> None:
    done = call(table)
    assert done.exit_code == 0
    figures = values(done.stdout)
    assert figures["recall"] == [
        [0.1, 0.75],
        [0.25, 0.75],
        [0.5, 1],
        [0.75, 1],
        [0.9, 1],
    ]
    assert figures["td"] == [["0", 1], ["1", 2], ["5", 6], ["40", 41]]
    assert figures["tp"] == [[0.95, 4], [1.0, 4]]


def test_levels_can_be_given_one_after_the_other_or_one_by_one(table: Path) -> None:
    several = call(table, "--recall", "0.02", "0.5", "--wss", "0.5", "1")
    one_by_one = call(
        table, "--recall", "0.02", "--recall", "0.5", "--wss", "0.5", "--wss", "1"
    )
    assert values(several.stdout) == values(one_by_one.stdout)
    assert values(several.stdout)["recall"] == [[0.02, 0.5], [0.5, 1]]
    before = call("--recall", "0.02", "0.5", table, "--wss", "0.5", "1")
    assert values(before.stdout) == values(several.stdout)


def test_a_level_after_an_equals_sign_works_too(table: Path) -> None:
    assert values(call(table, "--recall=0.02").stdout)["recall"] == [[0.02, 0.5]]


def test_absolute_levels_are_numbers_of_records(table: Path) -> None:
    done = call(table, "--x_absolute", "--y_absolute", "--recall", 6, "--wss", 3)
    figures = values(done.stdout)
    assert figures["recall"] == [[6, 3]]
    assert figures["wss"] == [[3, pytest.approx(94 - 25)]]
    assert "erf" not in figures


def test_absolute_levels_must_be_given(table: Path) -> None:
    done = call(table, "--x-absolute")
    assert done.exit_code == 2
    assert "--x_absolute needs numbers" in done.output


@pytest.mark.parametrize("level", ["0", "1.5", "-1", "high"])
def test_a_recall_out_of_range_is_wrong_usage(table: Path, level: str) -> None:
    done = call(table, "--wss", level)
    assert done.exit_code == 2
    assert "Error" in done.output


def test_several_files_print_a_table_with_their_summary(
    table: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.csv"
    other.write_text(ROWS.replace("40,1", "40,0").replace("90,0", "90,1"))
    done = call(table, other)
    assert done.stdout.splitlines()[0].split()[:2] == ["run", "recall@0.1"]
    assert "standard deviation" in done.stdout
    assert done.stdout == call(table, other).stdout  # the bootstrap is seeded
    whole = json.loads(call(table, other, "--json").stdout)
    assert list(whole) == [str(table), str(other), "summary"]


def test_csv_and_table_can_be_asked_for(table: Path) -> None:
    assert call(table, "--csv").stdout.startswith("file,id,level,value\n")
    assert call(table, "--table").stdout.startswith("run")


def test_output_goes_to_a_file_whole_or_not_at_all(table: Path, tmp_path: Path) -> None:
    target = tmp_path / "out.json"
    done = call(table, "-o", target, "--quiet")
    assert (done.exit_code, done.stdout) == (0, "")
    assert values(target.read_text())["loss"] == pytest.approx(0.1042, abs=1e-3)
    call(table, "-o", tmp_path / "out.csv", "--csv", "--quiet")
    assert (tmp_path / "out.csv").read_text().startswith("file,")
    assert {path.name for path in tmp_path.iterdir()} == {
        "out.csv",
        "out.json",
        "reading.csv",
    }


def test_a_place_that_cannot_be_written_is_one_sentence(
    table: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for target in (tmp_path, tmp_path / "no" / "folder.json"):
        with pytest.raises(SystemExit) as ended:
            run(["metrics", str(table), "-o", str(target)])
        assert ended.value.code == 1
        said = capsys.readouterr().err.strip().splitlines()
        assert len(said) == 1
        assert "[unreadable-file]" in said[0]


def test_an_early_stop_is_remarked_on_standard_error(tmp_path: Path) -> None:
    live = tmp_path / "live.csv"
    live.write_text("id,label\n1,1\n2,0\n3,\n4,\n")
    done = call(live)
    assert "nobody knows" in done.stderr
    assert values(done.stdout)["loss"] is None


def test_settings_are_included_on_request(data: Path) -> None:
    path = data / "asreview_projects" / "1.2__sim_Nelson_2002_nb_tfidf_0.asreview"
    with_settings = json.loads(call(path, "--include-settings").stdout)
    assert with_settings["data"]["settings"]["model"] == "nb"
    assert with_settings["asreviewVersion"] == "1.2"
    assert "settings" not in json.loads(call(path).stdout)["data"]


@pytest.mark.parametrize("name", ["nb_tfidf_0", "svm_sbert_0"])
def test_insights_own_json_is_reproduced_for_real_project_files(
    data: Path, name: str
) -> None:
    """The JSON was made by asreview-insights 1.1.2 with asreview 1.2."""
    stem = f"sim_Nelson_2002_{name}"
    made = data / "measures" / "insights_golden" / f"asreview_insights__{stem}.json"
    expected = values(made.read_text())
    done = call(
        data / "asreview_projects" / f"1.2__{stem}.asreview", "--convention", "insights"
    )
    got = values(done.stdout)
    assert set(expected) == {"recall", "wss", "erf", "atd", "td"}
    assert {key: got[key] for key in expected} == expected


def test_a_rate_adds_the_area_weighted_by_it(table: Path) -> None:
    figures = values(call(table, "--rate", 6.226, 32.791).stdout)
    assert float(str(figures["rauc"])) == pytest.approx(0.7472, abs=1e-4)
    assert 0 < float(str(figures["expected_recall"])) <= 1
    assert "rauc" not in values(call(table).stdout)
    uniform = values(call(table, "--rate", 1, 1).stdout)
    assert uniform["rauc"] == pytest.approx(uniform["auc"])


def test_a_rate_of_a_live_review_is_undefined(tmp_path: Path) -> None:
    live = tmp_path / "live.csv"
    live.write_text("id,label\n1,1\n2,0\n3,\n")
    assert values(call(live, "--rate", 2, 3).stdout)["rauc"] is None
