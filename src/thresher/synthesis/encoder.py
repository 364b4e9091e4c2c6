"""A small transformer encoder in plain numpy, for better PICO spans."""

from collections.abc import Iterator, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray
from scipy.special import erf

from thresher.synthesis.pico import (
    StudyWords,
    label_chances,
    shipped_clusters,
    spans_from,
    study_words,
)
from thresher.synthesis.spans import Span
from thresher.synthesis.study import Study
from thresher.synthesis.weights import Arrays, load
from thresher.synthesis.word_pieces import WordPieces

__all__ = ["encoded_chances", "pico_encoded"]

Floats = NDArray[np.float32]
HEADS = 12
LONGEST = 400  # pieces read together, whole sentences where they fit
PLACES = 510  # pieces there are places for
LONGEST_WORD = 50  # pieces of a word looked at
EPSILON = 1e-12
FAINT = 1e-6


def pico_encoded(study: Study) -> tuple[Span, ...]:
    """Spans as `pico` gives them, by encoder and tagger together: better and slower.

    Examples
    --------
    >>> found = pico_encoded(Study(id="1", title="Aspirin for headache in adults"))
    >>> all(span.text in "Aspirin for headache in adults" for span in found)
    True
    """
    read = study_words(study)
    if not read.words:
        return ()
    weights = load("encoder")
    by_tagger = label_chances(read, load("pico"), shipped_clusters())
    by_encoder = encoded_chances(read, weights, _pieces())
    return spans_from(
        study.text, read, mixed(by_encoder, by_tagger, weights) * weights["bias"]
    )


@cache
def _pieces() -> WordPieces:
    return WordPieces.unpacked(load("encoder")["vocabulary"])


def mixed(
    by_encoder: NDArray[np.floating], by_tagger: NDArray[np.floating], weights: Arrays
) -> NDArray[np.float64]:
    """Chances of both models multiplied, each to its power."""
    encoder, tagger = weights["powers"].tolist()
    logs = encoder * np.log(by_encoder + FAINT) + tagger * np.log(by_tagger + FAINT)
    raised = np.exp(logs - logs.max(axis=1, keepdims=True))
    shares: NDArray[np.float64] = raised / raised.sum(axis=1, keepdims=True)
    return shares


def encoded_chances(read: StudyWords, weights: Arrays, pieces: WordPieces) -> Floats:
    """Chances of no label, P, I and O at each word, by the encoder alone."""
    texts = [word.text for word in read.words]
    return np.vstack(
        [
            _softmax(
                _hidden(numbers, weights)[firsts] @ weights["head"]
                + weights["head_bias"]
            )
            for numbers, firsts in _chunks(texts, read.lengths, pieces)
        ]
    )


def _chunks(
    texts: Sequence[str], lengths: Sequence[int], pieces: WordPieces
) -> Iterator[tuple[list[int], list[int]]]:
    """Yield pieces of sentences that fit together, and where each word begins."""
    numbers, firsts = [pieces.begin], list[int]()
    start = 0
    for length in lengths:
        cut = [pieces.of(text)[:LONGEST_WORD] for text in texts[start : start + length]]
        start += length
        most = LONGEST - sum(map(len, cut))
        for found in cut:
            if firsts and len(numbers) > min(most, PLACES - len(found)):
                yield [*numbers, pieces.end], firsts
                numbers, firsts = [pieces.begin], []
            most = PLACES
            firsts.append(len(numbers))
            numbers += found
    if firsts:
        yield [*numbers, pieces.end], firsts


def _hidden(numbers: Sequence[int], weights: Arrays) -> Floats:
    """Return the last layer's vectors of a run of pieces."""
    state = weights["words"][list(numbers)] + weights["places"][: len(numbers)]
    state = _normal(state, weights, "words_norm")
    layer = 0
    while f"{layer}.query" in weights:
        state = _layer(state, weights, f"{layer}.")
        layer += 1
    return state


def _layer(state: Floats, weights: Arrays, name: str) -> Floats:
    """Return one layer's output: attention, then a wide step, each added and normed."""
    query, key, value = (
        _heads(state @ weights[name + part] + weights[f"{name}{part}_bias"])
        for part in ("query", "key", "value")
    )
    chances = _softmax(query @ key.transpose(0, 2, 1) / np.sqrt(query.shape[2]))
    seen = (chances @ value).transpose(1, 0, 2).reshape(state.shape)
    state = state + seen @ weights[name + "out"] + weights[name + "out_bias"]
    state = _normal(state, weights, name + "norm")
    wide = state @ weights[name + "wide"] + weights[name + "wide_bias"]
    wide = wide * (1 + erf(wide / np.sqrt(np.float32(2)))) / 2
    state = state + wide @ weights[name + "narrow"] + weights[name + "narrow_bias"]
    return _normal(state, weights, name + "last_norm")


def _heads(state: Floats) -> Floats:
    return state.reshape(len(state), HEADS, -1).transpose(1, 0, 2)


def _normal(state: Floats, weights: Arrays, name: str) -> Floats:
    centred = state - state.mean(axis=-1, keepdims=True)
    spread = np.sqrt((centred**2).mean(axis=-1, keepdims=True) + EPSILON)
    normed: Floats = centred / spread * weights[name] + weights[name + "_bias"]
    return normed


def _softmax(scores: Floats) -> Floats:
    raised = np.exp(scores - scores.max(axis=-1, keepdims=True))
    shares: Floats = raised / raised.sum(axis=-1, keepdims=True)
    return shares
