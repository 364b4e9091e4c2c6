"""The chain's chances are those of adding up every labelling."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.synthesis.crf import label_chances, marginals


def every_labelling(
    scores: np.ndarray, moves: np.ndarray
) -> tuple[np.ndarray, np.ndarray, float]:
    """Chances and expected moves of one sentence, the slow way."""
    count, labels = scores.shape
    chances, expected = np.zeros_like(scores), np.zeros_like(moves)
    total = 0.0
    for path in itertools.product(range(labels), repeat=count):
        steps = [(labels, path[0]), *itertools.pairwise(path)]
        score = sum(moves[step] for step in steps)
        score += sum(scores[i, label] for i, label in enumerate(path))
        weight = np.exp(score)
        total += weight
        chances[range(count), path] += weight
        for step in steps:
            expected[step] += weight
    return chances / total, expected / total, float(np.log(total))


@given(st.lists(st.integers(1, 4), min_size=1, max_size=3), st.integers(0, 999))
def test_marginals_are_exact(lengths: list[int], seed: int) -> None:
    rng = np.random.default_rng(seed)
    scores, moves = rng.normal(0, 2, (sum(lengths), 3)), rng.normal(0, 1, (4, 3))
    chances, expected, total = marginals(scores, moves, lengths)
    parts = np.split(scores, np.cumsum(lengths)[:-1])
    slow = [every_labelling(part, moves) for part in parts]
    assert chances == pytest.approx(np.vstack([s[0] for s in slow]), abs=1e-9)
    assert expected == pytest.approx(np.sum([s[1] for s in slow], axis=0), abs=1e-9)
    assert label_chances(scores, moves, lengths) == pytest.approx(chances)
    assert total == pytest.approx(sum(s[2] for s in slow), abs=1e-9)


def test_huge_scores_do_not_overflow() -> None:
    scores = np.array([[900.0, 0.0], [0.0, 900.0]] * 300)
    chances, _, total = marginals(scores, np.zeros((3, 2)), [600])
    assert np.isfinite(total)
    assert chances.argmax(axis=1).tolist() == [0, 1] * 300
