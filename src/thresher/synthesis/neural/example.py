"""What a neural summariser reads and writes, as text with markers."""

from collections.abc import Sequence
from dataclasses import dataclass

from thresher.errors import InputError
from thresher.synthesis.finding import Direction
from thresher.synthesis.findings import FindingsTable, Row
from thresher.synthesis.spans import marked

__all__ = ["MARKERS", "MOST_STUDIES", "Example", "review_example", "table_example"]

BACKGROUND, REFERENCE = "background", "ref"
NAMES = (BACKGROUND, REFERENCE, "pop", "int", "out", "evidence")
SEPARATOR = "<sep>"
MARKERS = (*(mark for n in NAMES for mark in (f"<{n}>", f"</{n}>")), SEPARATOR)
MOST_STUDIES = 25  # of one review, as in the paper


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A review: what it asks, its studies, and its target where it is known.

    Raises
    ------
    InputError
        It has no study.
    """

    background: str
    studies: tuple[str, ...]
    target: str = ""

    def __post_init__(self) -> None:
        if not self.studies:
            raise InputError("a review needs at least one study to be summarised")

    @property
    def behind_background(self) -> tuple[str, ...]:
        """Each study behind the background, marked, as an encoder reads it alone."""
        return tuple(
            f"{_marked(self.background, BACKGROUND)} {_marked(study, REFERENCE)}"
            for study in self.studies[:MOST_STUDIES]
        )

    @property
    def concatenated(self) -> str:
        """Background and all studies in one text, for a long encoder."""
        studies = " ".join(
            _marked(study, REFERENCE) for study in self.studies[:MOST_STUDIES]
        )
        return f"{_marked(self.background, BACKGROUND)} {studies}"


def review_example(
    table: FindingsTable, *, background: str, target: str = ""
) -> Example:
    """Review as an example, spans marked in the texts of its studies."""
    studies = tuple(
        marked(read.study.text, read.spans) for read in table.studies if read.study.text
    )
    return Example(background=background, studies=studies, target=target)


def table_example(
    rows: Sequence[Row], *, pair: tuple[str, str], target: Direction | None = None
) -> Example:
    """Table-to-table as an example: the studies' directions in, the review's out.

    Parameters
    ----------
    rows
        Rows of all studies; those that report nothing are left out.
    pair
        Intervention and outcome that are asked for.
    target
        The review's direction, where it is known.
    """
    studies = tuple(
        f"<int> {row.intervention} </int> <out> {row.outcome} </out> "
        f"<evidence> {row.finding.directions.likeliest} </evidence>"
        for row in rows
        if row.finding.directions is not None
    )
    asked = f"<int> {pair[0]} </int> <out> {pair[1]} </out>"
    return Example(background=asked, studies=studies, target=target or "")


def _marked(text: str, name: str) -> str:
    return f"<{name}> {text} </{name}>"
