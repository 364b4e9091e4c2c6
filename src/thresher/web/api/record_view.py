"""Records as the API shows them."""

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote, urlsplit

from sqlalchemy import Connection

from thresher.records.citation import Citation
from thresher.store.shown import Publication, publications
from thresher.store.sight import EVERYTHING, Sight

__all__ = ["citation_view", "record_view", "record_views"]

PLAIN = (
    "title",
    "abstract",
    "year",
    "venue",
    "volume",
    "issue",
    "pages",
    "kind",
    "doi",
    "pmid",
)


def record_views(
    connection: Connection, numbers: Sequence[int], *, sight: Sight = EVERYTHING
) -> dict[int, dict[str, Any]]:
    """Return some publications as readers see them, by number."""
    found = publications(connection, numbers, sight=sight)
    return {number: record_view(one) for number, one in found.items()}


def record_view(one: Publication) -> dict[str, Any]:
    """Return a publication as readers see it."""
    return citation_view(one.id, one.citation) | {
        "sources": list(one.sources),
        "duplicates": len(one.records) - 1,
        "tags": list(one.tags),
        "notes": [_note(note) for note in one.notes],
    }


def citation_view(
    number: int, citation: Citation, *, source: str = ""
) -> dict[str, Any]:
    """Return a citation by itself, without what readers wrote on it."""
    view: dict[str, Any] = {name: getattr(citation, name) for name in PLAIN}
    address = citation.url if _is_web(citation.url) else ""
    return view | {
        "id": number,
        "authors": list(citation.authors),
        "keywords": list(citation.keywords),
        "url": address,
        "links": _links(citation, address),
        "sources": [source] if source else [],
        "duplicates": 0,
        "tags": [],
        "notes": [],
    }


def _links(citation: Citation, address: str) -> list[dict[str, str]]:
    found = []
    if citation.doi:
        place = f"https://doi.org/{quote(citation.doi, safe='/().;:-_')}"
        found.append(("DOI", place))
    if citation.pmid.isascii() and citation.pmid.isdecimal():
        found.append(("PubMed", f"https://pubmed.ncbi.nlm.nih.gov/{citation.pmid}/"))
    if citation.pmcid:
        name = quote(citation.pmcid, safe="")
        place = f"https://www.ncbi.nlm.nih.gov/pmc/articles/{name}/"
        found.append(("PubMed Central", place))
    if address:
        found.append(("Link", address))
    return [{"label": label, "href": href} for label, href in found]


def _is_web(address: str) -> bool:
    try:
        parts = urlsplit(address)
    except ValueError:
        return False
    return parts.scheme.lower() in ("http", "https") and bool(parts.netloc)


def _note(note: Mapping[str, Any]) -> dict[str, str]:
    return {name: note[name] for name in ("reader", "at", "text")}
