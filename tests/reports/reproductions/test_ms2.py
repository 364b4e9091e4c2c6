"""MS², recomputed from what is printed."""

import gzip
import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from thresher.cli.reproduce_ms2 import ms2
from thresher.errors import FileError
from thresher.reports.reproductions.ms2 import (
    TABLE_7,
    Check,
    impossible_f1,
    reproduce_ms2,
)
from thresher.reports.reproductions.mslr import mslr, read_mslr

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


def test_it_is_printed_as_text_and_as_json(tmp_path: Path) -> None:
    nowhere = ["--data", str(tmp_path)]
    result = CliRunner().invoke(ms2, [*nowhere, "--json"])
    assert "the shared task is left out" in result.stderr
    facts = json.loads(result.stdout)
    assert facts["mslr"] is None
    assert facts["human_evaluation"]["agreed"] == 67
    assert facts["delta_ei_base_2"] == pytest.approx([0, 0.5, 1])
    assert len(facts["misprints"]) == 3
    text = CliRunner().invoke(ms2, nowhere).stdout
    assert "67 of 133 agree, 50.4%" in text
    assert "DIFFERS" not in text


def test_released_scores_are_ours_where_they_belong(data: Path) -> None:
    found = mslr(read_mslr(data / "synthesis" / "mslr"))
    assert found.summaries == 2714
    assert found.in_place < 20
    assert found.matched == found.comparable == 1798
    assert len(found.systems) == 10
    assert {c.judgement for c in found.correlations} == {
        "PIO agreement",
        "same direction",
    }
    assert all(0 < c.value < 0.4 for c in found.correlations)
    text = CliRunner().invoke(ms2, ["--data", str(data)]).stdout
    assert "1798 of 1798 are ours" in text


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "annotations" / "data_with_overlap_scores_w_ann.jsonl.gz"
    path.parent.mkdir()
    path.write_bytes(gzip.compress(b'{"other": 1}'))
    with pytest.raises(FileError, match="not MSLR"):
        read_mslr(tmp_path)
