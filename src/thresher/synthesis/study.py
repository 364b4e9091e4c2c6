"""A study as the text models see it."""

from dataclasses import dataclass

from thresher.errors import InputError

__all__ = ["BETWEEN", "Study"]

BETWEEN = "\n\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class Study:
    r"""A study's title and abstract; every offset in this stage counts in `text`.

    Examples
    --------
    >>> study = Study(id="7", title="Vitamin K2 and fractures", abstract="It helped.")
    >>> study.text
    'Vitamin K2 and fractures\n\nIt helped.'
    """

    id: str
    title: str = ""
    abstract: str = ""

    def __post_init__(self) -> None:
        if not self.id:
            raise InputError("a study needs an id, got an empty one")

    @property
    def text(self) -> str:
        """Title and abstract with a blank line between them."""
        return BETWEEN.join(part for part in (self.title, self.abstract) if part)
