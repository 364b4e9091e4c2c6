"""`thresher corpus`, from the outside: killed, gone on with, split and counted."""

import csv
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from thresher.cli.main import cli, run

from ..synthesis.corpus.alike import assert_alike  # noqa: TID252
from ..synthesis.corpus.made_up import (  # noqa: TID252
    Laid,
    laid_out,
    review_of,
    study_of,
    write_table,
)

PATIENCE = 180.0
THRESHER = [sys.executable, "-m", "thresher"]


@pytest.fixture(scope="module")
def laid(tmp_path_factory: pytest.TempPathFactory) -> Laid:
    return laid_out(tmp_path_factory.mktemp("in") / "laid")


@pytest.fixture(scope="module")
def whole(laid: Laid, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("whole")
    assert build(laid, folder, "--executor", "serial").exit_code == 0
    return folder


def build(laid: Laid, folder: Path, *more: str) -> Result:
    asked = ["corpus", "build", *laid.arguments, "-o", str(folder), *more]
    return CliRunner().invoke(cli, asked)


def waited(question: Callable[[], bool]) -> None:
    begun = time.monotonic()
    while not question():
        assert time.monotonic() - begun < PATIENCE
        time.sleep(0.01)


@contextmanager
def started(*command: str) -> Iterator[subprocess.Popen[str]]:
    """A process of our own and its group, ended with the block."""
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate(timeout=PATIENCE)


def lines_in(folder: Path) -> int:
    return sum(path.read_bytes().count(b"\n") for path in folder.glob("*s.jsonl"))


def keys_in(folder: Path, stage: str) -> list[str]:
    lines = (folder / f"{stage}.jsonl").read_text().splitlines()
    return [json.loads(line)["key"] for line in lines]


@pytest.mark.parametrize("executor", ["serial", "processes", "dask"])
def test_a_build_killed_with_9_goes_on_and_ends_the_same(
    laid: Laid, whole: Path, tmp_path: Path, executor: str
) -> None:
    asked = ["corpus", "build", *laid.arguments, "-o", str(tmp_path / "out")]
    asked += ["--executor", executor, "--workers", "2", "--json"]
    if executor == "serial":
        asked[-3:-1] = []
    with started(*THRESHER, *asked) as first:
        waited(lambda: lines_in(tmp_path / "out") >= 8 or first.poll() is not None)
        os.killpg(first.pid, signal.SIGKILL)
        first.communicate(timeout=PATIENCE)
    before = {
        stage: keys_in(tmp_path / "out", stage)
        for stage in ("spans", "sentences", "directions")
    }
    assert first.returncode == -signal.SIGKILL
    with started(*THRESHER, *asked) as second:
        out, errors = second.communicate(timeout=PATIENCE)
    assert second.returncode == 0, errors
    assert json.loads(out)["reviews"] == 12
    assert_alike(tmp_path / "out" / "reviews.jsonl", whole / "reviews.jsonl")
    for stage, keys in before.items():
        now = keys_in(tmp_path / "out", stage)
        assert now[: len(keys)] == keys  # nothing was lost
        assert len(set(now)) == len(now)  # nothing was done twice


def test_a_killed_worker_does_not_end_the_build(
    laid: Laid, whole: Path, tmp_path: Path
) -> None:
    import psutil  # noqa: PLC0415  only here

    asked = ["corpus", "build", *laid.arguments, "-o", str(tmp_path / "out"), "--json"]
    with started(*THRESHER, *asked, "--executor", "processes", "--workers", "2") as one:
        waited(lambda: lines_in(tmp_path / "out") >= 1 or one.poll() is not None)
        workers = psutil.Process(one.pid).children()
        for worker in workers[-1:]:
            worker.kill()
        out, errors = one.communicate(timeout=PATIENCE)
    assert one.returncode == 0, errors
    assert (json.loads(out)["reviews"], json.loads(out)["failed"]) == (12, {})
    assert_alike(tmp_path / "out" / "reviews.jsonl", whole / "reviews.jsonl")


def test_what_is_left_out_is_listed(tmp_path: Path) -> None:
    laid = laid_out(tmp_path / "in")
    reviews = [review_of(at) for at in range(5)]
    reviews[0]["title"], reviews[0]["Publication Type"] = "Zinc", ""
    reviews[1]["pmid"] = ""
    reviews[2]["title"] = "Prevalence of insomnia in children: a systematic review"
    write_table(laid.reviews, reviews)
    studies = [study_of(at) for at in range(36)]
    studies[3]["Publication Type"] = "Case Reports"
    write_table(laid.studies, studies)
    result = build(laid, tmp_path / "out", "--executor", "serial", "--json")
    facts = json.loads(result.stdout)
    assert facts["funnel"]["keyword"] == 4
    assert facts["reviews"] == 1
    with (tmp_path / "out" / "left_out.csv").open() as file:
        rows = {row["review"]: row for row in csv.DictReader(file) if not row["study"]}
    assert {name: row["stage"] for name, row in rows.items() if name[0] == "r"} == {
        **dict.fromkeys([f"r{at}" for at in range(5, 12)], "link"),
        "r0": "keyword",
        "r1": "pubmed",
        "r2": "suitability",
        "r3": "studies",
    }
    more = ["--any-source", "--drop-cases", "--no-rules", "--executor", "serial"]
    text = build(laid, tmp_path / "out", *more).stdout
    assert "4  with all layers: the data set" in text
    assert "Try next:" in text


def test_reference_lists_serve_where_there_is_no_table(tmp_path: Path) -> None:
    laid = laid_out(tmp_path / "in")
    reviews = [review_of(at) | {"references": f"PMID: {100 + at}"} for at in range(4)]
    write_table(laid.reviews, reviews)
    given = [str(laid.reviews), "--studies", str(laid.studies)]
    out = ["-o", str(tmp_path / "out"), "--executor", "serial", "--json"]
    result = CliRunner().invoke(cli, ["corpus", "build", *given, *out])
    assert json.loads(result.stdout)["reviews"] == 4


def test_the_parts_share_no_study_and_hold_every_review(
    whole: Path, tmp_path: Path
) -> None:
    asked = ["corpus", "split", str(whole / "reviews.jsonl"), "-o", str(tmp_path)]
    result = CliRunner().invoke(cli, [*asked, "--shares", "60/20/20", "--json"])
    facts = json.loads(result.stdout)
    assert sum(facts["reviews"].values()) == 12
    assert (facts["shared_studies"], facts["topics"]) == (0, 6)
    studies: dict[str, set[str]] = {}
    for part in ("train", "validation", "test"):
        lines = (tmp_path / f"{part}.jsonl").read_text().splitlines()
        assert len(lines) == facts["reviews"][part]
        studies[part] = {p for line in lines for p in json.loads(line)["pmid"]}
    assert not studies["train"] & studies["validation"]
    assert not studies["train"] & studies["test"]
    assert not studies["validation"] & studies["test"]
    names = {path.name for path in tmp_path.iterdir()}
    assert {"train-inputs.csv", "dev-targets.csv", "test-reviews-info.csv"} <= names
    text = CliRunner().invoke(cli, [*asked, "--topics", "0"]).stdout
    assert "No study is in two parts" in text


def test_statistics_stand_beside_the_papers(whole: Path) -> None:
    asked = ["corpus", "statistics", str(whole / "reviews.jsonl")]
    facts = json.loads(CliRunner().invoke(cli, [*asked, "--json"]).stdout)
    [found] = facts["files"].values()
    assert (found["reviews"], found["studies"]) == (12, 24)
    assert facts["published"]["median_studies_per_review"] == 17
    text = CliRunner().invoke(cli, asked).stdout
    assert "median studies per review" in text
    assert "direction in the review, in its studies" in text


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (["--links", "none.csv"], "cannot be read"),
        (["--links", "EMPTY"], "link none of 12 reviews to one of 36 studies"),
        (["-o", "FILE"], "cannot be used as a folder"),
        (["--studies", "none.ris"], "none.ris"),
    ],
)
def test_bad_input_is_answered_with_a_sentence(
    laid: Laid,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    change: list[str],
    said: str,
) -> None:
    (tmp_path / "EMPTY").write_text("review,study\n")
    (tmp_path / "FILE").write_text("")
    change = [
        str(tmp_path / one) if one in ("EMPTY", "FILE") else one for one in change
    ]
    asked = ["corpus", "build", *laid.arguments, "-o", str(tmp_path / "out"), *change]
    with pytest.raises(SystemExit) as ended:
        run([*asked, "--executor", "serial"])
    assert ended.value.code == 1
    errors = capsys.readouterr().err
    assert said in errors
    assert "Traceback" not in errors


@pytest.mark.parametrize("shares", ["80/10", "a/b/c", "80/20/0"])
def test_shares_that_make_no_sense_are_wrong_usage(whole: Path, shares: str) -> None:
    asked = ["corpus", "split", str(whole / "reviews.jsonl"), "-o", "x"]
    assert CliRunner().invoke(cli, [*asked, "--shares", shares]).exit_code == 2


def test_a_split_of_too_few_groups_is_refused(whole: Path, tmp_path: Path) -> None:
    few = tmp_path / "few.jsonl"
    few.write_text((whole / "reviews.jsonl").read_text().splitlines()[0] + "\n")
    asked = ["corpus", "split", str(few), "-o", str(tmp_path / "out")]
    result = CliRunner().invoke(cli, asked)
    assert "too few for 3 parts" in str(result.exception)
