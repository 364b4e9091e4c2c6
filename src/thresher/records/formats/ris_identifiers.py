"""Identifiers in RIS records, in the many places where databases put them."""

import re
from collections.abc import Callable

from thresher.records.identifiers import (
    doi_in,
    normal_doi,
    normal_pmid,
    openalex_id_in,
    pmcid_in,
    pmid_in,
)

__all__ = ["hinted_pmid", "set_identifiers"]

Hinted = Callable[[str, str, list[tuple[str, str]]], str]

NLM = re.compile(r"\b(?:pubmed|medline|nlm)\b", re.IGNORECASE)


def set_identifiers(
    single: dict[str, str], hints: list[tuple[str, str]], raw: list[tuple[str, str]]
) -> None:
    """Find identifiers that have no field of their own where databases put them.

    Parameters
    ----------
    single
        Fields by name, to which identifiers are added.
    hints
        Fields that may hold one.
    raw
        All fields without a place, which tell where the record is from.
    """
    text = "\n".join([value for _, value in hints]).lower()
    for name, mark, found_in in IDENTIFIERS:
        if mark not in text or name in single:
            continue
        for tag, value in hints:
            if found := found_in(tag, value, raw):
                single[name] = found
                break


def hinted_pmid(tag: str, value: str, raw: list[tuple[str, str]]) -> str:
    """Return the PubMed id of a bare number, by the databases' habits."""
    if not value.isdigit():
        return ""
    if tag == "C5":  # Embase
        return normal_pmid(value)
    origin = (value for tag, value in raw if tag in ("DB", "DP"))
    return normal_pmid(value) if any(map(NLM.search, origin)) else ""


def _hinted_doi(tag: str, value: str, _: object) -> str:
    """Return the DOI of a field that may hold one; EBSCO puts it in L3, ACS in M3."""
    if tag in ("L3", "M3") and value.startswith("10."):
        return normal_doi(value)
    return doi_in(value)


# Names, what must stand somewhere if one is there, and what finds it.
IDENTIFIERS: tuple[tuple[str, str, Hinted], ...] = (
    ("doi", "10.", _hinted_doi),
    ("pmid", "pubmed", lambda _tag, value, _raw: pmid_in(value)),
    ("pmid", "pmid", lambda _tag, value, _raw: pmid_in(value)),
    ("pmcid", "pmc", lambda _tag, value, _raw: pmcid_in(value)),
    ("openalex_id", "openalex", lambda _tag, value, _raw: openalex_id_in(value)),
)
