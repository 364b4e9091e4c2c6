"""Options that cannot mean anything: refused at the door, never passed over."""

from pathlib import Path

import pytest

from thresher.cli.main import run
from thresher.store.project import create_project

SIZE = "certify size --tp 50 --fp 5 --fn 5 --tn 100"
PLAN = "plan --records 100 --hours 10"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a table of labels, judgements and two files of summaries."""
    (tmp_path / "lab.csv").write_text(
        "id,title,label\na,aspirin and pain,1\nb,dogs and pain,0\nc,aspirin in dogs,1\n"
    )
    (tmp_path / "run.json").write_text(
        '{"thresher_run": 1, "name": "a", "labels": [1, 0, 1], "records": 3}'
    )
    (tmp_path / "rounds.json").write_text('[{"trained": 20, "size": null}]')
    (tmp_path / "judged.txt").write_text("1 0 a 1\n1 0 b 0\n")
    (tmp_path / "t.csv").write_text("ReviewID,Target\n1,Aspirin lowers pain.\n")
    (tmp_path / "g.csv").write_text("ReviewID,Generated\n1,Aspirin lowers pain.\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def told(line: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    with pytest.raises(SystemExit) as ended:
        run(line.split())
    assert isinstance(ended.value.code, int)
    return ended.value.code, capsys.readouterr().err


@pytest.mark.parametrize("number", ["nan", "inf", "-1"])
@pytest.mark.parametrize(
    "line",
    [
        "compare lab.csv --alpha {}",
        "compare lab.csv --rate {} 1",
        "metrics lab.csv --recall {}",
        "metrics lab.csv --wss {}",
        "metrics lab.csv --rate {} 1",
        f"{PLAN} --minutes 1 2 --coverage {{}}",
        f"{PLAN} --minutes {{}} 2",
        f"{SIZE} --target {{}}",
        f"{SIZE} --target 0.7 --power {{}}",
        "certify outside lab.csv --plan p --sample s --recall {}",
        "certify adjust c --relevant 1 --missed 0 --confidence {}",
        "certify seal p -o s --confidence {}",
        "corpus split d -o o --shares {}/1/1",
        "synthesise lab.csv --timeout {}",
    ],
)
def test_a_number_without_meaning_is_wrong_usage(
    here: Path, line: str, number: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = sorted(here.iterdir())
    code, said = told(line.format(number), capsys)
    assert code == 2
    assert "unexpected" not in said
    assert sorted(here.iterdir()) == before


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    "line",
    [
        "judge --targets t.csv --generated g.csv --fail-below rouge1=nan",
        "judge --targets t.csv --generated g.csv --seed -1",
        "reproduce millard --seed -1",
        "reproduce bagdouri --seed -1",
        "reproduce ms2 --seed -1",
        f"{SIZE} --target 0.7 --population 99999999999999999999",
        "certify size --tp 99999999999 --fp 5 --fn 5 --tn 100 --target 0.7",
    ],
)
def test_a_limit_or_seed_that_nothing_can_meet_is_wrong_usage(
    line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, said = told(line, capsys)
    assert code == 2
    assert "Invalid value" in said


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("metrics lab.csv --qrels gone", "gone: there is no such file"),
        ("stop lab.csv --qrels gone", "gone: there is no such file"),
        ("metrics lab.csv --qrels judged.txt", "--qrels is for TREC runs"),
        ("stop lab.csv --qrels judged.txt", "--qrels is for TREC runs"),
        ("certify curve gone", "gone: there is no such file"),
        ("certify curve .", "is a folder"),
        ("certify curve lab.csv --target 0.7", "too few records for a round of 20"),
        (f"{PLAN} --minutes 1 1e308", "minutes"),
        *(
            (f"{command} run.json --label-column x", "--label-column is for tables")
            for command in ("metrics", "plot recall", "stop", "compare")
        ),
        (f"{PLAN} --minutes 1 2 --label-column x", "--label-column is for tables"),
        *(
            (f"certify curve rounds.json {option}", f"{option.split()[0]} is for a")
            for option in ("--ranker svm", "--target 0.7", "--folds 3", "--seed 1")
        ),
        *(
            (f"certify outside lab.csv --plan p --labels l {option}", "is for drawing")
            for option in ("--target 0.9", "--confidence 0.9", "--draw 1 2")
        ),
        (
            "certify outside lab.csv --plan p --sample s --draw 1 2 --power 0.8",
            "--power is for finding the sizes",
        ),
        *(
            (f"{SIZE} --target 0.7 {option}", "is for --data, not for counts")
            for option in ("--label-column x", "--folds 4", "--ranker svm")
        ),
        ("certify issue run.json -o c --end", "--end is for a project"),
        ("certify issue run.json -o c --reader me", "--reader is for a project"),
        ("certify verify c.json --reader me", "--reader is for --project"),
        ("certify verify c.json --run run.json --reader me", "--reader is for"),
        ("sweep s.toml --executor serial --workers 3", "no --workers"),
    ],
)
def test_what_would_be_passed_over_is_refused(
    line: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, said = told(line, capsys)
    assert code == (2 if words.startswith("--") else code) != 0
    assert words in said
    assert "unexpected" not in said


def test_a_committee_for_a_project_is_refused(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with create_project(here / "p.thresher"):
        pass
    code, said = told("stop p.thresher --qrels judged.txt", capsys)
    assert (code, "--qrels is for TREC runs" in said) == (2, True)
    code, said = told("stop p.thresher --label-column label", capsys)
    assert (code, "--label-column is for tables" in said) == (2, True)
    code, said = told("stop p.thresher --committee lab.csv", capsys)
    assert code == 2
    assert "--committee is for runs" in said


def test_a_project_given_for_a_reading_is_told_how_to_become_one(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with create_project(here / "p.thresher"):
        pass
    code, said = told("metrics p.thresher", capsys)
    assert code == 1
    assert "what thresher export writes as .asreview" in said
