"""What the PICO tagger looks at: numbers of hashed features, one row a word."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from thresher.synthesis.word_attributes import ATTRIBUTES

__all__ = ["DocumentWords", "feature_numbers"]

Hashes = NDArray[np.uint64]
WORD, SHAPE, PREFIX, SUFFIX, ENDING, FINE, MIDDLE, COARSE = range(len(ATTRIBUTES))
MIX = np.uint64(0x9E3779B97F4A7C15)
FIRST, SECOND, THIRD = (
    np.uint64(n) for n in (0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0x27D4EB2F165667C5)
)
OUTSIDE = np.uint64(7)
SINGLE = [  # attribute, offsets
    (WORD, (-4, -3, -2, -1, 0, 1, 2, 3, 4)),
    (SHAPE, (-1, 0, 1)),
    (PREFIX, (0,)),
    (SUFFIX, (-1, 0, 1)),
    (ENDING, (0,)),
    (FINE, (-3, -2, -1, 0, 1, 2, 3)),
    (MIDDLE, (-2, -1, 0, 1, 2)),
    (COARSE, (-1, 0, 1)),
]
PAIRS = [  # attribute and offset, attribute and offset
    (WORD, -1, WORD, 0),
    (WORD, 0, WORD, 1),
    (WORD, -1, WORD, 1),
    (WORD, -2, WORD, -1),
    (WORD, 1, WORD, 2),
    (FINE, -1, FINE, 0),
    (FINE, 0, FINE, 1),
    (FINE, -1, FINE, 1),
    (MIDDLE, -2, MIDDLE, -1),
    (MIDDLE, 1, MIDDLE, 2),
    (WORD, 0, FINE, -1),
    (WORD, 0, FINE, 1),
]
TRIPLES = [(COARSE, -1, 0, 1), (MIDDLE, -2, -1, 0), (MIDDLE, 0, 1, 2)]
WITH_SECTION = (WORD, FINE, COARSE, SUFFIX)


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentWords:
    """Words of a text as attributes, with the sentence and section of each.

    `section` is the number of the sentence's role, or one beyond for the title;
    `elsewhere` holds levels of how the same word was tagged in the rest of the text.
    """

    attributes: Hashes
    sentence: NDArray[np.int64]
    section: NDArray[np.int64]
    in_title: NDArray[np.bool_]
    often: NDArray[np.int64]
    elsewhere: NDArray[np.int64] | None = None


def feature_numbers(document: DocumentWords, *, bits: int) -> NDArray[np.int64]:
    """Numbers below 2**`bits`, one row a word, one column a feature."""
    shifted = {
        offset: _shifted(document.attributes, document.sentence, offset)
        for offset in range(-4, 5)
    }
    columns: list[Hashes] = []
    for attribute, offsets in SINGLE:
        columns += [shifted[offset][:, attribute] * FIRST for offset in offsets]
    columns += [
        shifted[p][:, a] * FIRST + shifted[q][:, b] * SECOND for a, p, b, q in PAIRS
    ]
    columns += [
        shifted[p][:, a] * FIRST + shifted[q][:, a] * SECOND + shifted[r][:, a] * THIRD
        for a, p, q, r in TRIPLES
    ]
    columns += _of_document(document, shifted[0])
    salted = [
        (column + salt) * MIX
        for salt, column in zip(_salts(len(columns)), columns, strict=True)
    ]
    return (np.column_stack(salted) >> np.uint64(64 - bits)).astype(np.int64)


def _salts(count: int) -> Hashes:
    """Return one number a column, so that equal values in two columns differ."""
    return np.arange(1, count + 1, dtype=np.uint64) * THIRD


def _shifted(attributes: Hashes, sentence: NDArray[np.int64], offset: int) -> Hashes:
    """Return the rows `offset` words away, a sign where the sentence has none there."""
    count = len(attributes)
    places = np.arange(count) + offset
    inside = (places >= 0) & (places < count)
    places = np.clip(places, 0, max(count - 1, 0))
    inside &= sentence[places] == sentence
    return np.where(inside[:, None], attributes[places], OUTSIDE)


def _of_document(document: DocumentWords, here: Hashes) -> list[Hashes]:
    """Return features of the section, the title and the rest of the text."""
    section = document.section.astype(np.uint64) + np.uint64(11)
    title = document.in_title.astype(np.uint64) + np.uint64(2) * (
        document.often.astype(np.uint64)
    )
    columns = [section * FIRST, title * FIRST, title * FIRST + section * SECOND]
    columns += [here[:, a] * FIRST + section * SECOND for a in WITH_SECTION]
    columns += [
        here[:, MIDDLE] * FIRST + title * SECOND,
        here[:, MIDDLE] * FIRST + title * SECOND + section * THIRD,
    ]
    if document.elsewhere is not None:
        columns += _of_first_pass(document.elsewhere, here, section)
    return columns


def _of_first_pass(
    levels: NDArray[np.int64], here: Hashes, section: Hashes
) -> list[Hashes]:
    """Return features of what the first pass said of this and of the same words."""
    marks = [column.astype(np.uint64) for column in levels.T]
    columns = [mark * FIRST for mark in marks]
    columns += [mark * FIRST + section * SECOND for mark in marks]
    columns += [mark * FIRST + here[:, COARSE] * SECOND for mark in marks]
    joint = np.zeros(len(levels), dtype=np.uint64)
    for mark in marks[:3]:
        joint = joint * np.uint64(8) + mark
    return [*columns, joint * FIRST, joint * FIRST + here[:, COARSE] * SECOND]
