"""Participants, interventions and outcomes that a study's text names."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from thresher.synthesis import crf
from thresher.synthesis.pico_words import document_words, levels_elsewhere, sections
from thresher.synthesis.sentences import abstract_sentences, sentences
from thresher.synthesis.spans import PicoKind, Span
from thresher.synthesis.study import Study
from thresher.synthesis.tagger_features import DocumentWords, feature_numbers
from thresher.synthesis.weights import Arrays, load
from thresher.synthesis.word_attributes import Clusters
from thresher.synthesis.words import Word, words

__all__ = [
    "StudyWords",
    "label_chances",
    "pico",
    "shipped_clusters",
    "spans_from",
    "study_words",
]

KINDS = (PicoKind.PARTICIPANTS, PicoKind.INTERVENTIONS, PicoKind.OUTCOMES)
LONGEST_SENTENCE = 150  # words tagged together; longer ones are cut
# Crowd workers leave much untagged: no label must win by this much.
BOLDNESS = np.array([0.3, 0.0, 0.0, 0.0])
MARKS = frozenset(".,;:()[]-/\"'")


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyWords:
    """Words of a study in order, with the number of the sentence and its section."""

    words: list[Word]
    sentence: NDArray[np.int64]
    section: NDArray[np.int64]

    @property
    def lengths(self) -> list[int]:
        """Words of each sentence."""
        counts: list[int] = np.unique(self.sentence, return_counts=True)[1].tolist()
        return counts


def pico(study: Study) -> tuple[Span, ...]:
    """Spans of participants, interventions and outcomes, in the order of the text.

    Examples
    --------
    >>> found = pico(Study(id="1", title="Aspirin for headache in adults: a trial"))
    >>> all(span.text in "Aspirin for headache in adults: a trial" for span in found)
    True
    """
    read = study_words(study)
    if not read.words:
        return ()
    weights = load("pico")
    chances = label_chances(read, weights, shipped_clusters())
    return spans_from(study.text, read, chances * weights["bias"])


def study_words(study: Study) -> StudyWords:
    """Words of title and abstract, headings left out, long sentences cut."""
    title = sentences(study.title)
    found = (*title, *abstract_sentences(study))
    kinds = sections(found, titles=len(title)) if found else np.zeros(0, np.int64)
    listed: list[Word] = []
    sentence: list[int] = []
    section: list[int] = []
    number = -1
    for part, kind in zip(found, kinds.tolist(), strict=True):
        for place, word in enumerate(words(part.text, shift=part.start)):
            number += place % LONGEST_SENTENCE == 0
            listed.append(word)
            sentence.append(number)
            section.append(kind)
    return StudyWords(
        words=listed,
        sentence=np.array(sentence, dtype=np.int64),
        section=np.array(section, dtype=np.int64),
    )


@cache
def shipped_clusters() -> Clusters:
    """Word groups that the shipped tagger was trained with."""
    weights = load("pico")
    return Clusters(weights["cluster_keys"], weights["cluster_groups"])


def label_chances(
    read: StudyWords, weights: Arrays, clusters: Clusters
) -> NDArray[np.float64]:
    """Chances of no label, P, I and O at each word, the mean of both passes."""
    texts = [word.text for word in read.words]
    document = document_words(texts, read.sentence, read.section, clusters=clusters)
    first = tagger_pass(document, read.lengths, weights, which="first")
    document = replace(document, elsewhere=levels_elsewhere(texts, first))
    second = tagger_pass(document, read.lengths, weights, which="second")
    return (first + second) / 2


def tagger_pass(
    document: DocumentWords, lengths: Sequence[int], weights: Arrays, *, which: str
) -> NDArray[np.float64]:
    """Chances of the labels by the first or the second pass alone."""
    table = weights[which]
    bits = len(table).bit_length() - 1
    numbers = feature_numbers(document, bits=bits)
    found = table.view(np.int32).ravel()[numbers]  # four small numbers at a time
    steps = found.view(np.int8).reshape(*numbers.shape, -1).sum(axis=1, dtype=np.int32)
    scores = steps * weights[f"{which}_step"].astype(np.float64) - BOLDNESS
    moves = weights[f"{which}_moves"].astype(np.float64)
    return crf.label_chances(scores, moves, lengths)


def spans_from(
    text: str, read: StudyWords, chances: NDArray[np.float64]
) -> tuple[Span, ...]:
    """Every run of words with the same likeliest label, without marks at its ends."""
    labels = chances.argmax(axis=1)
    sure = chances / chances.sum(axis=1, keepdims=True)
    found = []
    places = range(len(read.words))
    for (label, _), run in groupby(places, key=lambda i: (labels[i], read.sentence[i])):
        kept = _trimmed(read.words, list(run))
        if label and kept:
            start, end = read.words[kept[0]].start, read.words[kept[-1]].end
            found.append(
                Span(
                    kind=KINDS[label - 1],
                    start=start,
                    end=end,
                    text=text[start:end],
                    confidence=float(sure[kept, label].mean()),
                )
            )
    return tuple(found)


def _trimmed(words: Sequence[Word], run: list[int]) -> list[int]:
    """Return the run without marks at its ends, but with brackets it opened."""
    while run and words[run[0]].text in MARKS:
        run = run[1:]
    opened = any(words[i].text in "([" for i in run)
    while (
        run
        and words[run[-1]].text in MARKS
        and not (opened and words[run[-1]].text in ")]")
    ):
        run = run[:-1]
    return run
