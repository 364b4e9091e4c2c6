"""Two data sets that are the same up to the evidence model's rounding."""

import json
from pathlib import Path

import pytest


def assert_alike(one: Path, other: Path) -> None:
    """All texts, places, spans and which pairs are reported are the same.

    Chances may differ a little from process to process: the evidence model adds up
    numbers in the order of a set.
    """
    first, second = (path.read_text().splitlines() for path in (one, other))
    assert len(first) == len(second)
    for mine, theirs in zip(first, second, strict=True):
        _assert_same(json.loads(mine), json.loads(theirs))


def _assert_same(mine: object, theirs: object) -> None:
    if isinstance(mine, list) and isinstance(theirs, list):
        assert len(mine) == len(theirs)
        for pair in zip(mine, theirs, strict=True):
            _assert_same(*pair)
    elif isinstance(mine, dict) and isinstance(theirs, dict):
        assert list(mine) == list(theirs)
        for name in mine:
            _assert_same(mine[name], theirs[name])
    elif isinstance(mine, float):
        assert theirs == pytest.approx(mine, abs=0.05)
    else:
        assert mine == theirs
