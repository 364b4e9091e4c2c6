"""One view of a group: the fullest field of all its records."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain

from thresher.errors import InputError
from thresher.records.citation import Citation
from thresher.records.duplicates.identifiers import bare_doi, is_preprint
from thresher.records.duplicates.wording import title_words

__all__ = ["merged"]

AGREED = (
    "volume",
    "issue",
    "pages",
    "kind",
    "doi",
    "pmid",
    "pmcid",
    "openalex_id",
    "url",
)


def merged(group: Sequence[Citation]) -> Citation:
    """View of records that are one publication, each field as full as can be.

    Parameters
    ----------
    group
        The records; none is changed, and their order does not matter.

    Raises
    ------
    InputError
        The group is empty.

    Notes
    -----
    The view has the id of the record that says most. Titles are taken from the record
    with most words, without databases' notes and capitals where possible; abstracts,
    author lists and names of venues are the longest ones. Year, kind and identifiers
    are those that most records give, published records before preprints. Keywords,
    sources and raw fields of all records are kept, each once.

    Examples
    --------
    >>> short = Citation(id="1", title="SLEEP", year=2010, doi="10.1000/1")
    >>> full = Citation(id="2", title="Sleep", abstract="We asked.", year=2010)
    >>> view = merged([short, full])
    >>> view.title, view.abstract, view.doi
    ('Sleep', 'We asked.', '10.1000/1')
    """
    if not group:
        raise InputError("a view needs at least one record, got none")
    if len(group) == 1:
        return group[0]
    ranked = sorted(group, key=_fullest_first)
    published = [c for c in ranked if not is_preprint(c, doi=bare_doi(c.doi))]
    told = published or ranked
    return replace(
        ranked[0],
        title=max((c.title for c in ranked), key=_title_fullness),
        abstract=_longest(c.abstract for c in ranked),
        authors=max((c.authors for c in ranked), key=_author_fullness),
        year=_most_common_year(told) or _most_common_year(ranked),
        venue=_longest(c.venue for c in told) or ranked[0].venue,
        keywords=_each_once(chain.from_iterable(c.keywords for c in ranked)),
        source="; ".join(_each_once(c.source for c in ranked if c.source)),
        raw=tuple(dict.fromkeys(chain.from_iterable(c.raw for c in ranked))),
        **{name: _most_common(told, ranked, name) for name in AGREED},
    )


def _fullest_first(citation: Citation) -> tuple[int, int, str, str]:
    """Return a key that puts the record with most fields, then most text, first."""
    parts = (getattr(citation, name) for name in (*AGREED, "title", "abstract"))
    filled = sum(map(bool, (*parts, citation.authors, citation.year, citation.venue)))
    return -filled, -len(citation.text), citation.id, repr(citation)


def _title_fullness(title: str) -> tuple[int, bool, int, str]:
    return len(title_words(title).words), not title.isupper(), -len(title), title


def _author_fullness(authors: tuple[str, ...]) -> tuple[int, int, tuple[str, ...]]:
    return len(authors), sum(map(len, authors)), authors


def _longest(texts: Iterable[str]) -> str:
    return max(texts, key=lambda text: (len(text), text), default="")


def _most_common_year(citations: Sequence[Citation]) -> int | None:
    """Return the year most records give; of several the latest, when it was printed."""
    years = Counter(c.year for c in citations if c.year is not None)
    return max(years, key=lambda year: (years[year], year), default=None)


def _most_common(told: Sequence[Citation], all_: Sequence[Citation], name: str) -> str:
    """Return the value most records give; of several the longest."""
    for citations in (told, all_):
        values: Counter[str] = Counter(getattr(c, name) for c in citations)
        del values[""]
        if values:
            return max(values, key=lambda value: (values[value], len(value), value))
    return ""


def _each_once(texts: Iterable[str]) -> tuple[str, ...]:
    """Return texts in order, without those that differ in case only."""
    seen: dict[str, str] = {}
    for text in texts:
        seen.setdefault(text.casefold(), text)
    return tuple(seen.values())
