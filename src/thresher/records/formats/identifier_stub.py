"""Identifiers, until records/identifiers.py arrives."""

import re

__all__ = ["doi_of", "openalex_of", "pmcid_of", "pmid_of"]

DOI = re.compile(r"10\.\d{4,9}(?:\.\d+)*/\S+")


def doi_of(text: str) -> str:
    """Return a DOI in lower case."""
    found = DOI.search(text)
    return found[0].rstrip(".,;").lower() if found else ""


def pmid_of(text: str) -> str:
    """Return a PMID."""
    found = re.search(r"[1-9]\d{0,8}", text)
    return found[0] if found else ""


def pmcid_of(text: str) -> str:
    """Return a PMCID."""
    found = re.search(r"PMC\s*(\d+)", text, re.IGNORECASE)
    return f"PMC{found[1]}" if found else ""


def openalex_of(text: str) -> str:
    """Return an OpenAlex id."""
    found = re.search(r"[Ww]\d+", text)
    return found[0].upper() if found else ""
