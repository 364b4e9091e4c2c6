"""MS², recomputed from what is printed."""

import json

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from thresher.cli.reproduce_ms2 import ms2
from thresher.reports.reproductions.ms2 import (
    TABLE_7,
    Check,
    impossible_f1,
    reproduce_ms2,
)

rates = st.floats(0.01, 1)


def test_every_printed_figure_that_can_be_recomputed_agrees() -> None:
    found = reproduce_ms2()
    assert [check.what for check in found.checks if not check.agrees] == []
    assert (TABLE_7.agreed, TABLE_7.total) == (67, 133)
    assert found.table_kappa == pytest.approx(0.1725, abs=1e-4)  # statsmodels 0.15.0


def test_a_figure_that_differs_is_seen() -> None:
    check = Check(what="x", printed=1.0, recomputed=1.2, tolerance=0.1)
    assert not check.agrees


@given(st.lists(st.tuples(rates, rates), min_size=1, max_size=5))
def test_a_possible_macro_f1_is_never_called_impossible(
    classes: list[tuple[float, float]],
) -> None:
    size = len(classes)
    precision = sum(p for p, _ in classes) / size
    recall = sum(r for _, r in classes) / size
    f1 = sum(2 * p * r / (p + r) for p, r in classes) / size
    assert not impossible_f1(precision, recall, f1)


def test_it_is_printed_as_text_and_as_json() -> None:
    facts = json.loads(CliRunner().invoke(ms2, ["--json"]).stdout)
    assert facts["human_evaluation"]["agreed"] == 67
    assert facts["delta_ei_base_2"] == pytest.approx([0, 0.5, 1])
    assert len(facts["misprints"]) == 3
    text = CliRunner().invoke(ms2).stdout
    assert "67 of 133 agree, 50.4%" in text
    assert "DIFFERS" not in text
