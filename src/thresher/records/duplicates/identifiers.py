"""Outside identifiers, in the one spelling in which they can be compared."""

import re
from functools import lru_cache

from thresher.records.citation import Citation

__all__ = ["bare_doi", "digits_only", "doi_root", "is_preprint"]

DOI = re.compile(r"10\.\d{4,9}/[^\s\"<>]+")
ENDING = ".,;:)]}'\""
VERSION = re.compile(r"(?:\.pub\d+|[./]?v\d+|\.v\d+|/\d+/?v\d+|\.full|\.abstract)$")
SERVERS = re.compile(
    r"^10\.(?:1101/(?:\d{4}\.|\d{6})|48550/|21203/rs|2139/ssrn|20944/preprints|26434/"
    r"|31234/|31219/|31222/|31235/|32388/|36227/|12688/|22541/|35542/)|preprint"
)
SERVER_NAMES = re.compile(
    r"\b(?:preprints?|arxiv|biorxiv|medrxiv|psyarxiv|chemrxiv|ssrn|research square"
    r"|researchsquare|osf|authorea|techrxiv|f1000research)\b"
)
DIGITS = re.compile(r"\d+")


def bare_doi(doi: str) -> str:
    """DOI in lower case without resolver and closing punctuation; else nothing.

    Examples
    --------
    >>> bare_doi("http://dx.doi.org/10.1000/ABC.1."), bare_doi("none")
    ('10.1000/abc.1', '')
    """
    found = DOI.search(doi.lower().replace("%2f", "/")) if doi else None
    if found is None:
        return ""
    return found[0].rstrip(ENDING) if "(" not in found[0] else found[0].rstrip(".,;")


def doi_root(doi: str) -> str:
    """DOI without the number of its version.

    Examples
    --------
    >>> doi_root("10.1002/14651858.cd002273.pub3")
    '10.1002/14651858.cd002273'
    """
    return VERSION.sub("", doi)


def digits_only(identifier: str) -> str:
    """Digits of a PMID, PMCID or OpenAlex id, without leading zeros."""
    found = DIGITS.search(identifier) if identifier else None
    return found[0].lstrip("0") if found else ""


def is_preprint(citation: Citation, *, doi: str) -> bool:
    """Whether a record tells of a text on a preprint server.

    Examples
    --------
    >>> is_preprint(Citation(id="1", venue="medRxiv"), doi="")
    True
    """
    if doi and SERVERS.search(doi):
        return True
    return _is_server(citation.venue, citation.kind)


@lru_cache(maxsize=65536)
def _is_server(venue: str, kind: str) -> bool:
    if "preprint" in kind.lower() or "posted" in kind.lower():
        return True
    return bool(SERVER_NAMES.search(venue.lower()))
