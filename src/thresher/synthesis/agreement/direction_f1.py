"""Directions of generated summaries against those of their targets."""

from collections.abc import Sequence

from thresher.errors import InputError, UndefinedMeasureError
from thresher.synthesis.finding import Direction

__all__ = ["direction_f1"]


def direction_f1(targets: Sequence[Direction], generated: Sequence[Direction]) -> float:
    """Macro-averaged F1 of directions, over those that either side has.

    Raises
    ------
    UndefinedMeasureError
        There is nothing to compare.
    InputError
        There are not equally many on both sides.

    Notes
    -----
    A direction that neither side has is left out, as scikit-learn does; a direction
    that only one side has counts as 0.

    Examples
    --------
    >>> up, down = Direction.INCREASES, Direction.DECREASES
    >>> round(direction_f1([up, up, down], [up, down, down]), 3)
    0.667
    """
    if len(targets) != len(generated):
        raise InputError(
            f"need as many targets as generated, got {len(targets)}, {len(generated)}"
        )
    if not targets:
        raise UndefinedMeasureError("direction_f1", "no directions to compare")
    present = sorted({*targets, *generated})
    return sum(_f1(one, targets, generated) for one in present) / len(present)


def _f1(
    direction: Direction, targets: Sequence[Direction], generated: Sequence[Direction]
) -> float:
    pairs = zip(targets, generated, strict=True)
    hits = sum(target == given == direction for target, given in pairs)
    given, wanted = generated.count(direction), targets.count(direction)
    return 2 * hits / (given + wanted)
