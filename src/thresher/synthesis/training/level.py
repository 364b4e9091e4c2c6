"""How far a tagger stands above another on the same articles, and what that allows."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from thresher.errors import InputError

__all__ = ["Gain", "Published", "expected_level", "mean_f1_gain"]

Labels = NDArray[np.int64]
KINDS = (1, 2, 3)  # participants, interventions, outcomes; 0 is none


@dataclass(frozen=True, slots=True, kw_only=True)
class Gain:
    """Mean token F1 of two taggers, and their difference with its interval."""

    lower: float
    higher: float
    low: float
    high: float

    @property
    def value(self) -> float:
        """Points, of 1, by which the second stands above the first."""
        return self.higher - self.lower


@dataclass(frozen=True, slots=True, kw_only=True)
class Published:
    """Figures of another test: a CRF, an encoder like ours in a trial, SciBERT."""

    crf: float = 0.664
    trial_encoder: float = 0.697
    scibert: float = 0.723


def mean_f1_gain(
    truth: Sequence[Labels],
    one: Sequence[Labels],
    other: Sequence[Labels],
    *,
    rng: np.random.Generator,
    draws: int = 2000,
) -> Gain:
    """Mean token F1 of `one` and `other`, and of their difference a 95 % interval.

    Parameters
    ----------
    truth, one, other
        Labels of the words of each article, in the same order.
    rng, draws
        Articles are drawn with replacement, both taggers' together: the interval is
        over articles like these, not over trainings, and not over annotators.

    Raises
    ------
    InputError
        There is no article, or the lists differ in length.

    Examples
    --------
    >>> gold = [np.array([1, 2, 3, 0])] * 4
    >>> flat = [np.zeros(4, dtype=int)] * 4
    >>> mean_f1_gain(gold, flat, gold, rng=np.random.default_rng(0)).value
    1.0
    """
    if not truth or not len(truth) == len(one) == len(other):
        sizes = (len(truth), len(one), len(other))
        raise InputError(f"need as many articles of each, at least one; got {sizes}")
    first, second = _counts(truth, one), _counts(truth, other)
    drawn = rng.multinomial(len(truth), np.full(len(truth), 1 / len(truth)), size=draws)
    gains = _mean_f1(drawn, second) - _mean_f1(drawn, first)
    whole = np.ones((1, len(truth)), dtype=np.int64)
    low, high = np.quantile(gains, (0.025, 0.975))
    return Gain(
        lower=float(_mean_f1(whole, first)[0]),
        higher=float(_mean_f1(whole, second)[0]),
        low=float(low),
        high=float(high),
    )


def _counts(truth: Sequence[Labels], called: Sequence[Labels]) -> NDArray[np.int64]:
    """Return for each article and kind the words both name, and those either names."""
    return np.array(
        [
            [
                (
                    np.sum((gold == kind) & (said == kind)),
                    np.sum(gold == kind) + np.sum(said == kind),
                )
                for kind in KINDS
            ]
            for gold, said in zip(truth, called, strict=True)
        ]
    )


def _mean_f1(
    drawn: NDArray[np.int64], counts: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Return the mean over kinds of F1, one value a row of drawn articles."""
    both, named = np.moveaxis(np.tensordot(drawn, counts, axes=1), 2, 0)
    return np.asarray((2 * both / np.maximum(named, 1)).mean(axis=1))


def expected_level(gain: Gain, crf: float) -> dict[str, tuple[float, float, float]]:
    """Level on another test where a CRF of the same kind reaches `crf`.

    Two readings, each with the ends of the gain's interval: the same points are
    gained ("points"), or the same share of what the CRF misses ("share"). Neither is
    sure: the labels of the two tests are of different people.

    Examples
    --------
    >>> gain = Gain(lower=0.5, higher=0.6, low=0.08, high=0.12)
    >>> found = expected_level(gain, 0.75)
    >>> [round(value, 3) for value in found["points"]]
    [0.85, 0.83, 0.87]
    >>> [round(value, 3) for value in found["share"]]
    [0.8, 0.79, 0.81]
    """
    room = (1 - crf) / (1 - gain.lower)
    points = (gain.value, gain.low, gain.high)
    return {
        "points": (crf + points[0], crf + points[1], crf + points[2]),
        "share": (
            crf + points[0] * room,
            crf + points[1] * room,
            crf + points[2] * room,
        ),
    }
