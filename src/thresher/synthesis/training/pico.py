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
from thresher.synthesis.weights import SCALE, packed
from thresher.synthesis.word_attributes import Clusters

__all__ = [
    "Prepared",
    "best_bias",
    "called_labels",
    "pico_chances",
    "pico_figures",
    "prepared",
    "token_f1",
    "train_pico",
]

LOUDEST = 0.9995  # louder weights are cut, so that the steps stay fine
TEXTS_IN_BATCH = 6
FOLDS = 2
LABELS, PARTICIPANTS, TINY = 4, 1, 1e-12
TAUGHT_WEIGHT = 0.5
NAMES = ("participants", "interventions", "outcomes")
FACTORS = (0.7, 1.0, 1.3, 1.6, 2.0, 2.5, 3.2, 4.0, 5.0, 6.5)
ROUNDS = 3
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
    targets: Floats | None = None  # a teacher's chances of the labels

    @property
    def soft(self) -> Floats:
        """Chances of the labels: the teacher's, or certainty."""
        return np.eye(LABELS)[self.labels] if self.targets is None else self.targets


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
    extra: Sequence[Prepared],
    settings: FitSettings,
    *,
    rng: np.random.Generator,
    report: Report = silent,
) -> Packed:
    """Weights of both passes.

    Two models of half the texts each say what they think of the other half, so that
    the second pass meets the same doubt as in use; together they teach `extra`, in
    which only participants are marked.
    """
    halves = [
        _fitted(texts[part::FOLDS], settings, rng=rng, report=report)
        for part in range(FOLDS)
    ]
    unseen = [
        chances(text, halves[(place + 1) % FOLDS]) for place, text in enumerate(texts)
    ]
    guessed = [
        np.mean([chances(text, half) for half in halves], axis=0) for text in extra
    ]
    taught = [_taught(text, said) for text, said in zip(extra, guessed, strict=True)]
    first = _fitted([*texts, *taught], settings, rng=rng, report=report)
    informed = [
        informed_by(text, said)
        for text, said in zip([*texts, *taught], [*unseen, *guessed], strict=True)
    ]
    second = _fitted(informed, settings, rng=rng, report=report)
    return {**_packed("first", first), **_packed("second", second)}


def _taught(text: Prepared, said: Floats) -> Prepared:
    """Return the text with a teacher's chances, made to agree with the participants."""
    marked = text.labels == PARTICIPANTS
    targets = said.copy()
    targets[:, PARTICIPANTS] = 0
    targets /= np.maximum(targets.sum(axis=1, keepdims=True), TINY)
    targets[marked] = np.eye(targets.shape[1])[PARTICIPANTS]
    return replace(text, targets=targets)


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
    order = [
        *(place for place, text in enumerate(texts) if text.targets is None),
        *(place for place, text in enumerate(texts) if text.targets is not None),
    ]
    groups = [
        order[start : start + TEXTS_IN_BATCH]
        for start in range(0, len(order), TEXTS_IN_BATCH)
    ]
    batches = [_batch(texts, group, numbers, known=known) for group in groups]
    return fit(batches, settings, rng=rng, report=report)


def _batch(
    texts: Sequence[Prepared],
    group: Sequence[int],
    numbers: Sequence[NDArray[np.int64]],
    *,
    known: NDArray[np.bool_],
) -> Batch:
    """Return some texts as a batch: labelled, or taught if one of them is."""
    chosen = [texts[place] for place in group]
    soft = any(text.targets is not None for text in chosen)
    return batch_of(
        [numbers[place] for place in group],
        [text.soft if soft else text.labels for text in chosen],
        [text.lengths for text in chosen],
        known=known,
        weight=TAUGHT_WEIGHT if soft else 1.0,
    )


def _packed(name: str, model: Fitted) -> Packed:
    """Return the weights as whole numbers of steps, quick to look up."""
    most = np.quantile(np.abs(model.table[model.table != 0]), LOUDEST)
    small = packed(name, np.clip(model.table, -most, most))
    return {
        name: small[name],
        f"{name}_step": small[name + SCALE],
        f"{name}_moves": model.moves.astype(np.float32),
    }


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


def pico_chances(
    texts: Sequence[Prepared], weights: Mapping[str, NDArray[Any]]
) -> list[Floats]:
    """Mean of both passes' chances for each text, as in use."""
    models = [
        Fitted(
            table=weights[name] * weights[f"{name}_step"],
            moves=weights[f"{name}_moves"].astype(float),
        )
        for name in ("first", "second")
    ]
    said = []
    for text in texts:
        first = chances(text, models[0])
        said.append((first + chances(informed_by(text, first), models[1])) / 2)
    return said


def pico_figures(
    texts: Sequence[Prepared], said: Sequence[Floats], *, bias: Floats | None = None
) -> dict[str, float]:
    """Token F1 of chances on texts, words in headings untagged.

    Without a `bias`, that of each half of the texts is tuned on the other half.
    """
    truth = np.concatenate([text.whole for text in texts])
    return token_f1(truth, np.concatenate(called_labels(texts, said, bias=bias)))


def called_labels(
    texts: Sequence[Prepared], said: Sequence[Floats], *, bias: Floats | None = None
) -> list[NDArray[np.int64]]:
    """Labels of every word of each text, none in headings; `bias` as above."""
    called = [np.zeros(len(text.whole), dtype=np.int64) for text in texts]
    for part in range(FOLDS):
        tuned = bias
        if tuned is None:
            other = slice((part + 1) % FOLDS, None, FOLDS)
            tuned = best_bias([text.labels for text in texts[other]], said[other])
        for place in range(part, len(texts), FOLDS):
            labels = (said[place] * tuned).argmax(axis=1)
            called[place][texts[place].tagged] = labels
    return called
