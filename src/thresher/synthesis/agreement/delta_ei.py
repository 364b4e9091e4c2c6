"""ΔEI: how far the directions of two summaries lie apart."""

import enum
import math
from collections.abc import Sequence

import numpy as np
from scipy.special import rel_entr

from thresher.errors import InputError, UndefinedMeasureError
from thresher.synthesis.finding import Directions

__all__ = ["Base", "delta_ei", "direction_distance"]


class Base(enum.StrEnum):
    """Base of the logarithm: 2 as in the released programs, e as in the paper."""

    TWO = "2"
    E = "e"

    @property
    def most(self) -> float:
        """Largest distance there is in this base."""
        return 1.0 if self is Base.TWO else math.sqrt(math.log(2))


def direction_distance(
    target: Directions, generated: Directions, *, base: Base = Base.TWO
) -> float:
    r"""Jensen-Shannon distance of two probability triples.

    Notes
    -----
    :math:`\sqrt{(D(P \| M) + D(Q \| M)) / 2}` with :math:`M = (P + Q) / 2`: the root
    of the divergence, not the divergence. Lin (1991), doi:10.1109/18.61115.

    Examples
    --------
    >>> up = Directions(increases=1, no_change=0, decreases=0)
    >>> down = Directions(increases=0, no_change=0, decreases=1)
    >>> direction_distance(up, down)
    1.0
    >>> round(direction_distance(up, down, base=Base.E), 2)
    0.83
    """
    first, second = np.array(target.triple), np.array(generated.triple)
    middle = (first + second) / 2
    nats = (rel_entr(first, middle).sum() + rel_entr(second, middle).sum()) / 2
    bits = nats / math.log(2) if base is Base.TWO else nats
    return math.sqrt(max(float(bits), 0.0))


def delta_ei(
    pairs: Sequence[tuple[Directions, Directions]], *, base: Base = Base.TWO
) -> float:
    """Mean distance between the directions of a target and of a generated summary.

    Parameters
    ----------
    pairs
        Triples of target and generated summary, one pair for each intervention and
        outcome of the review.
    base
        Base of the logarithm, to be named wherever the value is.

    Raises
    ------
    UndefinedMeasureError
        There is no pair.

    Notes
    -----
    DeYoung et al. (2021), section 4.3. Their eq. 1 is printed as a sum and defined as
    an average. Their 0 / .42 / .83 for full, half and no consistency need the natural
    logarithm; their released program takes base 2, where these are 0 / .5 / 1.

    Examples
    --------
    >>> up = Directions(increases=1, no_change=0, decreases=0)
    >>> down = Directions(increases=0, no_change=0, decreases=1)
    >>> round(delta_ei([(up, up), (up, down)], base=Base.E), 2)
    0.42
    """
    if not pairs:
        raise UndefinedMeasureError(
            "delta_ei", "no intervention and outcome to compare"
        )
    if not all(isinstance(side, Directions) for pair in pairs for side in pair):
        raise InputError("delta_ei compares probability triples, got something else")
    distances = [direction_distance(*pair, base=base) for pair in pairs]
    return math.fsum(distances) / len(distances)
