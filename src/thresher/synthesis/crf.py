"""A linear-chain conditional random field over sentences of one text."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

__all__ = ["Chain", "marginals", "padded"]

Floats = NDArray[np.float64]
OFF = -1e4


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
    chain = Chain(lengths)
    block, mask = padded(scores, chain), chain.mask
    labels = scores.shape[1]
    inner, start = np.exp(moves[:labels]), moves[labels]
    forward, scale, total = _forward(block, inner, start=start, mask=mask)
    backward = _backward(block, inner, scale=scale, mask=mask)
    chances = forward * backward
    chances /= np.maximum(chances.sum(axis=2, keepdims=True), 1e-300)
    expected = np.zeros_like(moves)
    expected[labels] = chances[:, 0].sum(axis=0)
    for place in range(1, mask.shape[1]):
        here = mask[:, place]
        ahead = np.exp(block[here, place]) * backward[here, place]
        joint = forward[here, place - 1, :, None] * inner * ahead[:, None, :]
        expected[:labels] += (joint / joint.sum(axis=(1, 2), keepdims=True)).sum(axis=0)
    return chances[mask], expected, total


def _forward(
    block: Floats, inner: Floats, *, start: Floats, mask: NDArray[np.bool_]
) -> tuple[Floats, Floats, float]:
    """Return scaled forward sums, the scales, and the log of the whole sum."""
    peak = block.max(axis=2)
    raised = np.exp(block - peak[:, :, None])
    sums = np.zeros_like(block)
    scale = np.ones(mask.shape)
    now = np.exp(start) * raised[:, 0]
    for place in range(mask.shape[1]):
        if place:
            now = (sums[:, place - 1] @ inner) * raised[:, place]
        scale[:, place] = now.sum(axis=1)
        sums[:, place] = now / scale[:, place, None]
    total = float((np.log(scale) + peak)[mask].sum())
    return sums, scale, total


def _backward(
    block: Floats, inner: Floats, *, scale: Floats, mask: NDArray[np.bool_]
) -> Floats:
    """Return backward sums, each row up to a factor of its own."""
    raised = np.exp(block - block.max(axis=2, keepdims=True))
    sums = np.ones_like(block)
    for place in range(mask.shape[1] - 2, -1, -1):
        ahead = (raised[:, place + 1] * sums[:, place + 1]) @ inner.T
        ahead /= scale[:, place + 1, None]
        sums[:, place] = np.where(mask[:, place + 1, None], ahead, 1.0)
    return sums
