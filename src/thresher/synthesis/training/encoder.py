"""Training of the encoder, and of how it and the tagger are heard together."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from itertools import product
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from thresher.progress import Report
from thresher.synthesis.encoder import encoded_chances, mixed
from thresher.synthesis.pico import StudyWords
from thresher.synthesis.training.cards import Card
from thresher.synthesis.training.data_files import json_lines
from thresher.synthesis.training.encoder_fit import (
    EncoderSettings,
    base_arrays,
    base_vocabulary,
    fine_tuned,
    kept_pieces,
    texts_as_chunks,
)
from thresher.synthesis.training.made import ENGLISH, PARTIAL, Made
from thresher.synthesis.training.pico import (
    Prepared,
    best_bias,
    pico_chances,
    pico_figures,
    prepared,
)
from thresher.synthesis.training.pico_corpus import (
    DOCUMENTS,
    TaggedText,
    pico_corpus,
)
from thresher.synthesis.training.role_corpus import ABSTRACTS
from thresher.synthesis.weights import Arrays, load, packed, unpacked
from thresher.synthesis.word_attributes import Clusters
from thresher.synthesis.word_pieces import WordPieces, packed_vocabulary
from thresher.synthesis.words import Word

__all__ = [
    "encoder_chances",
    "finished_encoder",
    "heard_together",
    "made_encoder",
    "packed_encoder",
    "tuned_powers",
]

PIECES = 12_000
POWERS = tuple(product((1.0,), (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)))
Floats = NDArray[np.float64]
Keep: TypeAlias = Callable[[dict[str, NDArray[Any]]], None]


def nowhere(weights: dict[str, NDArray[Any]]) -> None:
    """Keep nothing."""


def made_encoder(
    data: Path, base: Path, *, seed: int, report: Report, keep: Keep = nowhere
) -> Made:
    """Weights of an encoder fine-tuned from a base one on the tagged abstracts.

    `keep` is given the packed weights after every epoch.
    """
    settings = EncoderSettings()
    texts = pico_corpus(data)
    known = [text for text in texts if not text.held_out]
    pieces = kept_pieces(base_vocabulary(base), list(_texts(data)), size=PIECES)
    chunks = texts_as_chunks(known, WordPieces(pieces), longest=settings.longest)
    taught = fine_tuned(
        base_arrays(base, pieces, layers=settings.layers),
        chunks,
        settings,
        seed=seed,
        report=report,
        keep=lambda arrays: keep(packed_encoder(arrays, pieces)),
    )
    held = [text for text in texts if text.held_out]
    return finished_encoder(packed_encoder(taught, pieces), held, settings)


def finished_encoder(
    weights: dict[str, NDArray[Any]],
    held: Sequence[TaggedText],
    settings: EncoderSettings,
) -> Made:
    """Taught weights with how they and the tagger are heard together, and a card."""
    heard, figures = heard_together(held, unpacked(weights))
    return Made(
        weights={**weights, **heard},
        card=Card(
            model="encoder",
            task="words that name participants, interventions and outcomes, with the"
            " tagger's help",
            corpora=("ebm_nlp", "minilm"),
            split="as the tagger's: one in eight abstracts held out; the tagger's power"
            " chosen among six on them, the factors of the labels tuned on one half for"
            " the other",
            figures=figures,
            limits=(
                ENGLISH,
                PARTIAL,
                "The held-out labels are crowd workers'.",
                "Several times slower than the tagger alone.",
            ),
            settings=asdict(settings),
        ),
    )


def _texts(data: Path) -> Iterator[list[str]]:
    """Yield the words of the abstracts whose pieces matter."""
    for row in json_lines(data / DOCUMENTS):
        yield row["text"].split()
    for row in json_lines(data / ABSTRACTS):
        yield [word for text, _ in row["sents"] for word in text.split()]


def packed_encoder(
    arrays: dict[str, NDArray[np.float32]], pieces: Sequence[str]
) -> dict[str, NDArray[Any]]:
    """Arrays in small numbers, matrices by column and embeddings by row."""
    found: dict[str, NDArray[Any]] = {"vocabulary": packed_vocabulary(pieces)}
    for name, values in arrays.items():
        if values.ndim > 1 and name != "head":
            found |= packed(name, values, by_row=name in {"words", "places"})
        else:
            found[name] = values.astype(np.float32)
    return found


def heard_together(
    held: Sequence[TaggedText], weights: Arrays
) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    """Powers and factors of encoder and tagger, and figures with and without both."""
    tagger = load("pico")
    clusters = Clusters(tagger["cluster_keys"], tagger["cluster_groups"])
    texts = [prepared(text, clusters) for text in held]
    by_encoder = encoder_chances(texts, weights)
    by_tagger = pico_chances(texts, tagger)
    powers = tuned_powers(texts, by_encoder, by_tagger)
    both = _mixed(by_encoder, by_tagger, powers)
    figures = {
        "token_f1": pico_figures(texts, both),
        "token_f1_encoder_alone": pico_figures(texts, by_encoder),
        "token_f1_tagger_alone": pico_figures(texts, by_tagger),
        "powers": list(powers),
    }
    bias = best_bias([text.labels for text in texts], both)
    return {
        "powers": np.array(powers, dtype=np.float32),
        "bias": bias.astype(np.float32),
    }, figures


def encoder_chances(texts: Sequence[Prepared], weights: Arrays) -> list[Floats]:
    """Chances of the labels by the encoder alone, for each text."""
    pieces = WordPieces.unpacked(weights["vocabulary"])
    return [
        encoded_chances(_as_read(text), weights, pieces).astype(float) for text in texts
    ]


def _as_read(text: Prepared) -> StudyWords:
    """Return the words as the encoder takes them; places do not matter to it."""
    return StudyWords(
        words=[Word(text=word, start=0, end=1) for word in text.words],
        sentence=text.document.sentence,
        section=text.document.section,
    )


def _mixed(
    by_encoder: Sequence[Floats], by_tagger: Sequence[Floats], powers: Sequence[float]
) -> list[Floats]:
    weights = {"powers": np.array(powers)}
    pairs = zip(by_encoder, by_tagger, strict=True)
    return [mixed(encoder, tagger, weights) for encoder, tagger in pairs]


def tuned_powers(
    texts: Sequence[Prepared], by_encoder: Sequence[Floats], by_tagger: Sequence[Floats]
) -> tuple[float, float]:
    """Powers of both models that give the best mean F1, factors tuned crosswise."""
    scores = [
        pico_figures(texts, _mixed(by_encoder, by_tagger, powers))["mean"]
        for powers in POWERS
    ]
    return POWERS[int(np.argmax(scores))]
