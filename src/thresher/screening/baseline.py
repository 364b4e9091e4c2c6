"""A plain baseline: TF-IDF and a linear model, retrained while records are read."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import MultinomialNB
from sklearn.utils.class_weight import compute_sample_weight
from threadpoolctl import threadpool_limits

from thresher.arrays import Indices, Labels, Scores
from thresher.errors import InputError
from thresher.progress import Report, silent
from thresher.screening.reading import Reading

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

__all__ = [
    "BASELINES",
    "Baseline",
    "BaselineRun",
    "logistic_regression",
    "naive_bayes",
    "random_run",
    "ranked_run",
    "two_priors",
    "word_weights",
]

SMOOTHING = 1.0  # what naive Bayes adds to the weight of every word
STEPS = 20  # a batch is one part in this many of what was read
FEWEST_KINDS = 2


class Baseline(Protocol):
    """Anything that learns from labelled rows and scores other rows."""

    def __call__(
        self, known: "csr_matrix", labels: Labels, unread: "csr_matrix"
    ) -> Scores:
        """Return a score for each unread row; higher is likelier to be relevant."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class BaselineRun:
    """A simulated screening of a whole pile.

    Parameters
    ----------
    order
        Positions in the pile, in reading order, priors first.
    reading
        Their labels.
    scores
        The score each record had when it was chosen, NaN where it had none. They
        come from one model after another, so they order a batch, not the pile, and
        the reading does not carry them.
    """

    order: Indices
    reading: Reading
    scores: Scores


def word_weights(texts: Sequence[str]) -> "csr_matrix":
    """TF-IDF weights of single words and pairs, one row a text.

    Raises
    ------
    InputError
        No text holds a word.

    Examples
    --------
    >>> word_weights(["sleep and dialysis", "sleep"]).shape
    (2, 3)
    """
    vectorizer = TfidfVectorizer(
        ngram_range=(1, 2), stop_words="english", sublinear_tf=True, dtype=np.float32
    )
    try:
        weights: csr_matrix = vectorizer.fit_transform(texts).tocsr()
    except ValueError as error:
        raise InputError(
            f"{len(texts)} texts hold no word to learn from: give titles or abstracts"
        ) from error
    return weights


def naive_bayes(known: "csr_matrix", labels: Labels, unread: "csr_matrix") -> Scores:
    """Chance of relevance by multinomial naive Bayes, both classes weighing alike."""
    model = MultinomialNB(alpha=SMOOTHING, fit_prior=False)
    model.fit(known, labels, sample_weight=compute_sample_weight("balanced", labels))
    return np.asarray(model.predict_proba(unread)[:, 1], dtype=np.float64)


def logistic_regression(
    known: "csr_matrix", labels: Labels, unread: "csr_matrix"
) -> Scores:
    """Chance of relevance by logistic regression, both classes weighing alike."""
    model = LogisticRegression(class_weight="balanced", solver="liblinear")
    model.fit(known, labels)
    return np.asarray(model.predict_proba(unread)[:, 1], dtype=np.float64)


BASELINES: dict[str, Baseline] = {
    "naive-bayes": naive_bayes,
    "logistic-regression": logistic_regression,
}


def two_priors(labels: Labels, *, rng: np.random.Generator) -> Indices:
    """One relevant record and one irrelevant one, to learn from first.

    Examples
    --------
    >>> two_priors(np.array([True, False]), rng=np.random.default_rng(1))
    array([0, 1])
    """
    relevant, irrelevant = np.flatnonzero(labels), np.flatnonzero(~labels)
    if not relevant.size or not irrelevant.size:
        raise InputError(
            f"two priors need a relevant and an irrelevant record, got "
            f"{relevant.size} and {irrelevant.size}"
        )
    return np.array([rng.choice(relevant), rng.choice(irrelevant)], dtype=np.intp)


def ranked_run(
    weights: "csr_matrix",
    labels: Labels,
    *,
    baseline: Baseline,
    priors: Indices,
    report: Report = silent,
) -> BaselineRun:
    """Screen a whole pile in a simulation, the likeliest records first.

    Parameters
    ----------
    weights
        One row a record, see `word_weights`.
    labels
        True labels, one a record.
    baseline
        The model, see `naive_bayes` and `logistic_regression`.
    priors
        Positions known beforehand, with a relevant and an irrelevant record.
    report
        Told how many records are read.

    Notes
    -----
    Records are read in batches of 5 % of those already read, at least one, and the
    model is trained afresh on everything read before each batch. Nothing is drawn
    at random and ties keep the order of the pile: the same input gives the same run.
    """
    if np.unique(labels[priors]).size < FEWEST_KINDS:
        raise InputError("priors need a relevant and an irrelevant record")
    order, scores = priors, np.full(priors.size, np.nan)
    unread = np.setdiff1d(np.arange(labels.size), priors)
    with threadpool_limits(limits=1, user_api="blas"):  # more would only spin
        while unread.size:
            chance = baseline(weights[order], labels[order], weights[unread])
            batch = np.argsort(-chance, kind="stable")[: max(1, order.size // STEPS)]
            order = np.concatenate([order, unread[batch]])
            scores = np.concatenate([scores, chance[batch]])
            unread = np.delete(unread, batch)
            report("Screening", done=order.size, total=labels.size)
    return _run(order, scores, labels, priors=priors.size)


def random_run(
    labels: Labels, *, priors: Indices, rng: np.random.Generator
) -> BaselineRun:
    """Screen a whole pile in random order, to compare with.

    Examples
    --------
    >>> labels, rng = np.array([True, False, False]), np.random.default_rng(1)
    >>> random_run(labels, priors=np.array([0, 1]), rng=rng).order
    array([0, 1, 2])
    """
    others = rng.permutation(np.setdiff1d(np.arange(labels.size), priors))
    order = np.concatenate([priors, others])
    return _run(order, np.full(order.size, np.nan), labels, priors=priors.size)


def _run(order: Indices, scores: Scores, labels: Labels, *, priors: int) -> BaselineRun:
    reading = Reading(labels=labels[order], priors=priors)
    return BaselineRun(order=order, reading=reading, scores=scores)
