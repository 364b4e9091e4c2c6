"""The outermost door: help, names, exit codes, one sentence for every failure."""

import os
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from thresher import __version__
from thresher.cli.asreview_extension import MetricsEntryPoint, PlotEntryPoint
from thresher.cli.main import COMMANDS, cli, run
from thresher.errors import MissingDataError, MissingExtraError


def leaves(command: click.Command, path: tuple[str, ...]) -> list[tuple[str, ...]]:
    if not isinstance(command, click.Group):
        return [path]
    context = click.Context(command)
    found = [
        (name, command.get_command(context, name))
        for name in command.list_commands(context)
    ]
    return [
        leaf for name, child in found if child for leaf in leaves(child, (*path, name))
    ]


def outcome(arguments: list[str]) -> object:
    with pytest.raises(SystemExit) as ended:
        run(arguments)
    return ended.value.code


def test_every_command_is_found_and_has_help() -> None:
    for path in leaves(cli, ()):
        done = CliRunner().invoke(cli, [*path, "--help"])
        assert done.exit_code == 0, path
        assert "Usage: " in done.output
    assert {path[0] for path in leaves(cli, ())} == set(COMMANDS)


def test_every_command_speaks_json() -> None:
    servers = {("lab",), ("serve",)}  # they answer on a port, in JSON
    for path in set(leaves(cli, ())) - servers:
        assert "--json" in CliRunner().invoke(cli, [*path, "--help"]).output, path


def test_the_summary_in_the_list_is_true_to_the_command() -> None:
    listed = CliRunner().invoke(cli, ["--help"]).output
    for name in COMMANDS:
        assert f"  {name} " in listed


def test_a_wrong_command_is_answered_with_the_right_ones(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert outcome(["metrik"]) == 2
    assert "Did you mean 'metrics'?" in capsys.readouterr().err


def test_the_version_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert outcome(["--version"]) == 0
    assert __version__ in capsys.readouterr().out


@pytest.mark.parametrize(
    ("error", "sentence", "code"),
    [
        (KeyboardInterrupt(), "stopped", 130),
        (MissingDataError("UCI"), "set THRESHER_DATA", 1),
        (MissingExtraError("x", extra="fast"), "pip install 'thresher[fast]'", 1),
        (PermissionError(13, "Permission denied", "a.csv"), "a.csv: Permission", 1),
        (MemoryError(), "not enough memory", 1),
        (RuntimeError("odd"), "unexpected RuntimeError: odd", 1),
    ],
)
def test_every_failure_is_one_sentence_and_an_exit_code(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    error: BaseException,
    sentence: str,
    code: int,
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.delenv("THRESHER_DEBUG", raising=False)
    monkeypatch.setattr(cli, "main", fail)
    assert outcome([]) == code
    said = capsys.readouterr().err
    assert sentence in said
    assert len(said.strip().splitlines()) == 1


def test_a_closed_pipe_is_no_failure() -> None:
    """`thresher --help | head -1` must not complain."""
    done = subprocess.run(
        ["/bin/sh", "-c", '"$0" -m thresher --help | head -n 1', sys.executable],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_debugging_shows_where_an_error_came_from(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("odd")

    monkeypatch.setenv("THRESHER_DEBUG", "1")
    monkeypatch.setattr(cli, "main", fail)
    with pytest.raises(RuntimeError, match="odd"):
        run([])


def test_asreview_hands_its_arguments_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = tmp_path / "t.csv"
    table.write_text("label\n1\n0\n")
    for door, arguments in (
        (MetricsEntryPoint(), [str(table)]),
        (PlotEntryPoint(), ["recall", str(table), "-o", str(tmp_path / "r.png")]),
    ):
        assert door.version == __version__
        with pytest.raises(SystemExit) as ended:
            door.execute(arguments)
        assert ended.value.code == 0
    assert '"recall"' in capsys.readouterr().out
    assert (tmp_path / "r.png").stat().st_size > 1000


def test_help_imports_nothing_heavy() -> None:
    probe = (
        "import sys; from thresher.cli.main import cli; "
        "cli.main(['--help'], standalone_mode=False); "
        "print(sorted({'numpy', 'scipy', 'matplotlib', 'rich'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", probe],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ,
    )
    assert done.stdout.splitlines()[-1] == "[]"


def test_an_interruption_while_the_program_is_loaded_is_one_sentence(
    tmp_path: Path,
) -> None:
    (tmp_path / "click.py").write_text("raise KeyboardInterrupt")
    places = os.pathsep.join([str(tmp_path), *sys.path])
    done = subprocess.run(
        [sys.executable, "-m", "thresher", "--version"],
        env=os.environ | {"PYTHONPATH": places},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 130
    assert done.stderr == "Error: stopped before anything was begun\n"
