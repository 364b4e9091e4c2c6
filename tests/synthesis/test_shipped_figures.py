"""The shipped weights do what their cards say, on a fixed sample of held-out text."""

import json
from importlib import resources
from pathlib import Path

import pytest

from thresher.synthesis.training.encoder import heard_together
from thresher.synthesis.training.evidence_corpus import articles, prompts
from thresher.synthesis.training.evidence_figures import evidence_figures
from thresher.synthesis.training.pico import pico_chances, pico_figures, prepared
from thresher.synthesis.training.pico_corpus import pico_corpus
from thresher.synthesis.training.role_corpus import role_corpus
from thresher.synthesis.training.roles import role_figures
from thresher.synthesis.weights import load
from thresher.synthesis.word_attributes import Clusters


def card(name: str) -> dict[str, object]:
    folder = Path(str(resources.files("thresher.synthesis"))) / "weights"
    facts: dict[str, object] = json.loads((folder / f"{name}.json").read_text())
    return facts


@pytest.mark.parametrize("name", ["roles", "pico", "evidence", "encoder"])
def test_a_card_names_corpora_licences_split_and_limits(name: str) -> None:
    facts = card(name)
    assert facts["corpora"]
    assert all(corpus["licence"] for corpus in facts["corpora"])  # type: ignore[attr-defined]
    assert facts["split"]
    assert facts["limits"]
    assert facts["published"]


def test_the_weights_together_are_small_enough() -> None:
    folder = Path(str(resources.files("thresher.synthesis"))) / "weights"
    sizes = {file.stem: file.stat().st_size for file in folder.glob("*.npz")}
    assert sum(sizes.values()) <= 25e6
    assert sizes["encoder"] <= 10e6


def test_roles_reach_their_figures(data: Path) -> None:
    held = [abstract for abstract in role_corpus(data) if abstract.held_out][:250]
    figures = role_figures(held, load("roles"))
    assert figures["pmc"] > 0.89
    assert figures["all"] > 0.88


def test_evidence_reaches_its_figures(data: Path) -> None:
    figures = evidence_figures(prompts(data), articles(data), load("evidence"))
    assert figures["top_1"] >= 0.88
    assert figures["top_3"] >= 0.97
    assert figures["direction_given"] >= 0.78
    assert figures["end_to_end"] >= 0.70
    assert figures["abstention_auc"] >= 0.80


@pytest.mark.slow
def test_pico_reaches_its_figures(data: Path) -> None:
    weights = load("pico")
    clusters = Clusters(weights["cluster_keys"], weights["cluster_groups"])
    held = [text for text in pico_corpus(data) if text.held_out]
    texts = [prepared(text, clusters) for text in held]
    said = pico_chances(texts, weights)
    figures = pico_figures(texts, said)
    assert figures["mean"] >= 0.5953 + 0.02  # the spec's CRF on the same split


@pytest.mark.slow
def test_the_encoder_reaches_its_figures(data: Path) -> None:
    held = [text for text in pico_corpus(data) if text.held_out][:60]
    _, figures = heard_together(held, load("encoder"))
    alone, both = figures["token_f1_tagger_alone"], figures["token_f1"]
    assert both["mean"] >= alone["mean"] + 0.02
