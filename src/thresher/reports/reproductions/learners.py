"""Naive Bayes, a decision tree and one rule, for attributes of both kinds."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from thresher.arrays import Indices, Labels, Scores
from thresher.reports.reproductions.uci import Sample

__all__ = ["LEARNERS", "decision_tree", "naive_bayes", "one_rule"]

BUCKET = 6  # records of one class that an interval of a number needs
NARROWEST = 1e-3  # smallest deviation of a number, as a share of its range


def naive_bayes(training: Sample, attributes: Scores) -> Scores:
    """Log odds of the label: normal densities for numbers, counts plus one for names.

    Missing values are left out, in training and in use.
    """
    share = (training.labels.sum() + 1) / (training.labels.size + 2)
    odds = np.full(len(attributes), np.log(share / (1 - share)))
    for column, values in enumerate(training.values):
        seen, asked = training.attributes[:, column], attributes[:, column]
        likelihood = _likelihood_of_names if values else _likelihood_of_numbers
        for sign, labels in ((1, training.labels), (-1, ~training.labels)):
            term = likelihood(seen, labels, asked=asked, values=values)
            odds += sign * np.where(np.isnan(asked), 0.0, term)
    return odds


def _likelihood_of_names(
    seen: Scores, labels: Labels, *, asked: Scores, values: int
) -> Scores:
    known = seen[labels & ~np.isnan(seen)].astype(np.intp)
    counts = np.bincount(known, minlength=values) + 1.0
    shares = counts / counts.sum()
    return np.asarray(np.log(shares[np.nan_to_num(asked).astype(np.intp)]))


def _likelihood_of_numbers(
    seen: Scores, labels: Labels, *, asked: Scores, values: int
) -> Scores:
    del values
    every = seen[~np.isnan(seen)]
    known = seen[labels & ~np.isnan(seen)]
    if not known.size:
        return np.zeros_like(asked)
    narrowest = NARROWEST * float(np.ptp(every)) or 1.0
    deviation = max(float(known.std()), narrowest)
    distance = (np.nan_to_num(asked) - known.mean()) / deviation
    return np.asarray(-(distance**2) / 2 - np.log(deviation))


def decision_tree(training: Sample, attributes: Scores) -> Scores:
    """Share of the label in each leaf of an entropy tree with leaves of two or more.

    Names of more than two values are split one against the rest; nothing is pruned.
    """
    from sklearn.tree import DecisionTreeClassifier  # noqa: PLC0415  heavy

    tree = DecisionTreeClassifier(
        criterion="entropy", min_samples_leaf=2, random_state=0
    )
    tree.fit(_spread(training.attributes, training.values), training.labels)
    shares: Scores = tree.predict_proba(_spread(attributes, training.values))
    return shares[:, -1] if shares.shape[1] > 1 else np.zeros(len(attributes))


def _spread(attributes: Scores, values: tuple[int, ...]) -> Scores:
    """Return names of more than two values as one column for each value."""
    columns: list[Scores] = []
    for column, count in zip(attributes.T, values, strict=True):
        if count <= 2:  # noqa: PLR2004  two values are one column already
            columns.append(column)
            continue
        columns.extend(
            np.where(np.isnan(column), np.nan, column == value)
            for value in range(count)
        )
    return np.column_stack(columns)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Rule:
    """A label for each cell of one attribute; the last cell holds missing values."""

    column: int
    edges: Scores | None
    labels: Labels
    errors: int

    def cells(self, attributes: Scores) -> Indices:
        last = self.labels.size - 1
        return _cells(attributes[:, self.column], self.edges, missing=last)


def one_rule(training: Sample, attributes: Scores) -> Scores:
    """Label that the single attribute with the fewest errors in training gives.

    Numbers are cut into intervals that hold at least six records of their commonest
    label; neighbours that agree are joined. Missing is a value of its own. Holte
    (1993), doi:10.1023/A:1022631118932. The score is the label itself, 0 or 1, so
    that most records are tied.
    """
    rules = (_rule(training, column) for column in range(len(training.values)))
    best = min(rules, key=lambda rule: rule.errors)
    return best.labels[best.cells(attributes)].astype(np.float64)


def _rule(training: Sample, column: int) -> _Rule:
    seen, values = training.attributes[:, column], training.values[column]
    edges = None if values else _edges(seen, training.labels)
    missing = values if edges is None else edges.size + 1
    cells = _cells(seen, edges, missing=missing)
    held = np.bincount(cells, minlength=missing + 1)
    positive = np.bincount(cells[training.labels], minlength=missing + 1)
    usual = training.labels.mean() > 1 / 2
    labels = np.where(held > 0, 2 * positive > held, usual)
    wrong = np.where(labels, held - positive, positive)
    return _Rule(column=column, edges=edges, labels=labels, errors=int(wrong.sum()))


def _cells(seen: Scores, edges: Scores | None, *, missing: int) -> Indices:
    safe = np.nan_to_num(seen)
    cells = safe if edges is None else np.searchsorted(edges, safe, side="right")
    return np.where(np.isnan(seen), missing, cells).astype(np.intp)


def _edges(seen: Scores, labels: Labels) -> Scores:
    """Return where to cut a number so that each interval has a clear label."""
    known = ~np.isnan(seen)
    order = np.argsort(seen[known], kind="stable")
    numbers, labels = seen[known][order], labels[known][order]
    ends = list(_bucket_ends(numbers, labels))
    usual = [
        2 * int(labels[start:end].sum()) > end - start
        for start, end in pairwise([0, *ends])
    ]
    cuts = [end for end, (a, b) in zip(ends, pairwise(usual), strict=False) if a != b]
    return np.array([(numbers[cut - 1] + numbers[cut]) / 2 for cut in cuts])


def _bucket_ends(numbers: Scores, labels: Labels) -> Iterator[int]:
    """Yield where each bucket ends: full, with a new label and a new number next."""
    counts, size = [0, 0], labels.size
    for end in range(1, size):
        counts[int(labels[end - 1])] += 1
        goes_on = bool(labels[end]) == (counts[1] > counts[0])
        tied = numbers[end] == numbers[end - 1]
        if max(counts) >= BUCKET and not goes_on and not tied:
            yield end
            counts = [0, 0]
    if size:
        yield size


LEARNERS = {
    "naive Bayes": naive_bayes,
    "decision tree": decision_tree,
    "one rule": one_rule,
}
