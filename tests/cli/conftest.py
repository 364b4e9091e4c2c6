"""Commands run in a folder of their own."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from thresher.cli.main import cli, run

Thresher = Callable[..., Result]
Facts = Callable[..., dict[str, Any]]
Refused = Callable[..., str]


@pytest.fixture
def thresher() -> Thresher:
    """Run a command that must succeed."""

    def call(*arguments: str | Path) -> Result:
        done = CliRunner().invoke(cli, [str(one) for one in arguments])
        assert done.exception is None, done.exception
        return done

    return call


@pytest.fixture
def facts(thresher: Thresher) -> Facts:
    """Run a command with ``--json`` and give what it prints."""

    def call(*arguments: str | Path) -> dict[str, Any]:
        told: dict[str, Any] = json.loads(thresher(*arguments, "--json").stdout)
        return told

    return call


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str]) -> Refused:
    """Run a command that must refuse, and give its one sentence."""

    def call(*arguments: str | Path, code: int = 1) -> str:
        with pytest.raises(SystemExit) as ended:
            run([str(one) for one in arguments])
        said = capsys.readouterr()
        assert ended.value.code == code
        if code == 1:
            assert len(said.err.strip().splitlines()) == 1
        return said.err

    return call
