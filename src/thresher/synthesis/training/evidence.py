"""Training of the evidence models: which sentence, is it there, which direction."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from sklearn.linear_model import LogisticRegression

from thresher.progress import Report, silent
from thresher.synthesis.abbreviations import abbreviations
from thresher.synthesis.evidence import (
    LONGEST_SENTENCE,
    Reading,
    direction_scale,
    report_features,
    sentence_scores,
)
from thresher.synthesis.evidence_features import (
    direction_features,
    ranking_features,
    sentence_features,
)
from thresher.synthesis.pair_words import PairWords, pair_words
from thresher.synthesis.roles import role_probabilities
from thresher.synthesis.sentences import Sentence
from thresher.synthesis.training.evidence_corpus import Article, Prompt
from thresher.synthesis.training.first_of import first_weights
from thresher.synthesis.training.quiet import fitted
from thresher.synthesis.weights import packed
from thresher.synthesis.words import buckets, stems

__all__ = ["Question", "abstract_reading", "questions", "train_evidence"]

BITS = 17
EXTRA_WEIGHT = 0.6
PENALTY = {"direction": 0.1, "rank": 0.1, "first": 0.01, "report": 0.1}
FIRST_SHARE = 0.7  # of the model that looks at a study's sentences together
Packed = dict[str, NDArray[Any]]


class Question:
    """A prompt asked of its article's abstract: features, and which sentences tell."""

    __slots__ = ("pair", "prompt", "reading", "told")

    def __init__(self, prompt: Prompt, article: Article, reading: Reading) -> None:
        self.prompt = prompt
        self.reading = reading
        self.pair: PairWords = pair_words(
            prompt.intervention, prompt.outcome, short_forms=reading.short_forms
        )
        self.told = np.array([place in prompt.sentences for place in article.places])


def abstract_reading(texts: Sequence[str]) -> Reading:
    """Sentences that are already cut, as a reading without headings."""
    found = tuple(Sentence(text=text, start=0, end=len(text)) for text in texts)
    chances = role_probabilities(found)
    whole = " ".join(texts)
    return Reading(
        sentences=found,
        texts=tuple(texts),
        features=np.array(
            [sentence_features(t, row) for t, row in zip(texts, chances, strict=True)]
        ),
        short_forms=abbreviations(whole),
        named=frozenset(stems(whole)),
        prognostic=np.zeros(len(texts), dtype=bool),
    )


def questions(
    found: Sequence[Prompt], abstracts: Mapping[str, Article]
) -> list[Question]:
    """Prompts of the corpus itself that have an abstract to ask."""
    asked = [p for p in found if p.full and p.article in abstracts]
    readings = {
        name: abstract_reading(abstracts[name].texts)
        for name in sorted({prompt.article for prompt in asked})
    }
    return [
        Question(prompt, abstracts[prompt.article], readings[prompt.article])
        for prompt in asked
    ]


def train_evidence(
    found: Sequence[Prompt],
    abstracts: Mapping[str, Article],
    *,
    report: Report = silent,
) -> Packed:
    """Weights of the three evidence models, learnt from the prompts not held out."""
    known = [prompt for prompt in found if not prompt.held_out]
    report("training the evidence models", done=0, total=3)
    weights = _direction(known)
    report("training the evidence models", done=1, total=3)
    asked = questions(known, abstracts)
    weights |= _rank(asked)
    report("training the evidence models", done=2, total=3)
    return weights | _report(asked, weights)


def _direction(known: Sequence[Prompt]) -> Packed:
    """Return the direction model, from every sentence that is marked as evidence."""
    rows, labels, shares = [], [], []
    for prompt in known:
        weight = (1.0 if prompt.full else EXTRA_WEIGHT) / len(prompt.evidence)
        for text in prompt.evidence:
            rows.append(direction_numbers(text, prompt))
            labels.append(prompt.label)
            shares.append(weight)
    matrix = direction_matrix(rows)
    model = fitted(
        LogisticRegression(
            C=PENALTY["direction"], max_iter=100, tol=1e-3, class_weight="balanced"
        ),
        matrix,
        np.array(labels),
        weights=np.array(shares),
    )
    return {
        **packed("direction", model.coef_.T),
        "direction_bias": model.intercept_.astype(np.float32),
    }


def direction_numbers(text: str, prompt: Prompt) -> NDArray[np.int64]:
    """Return the numbers of the direction features of a sentence for a prompt."""
    text = text[:LONGEST_SENTENCE]
    pair = pair_words(
        prompt.intervention, prompt.outcome, short_forms=abbreviations(text)
    )
    return buckets(direction_features(text, pair, prompt.outcome), size=1 << BITS)


def direction_matrix(rows: Sequence[NDArray[np.int64]]) -> csr_array:
    """Return the features as a matrix, one row a sentence."""
    values = [np.full(len(row), direction_scale(row)) for row in rows]
    starts = np.cumsum([0, *(len(row) for row in rows)])
    return csr_array(
        (np.concatenate(values), np.concatenate(rows), starts),
        shape=(len(rows), 1 << BITS),
    )


def _rank(asked: Sequence[Question]) -> Packed:
    """Return the model that ranks sentences, each question counting once.

    Two linear models are one: whether a sentence tells, and which of a study's
    sentences tells rather than the others.
    """
    told = [question for question in asked if question.told.any()]
    rows, shares = [], []
    for question in told:
        texts = [sentence.text for sentence in question.reading.sentences]
        rows.append(ranking_features(texts, question.reading.features, question.pair))
        right, wrong = question.told.sum(), (~question.told).sum()
        shares.append(np.where(question.told, 1 / right, 1 / max(wrong, 1)))
    labels = [question.told for question in told]
    alone = _dense("rank", np.vstack(rows), np.concatenate(labels), shares=shares)
    seen = (np.vstack(rows) - alone["rank_mean"]) / alone["rank_spread"]
    first = first_weights(seen, labels, penalty=PENALTY["first"])
    loudness = float((seen @ alone["rank"]).std() / (seen @ first).std())
    both = FIRST_SHARE * loudness * first + (1 - FIRST_SHARE) * alone["rank"]
    return {**alone, "rank": both.astype(np.float32)}


def _report(asked: Sequence[Question], weights: Packed) -> Packed:
    """Return the model of whether the best sentence reports the pair at all."""
    plain: Any = weights
    rows, labels = [], []
    for question in asked:
        features, scores = sentence_scores(question.reading, question.pair, plain)
        best = int(scores.argmax())
        rows.append(report_features(features, scores, best))
        labels.append(bool(question.told[best]))
    return _dense("report", np.array(rows), np.array(labels), shares=None)


def _dense(
    name: str,
    rows: NDArray[np.float64],
    labels: NDArray[np.bool_],
    *,
    shares: Sequence[NDArray[np.float64]] | None,
) -> Packed:
    """Return a logistic regression over standardised features."""
    mean, spread = rows.mean(axis=0), rows.std(axis=0) + 1e-6
    model = fitted(
        LogisticRegression(C=PENALTY[name], max_iter=500),
        (rows - mean) / spread,
        labels,
        weights=None if shares is None else np.concatenate(shares),
    )
    found = {
        f"{name}_mean": mean,
        f"{name}_spread": spread,
        name: model.coef_[0],
        f"{name}_bias": model.intercept_,
    }
    return {key: values.astype(np.float32) for key, values in found.items()}
