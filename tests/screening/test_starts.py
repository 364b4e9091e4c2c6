"""Starts: both kinds are known when the model learns, and nothing is flattered."""

from dataclasses import replace

import numpy as np
import pytest

from thresher.errors import InputError
from thresher.records.citation import Citation
from thresher.screening.cold_start import diverse_order, diverse_start
from thresher.screening.cycle import features_for
from thresher.screening.features.tfidf import TfIdf
from thresher.screening.procedures import Model
from thresher.screening.seeded import seeded_simulation
from thresher.screening.starts import Diverse, Drawn, LikeTexts, Start

from .piles import small_features, small_pile

QUESTION = LikeTexts(texts=("sleep apnea and fatigue on dialysis",), extractor=TfIdf())


@pytest.mark.parametrize("start", [Drawn(relevant=2), Diverse(), QUESTION])
def test_a_start_ends_with_both_kinds_and_no_sooner_than_needed(start: Start) -> None:
    pile = small_pile()
    opening = start(pile, small_features(), rng=np.random.default_rng(1))
    known = np.concatenate([opening.priors, opening.read])
    assert len(set(known)) == known.size
    assert set(pile.labels[known]) == {True, False}
    if opening.read.size:
        assert len(set(pile.labels[known[:-1]])) == 1


@pytest.mark.parametrize("start", [Diverse(), QUESTION])
def test_what_is_read_to_begin_counts_as_read(start: Start) -> None:
    pile, procedure = small_pile(), Model(ranker="elas_u4", stop="never").procedure
    features = features_for(procedure.recipe, pile.citations)
    done = seeded_simulation(pile, features, procedure, start=start, seed=1)
    assert done.priors == 0
    assert sorted(done.order.tolist()) == list(range(80))
    assert np.isnan(done.scores[0])
    assert np.isfinite(done.scores[-1])
    run = done.run("r", seed=1)
    assert run.reading.priors == 0
    assert run.settings["pick_scores"][0] is None  # type: ignore[index]


def test_a_question_finds_its_topic_sooner_than_chance() -> None:
    opening = QUESTION(small_pile(), small_features(), rng=np.random.default_rng(1))
    assert small_pile().labels[opening.read[:5]].mean() > 0.5


@pytest.mark.parametrize("known_by", ["doi", "pmid", "title"])
def test_a_key_paper_of_the_pile_is_known_not_found(known_by: str) -> None:
    pile = small_pile()
    at = int(np.flatnonzero(pile.labels)[3])
    marked = replace(pile.citations[at], doi="10.1/X", pmid="7")
    citations = [*pile.citations[:at], marked, *pile.citations[at + 1 :]]
    paper = {"doi": "10.1/x", "pmid": "7", "title": marked.title.upper()}
    given = Citation(
        id="p",
        abstract="sleep",
        **{known_by: paper[known_by]},  # type: ignore[arg-type]
    )
    start = LikeTexts(papers=(given, given), extractor=TfIdf())
    opening = start(
        replace(pile, citations=citations),
        small_features(),
        rng=np.random.default_rng(1),
    )
    assert opening.priors.tolist() == [at]
    assert at not in opening.read
    assert not pile.labels[opening.read[-1]]


def test_a_question_that_shares_no_word_is_refused() -> None:
    start = LikeTexts(texts=("zzz",), extractor=TfIdf())
    with pytest.raises(InputError, match="share no word with the pile"):
        start(small_pile(), small_features(), rng=np.random.default_rng(1))


def test_a_diverse_order_holds_every_record_once() -> None:
    features = small_features()
    order = [*diverse_order(features, rng=np.random.default_rng(4))]
    assert sorted(order) == list(range(80))
    first = diverse_start(features, size=9, rng=np.random.default_rng(4))
    assert first.tolist() == order[:9]
