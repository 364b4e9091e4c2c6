"""The name of whoever works on a project."""

import getpass

import pytest

from thresher.store.login_name import login_name


@pytest.mark.parametrize("error", [KeyError("getpwuid()"), OSError("no username")])
def test_a_user_without_a_name_is_called_by_the_number(
    monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def nobody() -> str:
        raise error

    monkeypatch.setattr(getpass, "getuser", nobody)
    assert login_name().startswith("user ")


def test_a_user_has_the_name_of_the_login(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(getpass, "getuser", lambda: "ann")
    assert login_name() == "ann"
