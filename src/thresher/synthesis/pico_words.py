"""A text as the PICO tagger reads it: words in sentences, with roles and repeats."""

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from thresher.synthesis.roles import ROLES, role_probabilities
from thresher.synthesis.sentences import Sentence
from thresher.synthesis.tagger_features import DocumentWords
from thresher.synthesis.word_attributes import Clusters, word_attributes
from thresher.synthesis.words import STOPWORDS

__all__ = ["TITLE", "document_words", "levels_elsewhere", "sections"]

TITLE = len(ROLES)
SHORTEST = 3
LEVELS = np.array([0.05, 0.2, 0.4, 0.6, 0.8])
NOWHERE = 7


def sections(found: Sequence[Sentence], *, titles: int) -> NDArray[np.int64]:
    """Roles of the sentences as numbers; the first `titles` of them are the title."""
    numbers = np.full(len(found), TITLE)
    if len(found) > titles:
        numbers[titles:] = role_probabilities(found[titles:]).argmax(axis=1)
    return numbers


def document_words(
    words: Sequence[str],
    sentence: NDArray[np.int64],
    section: NDArray[np.int64],
    *,
    clusters: Clusters,
) -> DocumentWords:
    """Attributes of the words; `sentence` and `section` hold a number for each."""
    lower = [word.lower() for word in words]
    counted = Counter(lower)
    title = {word for word, kind in zip(lower, section, strict=True) if kind == TITLE}
    telling = [_tells(word) for word in lower]
    return DocumentWords(
        attributes=word_attributes(words, clusters),
        sentence=sentence,
        section=section,
        in_title=np.array(
            [
                tells and word in title
                for tells, word in zip(telling, lower, strict=True)
            ]
        ),
        often=np.array(
            [
                min(counted[word], 6) if tells else 0
                for tells, word in zip(telling, lower, strict=True)
            ]
        ),
    )


def _tells(word: str) -> bool:
    return len(word) >= SHORTEST and word not in STOPWORDS and word[0].isalpha()


def levels_elsewhere(
    words: Sequence[str], chances: NDArray[np.float64]
) -> NDArray[np.int64]:
    """Levels of a first pass: the same word elsewhere in the text, and this word.

    Parameters
    ----------
    words
        All words of the text.
    chances
        Chances of the labels by the first pass, one row a word, no label first.
    """
    lower = [word.lower() for word in words]
    number = {word: place for place, word in enumerate(dict.fromkeys(lower))}
    which = np.array([number[word] for word in lower])
    sums = np.zeros((len(number), chances.shape[1]))
    np.add.at(sums, which, chances)
    times = np.bincount(which)[which]
    others = (sums[which] - chances) / np.maximum(times - 1, 1)[:, None]
    levels = np.searchsorted(LEVELS, others[:, 1:])
    alone = (times < 2) | ~np.array([_tells(word) for word in lower])  # noqa: PLR2004
    levels[alone] = NOWHERE
    here = np.searchsorted(LEVELS, chances[:, 1:])
    return np.hstack([levels, here])
