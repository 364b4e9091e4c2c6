"""What the role model looks at: a sentence, its neighbours, its place."""

import itertools
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from thresher.synthesis.words import buckets, plain_words

__all__ = ["COLUMNS", "context_features", "role_rows"]

OWN, BESIDE, PLACES = 1 << 17, 1 << 16, 1 << 12
COLUMNS = OWN + 2 * BESIDE + PLACES
PLACE_WEIGHT, BESIDE_WEIGHT = 0.4, 0.6
LONGEST_SENTENCE = 200  # words looked at
REACH = 3  # sentences on either side whose roles the second model sees
FAINT = 1e-4
MANY = 25


def role_rows(texts: Sequence[str]) -> csr_array:
    """One row a sentence of an abstract: hashed words, neighbours' words, place."""
    own = [_sentence_words(text) for text in texts]
    rows = [_row(own, place) for place in range(len(texts))]
    starts = np.cumsum([0, *(len(columns) for columns, _ in rows)])
    return csr_array(
        (
            np.concatenate([values for _, values in rows]),
            np.concatenate([columns for columns, _ in rows]),
            starts,
        ),
        shape=(len(texts), COLUMNS),
    )


def _sentence_words(text: str) -> list[str]:
    """Return words, pairs of words, how it begins and ends, and its length."""
    found = plain_words(text)[:LONGEST_SENTENCE]
    pairs = [f"{a} {b}" for a, b in itertools.pairwise(found)]
    begins = ["^" + " ".join(found[:n]) for n in (1, 2, 3)]
    ends = "$" + " ".join(found[-2:])
    return [*found, *pairs, *begins, ends, f"#{min(len(found) // 6, 8)}"]


def _row(
    own: list[list[str]], place: int
) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    count = len(own)
    blocks = [(buckets(own[place], size=OWN), 0, 1.0)]
    for step, first in ((-1, OWN), (1, OWN + BESIDE)):
        beside = place + step
        there = own[beside] if 0 <= beside < count else ["(none)"]
        blocks.append((buckets(there, size=BESIDE), first, BESIDE_WEIGHT))
    columns = [found + first for found, first, _ in blocks]
    values = [
        np.full(len(found), weight / np.sqrt(len(found) + 1), np.float32)
        for found, _, weight in blocks
    ]
    places = buckets(_places(place, count), size=PLACES) + OWN + 2 * BESIDE
    return (
        np.concatenate([*columns, places]),
        np.concatenate([*values, np.full(len(places), PLACE_WEIGHT, np.float32)]),
    )


def _places(place: int, count: int) -> list[str]:
    """Return where the sentence stands, from both ends and in proportion."""
    share, left = place / max(1, count - 1), count - 1 - place
    return [
        f"tenth {int(share * 10)}",
        f"from start {min(place, 6)}",
        f"from end {min(left, 6)}",
        f"of {min(count, 20)}",
        f"start of {min(place, 4)} {min(count // 3, 6)}",
        f"end of {min(left, 4)} {min(count // 3, 6)}",
        f"twentieth {int(share * 20)} {min(count // 4, 5)}",
    ]


def context_features(first: NDArray[np.float64]) -> NDArray[np.float64]:
    """One row a sentence for the second model: the first model's view of all of them.

    Parameters
    ----------
    first
        Probabilities of the five roles by the first model, one row a sentence.
    """
    count = len(first)
    edge = np.full((REACH, first.shape[1]), -4.0)
    logs = np.vstack([edge, np.log(first + FAINT), edge])
    place = np.arange(count)[:, None]
    before = np.vstack([np.zeros(first.shape[1]), np.cumsum(first, axis=0)[:-1]])
    after = first.sum(axis=0) - before - first
    left = count - 1 - place
    return np.hstack(
        [
            *(logs[shift : shift + count] for shift in range(2 * REACH + 1)),
            before / np.maximum(place, 1),
            after / np.maximum(left, 1),
            np.minimum(before, 3),
            np.minimum(after, 3),
            np.maximum.accumulate(first, axis=0),
            np.maximum.accumulate(first[::-1], axis=0)[::-1],
            np.tile(first.max(axis=0), (count, 1)),
            place / max(1, count - 1),
            np.minimum(place, 8) / 8,
            np.minimum(left, 8) / 8,
            np.full((count, 1), min(count, MANY) / MANY),
            place == 0,
            left == 0,
        ]
    )
