"""A citation: what a bibliographic database says about one publication."""

from dataclasses import dataclass

from thresher.errors import InputError

__all__ = ["LARGEST_YEAR", "Citation"]

LARGEST_YEAR = 10**9 - 1  # that readers take for one, and every database holds


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """One record of the pile, as it came in.

    Parameters
    ----------
    id
        What the record is called in its pile; never empty, kept as given.
    title, abstract
        Plain text; empty where the database has none.
    authors
        Names as printed, in printed order.
    year
        Year of publication, ``None`` where it is not known.
    venue
        Journal, book, conference or server it appeared in.
    volume, issue, pages
        Where in the venue, as printed.
    kind
        What it is, in the words of CSL where known: ``article-journal``, ``chapter``,
        ``paper-conference``, ``thesis``, ``book``, ``report``, …
    keywords
        Key words and subject headings, in printed order.
    doi, pmid, pmcid, openalex_id, url
        Identifiers of the outside world, empty where there are none.
    source
        Where the record came from: a file name or a database.
    raw
        Every field of the source that has no place above, as (name, value) pairs in
        the order of the source, so that nothing is lost on the way out.

    Raises
    ------
    InputError
        The id is empty.

    Examples
    --------
    >>> citation = Citation(id="7", title="Sleep on dialysis", authors=("Ito, K.",))
    >>> citation.text
    'Sleep on dialysis'
    """

    id: str
    title: str = ""
    abstract: str = ""
    authors: tuple[str, ...] = ()
    year: int | None = None
    venue: str = ""
    volume: str = ""
    issue: str = ""
    pages: str = ""
    kind: str = ""
    keywords: tuple[str, ...] = ()
    doi: str = ""
    pmid: str = ""
    pmcid: str = ""
    openalex_id: str = ""
    url: str = ""
    source: str = ""
    raw: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        if not self.id:
            raise InputError(
                f"a citation needs an id, got none for {self.title!r}: "
                "number the records that have none"
            )

    @property
    def text(self) -> str:
        """Title and abstract in one piece, as a ranker reads them."""
        return f"{self.title} {self.abstract}".strip()
