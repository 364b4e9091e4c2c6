"""Plug-ins are found by name, and a wrong name is answered with the right ones."""

from importlib.metadata import EntryPoint

import pytest

from thresher import plugins
from thresher.errors import InputError, UnknownNameError


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three plug-ins: a good one, a broken one, and one of another kind."""
    offers = {"pi": "math:pi", "gone": "math:no_such", "odd": "math:floor"}
    points = [EntryPoint(n, v, "thresher.numbers") for n, v in offers.items()]
    monkeypatch.setattr(plugins, "entry_points", lambda **_: points)


def found(name: str) -> float:
    ours = {"one": 1.0}
    return plugins.find("number", name, group="thresher.numbers", ours=ours, kind=float)


def test_ours_and_others_are_found() -> None:
    assert found("one") == 1.0
    assert found("pi") == pytest.approx(3.14159, abs=1e-5)


def test_a_wrong_name_is_answered_with_the_right_ones() -> None:
    with pytest.raises(UnknownNameError, match=r"'onne'.*'one'.*gone, odd, one, pi"):
        found("onne")


@pytest.mark.parametrize(
    ("name", "said"), [("gone", "cannot be loaded"), ("odd", "not a float")]
)
def test_a_plug_in_that_is_no_good_is_named(name: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        found(name)
