"""Training of the role model."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, vstack
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import f1_score
from sklearn.neural_network import MLPClassifier

from thresher.progress import Report, silent
from thresher.synthesis.role_features import COLUMNS, context_features, role_rows
from thresher.synthesis.roles import ROLES, best_path, model_probabilities
from thresher.synthesis.training.quiet import fitted
from thresher.synthesis.training.role_corpus import LabelledAbstract
from thresher.synthesis.weights import Arrays, packed

__all__ = ["role_figures", "train_roles"]

PENALTY, STEPS = 8.0, 60
FOLDS, HIDDEN, EPOCHS, BATCH = 3, 48, 8, 256
FEWEST_STEPS = 600
ORDER = {role: number for number, role in enumerate(ROLES)}
Packed = dict[str, NDArray[Any]]


def train_roles(
    abstracts: Sequence[LabelledAbstract], *, seed: int, report: Report = silent
) -> Packed:
    """Weights of both role models, learnt from the abstracts not held out.

    The second model learns from what the first says of abstracts it has not seen
    (three folds), so that it meets the same doubt as in use.
    """
    known = [abstract for abstract in abstracts if not abstract.held_out]
    rows, used = _rows(known)
    labels = np.concatenate([_numbers(abstract) for abstract in known])
    lengths = [len(abstract.texts) for abstract in known]
    fold = np.repeat(np.arange(len(known)) % FOLDS, lengths)
    unseen = np.zeros((len(labels), len(ROLES)))
    for part in range(FOLDS):
        report("training the role models", done=part, total=FOLDS + 1)
        model = _linear(rows[fold != part], labels[fold != part])
        unseen[fold == part] = model.predict_proba(rows[fold == part])
    report("training the role models", done=FOLDS, total=FOLDS + 1)
    model = _linear(rows, labels)
    pieces = np.split(unseen, np.cumsum(lengths)[:-1])
    context = np.vstack([context_features(piece) for piece in pieces])
    return {
        **packed("linear", _spread(model.coef_.T, used)),
        "linear_bias": model.intercept_.astype(np.float32),
        **_second(context, labels, seed=seed),
        **_order(known),
    }


def _rows(known: Sequence[LabelledAbstract]) -> tuple[csr_array, NDArray[np.int64]]:
    """Return the features that occur, one row a sentence, and which they are."""
    rows = vstack([role_rows(abstract.texts) for abstract in known]).tocsr()
    used = np.unique(rows.indices).astype(np.int64)
    return rows[:, used], used


def _spread(
    values: NDArray[np.float64], used: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Return the weights of all features, zero for those that never occurred."""
    whole = np.zeros((COLUMNS, values.shape[1]))
    whole[used] = values
    return whole


def _numbers(abstract: LabelledAbstract) -> NDArray[np.int64]:
    return np.array([ORDER[role] for role in abstract.roles])


def _linear(rows: csr_array, labels: NDArray[np.int64]) -> Any:  # noqa: ANN401
    """Return a fitted softmax regression; stopped early, so it may not converge."""
    model = LogisticRegression(C=PENALTY, max_iter=STEPS, tol=1e-3)
    return fitted(model, rows, labels)


def _second(
    context: NDArray[np.float64], labels: NDArray[np.int64], *, seed: int
) -> Packed:
    """Return the small network over the first model's view of the abstract."""
    mean, spread = context.mean(axis=0), context.std(axis=0) + 1e-6
    batch = min(BATCH, len(labels))
    network = MLPClassifier(
        (HIDDEN,),
        alpha=1e-3,
        batch_size=batch,
        max_iter=max(EPOCHS, FEWEST_STEPS * batch // len(labels)),
        random_state=seed,
    )
    fitted(network, (context - mean) / spread, labels)
    (hidden, out), (hidden_bias, out_bias) = network.coefs_, network.intercepts_
    found = {
        "mean": mean,
        "spread": spread,
        "hidden": hidden,
        "hidden_bias": hidden_bias,
        "out": out,
        "out_bias": out_bias,
    }
    return {name: values.astype(np.float32) for name, values in found.items()}


def _order(known: Sequence[LabelledAbstract]) -> Packed:
    """Return the log chances of a first role and of one role after another."""
    starts = np.ones(len(ROLES))
    moves = np.ones((len(ROLES), len(ROLES)))
    for abstract in known:
        numbers = _numbers(abstract)
        starts[numbers[0]] += 1
        np.add.at(moves, (numbers[:-1], numbers[1:]), 1)
    return {
        "starts": np.log(starts / starts.sum()).astype(np.float32),
        "transitions": np.log(moves / moves.sum(axis=1, keepdims=True)).astype(
            np.float32
        ),
    }


def role_figures(
    abstracts: Sequence[LabelledAbstract], weights: Arrays
) -> dict[str, float]:
    """Weighted F1 on the held-out abstracts, headings unseen, by corpus."""
    truth: dict[str, list[int]] = {}
    called: dict[str, list[int]] = {}
    for abstract in abstracts:
        if abstract.held_out:
            chances = model_probabilities(abstract.texts, weights)
            for name in (abstract.source, "all"):
                called.setdefault(name, []).extend(best_path(chances, weights))
                truth.setdefault(name, []).extend(_numbers(abstract).tolist())
    return {
        name: round(float(f1_score(truth[name], called[name], average="weighted")), 4)
        for name in sorted(truth)
    }
