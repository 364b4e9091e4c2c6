"""Tiny models learn what there is to learn, twice the same."""

from pathlib import Path

import numpy as np
import pytest
from tests.synthesis.training.tiny_data import write_tiny_data

from thresher.errors import FileError
from thresher.progress import silent
from thresher.synthesis.training.clusters import word_clusters
from thresher.synthesis.training.crf_fit import FitSettings
from thresher.synthesis.training.evidence_corpus import (
    Prompt,
    prompts,
    without_conflicts,
)
from thresher.synthesis.training.jobs import made_evidence, made_roles
from thresher.synthesis.training.pico import (
    best_bias,
    pico_chances,
    pico_figures,
    prepared,
    token_f1,
    train_pico,
)
from thresher.synthesis.training.pico_corpus import (
    cluster_texts,
    crowd_corpus,
    pico_corpus,
)
from thresher.synthesis.training.role_corpus import role_corpus
from thresher.synthesis.word_attributes import Clusters


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tiny_data(tmp_path_factory.mktemp("data"))


def test_roles_are_learnt_and_made_again_alike(tiny: Path) -> None:
    first = made_roles(tiny, seed=3, report=silent)
    again = made_roles(tiny, seed=3, report=silent)
    assert first.card.figures["weighted_f1"]["pmc"] > 0.95
    assert all(
        np.array_equal(first.weights[name], again.weights[name])
        for name in first.weights
    )


def test_validation_articles_are_held_out_and_test_articles_left_out(
    tiny: Path,
) -> None:
    split = tiny / "synthesis/evidence_inference/splits/test_article_ids.txt"
    split.write_text("3 4 5")
    found = role_corpus(tiny)
    split.write_text("999")
    assert len(found) == 57
    assert sum(abstract.held_out for abstract in found) >= 15


def test_evidence_is_learnt(tiny: Path) -> None:
    made = made_evidence(tiny, seed=0, report=silent)
    figures = made.card.figures
    assert figures["top_1"] == 1.0
    assert figures["direction_given"] > 0.9
    assert figures["abstention_auc"] > 0.9
    kept = [row["kept_if_reported"] for row in figures["abstention"]]
    assert kept == sorted(kept, reverse=True)


def test_the_tagger_learns_words_it_can_know(tiny: Path) -> None:
    clusters = Clusters(*word_clusters(cluster_texts(tiny), seed=0))
    given = pico_corpus(tiny)
    texts = [prepared(text, clusters) for text in given]
    extra = [prepared(text, clusters) for text in crowd_corpus(tiny, but=given)]
    assert [int(text.labels.sum()) for text in extra] == [1] * 7
    settings = FitSettings(epochs=4, bits=16)
    rng = np.random.default_rng(0)
    weights = train_pico(texts[:40], extra, settings, rng=rng)
    said = pico_chances(texts[40:], weights)
    assert pico_figures(texts[40:], said)["mean"] > 0.95
    assert pico_figures(texts[40:], said, bias=np.ones(4))["mean"] > 0.9


def test_texts_that_are_known_already_are_no_extra(tiny: Path) -> None:
    extra = crowd_corpus(tiny, but=[])
    assert not crowd_corpus(tiny, but=extra)


def test_a_prompt_with_two_answers_keeps_the_majority_and_drops_a_tie() -> None:
    def prompt(label: int, outcome: str) -> Prompt:
        return Prompt(
            article="1",
            intervention="a",
            comparator="b",
            outcome=outcome,
            label=label,
            evidence=("x",),
            sentences=frozenset(),
            held_out=False,
            full=True,
        )

    given = [prompt(1, "p"), prompt(1, "P"), prompt(0, "p"), prompt(1, "q")]
    kept = without_conflicts([*given, prompt(-1, "q")])
    assert [(p.label, p.outcome) for p in kept] == [(1, "p"), (1, "P")]


def test_extra_frames_name_the_control_first(tmp_path: Path, tiny: Path) -> None:
    import gzip  # noqa: PLC0415
    import json  # noqa: PLC0415

    folder = tmp_path / "synthesis/evidence_inference"
    folder.mkdir(parents=True)
    row = {
        "pmc": "1",
        "I": "Placebo",
        "C": "Aspirin",
        "O": "Pain",
        "label": -1,
        "ev": ["Pain was lower with aspirin than with placebo."],
        "gold": [],
        "split": "train",
        "src": "exh",
    }
    table = {**row, "ev": ["Pain 12 (3.4) 15 (2.1) 0.02 0.81 0.20"]}
    with gzip.open(folder / "frames.jsonl.gz", "wt") as file:
        file.write(json.dumps(row) + "\n" + json.dumps(table) + "\n")
    (found,) = prompts(tmp_path)
    assert (found.intervention, found.comparator) == ("Aspirin", "Placebo")
    assert all(prompt.intervention != "placebo" for prompt in prompts(tiny))


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"structured_abstracts|test_article"):
        role_corpus(tmp_path)


def test_token_f1_counts_words() -> None:
    truth, called = np.array([1, 1, 2, 0, 3]), np.array([1, 0, 2, 2, 3])
    found = token_f1(truth, called)
    assert found["participants"] == pytest.approx(2 / 3, abs=1e-4)
    assert found["interventions"] == pytest.approx(2 / 3, abs=1e-4)
    assert found["outcomes"] == 1.0


def test_the_bias_is_the_one_that_scores_best() -> None:
    truth = np.array([1, 2, 3, 0])
    shy = np.full((4, 4), 0.1)
    shy[:, 0] = 0.6
    shy[[0, 1, 2], [1, 2, 3]] = 0.45
    assert (best_bias([truth], [shy])[1:] > 4 / 3).all()
