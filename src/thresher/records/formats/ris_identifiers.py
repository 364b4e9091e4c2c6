"""Identifiers in RIS records, in the many places where databases put them."""

import re
from collections.abc import Callable

from thresher.records.formats.placing import Placed
from thresher.records.identifiers import (
    doi_in,
    normal_doi,
    normal_pmid,
    openalex_id_in,
    pmcid_in,
    pmid_in,
)

__all__ = ["set_identifiers"]

HINTS = frozenset(("AN", "C2", "C3", "C5", "L1", "L2", "L3", "L4", "LK", "M3", "N1"))
NLM = re.compile(r"\b(?:pubmed|medline|nlm)\b", re.IGNORECASE)


def set_identifiers(done: Placed, tags: set[str]) -> None:
    """Find identifiers that have no field of their own where databases put them."""
    single = done.single
    hints = [("UR", url) for url in done.many["urls"]]
    if not HINTS.isdisjoint(tags):
        hints.extend(field for field in done.raw if field[0] in HINTS)
    for tag, value in hints:
        for name, found_in in IDENTIFIERS.items():
            if name not in single and (found := found_in(tag, value, done)):
                single[name] = found


def _hinted_doi(tag: str, value: str, _: Placed) -> str:
    """Return the DOI of a field that may hold one; EBSCO puts it in L3, ACS in M3."""
    if tag in ("L3", "M3") and value.startswith("10."):
        return normal_doi(value)
    return doi_in(value)


def _hinted_pmid(tag: str, value: str, done: Placed) -> str:
    """Return the PubMed id of a field that may hold one, by the databases' habits."""
    if tag == "C5" and value.isdigit():  # Embase
        return normal_pmid(value)
    if tag == "AN" and value.isdigit():
        origin = (value for tag, value in done.raw if tag in ("DB", "DP"))
        return normal_pmid(value) if any(map(NLM.search, origin)) else ""
    return pmid_in(value)


IDENTIFIERS: dict[str, Callable[[str, str, Placed], str]] = {
    "doi": _hinted_doi,
    "pmid": _hinted_pmid,
    "pmcid": lambda _tag, value, _done: pmcid_in(value),
    "openalex_id": lambda _tag, value, _done: openalex_id_in(value),
}
