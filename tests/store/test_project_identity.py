"""The word that tells a project apart from every other."""

import threading
from pathlib import Path

import pytest

from thresher.errors import FileError, InputError
from thresher.store.project import create_project, open_project
from thresher.store.project_identity import project_identity
from thresher.store.setting_rows import (
    change_settings,
    settings_history,
    settings_of,
)


def test_an_identity_is_drawn_once_and_is_another_for_another_file(
    tmp_path: Path,
) -> None:
    for name in ("a", "b"):
        with create_project(tmp_path / name):
            pass
    told = []
    for name in ("a", "b", "a"):
        with open_project(tmp_path / name) as project:
            told.append(project_identity(project))
    assert told[0] == told[2] != told[1]


def test_those_who_ask_first_together_hear_the_same(tmp_path: Path) -> None:
    file = tmp_path / "a.thresher"
    with create_project(file):
        pass
    told: list[str] = []
    together = threading.Barrier(4)

    def ask() -> None:
        with open_project(file) as project:
            together.wait()
            told.append(project_identity(project))

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert (len(told), len(set(told))) == (4, 1)


def test_an_identity_is_no_setting(tmp_path: Path) -> None:
    with create_project(tmp_path / "a.thresher") as project:
        project_identity(project)
        with project.reading() as connection:
            assert "identity" not in settings_of(connection)
            assert settings_history(connection) == []
        with project.writing() as connection, pytest.raises(InputError):
            change_settings(connection, {"identity": "x"}, by="ann", at="now")


def test_a_project_that_cannot_be_written_can_still_be_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with create_project(tmp_path / "a.thresher") as project:

        def refuse() -> None:
            raise FileError(tmp_path, "may only be read")

        with monkeypatch.context() as patch:
            patch.setattr(project, "writing", refuse)
            assert project_identity(project) == ""
        assert project_identity(project)
