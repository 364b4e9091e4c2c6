"""`thresher plot`: parse, draw, say where."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from thresher.cli.main import cli, run
from thresher.measures.curves import recall_curve
from thresher.reports.figures import KINDS

LABELS = [1, 0, 1, 0, 0, 1, 0, 0, 0, 0]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two runs in an empty folder, which is where we are."""
    for name, labels in (("first", LABELS), ("second", LABELS[::-1])):
        (tmp_path / f"{name}.txt").write_text("\n".join(map(str, labels)) + "\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def plot(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["plot", *arguments], catch_exceptions=False)


@pytest.mark.parametrize("kind", KINDS)
def test_every_type_is_written_to_its_own_file(kind: str, folder: Path) -> None:
    done = plot(kind, "first.txt", "second.txt")
    assert done.exit_code == 0
    assert done.stdout == ""
    assert f"wrote {kind}.png" in done.stderr
    assert (folder / f"{kind}.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("ending", ["png", "svg", "pdf"])
def test_the_output_may_be_named(ending: str, folder: Path) -> None:
    assert plot("recall", "first.txt", "-o", f"out.{ending}").exit_code == 0
    assert (folder / f"out.{ending}").stat().st_size > 1000


def test_json_is_the_points_and_writes_no_file(folder: Path) -> None:
    done = plot("recall", "first.txt", "second.txt", "--json")
    told = json.loads(done.stdout)
    expected = recall_curve(LABELS)
    assert told["plot"] == "recall"
    assert told["x"] == "Share of records read"
    assert [run["name"] for run in told["runs"]] == ["first", "second"]
    assert told["runs"][0]["x"] == expected.x.tolist()
    assert told["runs"][0]["y"] == expected.y.tolist()
    assert told["runs"][0]["steps"] is True
    assert told["runs"][0]["stopped"] is False
    assert "band" not in told
    assert not list(folder.glob("*.png"))


def test_json_and_a_picture_may_be_asked_for_together(folder: Path) -> None:
    done = plot("wss", "first.txt", "--json", "-o", "wss.svg")
    assert json.loads(done.stdout)["plot"] == "wss"
    assert (folder / "wss.svg").exists()


@pytest.mark.parametrize("style", ["_", "-"])
@pytest.mark.usefixtures("folder")
def test_axes_in_counts_are_asked_for_in_either_spelling(style: str) -> None:
    flags = [f"--x{style}absolute", f"--y{style}absolute"]
    told = json.loads(plot("recall", "first.txt", "--json", *flags).stdout)
    assert told["runs"][0]["x"][-1] == 10
    assert told["runs"][0]["y"][-1] == 3
    assert told["y"] == "Number of relevant records found"


@pytest.mark.usefixtures("folder")
def test_names_band_title_and_references_reach_the_picture() -> None:
    texts = ["nb", "svm", "Our review"]
    files = ["first.txt", "second.txt"]
    named = ["--legend", "nb", "--legend", "svm", "--title", "Our review"]
    assert plot("recall", *files, *named, "-o", "named.svg").exit_code == 0
    assert plot("recall", *files, "--band", "-o", "band.svg").exit_code == 0
    bare = ["--no-random", "--no-optimal", "-o", "bare.svg"]
    assert plot("recall", *files, *bare).exit_code == 0
    content = {
        name: Path(f"{name}.svg").read_text() for name in ("named", "band", "bare")
    }
    assert all(f"<!-- {text} -->" in content["named"] for text in texts)
    assert "<!-- mean of 2 runs -->" in content["band"]
    for name, text in content.items():
        assert ("<!-- best order -->" in text) is (name != "bare")
        assert ("<!-- random order -->" in text) is (name != "bare")


@pytest.mark.usefixtures("folder")
def test_a_band_is_also_told_in_numbers() -> None:
    done = plot("recall", "first.txt", "second.txt", "--band", "--json")
    told = json.loads(done.stdout)["band"]
    assert told["mean"][-1] == 1
    assert all(
        low <= mean <= high
        for low, mean, high in zip(told["low"], told["mean"], told["high"], strict=True)
    )


def test_priors_count_only_when_asked_for(folder: Path) -> None:
    rows = ["record_id,label,prior", "1,1,1", "2,0,0", "3,1,0", "4,0,0"]
    (folder / "run.csv").write_text("\n".join(rows) + "\n")

    def last(*flags: str) -> float:
        flags = ("--x_absolute", "--json", *flags)
        told = json.loads(plot("recall", "run.csv", *flags).stdout)
        return float(told["runs"][0]["x"][-1])

    assert last() == last("--no-priors") == 3
    assert last("--priors") == 4


@pytest.mark.usefixtures("folder")
def test_a_wrong_type_is_answered_with_the_right_ones() -> None:
    done = plot("recal", "first.txt")
    assert done.exit_code == 2
    assert "Did you mean 'recall'?" in done.stderr
    assert "rate-accuracy" in done.stderr


@pytest.mark.usefixtures("folder")
def test_a_wrong_ending_is_answered_with_the_right_ones() -> None:
    done = plot("recall", "first.txt", "-o", "out.jpg")
    assert done.exit_code == 2
    assert ".pdf, .png, .svg" in done.stderr


@pytest.mark.usefixtures("folder")
def test_labels_may_stand_in_a_column_of_any_name(folder: Path) -> None:
    (folder / "a.csv").write_text("verdict\n1\n0\n")
    done = plot("recall", "a.csv", "--label-column", "verdict", "--json")
    assert json.loads(done.stdout)["runs"][0]["name"] == "a"


def test_a_folder_that_is_not_there_is_named_with_the_picture(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        run(["plot", "recall", str(folder / "first.txt"), "-o", "gone/out.png"])
    said = capsys.readouterr().err
    assert said.startswith("Error: gone/out.png: cannot be written: No such file")


def test_no_file_is_wrong_usage() -> None:
    assert plot("recall").exit_code == 2


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["recall", "none.csv"], "none.csv"),
        (["precision", "first.txt", "--y_absolute"], "precision is a share"),
        (["recall", "first.txt", "--band"], "at least 2 runs"),
        (["recall", "first.txt", "--legend", "a", "--legend", "b"], "legend values"),
        (["recall", "first.txt", "-o", "nowhere/out.png"], "nowhere"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_a_refusal_is_one_sentence(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        run(["plot", *arguments])
    assert stopped.value.code == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("Error: ")
    assert sentence in told.err
    assert told.err.count("\n") == 1


def test_real_projects_of_every_version_can_be_drawn(data: Path, folder: Path) -> None:
    projects = sorted((data / "asreview_projects").glob("1.*.asreview"))
    assert len(projects) == 3
    done = plot("recall", *map(str, projects), "-o", "real.png")
    assert done.exit_code == 0
    assert (folder / "real.png").stat().st_size > 10_000


def test_help_names_every_type() -> None:
    told = plot("--help").stdout
    assert all(kind in told for kind in KINDS)
