"""A labelled sample of the included and of the excluded records."""

from dataclasses import dataclass

from thresher.errors import InputError

__all__ = ["OutsideSample"]


@dataclass(frozen=True, slots=True, kw_only=True)
class OutsideSample:
    """Two simple random samples without replacement, one a stratum.

    Parameters
    ----------
    included, excluded
        How many records the screener included and excluded.
    included_sampled, excluded_sampled
        How many of each were drawn and labelled.
    included_relevant, excluded_relevant
        How many of those are relevant.

    Raises
    ------
    InputError
        More were drawn than there are, or more are relevant than were drawn.
    """

    included: int
    excluded: int
    included_sampled: int
    excluded_sampled: int
    included_relevant: int
    excluded_relevant: int

    def __post_init__(self) -> None:
        for name, relevant, sampled, size in (
            ("included", *self.included_counts),
            ("excluded", *self.excluded_counts),
        ):
            if not 0 <= relevant <= sampled <= size:
                raise InputError(
                    f"need 0 <= relevant <= sampled <= {name}, got {relevant}, "
                    f"{sampled} and {size}"
                )

    @property
    def included_counts(self) -> tuple[int, int, int]:
        """Relevant, sampled and all of the included."""
        return self.included_relevant, self.included_sampled, self.included

    @property
    def excluded_counts(self) -> tuple[int, int, int]:
        """Relevant, sampled and all of the excluded."""
        return self.excluded_relevant, self.excluded_sampled, self.excluded
