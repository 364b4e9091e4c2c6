"""A linear-chain conditional random field over sentences of one text."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Chain", "label_chances", "marginals", "padded"]

Floats = NDArray[np.float64]
TINY = 1e-300


class Chain:
    """Where the words of several sentences stand in a padded block of rows.

    Examples
    --------
    >>> chain = Chain([2, 1])
    >>> chain.mask.tolist()
    [[True, True], [True, False]]
    """

    __slots__ = ("mask",)

    def __init__(self, lengths: Sequence[int]) -> None:
        longest = max(lengths)
        self.mask = np.arange(longest) < np.asarray(lengths)[:, None]


def padded(scores: Floats, chain: Chain) -> Floats:
    """Scores of the words as (sentence, place, label), empty places zero."""
    block = np.zeros((*chain.mask.shape, scores.shape[1]))
    block[chain.mask] = scores
    return block


def marginals(
    scores: Floats, moves: Floats, lengths: Sequence[int]
) -> tuple[Floats, Floats, float]:
    """Chance of each label at each word, expected moves, and the log partition.

    Parameters
    ----------
    scores
        One row a word, one column a label; sentences one after another.
    moves
        Score of a label (column) after a label (row); its last row starts sentences.
    lengths
        Words of each sentence, all above zero.
    """
    sums = _sums(scores, moves, lengths)
    chances = _normal(sums.forward * sums.backward)
    labels = scores.shape[1]
    expected = np.zeros_like(moves)
    expected[labels] = chances[:, 0].sum(axis=0)
    for place in range(1, sums.mask.shape[1]):
        here = sums.mask[:, place]
        ahead = sums.raised[here, place] * sums.backward[here, place]
        joint = sums.forward[here, place - 1, :, None] * sums.inner * ahead[:, None, :]
        expected[:labels] += (joint / joint.sum(axis=(1, 2), keepdims=True)).sum(axis=0)
    return chances[sums.mask], expected, sums.total


def label_chances(scores: Floats, moves: Floats, lengths: Sequence[int]) -> Floats:
    """Chance of each label at each word, as `marginals` gives it."""
    sums = _sums(scores, moves, lengths)
    return _normal(sums.forward * sums.backward)[sums.mask]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sums:
    """Forward and backward sums of all sentences, each row up to a factor."""

    forward: Floats
    backward: Floats
    raised: Floats
    inner: Floats
    mask: NDArray[np.bool_]
    total: float


def _sums(scores: Floats, moves: Floats, lengths: Sequence[int]) -> _Sums:
    chain = Chain(lengths)
    block, mask = padded(scores, chain), chain.mask
    peak = block.max(axis=2, keepdims=True)
    raised = np.exp(block - peak)
    labels = scores.shape[1]
    inner, start = np.exp(moves[:labels]), np.exp(moves[labels])
    forward, scale = _forward(raised, inner, start=start)
    return _Sums(
        forward=forward,
        backward=_backward(raised, inner, scale=scale, mask=mask),
        raised=raised,
        inner=inner,
        mask=mask,
        total=float((np.log(scale) + peak[:, :, 0])[mask].sum()),
    )


def _forward(raised: Floats, inner: Floats, *, start: Floats) -> tuple[Floats, Floats]:
    """Return forward sums that add up to one in each row, and what they were cut by."""
    sums = np.zeros_like(raised)
    scale = np.ones(raised.shape[:2])
    now = start * raised[:, 0]
    for place in range(raised.shape[1]):
        if place:
            now = (sums[:, place - 1] @ inner) * raised[:, place]
        scale[:, place] = now.sum(axis=1)
        sums[:, place] = now / scale[:, place, None]
    return sums, scale


def _backward(
    raised: Floats, inner: Floats, *, scale: Floats, mask: NDArray[np.bool_]
) -> Floats:
    """Return backward sums, cut by the same scales."""
    sums = np.ones_like(raised)
    for place in range(mask.shape[1] - 2, -1, -1):
        ahead = (raised[:, place + 1] * sums[:, place + 1]) @ inner.T
        ahead /= scale[:, place + 1, None]
        sums[:, place] = np.where(mask[:, place + 1, None], ahead, 1.0)
    return sums


def _normal(chances: Floats) -> Floats:
    whole = np.maximum(chances.sum(axis=2, keepdims=True), TINY)
    shares: Floats = chances / whole
    return shares
