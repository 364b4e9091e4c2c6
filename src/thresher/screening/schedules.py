"""Schedules: how many records to read before the model learns again."""

from dataclasses import dataclass
from typing import Protocol

from thresher.errors import InputError

__all__ = ["Growing", "Schedule", "every_label"]


class Schedule(Protocol):
    """Anything that says how many records to read at once."""

    def __call__(self, read: int) -> int:
        """Return how many to read when `read` were read."""
        ...


def every_label(read: int) -> int:
    """Return one: the model learns from every label at once.

    Examples
    --------
    >>> every_label(500)
    1
    """
    del read
    return 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Growing:
    """One record at a time at first, then batches that grow with what was read.

    Parameters
    ----------
    share
        A batch is this share of what was read.
    most
        No batch is larger.

    Examples
    --------
    >>> Growing(share=0.02)(40), Growing(share=0.02)(500)
    (1, 10)
    """

    share: float = 0.02
    most: int = 200

    def __post_init__(self) -> None:
        if not 0 < self.share <= 1 or self.most < 1:
            raise InputError(
                f"need 0 < share <= 1 and most >= 1, got {self.share} and {self.most}"
            )

    def __call__(self, read: int) -> int:
        """Return the size of the next batch."""
        return min(self.most, max(1, int(self.share * read)))
