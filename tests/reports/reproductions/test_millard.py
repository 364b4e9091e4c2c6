"""The table of Millard, Flach and Higgins, recomputed."""

from pathlib import Path

import numpy as np
import pytest
from sklearn.metrics import ndcg_score

from thresher.errors import FileError, MissingDataError
from thresher.reports.reproductions import millard
from thresher.reports.reproductions.millard import (
    MillardTable,
    discounted_gain,
    rapid_review,
    reproduce_millard,
)
from thresher.reports.reproductions.uci import PREDICTED, Sample, load_samples


def write_sets(folder: Path) -> Path:
    """Write five small data sets of our own making, with the real ones' names."""
    rng = np.random.default_rng(5)
    for name, column in PREDICTED.items():
        lines = [
            f"@relation {name}",
            "@attribute size real",
            "@attribute 'the shape' {round, flat, odd}",
            f"@attribute {column} {{yes, no}}",
            "@data",
        ]
        for _ in range(60):
            label = rng.random() < 0.3
            size = "?" if rng.random() < 0.1 else f"{rng.normal() + label:.2f}"
            shape = ("round", "flat", "odd", "?")[rng.integers(4)]
            lines.append(f"{size},{shape},{'yes' if label else 'no'}")
        lines.append("1.0,flat,?")
        (folder / f"{name}.arff").write_text("\n".join(lines) + "\n")
    return folder


def test_the_rarer_value_is_relevant_and_unknown_labels_are_left_out(
    tmp_path: Path,
) -> None:
    samples = load_samples(write_sets(tmp_path))
    assert [sample.name for sample in samples] == list(PREDICTED)
    for sample in samples:
        assert sample.labels.size == 60
        assert sample.attributes.shape == (60, 2)
        assert sample.values == (0, 3)
        assert 0 < sample.labels.mean() < 0.5


def test_a_missing_set_is_named(tmp_path: Path) -> None:
    with pytest.raises(MissingDataError, match=r"uci5/vote\.arff"):
        load_samples(tmp_path)


@pytest.mark.parametrize(
    "content",
    [
        "",
        "nothing of the kind",
        "@relation x\n@attribute class string\n@data\nyes\n",
        "@relation x\n@attribute other real\n@data\n1\n",
        "@relation x\n@attribute class real\n@data\n1\n",
        "@relation x\n@attribute class {a, b, c}\n@data\na\n",
        "@relation x\n@attribute n real\n@attribute class {a, b}\n@data\n1,?\n",
    ],
)
def test_a_file_that_cannot_be_used_is_named(tmp_path: Path, content: str) -> None:
    (write_sets(tmp_path) / "vote.arff").write_text(content)
    with pytest.raises(FileError, match=r"vote\.arff"):
        load_samples(tmp_path)


def test_one_seed_gives_one_table(tmp_path: Path) -> None:
    folder = write_sets(tmp_path)
    told: list[tuple[int, int]] = []

    def report(what: str, *, done: int, total: int) -> None:
        assert what == "models"
        told.append((done, total))

    first = reproduce_millard(folder, rng=np.random.default_rng(1), report=report)
    again = reproduce_millard(folder, rng=np.random.default_rng(1))
    other = reproduce_millard(folder, rng=np.random.default_rng(2))
    assert first == again != other
    assert first.models == 150
    assert told == [(done, 150) for done in range(1, 151)]


def test_seeking_the_other_value_mirrors_the_laws(tmp_path: Path) -> None:
    table = reproduce_millard(write_sets(tmp_path), rng=np.random.default_rng(1))
    row = [cell for cell in table.cells if cell.row == "AUC"]
    mirrored = [cell.commoner for cell in reversed(row)]
    assert [cell.ours for cell in row] == pytest.approx(mirrored)


def test_models_are_judged_on_records_they_never_saw(tmp_path: Path) -> None:
    sample = load_samples(write_sets(tmp_path))[0]
    numbered = Sample(
        name="numbered",
        attributes=np.arange(60.0)[:, None],
        values=(0,),
        labels=sample.labels,
    )
    training, left = millard._bootstrap(numbered, np.random.default_rng(1))
    assert len(training.attributes) == round(0.54 * 60)
    seen, unseen = set(training.attributes.ravel()), set(left.attributes.ravel())
    assert not seen & unseen
    assert len(seen | unseen) == 60


def test_the_table_has_every_cell_of_the_papers() -> None:
    printed = [v for row in millard.PAPER.values() for v in row if v is not None]
    figures = np.random.default_rng(1).random((150, 8))
    table = millard._table(figures, figures)
    assert [c.paper for c in table.cells if c.paper is not None] == printed
    assert len(printed) == 25
    assert all(cell.ours == cell.commoner for cell in table.cells)
    for cell in table.cells:
        if cell.difference is not None:
            assert cell.paper is not None
            assert cell.difference == pytest.approx(cell.ours - cell.paper)


def test_a_measure_that_orders_models_alike_correlates_fully() -> None:
    figures = np.sort(np.random.default_rng(1).random((20, 8)), axis=0)
    table = millard._table(figures, figures)
    assert [cell.ours for cell in table.cells] == pytest.approx([1.0] * 30)


@pytest.mark.parametrize("seed", range(5))
def test_the_usual_gain_is_scikit_learns_with_ties_shared(seed: int) -> None:
    rng = np.random.default_rng(seed)
    labels = rng.random(30) < 0.3
    labels[0] = True
    scores = rng.integers(0, 5, 30).astype(float)
    theirs = ndcg_score([labels], [scores])
    assert discounted_gain(labels, scores, ideal=True) == pytest.approx(theirs)


def test_the_papers_gain_is_full_only_where_all_is_relevant() -> None:
    scores = np.array([3.0, 2.0, 1.0])
    everything = np.ones(3, dtype=np.bool_)
    assert discounted_gain(everything, scores, ideal=False) == pytest.approx(1)
    best = 1 / (1 + 1 / np.log2(3) + 1 / 2)
    first = np.array([True, False, False])
    assert discounted_gain(first, scores, ideal=False) == pytest.approx(best)


def test_the_rapid_review_stops_most_likely_at_14_percent() -> None:
    case = rapid_review()
    assert case.alpha == pytest.approx(case.paper_alpha, abs=0.01)
    assert case.beta == pytest.approx(case.paper_beta, abs=0.01)
    assert case.mode == pytest.approx(case.paper_mode, abs=0.005)


@pytest.fixture(scope="module")
def real(data: Path) -> MillardTable:
    rng = np.random.default_rng(2014)
    return reproduce_millard(data / "measures" / "uci5", rng=rng)


def test_the_areas_correlate_as_in_the_paper(real: MillardTable) -> None:
    """Label, evaluation and learners are our choice, so within a margin."""
    areas = [cell for cell in real.cells if not cell.row.startswith("NDCG")]
    differences = np.array([cell.difference for cell in areas], dtype=np.float64)
    assert len(areas) == 20
    assert np.abs(differences).max() < 0.2
    assert np.abs(differences).mean() < 0.06


def test_far_laws_agree_less_and_gain_loses_touch_as_in_the_paper(
    real: MillardTable,
) -> None:
    def row(name: str) -> list[float]:
        return [cell.ours for cell in real.cells if cell.row == name]

    for name in ("NDCG", "NDCG, usual", "rAUC(3,19)", "rAUC(7,15)"):
        assert row(name) == sorted(row(name), reverse=True)
    assert max(row("AUC")) == max(row("AUC")[1:4])
    assert all(
        low < whole for low, whole in zip(row("AUC < 0.95"), row("AUC"), strict=True)
    )
    assert min(np.subtract(row("NDCG, usual"), row("NDCG"))) > 0.2
