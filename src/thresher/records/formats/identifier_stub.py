"""Identifiers, until records/identifiers.py arrives."""

import re

__all__ = ["normal_doi", "normal_openalex_id", "normal_pmcid", "normal_pmid"]

DOI = re.compile(r"10\.\d{4,9}(?:\.\d+)*/\S+")


def normal_doi(text: str) -> str:
    """Return a DOI in lower case."""
    found = DOI.search(text)
    return found[0].rstrip(".,;").lower() if found else ""


def normal_pmid(text: str) -> str:
    """Return a PMID."""
    found = re.search(r"[1-9]\d{0,8}", text)
    return found[0] if found else ""


def normal_pmcid(text: str) -> str:
    """Return a PMCID."""
    found = re.search(r"PMC\s*(\d+)", text, re.IGNORECASE)
    return f"PMC{found[1]}" if found else ""


def normal_openalex_id(text: str) -> str:
    """Return an OpenAlex id."""
    found = re.search(r"[Ww]\d+", text)
    return found[0].upper() if found else ""
