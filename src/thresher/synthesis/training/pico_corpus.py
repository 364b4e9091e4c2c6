"""Abstracts whose words are tagged with participants, interventions and outcomes."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from thresher.synthesis.pico_words import sections
from thresher.synthesis.sentences import sentences
from thresher.synthesis.training.data_files import json_lines
from thresher.synthesis.training.splits import is_held_out

__all__ = ["TaggedText", "cluster_texts", "pico_corpus", "tagged_text"]

FOLDER = Path("synthesis")
TAGGED = FOLDER / "ebm_nlp" / "union_train.jsonl.gz"
ONE_IN = 8
LABELS = {"O": 0, "P": 1, "I": 2, "OUT": 3}
KEY_LETTERS = 60
NOT_KEY = re.compile(r"[^a-z0-9]")
DIGIT = re.compile(r"\d")


@dataclass(frozen=True, slots=True, kw_only=True)
class TaggedText:
    """Words in order; `sentence` is -1 in headings, which are never tagged."""

    key: str
    words: tuple[str, ...]
    labels: NDArray[np.int64]
    sentence: NDArray[np.int64]
    section: NDArray[np.int64]
    held_out: bool


def pico_corpus(data: Path) -> list[TaggedText]:
    """Tagged abstracts of the data folder, each once; one in eight is held out."""
    found: dict[str, TaggedText] = {}
    for row in json_lines(data / TAGGED):
        pairs = [pair for sentence in row["sents"] for pair in sentence]
        key = NOT_KEY.sub("", "".join(word for word, _ in pairs).lower())[:KEY_LETTERS]
        if pairs and key not in found:
            found[key] = tagged_text(
                [word for word, _ in pairs],
                [LABELS[label] for _, label in pairs],
                key=key,
            )
    return list(found.values())


def tagged_text(words: Sequence[str], labels: Sequence[int], *, key: str) -> TaggedText:
    """Text of tagged words, cut into sentences anew; the first is its title."""
    starts = np.cumsum([0, *(len(word) + 1 for word in words)])[:-1]
    cut = sentences(" ".join(words))
    sentence = np.full(len(words), -1)
    for number, part in enumerate(cut):
        sentence[(starts >= part.start) & (starts < part.end)] = number
    roles = sections(cut, titles=1)
    return TaggedText(
        key=key,
        words=tuple(words),
        labels=np.asarray(labels),
        sentence=sentence,
        section=np.where(sentence >= 0, roles[sentence], 0),
        held_out=is_held_out(key, one_in=ONE_IN),
    )


def cluster_texts(data: Path) -> Iterator[list[str]]:
    """Words of each sentence of every abstract at hand, for grouping words."""
    for row in json_lines(data / FOLDER / "ebm_nlp" / "docs.jsonl.gz"):
        yield from _cut(row["text"])
    for row in json_lines(
        data / FOLDER / "sentence_roles" / "structured_abstracts.jsonl.gz"
    ):
        for text, _ in row["sents"]:
            yield _lowered(text)
    for row in json_lines(data / FOLDER / "pico_corpus" / "pico_corpus.jsonl.gz"):
        yield from _cut(row["text"])
    for row in json_lines(data / FOLDER / "evidence_inference" / "frame_docs.jsonl.gz"):
        for text, _ in row["sentences"]:
            yield _lowered(text)


def _cut(text: str) -> Iterator[list[str]]:
    for sentence in sentences(text):
        yield _lowered(sentence.text)


def _lowered(text: str) -> list[str]:
    from thresher.synthesis.words import words  # noqa: PLC0415

    return [DIGIT.sub("0", word.text.lower()) for word in words(text)]
