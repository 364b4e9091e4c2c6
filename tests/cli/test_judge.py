"""`thresher judge`, with known phrases and directions in the models' place."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from thresher.cli.judge import NAMES
from thresher.cli.main import cli
from thresher.errors import FileError
from thresher.synthesis import shipped_models
from thresher.synthesis.agreement.judging import MEASURES
from thresher.synthesis.finding import Directions
from thresher.synthesis.spans import PicoKind
from thresher.synthesis.text_models import TextModels


def fake_models() -> TextModels:
    up = Directions(increases=1, no_change=0, decreases=0)
    down = Directions(increases=0, no_change=0, decreases=1)
    return TextModels(
        phrases=lambda text: {
            PicoKind.INTERVENTIONS: tuple(x for x in ("zinc", "iron") if x in text),
            PicoKind.OUTCOMES: tuple(x for x in ("colds",) if x in text),
        },
        directions=lambda text, pairs: tuple(
            down if "fewer" in text else up for _ in pairs
        ),
        evidence_name="a fake",
        evidence_f1=0.75,
    )


@pytest.fixture(autouse=True)
def _known_models(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shipped_models, "shipped_text_models", fake_models)


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    targets, generated = tmp_path / "t.csv", tmp_path / "g.csv"
    targets.write_text("ReviewID,Target\n1,zinc gives fewer colds\n2,iron and colds\n")
    generated.write_text(
        "ReviewID,Generated\n1,zinc gives more colds\n2,iron and colds\n"
    )
    return ["--targets", str(targets), "--generated", str(generated)]


def invoke(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["judge", *arguments])


def test_the_names_are_those_of_the_measures() -> None:
    assert set(NAMES) == {*MEASURES, "direction_f1"}


def test_means_name_their_base_and_the_model(files: list[str]) -> None:
    result = invoke(*files)
    assert result.exit_code == 0
    assert "base 2" in result.stdout
    assert "a fake, its own macro-F1 0.750" in result.stdout
    assert "delta_ei" in result.stdout


def test_json_has_every_review(files: list[str]) -> None:
    facts = json.loads(invoke(*files, "--json", "--base", "e").stdout)
    assert [one["review"] for one in facts["reviews"]] == ["1", "2"]
    assert facts["reviews"][0]["delta_ei"] == pytest.approx(0.8326, abs=1e-4)
    assert facts["delta_ei_base"] == "e"
    assert facts["evidence_model_f1"] == 0.75
    assert facts["means"]["rouge1"]["value"] == pytest.approx(0.875)


def test_a_planted_hallucination_is_listed(files: list[str], tmp_path: Path) -> None:
    inputs = tmp_path / "i.csv"
    inputs.write_text(
        "ReviewID,PMID,Title,Abstract\n1,7,T,zinc gave fewer colds\n2,8,T,colds\n"
    )
    result = invoke(*files, "--inputs", str(inputs))
    assert "2 statements that no study bears out" in result.stdout
    assert "a direction that no study reports (increases: zinc, colds)" in result.stdout
    assert "an intervention that no study names (iron)" in result.stdout


@pytest.mark.parametrize(
    ("gate", "code"),
    [
        (["--fail-below", "rouge1=0.5"], 0),
        (["--fail-below", "rouge1=0.9"], 1),
        (["--fail-above", "delta_ei=0.4"], 1),
        (["--fail-above", "delta_ei=0.6"], 0),
        (["--fail-below", "supported=0.1"], 1),
    ],
)
def test_the_gate_decides_the_exit_code(
    files: list[str], gate: list[str], code: int
) -> None:
    result = invoke(*files, *gate)
    assert result.exit_code == code
    assert ("Failed: " in result.stderr) == (code == 1)


@pytest.mark.parametrize("wrong", ["rouge1", "rouge1=x", "rouge9=0.5"])
def test_a_gate_that_makes_no_sense_is_wrong_usage(
    files: list[str], wrong: str
) -> None:
    assert invoke(*files, "--fail-below", wrong).exit_code == 2


def test_reviews_in_one_file_only_are_refused_unless_asked(
    files: list[str], tmp_path: Path
) -> None:
    (tmp_path / "g.csv").write_text("ReviewID,Generated\n1,zinc\n3,iron\n")
    refused = invoke(*files)
    assert refused.exit_code == 1
    assert "1 targets have no generated summary" in str(refused.exception)
    asked = invoke(*files, "--common-only", "--json")
    assert asked.exit_code == 0
    assert len(json.loads(asked.stdout)["reviews"]) == 1
    assert "they are left out" in asked.stderr


PEOPLE = """ReviewID,Anna,Ben
1,increases,Increases
2,decreases,no_change
3,decreases,decreases
4, no_change ,no_change
5,skip,
"""


def test_two_judges_labels_give_table_accuracy_and_kappa(tmp_path: Path) -> None:
    file = tmp_path / "people.csv"
    file.write_text(PEOPLE)
    facts = json.loads(invoke("--people", str(file), "--json").stdout)
    assert facts["labels"] == ["decreases", "increases", "no_change"]
    assert facts["counts"] == [[1, 0, 1], [0, 1, 0], [0, 0, 1]]
    assert (facts["agreed"], facts["reviews"], facts["left_out"]) == (3, 4, 1)
    assert facts["kappa"] == pytest.approx((3 / 4 - 5 / 16) / (1 - 5 / 16))
    assert facts["kappa_interval"][0] < facts["kappa"] <= facts["kappa_interval"][1]
    text = invoke("--people", str(file)).stdout
    assert "They agree on 3 of 4 reviews: accuracy 0.750" in text
    assert "Cohen's kappa 0.636" in text
    assert "Left out, since a label is missing: 1 reviews" in text


def test_one_label_for_everything_leaves_kappa_undefined(tmp_path: Path) -> None:
    file = tmp_path / "people.csv"
    file.write_text("ReviewID,a,b\n1,up,up\n2,up,up\n")
    assert json.loads(invoke("--people", str(file), "--json").stdout)["kappa"] is None
    assert "kappa is undefined" in invoke("--people", str(file)).stdout


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("ReviewID,a\n1,up\n", "where two judges' labels are expected"),
        ("ReviewID,a,b,c\n1,up,up,up\n", "has 3 columns beside ReviewID"),
        ("id,a,b\n1,up,up\n", "has no column reviewid"),
        ("ReviewID,a,b\n1,up,up\n1,up,up\n", "repeats review 1"),
        ("ReviewID,a,b\n1,up,\n", "no review that both judges labelled"),
        ("ReviewID,a,b\n", "no review that both judges labelled"),
    ],
)
def test_a_faulty_file_of_labels_is_told_in_a_sentence(
    tmp_path: Path, content: str, said: str
) -> None:
    file = tmp_path / "people.csv"
    file.write_text(content)
    result = invoke("--people", str(file))
    assert isinstance(result.exception, FileError)
    assert said in str(result.exception)


def test_people_stand_alone_and_something_must_be_given(
    tmp_path: Path, files: list[str]
) -> None:
    file = tmp_path / "people.csv"
    file.write_text(PEOPLE)
    assert "stands alone" in invoke("--people", str(file), *files).output
    assert "give --targets and --generated" in invoke().output


def test_a_file_that_is_not_there_is_told_in_words(files: list[str]) -> None:
    gone = ["judge", files[0], files[1], "--generated", "nofile"]
    done = CliRunner().invoke(cli, gone)
    assert isinstance(done.exception, FileError)
    assert "nofile: there is no such file" in str(done.exception)
    assert "Errno" not in str(done.exception)
