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
from thresher.synthesis.words import words

__all__ = [
    "TaggedText",
    "cluster_texts",
    "crowd_corpus",
    "pico_corpus",
    "tagged_text",
]

FOLDER = Path("synthesis")
TAGGED = FOLDER / "ebm_nlp" / "union_train.jsonl.gz"
DOCUMENTS = FOLDER / "ebm_nlp" / "docs.jsonl.gz"
CROWD = FOLDER / "ebm_nlp" / "participants_crowd.jsonl.gz"
TEST = "acl17-test"
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
        key = _key("".join(word for word, _ in pairs))
        if pairs and key not in found:
            found[key] = tagged_text(
                [word for word, _ in pairs],
                [LABELS[label] for _, label in pairs],
                key=key,
            )
    return list(found.values())


def _key(text: str) -> str:
    """Return the first letters of a text, by which its copies are known."""
    return NOT_KEY.sub("", text.lower())[:KEY_LETTERS]


def crowd_corpus(data: Path, *, but: Sequence[TaggedText]) -> list[TaggedText]:
    """Abstracts in which a crowd marked participants only, and none of `but`.

    Their label 0 means "not participants". The abstracts of EBM-NLP's test are left
    out.
    """
    spans = {
        row["pmid"]: row["aggregated"]["HMMCrowd"]
        for row in json_lines(data / CROWD)
        if row["split"] != TEST
    }
    known = {text.key for text in but}
    found = []
    for row in json_lines(data / DOCUMENTS):
        key = _key(row["text"])
        if row["pmid"] in spans and key not in known:
            marked = words(row["text"])
            labels = [_within(word.start, spans[row["pmid"]]) for word in marked]
            found.append(tagged_text([word.text for word in marked], labels, key=key))
            known.add(key)
    return found


def _within(place: int, spans: Sequence[Sequence[int]]) -> int:
    return int(any(start <= place < end for start, end in spans))


def tagged_text(
    listed: Sequence[str], labels: Sequence[int], *, key: str
) -> TaggedText:
    """Text of tagged words, cut into sentences anew; the first is its title."""
    starts = np.cumsum([0, *(len(word) + 1 for word in listed)])[:-1]
    cut = sentences(" ".join(listed))
    sentence = np.full(len(listed), -1)
    for number, part in enumerate(cut):
        sentence[(starts >= part.start) & (starts < part.end)] = number
    roles = sections(cut, titles=1)
    return TaggedText(
        key=key,
        words=tuple(listed),
        labels=np.asarray(labels),
        sentence=sentence,
        section=np.where(sentence >= 0, roles[sentence], 0),
        held_out=is_held_out(key, one_in=ONE_IN),
    )


def cluster_texts(data: Path) -> Iterator[list[str]]:
    """Words of each sentence of every abstract at hand, for grouping words."""
    for row in json_lines(data / DOCUMENTS):
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
    return [DIGIT.sub("0", word.text.lower()) for word in words(text)]
