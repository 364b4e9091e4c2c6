"""`thresher compare`, from the outside."""

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from thresher.cli.main import cli, run
from thresher.screening.reading import Reading
from thresher.screening.run import Run
from thresher.screening.run_json import write_run


@pytest.fixture
def runs(tmp_path: Path) -> Path:
    """Runs of three models on three data sets, two seeds each."""
    rng = np.random.default_rng(1)
    folder = tmp_path / "runs"
    folder.mkdir()
    for data in "abc":
        for skill, model in enumerate(["chance", "fair", "good"]):
            for seed in (1, 2):
                labels = np.arange(100) < 8
                order = np.argsort(rng.normal(size=100) - 1.5 * skill * labels)
                told: dict[str, object] = {
                    "model": model,
                    "data": data,
                    "seed": seed,
                    "procedure": {},
                }
                write_run(
                    folder / f"{data}{model}{seed}.json",
                    Run(name="r", reading=Reading(labels=labels[order]), settings=told),
                )
    return folder


def asked(*arguments: str) -> tuple[int, str, str]:
    done = CliRunner().invoke(cli, ["compare", *arguments])
    return done.exit_code, done.stdout, done.stderr


def test_a_folder_of_runs_becomes_tables(runs: Path) -> None:
    code, out, _ = asked(str(runs), "--by-data")
    assert code == 0
    assert "3 models, 3 data sets, 18 runs (2 seeds each)" in out
    assert "Friedman over 3 data sets" in out
    assert "Paired t-tests over 3 data sets" in out
    assert max(map(len, out.splitlines())) <= 100


def test_a_plan_adds_rauc_and_json_has_every_figure(runs: Path) -> None:
    plan = ["--hours", "1", "--minutes", "0.5", "2", "--measure", "rauc"]
    code, out, _ = asked(str(runs), *plan, "--json")
    assert code == 0
    facts = json.loads(out)
    assert facts["models"] == ["chance", "fair", "good"]
    assert [*facts["measures"]] == ["loss", "tnr", "wss", "atd", "recall", "rauc"]
    rauc = facts["measures"]["rauc"]["models"]
    assert rauc["good"]["over_data"]["mean"] > rauc["chance"]["over_data"]["mean"]
    assert len(facts["measures"]["loss"]["pairs"]) == 3
    code, out, _ = asked(str(runs), "--rate", "3", "19")
    assert "rauc" in out.splitlines()[2]


def test_the_diagram_is_drawn(runs: Path, tmp_path: Path) -> None:
    for name in ("a.png", "a.svg"):
        code, _, errors = asked(str(runs), "-o", str(tmp_path / name))
        assert code == 0
        assert f"wrote {tmp_path / name}" in errors
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    assert b"critical difference" in (tmp_path / "a.svg").read_bytes()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--measure", "rauc"], "rauc needs a plan"),
        (["--hours", "3"], "a plan is --hours and --minutes"),
        (["--minutes", "1", "2"], "a plan is --hours and --minutes"),
        (["--rate", "1", "2", "--hours", "3", "--minutes", "1", "2"], "a plan is"),
        (["--hours", "3", "--minutes", "2", "1"], "minutes"),
        (["--measure", "f1"], "is not one of"),
        (["-o", "a.gif"], "gif"),
    ],
)
def test_wrong_usage_is_answered(runs: Path, arguments: list[str], said: str) -> None:
    code, _, errors = asked(str(runs), *arguments)
    assert code == 2
    assert said in errors


def test_a_diagram_of_one_model_is_refused(
    runs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    alone = [str(path) for path in runs.glob("*good*.json")]
    with pytest.raises(SystemExit) as ended:
        run(["compare", *alone, "-o", str(tmp_path / "a.png")])
    assert ended.value.code == 1
    assert "needs two models that differ" in capsys.readouterr().err
