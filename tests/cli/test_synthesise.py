"""`thresher synthesise`, with a reader of known findings in the models' place."""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from thresher.cli.main import cli
from thresher.errors import EndpointError
from thresher.progress import Report
from thresher.synthesis import shipped_models
from thresher.synthesis.finding import Directions, Finding
from thresher.synthesis.headings import Role
from thresher.synthesis.preparation import prepared
from thresher.synthesis.read_study import ReadStudy
from thresher.synthesis.sentences import abstract_sentences
from thresher.synthesis.study import Study

WORDS = {
    "rose": (0.9, 0.05, 0.05),
    "same": (0.05, 0.9, 0.05),
    "fell": (0.05, 0.05, 0.9),
}


def fake_reader(
    studies: Sequence[Study], *, tagger: str, report: Report
) -> tuple[ReadStudy, ...]:
    assert tagger == "fast"
    report("Reading", done=1, total=1)
    return tuple(map(_read, studies))


def _read(study: Study) -> ReadStudy:
    ready = prepared(study)
    if not ready.is_readable:
        return ReadStudy(study=ready.study, cautions=ready.cautions)
    cut = abstract_sentences(ready.study)
    findings = [
        Finding(
            study=study.id,
            intervention="menaquinone" if "menaquinone" in one.text else "vitamin K2",
            outcome="pain",
            directions=Directions(increases=up, no_change=same, decreases=down),
            evidence=one,
            confidence=0.9,
        )
        for one in cut
        for word, (up, same, down) in WORDS.items()
        if word in one.text
    ]
    return ReadStudy(
        study=ready.study,
        sentences=cut,
        roles=(Role.RESULTS,) * len(cut),
        findings=tuple(findings),
        cautions=ready.cautions,
    )


ITSELF = shipped_models.read_studies


@pytest.fixture(autouse=True)
def _known_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shipped_models, "read_studies", fake_reader)


@pytest.fixture
def review(tmp_path: Path) -> Path:
    path = tmp_path / "studies.csv"
    path.write_text(
        "title,abstract\n"
        "One,With vitamin K2 the pain fell in 30 patients of this trial here.\n"
        "Two,With menaquinone the pain rose in 40 patients of this trial here.\n"
        "Three,\n"
        "Vier,Die Wirkung von Vitamin K auf Schmerzen wurde von uns hier untersucht\n"
    )
    return path


def invoke(*arguments: object) -> Result:
    return CliRunner().invoke(cli, ["synthesise", *map(str, arguments)])


def test_a_planted_contradiction_is_printed_as_one(review: Path) -> None:
    result = invoke(review)
    assert result.exit_code == 0
    assert "1 of 2 studies reports" in result.stdout
    assert "CONTRADICTORY: check the sentences" in result.stdout
    assert "Draft for human checking" in result.stdout


def test_what_could_not_be_read_is_said_and_the_rest_is_kept(review: Path) -> None:
    result = invoke(review)
    assert "has no abstract" in result.stderr
    assert "not in English" in result.stderr


def test_json_has_everything_and_its_offsets_hold(review: Path) -> None:
    facts = json.loads(invoke(review, "--json", "--question", "K2?").stdout)
    texts = {one["id"]: one["text"] for one in facts["studies"]}
    for sentence in facts["summary"]["sentences"]:
        for one in sentence["references"]:
            assert texts[one["study"]][one["start"] : one["end"]] == one["quote"]
    assert facts["question"] == "K2?"
    assert len(facts["studies"]) == 4


def test_a_folder_gets_all_files(review: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert invoke(review, "-o", out).exit_code == 0
    assert {path.name for path in out.iterdir()} == {
        "findings.csv",
        "synthesis.json",
        "groups.toml",
        "report.html",
        "map.png",
        "map.svg",
    }


@pytest.mark.parametrize("ending", ["html", "json", "csv"])
def test_one_file_is_written_by_its_ending(
    review: Path, tmp_path: Path, ending: str
) -> None:
    out = tmp_path / f"report.{ending}"
    assert invoke(review, "-o", out).exit_code == 0
    assert out.stat().st_size > 100


def test_an_edited_file_of_groups_comes_back(review: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    invoke(review, "-o", out)
    groups = out / "groups.toml"
    text = groups.read_text()
    assert 'members = ["vitamin K2", "menaquinone"]' in text
    apart = '"vitamin K2"]\n\n[[intervention]]\nname = "MK"\nmembers = ["menaquinone"]'
    groups.write_text(text.replace('"vitamin K2", "menaquinone"]', apart))
    again = invoke(review, "--groups", groups)
    assert "CONTRADICTORY" not in again.stdout
    assert "MK and pain" in again.stdout


def test_findings_by_no_study_leave_a_page_without_a_map(tmp_path: Path) -> None:
    path = tmp_path / "none.csv"
    path.write_text("title,abstract\nOne,\n")
    out = tmp_path / "out"
    out.mkdir()
    (out / "map.png").write_bytes(b"of an earlier run")
    result = invoke(path, "-o", out)
    assert result.exit_code == 0
    assert not (out / "map.png").exists()
    assert "insufficient evidence for any statement" in result.stdout


def test_included_records_of_a_project_are_read(review: Path, tmp_path: Path) -> None:
    labelled = tmp_path / "labelled.csv"
    lines = review.read_text().splitlines()
    marks = ["included", "1", "0", "0", "0"]
    both = (f"{line},{mark}" for line, mark in zip(lines, marks, strict=True))
    labelled.write_text("\n".join(both) + "\n")
    project = tmp_path / "p.thresher"
    made = CliRunner().invoke(cli, ["import", str(labelled), "--project", str(project)])
    assert made.exit_code == 0, made.output
    facts = json.loads(invoke(project, "--json").stdout)
    assert [one["title"] for one in facts["studies"]] == ["One"]


def test_a_project_without_included_records_is_refused(
    review: Path, tmp_path: Path
) -> None:
    project = tmp_path / "p.thresher"
    CliRunner().invoke(cli, ["import", str(review), "--project", str(project)])
    result = invoke(project)
    assert result.exit_code == 1
    assert "no included record" in str(result.exception)


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--endpoint", "http://x/v1"], "both --endpoint and --model"),
        (["--endpoint", "ftp://x", "--model", "m"], "http or https"),
        (["-o", "report.docx"], "a folder or a file in"),
    ],
)
def test_wrong_usage_exits_with_2(review: Path, arguments: list[str], why: str) -> None:
    result = invoke(review, *arguments)
    assert result.exit_code == 2
    assert why in result.stderr


def test_a_missing_file_is_one_sentence(tmp_path: Path) -> None:
    result = invoke(tmp_path / "none.csv")
    assert result.exit_code == 1
    assert "there is no such file" in str(result.exception)


def test_a_draft_is_added_and_labelled(
    review: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    one = {
        "text": "Pain differs.",
        "rows": ["R1", "R2"],
        "quotes": [{"row": "R1", "quote": "the pain fell in 30 patients"}],
    }
    answer = {"sentences": [one]}
    monkeypatch.setattr(
        "thresher.cli.synthesise.chat", lambda *_, **__: json.dumps(answer)
    )
    asked = ["--endpoint", "http://localhost:9/v1", "--model", "m"]
    result = invoke(review, *asked, "-o", tmp_path / "r.html")
    assert "Pain differs." in result.stdout
    assert "drafted by a language model" in result.stdout


def test_a_model_that_fails_leaves_the_rest(
    review: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_: object, **__: object) -> str:
        raise EndpointError("http://localhost:9/v1", "did not answer")

    monkeypatch.setattr("thresher.cli.synthesise.chat", failing)
    asked = ["--endpoint", "http://localhost:9/v1", "--model", "m"]
    result = invoke(review, *asked)
    assert result.exit_code == 0
    assert "there is no draft" in result.stderr
    assert "1 of 2 studies reports" in result.stdout


def test_rejected_sentences_of_a_draft_are_counted(
    review: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = {"sentences": [{"text": "All are cured.", "rows": ["R9"]}]}
    monkeypatch.setattr(
        "thresher.cli.synthesise.chat", lambda *_, **__: json.dumps(answer)
    )
    result = invoke(review, "--endpoint", "http://localhost:9/v1", "--model", "m")
    assert "1 drafted sentences were not kept" in result.stdout
    assert "All are cured" not in result.stdout


def test_bad_abstracts_are_named_and_the_good_one_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shipped_models, "read_studies", ITSELF)
    good = (
        "AIM To compare zinc with placebo. METHODS We randomised 90 adults to zinc or"
        " placebo. RESULTS Pain scores were significantly lower with zinc than with"
        " placebo (P<0.01). CONCLUSIONS Zinc reduced pain."
    )
    abstracts = {
        "Good": good,
        "Empty": "",
        "Deutsch": "Die Wirkung von Zink auf die Schmerzen wurde von uns in dieser"
        " Arbeit an neunzig Patienten untersucht.",
        "Markup": f"<p><b>{good}</b></p><sub>&lt;</sub>",
        "Long": (good + " ") * 400,
        "Nothing": "This is about the weather of the week and not about any of it all.",
        "Junk": "\\x00 ((( [[[ &&& ;;; ... 1 2 3 % % %",
    }
    path = tmp_path / "studies.csv"
    rows = "".join(f'{title},"{text}"\n' for title, text in abstracts.items())
    path.write_text("title,abstract\n" + rows)
    done = invoke(path, "--json")
    assert done.exit_code == 0
    facts = json.loads(done.stdout)
    cautions = {one["title"]: " ".join(one["cautions"]) for one in facts["studies"]}
    assert cautions["Good"] == cautions["Markup"] == ""
    for title, why in {
        "Empty": "no abstract",
        "Deutsch": "not in English",
        "Long": "only the first",
        "Nothing": "names no intervention",
    }.items():
        assert why in cautions[title]
    reported = {row["study"] for row in facts["rows"] if row["sentence"]}
    told = {one["title"] for one in facts["studies"] if one["id"] in reported}
    assert {"Good", "Markup", "Long"} <= told


def test_one_study_alone_is_said_to_be_insufficient(tmp_path: Path) -> None:
    path = tmp_path / "one.csv"
    path.write_text(
        "title,abstract\nOne,With vitamin K2 the pain fell in 30 patients.\n"
    )
    done = invoke(path)
    assert done.exit_code == 0
    assert "insufficient evidence to compare" in done.stdout


def test_help_loads_no_model() -> None:
    code = (
        "import sys; from thresher.cli.main import cli\n"
        "try: cli(['synthesise', '--help'])\n"
        "except SystemExit: pass\n"
        "heavy = {'sklearn', 'torch', 'scipy', 'matplotlib'} & set(sys.modules)\n"
        "models = [m for m in sys.modules if m.startswith('thresher.synthesis.')]\n"
        "assert not heavy, heavy\n"
        "assert 'thresher.synthesis.weights' not in models, models\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


RIS = (
    "TY  - JOUR\nTI  - Vitamin K2 for the pain of older adults: a randomised trial\n"
    "AU  - Ito, K.\nPY  - 2011\n{more}"
    "AB  - With vitamin K2 the pain fell in 30 patients of this trial here.\nER  - \n\n"
)


@pytest.fixture
def thrice(tmp_path: Path) -> Path:
    path = tmp_path / "thrice.ris"
    path.write_text(RIS.format(more="DO  - 10.1000/k2\n") * 3)
    return path


def test_a_study_in_three_records_counts_once_and_all_ids_are_shown(
    thrice: Path, tmp_path: Path
) -> None:
    done = invoke(thrice, "-o", tmp_path / "out")
    assert "3 records, 1 study. Records of one study are counted once" in done.stdout
    assert "one study reports it, a decrease [1]" in done.stdout
    facts = json.loads((tmp_path / "out" / "synthesis.json").read_text())
    [study] = facts["studies"]
    assert len(set(study["records"])) == 3
    assert facts["counted"] == "3 records, 1 study"
    assert study["address"] == "https://doi.org/10.1000/k2"
    listed = "; ".join(study["records"])
    assert listed in (tmp_path / "out" / "findings.csv").read_text()
    page = (tmp_path / "out" / "report.html").read_text()
    assert "3 records" in page
    assert all(one in page for one in study["records"])


def test_records_linked_in_a_project_are_one_study(
    thrice: Path, tmp_path: Path
) -> None:
    marked = thrice.read_text().replace("ER  - ", "N1  - ASReview_relevant\nER  - ")
    thrice.write_text(marked)
    project = tmp_path / "p.thresher"
    for step in (["import", thrice, "--project", project], ["dedupe", project]):
        made = CliRunner().invoke(cli, list(map(str, step)))
        assert made.exit_code == 0, made.output
    facts = json.loads(invoke(project, thrice, "--json").stdout)
    [study] = facts["studies"]
    assert facts["counted"] == "6 records, 1 study"
    assert len(study["records"]) == 6


def test_what_may_be_one_study_is_counted_twice_and_said(tmp_path: Path) -> None:
    path = tmp_path / "two.ris"
    first = RIS.format(more="DO  - 10.1000/k2\nJO  - Bones\nVL  - 4\nSP  - 17\n")
    later = RIS.format(more="DO  - 10.1000/x9\nJO  - Talks\nVL  - 9\nSP  - 230\n")
    path.write_text(first + later)
    done = invoke(path, "--json")
    facts = json.loads(done.stdout)
    assert facts["counted"] == "2 records, 2 studies"
    assert facts["summary"]["sentences"][0]["remark"] == "[1, 2] may be one study"
    assert "may be the same study as" in facts["studies"][1]["cautions"][0]
    assert "may be the same study as" in done.stderr


def test_an_offer_is_accepted_by_the_option_that_is_printed(tmp_path: Path) -> None:
    path = tmp_path / "two.csv"
    path.write_text(
        "title,abstract\n"
        "One,With vitamin K2 the pain fell in 30 patients of this trial here.\n"
        "Two,With menaquinone the pain fell in 40 patients of this trial here.\n"
    )
    apart = tmp_path / "g.toml"
    apart.write_text(
        '[[intervention]]\nname = "K2"\nmembers = ["vitamin K2"]\n'
        '[[intervention]]\nname = "MK"\nmembers = ["menaquinone"]\n'
    )
    asked = [path, "--groups", apart]
    assert "one study reports it" in invoke(*asked).stdout
    done = invoke(*asked, "--same", "K2", "MK")
    assert "K2 and pain: 2 of 2 studies report a decrease" in done.stdout
    wrong = invoke(*asked, "--same", "K2", "zinc")
    assert wrong.exit_code == 1
    assert "write both as the report does" in str(wrong.exception)
