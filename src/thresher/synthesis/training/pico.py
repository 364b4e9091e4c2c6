"""Training of the PICO tagger: two passes of a conditional random field."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thresher.progress import Report, silent
from thresher.synthesis import crf
from thresher.synthesis.pico import BOLDNESS
from thresher.synthesis.pico_words import document_words, levels_elsewhere
from thresher.synthesis.tagger_features import DocumentWords, feature_numbers
from thresher.synthesis.training.crf_fit import (
    Batch,
    FitSettings,
    Fitted,
    batch_of,
    fit,
)
from thresher.synthesis.training.pico_corpus import TaggedText
from thresher.synthesis.weights import packed
from thresher.synthesis.word_attributes import Clusters

__all__ = [
    "Prepared",
    "best_bias",
    "pico_figures",
    "prepared",
    "token_f1",
    "train_pico",
]

TEXTS_IN_BATCH = 6
FOLDS = 2
NAMES = ("participants", "interventions", "outcomes")
FACTORS = (0.7, 1.0, 1.3, 1.6, 2.0, 2.5, 3.2, 4.0, 5.0, 6.5)
ROUNDS = 3
FAINT = 0.02  # of the largest weight: smaller ones are dropped
Floats = NDArray[np.float64]
Packed = dict[str, NDArray[Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """A tagged text as the tagger sees it; `tagged` says which words it may tag."""

    words: tuple[str, ...]
    document: DocumentWords
    labels: NDArray[np.int64]
    lengths: list[int]
    tagged: NDArray[np.bool_]
    whole: NDArray[np.int64]  # labels of all words, headings too


def prepared(text: TaggedText, clusters: Clusters) -> Prepared:
    """Attributes and labels of a text's words outside headings."""
    tagged = text.sentence >= 0
    words = tuple(np.array(text.words, dtype=object)[tagged])
    sentence = text.sentence[tagged]
    return Prepared(
        words=words,
        document=document_words(
            words, sentence, text.section[tagged], clusters=clusters
        ),
        labels=text.labels[tagged],
        lengths=np.unique(sentence, return_counts=True)[1].tolist(),
        tagged=tagged,
        whole=text.labels,
    )


def train_pico(
    texts: Sequence[Prepared],
    settings: FitSettings,
    *,
    rng: np.random.Generator,
    report: Report = silent,
) -> Packed:
    """Weights of both passes, and how much to favour tagging a word.

    The second pass learns from what the first says of texts it has not seen (two
    halves), so that it meets the same doubt as in use.
    """
    unseen: list[Floats] = [np.zeros(0)] * len(texts)
    for part in range(FOLDS):
        model = _fitted(texts[part::FOLDS], settings, rng=rng, report=report)
        for place in range(len(texts)):
            if place % FOLDS != part:
                unseen[place] = chances(texts[place], model)
    first = _fitted(texts, settings, rng=rng, report=report)
    informed = [
        informed_by(text, said) for text, said in zip(texts, unseen, strict=True)
    ]
    second = _fitted(informed, settings, rng=rng, report=report)
    return {
        **_packed("first", first),
        **_packed("second", second),
        "bias": best_bias([text.labels for text in texts], unseen).astype(np.float32),
    }


def informed_by(text: Prepared, said: Floats) -> Prepared:
    """Return the text with what a first pass said of its words."""
    levels = levels_elsewhere(text.words, said)
    return replace(text, document=replace(text.document, elsewhere=levels))


def chances(text: Prepared, model: Fitted) -> Floats:
    """Return the chances of the labels at each word."""
    bits = len(model.table).bit_length() - 1
    scores = model.table[feature_numbers(text.document, bits=bits)].sum(axis=1)
    return crf.label_chances(scores - BOLDNESS, model.moves, text.lengths)


def _fitted(
    texts: Sequence[Prepared],
    settings: FitSettings,
    *,
    rng: np.random.Generator,
    report: Report,
) -> Fitted:
    numbers = [feature_numbers(text.document, bits=settings.bits) for text in texts]
    times = np.zeros(1 << settings.bits, dtype=np.int64)
    for found in numbers:
        times += np.bincount(found.ravel(), minlength=len(times))
    known = times >= settings.fewest
    batches: list[Batch] = []
    for start in range(0, len(texts), TEXTS_IN_BATCH):
        part = slice(start, start + TEXTS_IN_BATCH)
        batches.append(
            batch_of(
                numbers[part],
                [text.labels for text in texts[part]],
                [text.lengths for text in texts[part]],
                known=known,
            )
        )
    return fit(batches, settings, rng=rng, report=report)


def _packed(name: str, model: Fitted) -> Packed:
    """Return the weights in small numbers; what no label much cares for is dropped."""
    strength = np.abs(model.table).max(axis=1)
    faint = strength < FAINT * np.quantile(strength[strength > 0], 0.999)
    table = np.where(faint[:, None], 0.0, model.table)
    return {**packed(name, table), f"{name}_moves": model.moves.astype(np.float32)}


def best_bias(truth: Sequence[NDArray[np.int64]], said: Sequence[Floats]) -> Floats:
    """Factors of the labels' chances that give the best mean F1, one after another."""
    gold, guess = np.concatenate(list(truth)), np.concatenate(list(said))
    best = np.ones(guess.shape[1])
    for _ in range(ROUNDS):
        for label in range(1, len(best)):
            options = [_changed(best, label, factor) for factor in FACTORS]
            scores = [
                token_f1(gold, (guess * option).argmax(axis=1))["mean"]
                for option in options
            ]
            best = options[int(np.argmax(scores))]
    return best


def _changed(factors: Floats, label: int, factor: float) -> Floats:
    changed = factors.copy()
    changed[label] = factor
    return changed


def token_f1(truth: NDArray[np.int64], called: NDArray[np.int64]) -> dict[str, float]:
    """F1 over words of each kind, and their mean.

    Examples
    --------
    >>> token_f1(np.array([1, 2, 3, 0]), np.array([1, 2, 0, 3]))["mean"]
    0.6667
    """
    found = {}
    for label, name in enumerate(NAMES, start=1):
        both = np.sum((truth == label) & (called == label))
        size = np.sum(truth == label) + np.sum(called == label)
        found[name] = round(float(2 * both / size), 4) if size else 0.0
    found["mean"] = round(sum(found.values()) / len(NAMES), 4)
    return found


def pico_figures(
    texts: Sequence[Prepared], weights: Mapping[str, NDArray[Any]]
) -> dict[str, float]:
    """Token F1 of both passes together on texts, words in headings untagged."""
    called, truth = [], []
    for text in texts:
        models = [
            Fitted(table=weights[name], moves=weights[f"{name}_moves"].astype(float))
            for name in ("first", "second")
        ]
        first = chances(text, models[0])
        second = chances(informed_by(text, first), models[1])
        labels = np.zeros(len(text.whole), dtype=np.int64)
        labels[text.tagged] = (second * weights["bias"]).argmax(axis=1)
        called.append(labels)
        truth.append(text.whole)
    return token_f1(np.concatenate(truth), np.concatenate(called))
