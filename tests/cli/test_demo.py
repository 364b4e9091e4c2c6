"""`thresher demo`, start to end."""

import csv
import json
import re
import shutil
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from thresher.cli.demo import PROJECT, next_commands
from thresher.cli.demo_project import gather
from thresher.cli.main import cli, run
from thresher.progress import silent
from thresher.records.citation import Citation
from thresher.reports.demonstration import Demonstration, demonstrate
from thresher.reports.demonstration_files import (
    CERTIFICATE,
    PAGE,
    write_demonstration,
)
from thresher.reports.folder import MARKER
from thresher.screening.runs import open_run
from thresher.store.project import create_project

DATED = (PROJECT, CERTIFICATE, "certificate.html", PAGE)  # they hold the day
NOON = datetime(2026, 11, 17, 12, tzinfo=UTC)


def contents(folder: Path) -> dict[Path, bytes]:
    return {
        path: path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and not path.name.startswith(DATED)
    }


def demonstrated(folder: Path, *, seed: int) -> Demonstration:
    rng = np.random.default_rng(seed)
    with create_project(folder / PROJECT) as project:
        gathered = gather(project, folder, records=100, at=NOON, rng=rng, report=silent)
    return demonstrate(gathered, issued_at=NOON.timestamp(), rng=rng)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a demo of 300 records in it."""
    folder = tmp_path_factory.mktemp("demo") / "out"
    arguments = ["demo", "--records", "300", "--output", str(folder), "--json"]
    result = CliRunner().invoke(cli, arguments, catch_exceptions=False)
    assert result.exit_code == 0
    (folder / "stdout").write_text(result.stdout)
    return folder


@pytest.fixture(scope="module")
def demonstration(tmp_path_factory: pytest.TempPathFactory) -> Demonstration:
    """Return a demonstration in memory."""
    return demonstrated(tmp_path_factory.mktemp("small"), seed=2)


def test_json_tells_what_was_done(made: Path) -> None:
    told = json.loads((made / "stdout").read_text())
    assert told["records"] > 300 >= told["publications"] > 280
    assert 12 <= told["relevant"] <= 15
    assert told["certificate"]["certified"]
    assert told["certificate"]["bound"] >= 0.95
    assert told["report"] == str(made / PAGE)
    assert told["recommended"] in {one["name"] for one in told["runs"]}
    assert all(Path(one["file"]).is_file() for one in told["runs"])


def test_the_folder_holds_runs_figures_tables_and_the_page(made: Path) -> None:
    assert (made / MARKER).is_file()
    for name in (
        *("records.csv", "metrics.json", "metrics.csv", "plan.json", PAGE),
        *(
            CERTIFICATE,
            "certificate.html",
            "findings.html",
            PROJECT,
            "runs/audited.json",
        ),
        *("searches/medline.nbib", "searches/embase.ris", "searches/index.csv"),
    ):
        assert (made / name).stat().st_size > 0
    for kind in ("recall", "wss", "erf", "roc", "discovery", "plan"):
        assert (made / "figures" / f"{kind}.png").read_bytes().startswith(b"\x89PNG")
        assert b"<svg" in (made / "figures" / f"{kind}.svg").read_bytes()[:1000]


def test_runs_as_tables_and_as_json_say_the_same(made: Path) -> None:
    tables = sorted((made / "runs").glob("*.csv"))
    assert len(tables) == 7
    for table in tables:
        one, other = open_run(table), open_run(table.with_suffix(".json"))
        assert one.name == other.name
        assert list(one.reading.ids or ()) == list(other.reading.ids or ())
        assert np.array_equal(one.reading.labels, other.reading.labels)
        assert one.reading.priors == other.reading.priors == 2
        assert one.reading.records == other.reading.records


def test_runs_agree_with_the_labels_of_the_records(made: Path) -> None:
    with (made / "records.csv").open(encoding="utf-8", newline="") as file:
        labels = {
            row["record_id"]: row["label_included"] for row in csv.DictReader(file)
        }
    assert 280 < len(labels) <= 300
    with (made / "runs" / "naive-bayes-1.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["record_id"]: row["label_included"] for row in rows} == labels
    assert [row["prior"] for row in rows[:3]] == ["1", "1", "0"]
    assert [bool(row["score"]) for row in rows[:3]] == [False, False, True]


def test_metrics_reads_the_runs_and_finds_the_figures_of_the_demo(made: Path) -> None:
    table = made / "runs" / "naive-bayes-1.csv"
    result = CliRunner().invoke(cli, ["metrics", str(table)], catch_exceptions=False)
    ours = json.loads((made / "metrics.json").read_text())["naive-bayes-1"]
    assert json.loads(result.stdout)["data"]["items"] == ours["data"]["items"]


def test_the_page_shows_every_run_and_asks_for_nothing(made: Path) -> None:
    page = (made / PAGE).read_text(encoding="utf-8")
    for table in (made / "runs").glob("*.csv"):
        assert table.stem in page
    assert page.count("<img ") == page.count('src="data:image/svg+xml;base64,')
    assert page.count("<img ") == 9
    assert not re.search(r"""src=["'](?!data:)""", page)
    links = re.findall(r"""href=["']([^#"'][^"']*)""", page)
    assert "./certificate.html" in links
    assert all((made / link).is_file() for link in links)


def test_a_second_time_gives_the_same_bytes_and_says_where_they_are(
    made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    before = contents(made)
    arguments = ["demo", "--records", "300", "--output", str(made), "--open"]
    result = CliRunner().invoke(cli, arguments, catch_exceptions=False)
    assert contents(made) == before
    assert opened == [(made / PAGE).resolve().as_uri()]
    assert f"Report: {made / PAGE}\n" in result.stdout
    assert f"thresher metrics {made}/runs/*.csv" in result.stdout
    assert "thresher plan --records 29" in result.stdout


def test_another_seed_gives_another_demonstration(
    demonstration: Demonstration, tmp_path: Path
) -> None:
    other = demonstrated(tmp_path, seed=3)
    titles = [
        [citation.title for citation in one.gathered.pile.citations]
        for one in (other, demonstration)
    ]
    assert titles[0] != titles[1]
    assert other.best.run.reading.ids != demonstration.best.run.reading.ids


def test_the_certificate_verifies_until_one_label_is_changed(
    made: Path, tmp_path: Path
) -> None:
    run_file = str(made / "runs" / "audited.json")
    check = ["certify", "verify", str(made / CERTIFICATE), "--run", run_file]
    assert CliRunner().invoke(cli, check).exit_code == 0
    for old, new in (('"label": 0', '"label": 1'), ('"label": 1', '"label": 0')):
        text = (made / CERTIFICATE).read_text()
        changed = tmp_path / "changed.json"
        changed.write_text(text.replace(old, new, 1))
        if changed.read_text() != text:
            result = CliRunner().invoke(
                cli, ["certify", "verify", str(changed), "--run", run_file]
            )
            assert result.exit_code == 1
            assert "NOT valid" in result.output


def test_the_project_holds_what_was_read_up_to_the_stop(made: Path) -> None:
    told = json.loads((made / "stdout").read_text())
    out = made.parent / "included.csv"
    arguments = [str(made / PROJECT), "-o", str(out), "--only", "included", "--merged"]
    assert CliRunner().invoke(cli, ["export", *arguments]).exit_code == 0
    with out.open(encoding="utf-8-sig", newline="") as file:
        assert len(list(csv.DictReader(file))) == told["certificate"]["found"]


def test_folders_with_spaces_can_be_pasted(demonstration: Demonstration) -> None:
    commands = next_commands(demonstration, Path("my demo"))
    program = "thresher" if shutil.which("thresher") else ".*thresher"
    assert any(
        re.fullmatch(rf"{program} metrics 'my demo/runs'/\*\.csv", command)
        for command in commands
    )


def test_a_folder_of_others_is_refused_before_any_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "thesis.tex").write_text("mine")
    with pytest.raises(SystemExit) as stopped:
        run(["demo", "--output", str(tmp_path)])
    assert stopped.value.code == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert "holds files that are not from a demo" in said.err
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]


@pytest.mark.parametrize(
    "wrong", [["--records", "99"], ["--records", "many"], ["--seed", "-1"]]
)
def test_wrong_usage_exits_with_two(wrong: list[str]) -> None:
    assert CliRunner().invoke(cli, ["demo", *wrong]).exit_code == 2


def test_a_title_with_a_tag_in_it_is_only_text(
    demonstration: Demonstration, tmp_path: Path
) -> None:
    evil = "<script>alert(1)</script>"
    citations = [
        Citation(id=c.id, title=evil, abstract=evil, authors=(evil,), venue=evil)
        for c in demonstration.gathered.pile.citations
    ]
    review = replace_citations(demonstration, citations)
    write_demonstration(review, tmp_path, commands=(evil,), origin=evil)
    page = (tmp_path / PAGE).read_text(encoding="utf-8")
    assert "<script" not in page
    assert page.count("&lt;script&gt;") > 20


def replace_citations(
    demonstration: Demonstration, citations: list[Citation]
) -> Demonstration:
    pile = replace(demonstration.gathered.pile, citations=citations)
    gathered = replace(demonstration.gathered, pile=pile, question=citations[0].title)
    return replace(demonstration, gathered=gathered)


def test_a_measure_nobody_has_is_a_gap(demonstration: Demonstration) -> None:
    assert demonstration.best.figure("no-such-measure") is None
