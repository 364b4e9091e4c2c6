"""MS², recomputed from what is printed."""

import gzip
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from thresher.cli.reproduce_ms2 import ms2
from thresher.errors import FileError, MissingDataError
from thresher.reports.reproductions.ms2 import (
    TABLE_7,
    Check,
    impossible_f1,
    reproduce_ms2,
)
from thresher.reports.reproductions.ms2_models import model_figures
from thresher.reports.reproductions.ms2_text import models_text, task_text
from thresher.reports.reproductions.mslr import mslr, read_mslr
from thresher.reports.reproductions.mslr_files import ms2_systems, submission_names
from thresher.reports.reproductions.mslr_judged import judged_task, people_agree
from thresher.synthesis.agreement.rouge import rouge
from thresher.synthesis.shipped_models import shipped_text_models

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
    assert facts["mslr"] is facts["people"] is facts["judged"] is None
    assert len(facts["models"]) == 6
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
    text = CliRunner().invoke(ms2, ["--data", str(data), "--no-judge"]).stdout
    assert "1798 of 1798 are ours" in text
    assert "in 554 both directions were judged, in 190 they are the same" in text
    assert "The judge on" not in text


def test_people_agree_with_each_other_and_systems_with_nobody(data: Path) -> None:
    found = people_agree(read_mslr(data / "synthesis" / "mslr"))
    assert found.annotations == 636
    table = found.against_target
    assert (table.agreed, table.total) == (190, 554)
    assert found.target_kappa == pytest.approx(0.0845, abs=1e-4)  # scikit-learn 1.9.1
    assert (found.between.agreed, found.between.total) == (34, 36)
    assert found.between_kappa > 0.8


def test_all_18_systems_are_judged_where_targets_are_known(data: Path) -> None:
    folder = data / "synthesis" / "mslr"
    some = read_mslr(folder)[:12]
    rng = np.random.default_rng(1)
    task = judged_task(some, folder, models=shipped_text_models(), rng=rng)
    assert len(task.systems) == 18
    by_subtask = [one for one in task.systems if one.subtask == "MS2"]
    assert [one.reviews for one in by_subtask] == [50] * 8
    for one in task.systems:
        assert {"rouge1", "rouge2", "rougeL", "delta_ei"} <= set(one.means)
        assert one.silent_pairs <= one.pairs
        if one.released:
            theirs, ours = one.released["rouge1"], one.means["rouge1"]
            assert ours.interval.low <= theirs <= ours.interval.high
    text = task_text(task)
    assert "The judge on 18 systems" in text
    assert "BART R-1 27.56" in text
    assert {one.measure for one in task.correlations} == {
        "delta_ei",
        "pio_overlap",
        "released ΔEI",
    }


def test_the_baselines_of_the_paper_come_near_its_table_5(data: Path) -> None:
    """On the pilot's 50 reviews; the paper's figures are of the whole test part."""
    systems = {name: rest for name, *rest in ms2_systems(data / "synthesis" / "mslr")}
    for name, published in (("WHTYYD", 0.2756), ("8ZAR37", 0.2689)):
        targets, generated = systems[name]
        assert len(targets) == 50
        scores = [rouge(targets[one], generated[one]).one.f1 for one in targets]
        assert np.mean(scores) == pytest.approx(published, abs=0.02)


def test_commas_without_quotes_belong_to_the_text(tmp_path: Path) -> None:
    (tmp_path / "submissions" / "MS2").mkdir(parents=True)
    (tmp_path / "pilot").mkdir()
    rows = ",ReviewID,Generated\n0,r1,Pain fell, and sleep rose.\n1,r2,x\n"
    path = tmp_path / "submissions" / "MS2" / "01HMG3N0D.csv.gz"
    path.write_bytes(gzip.compress(rows.encode()))
    pilot = "Background\tTarget Summary\nPain fell and sleep rose\tIt helps.\n"
    (tmp_path / "pilot" / "A0.tsv.gz").write_bytes(gzip.compress(pilot.encode()))
    assert list(ms2_systems(tmp_path)) == [
        ("MG3N0D", {"r1": "It helps."}, {"r1": "Pain fell, and sleep rose."})
    ]
    path.write_bytes(gzip.compress(b"other,columns\n"))
    with pytest.raises(FileError, match="no submission to MSLR"):
        list(ms2_systems(tmp_path))
    path.write_bytes(b"damaged")
    with pytest.raises(FileError, match="cannot be read"):
        list(ms2_systems(tmp_path))
    path.unlink()
    with pytest.raises(MissingDataError):
        list(ms2_systems(tmp_path))
    with pytest.raises(MissingDataError):
        submission_names(tmp_path / "none")


def test_every_model_figure_of_the_cards_is_shown_with_both_tests() -> None:
    figures = model_figures()
    assert all(one.ours is not None and 0.5 < one.ours < 1 for one in figures)
    tasks = " ".join(one.task for one in figures)
    assert all(word in tasks for word in ("roles", "PICO", "evidence", "direction"))
    text = models_text([*figures, replace(figures[0], ours=None)])
    assert "published 0.814" in text
    assert "not in the card" in text


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "annotations" / "data_with_overlap_scores_w_ann.jsonl.gz"
    path.parent.mkdir()
    path.write_bytes(gzip.compress(b'{"other": 1}'))
    with pytest.raises(FileError, match="not MSLR"):
        read_mslr(tmp_path)
