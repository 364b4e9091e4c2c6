"""Identifiers of publications, each in one spelling."""

import re
from urllib.parse import unquote

__all__ = [
    "doi_in",
    "normal_doi",
    "normal_issn",
    "normal_openalex_id",
    "normal_pmcid",
    "normal_pmid",
    "openalex_id_in",
    "pmcid_in",
    "pmid_in",
]

DOI = re.compile(r"10\.\d{4,9}(?:\.\d{1,20}){0,9}/(?:(?!</)[^\s\"])+")
PLAIN_DOI = re.compile(r"10\.\d{4,9}/[-._/a-z0-9]*[a-z0-9]")
DOI_ENDS = ".,;:'\"*|\\"
PAIRS = {")": "(", "]": "[", "}": "{", ">": "<"}
ADDRESS_ENDS = re.compile(r"[?&#]")
MARKED_DOI = re.compile(r"(?:doi\.org/|\bdoi\s*+[:=]?+\s*+)(?=10\.\d)", re.IGNORECASE)
PUBMED = "https://pubmed.ncbi.nlm.nih.gov/"
PMID = re.compile(
    r"(?:pmid|pubmed|medline|med|pubmed id)?\s*+[:#]?+\s*+0*+([1-9]\d{0,8})(?:\.0)?",
    re.IGNORECASE,
)
MARKED_PMID = re.compile(
    r"(?:pubmed\.ncbi\.nlm\.nih\.gov/|ncbi\.nlm\.nih\.gov/(?:m/)?pubmed/|"
    r"\bpmid\s*+[:=]?+\s*+|^\s*+pubmed\s++)0*+([1-9]\d{0,8})\b(?!\.\d*[1-9])",
    re.IGNORECASE,
)
PMCID = re.compile(
    r"(?:pmcid\s*+[:=]?+\s*+)?(?:pmc)?\s*+0*+([1-9]\d{0,9})", re.IGNORECASE
)
MARKED_PMCID = re.compile(r"\bPMC0*+([1-9]\d{0,9})\b", re.IGNORECASE)
OPENALEX = re.compile(r"(?:openalex:\s*+)?(W[1-9]\d{0,14})", re.IGNORECASE)
MARKED_OPENALEX = re.compile(
    r"(?:openalex\.org/(?:works/)?|\bopenalex\s*+[:=]\s*+)(W[1-9]\d{0,14})\b",
    re.IGNORECASE,
)
ISSN = re.compile(r"(\d{4})[-\u2010-\u2015 ]?(\d{3}[\dXx])")


def normal_doi(text: str) -> str:
    """DOI in a field that should hold one, in lower case; empty where there is none.

    Examples
    --------
    >>> normal_doi("https://doi.org/10.1016%2FJ.PUHE.2015.01.018.")
    '10.1016/j.puhe.2015.01.018'
    >>> normal_doi("doi:10.1002/(SICI)1097(19980401)17:7<8::AID-1>3.0.CO;2-T")
    '10.1002/(sici)1097(19980401)17:7<8::aid-1>3.0.co;2-t'
    >>> normal_doi("DOI")
    ''
    """
    if "10." not in text:
        return ""
    if PLAIN_DOI.fullmatch(plain := text.removeprefix("https://doi.org/")):
        return plain
    if "%" in text:
        text = unquote(text)
    found = DOI.search(text)
    if found is None:
        return ""
    doi = found[0]
    if "://" in text or "doi=" in text:
        doi = ADDRESS_ENDS.split(doi, maxsplit=1)[0]
    doi = _without_tail(doi)
    return doi.lower() if DOI.fullmatch(doi) else ""


def doi_in(text: str) -> str:
    """DOI that a note or address names as one; empty where there is none.

    Examples
    --------
    >>> doi_in("Sleep. 2015;12(3):4-9. doi: 10.1093/sleep/12.3.4. Epub 2015 Mar 3.")
    '10.1093/sleep/12.3.4'
    >>> doi_in("https://example.org/10.1093/sleep")
    ''
    """
    if "10." not in text:
        return ""
    marked = MARKED_DOI.search(text)
    if marked is None:
        return ""
    return normal_doi(text[max(0, marked.start() - 8) :])


def normal_pmid(text: str) -> str:
    """PubMed id in a field that should hold one, digits only; else empty.

    Examples
    --------
    >>> normal_pmid("PMID: 012345678"), normal_pmid("24892981.0"), normal_pmid("n/a")
    ('12345678', '24892981', '')
    """
    found = PMID.fullmatch(text.strip().removeprefix(PUBMED))
    return found[1] if found else pmid_in(text)


def pmid_in(text: str) -> str:
    """PubMed id that a note or address names as one; empty where there is none.

    Examples
    --------
    >>> pmid_in("https://pubmed.ncbi.nlm.nih.gov/22752652/")
    '22752652'
    """
    found = MARKED_PMID.search(text)
    return found[1] if found else ""


def normal_pmcid(text: str) -> str:
    """PubMed Central id in a field that should hold one, as ``PMC`` and digits.

    Examples
    --------
    >>> normal_pmcid("pmc8816568"), normal_pmcid("22664230"), normal_pmcid("none")
    ('PMC8816568', 'PMC22664230', '')
    """
    found = PMCID.fullmatch(text.strip())
    return f"PMC{found[1]}" if found else pmcid_in(text)


def pmcid_in(text: str) -> str:
    """PubMed Central id that a note or address holds; empty where there is none.

    Examples
    --------
    >>> pmcid_in("https://www.ncbi.nlm.nih.gov/pmc/articles/PMC8382607")
    'PMC8382607'
    """
    found = MARKED_PMCID.search(text)
    return f"PMC{found[1]}" if found else ""


def normal_openalex_id(text: str) -> str:
    """OpenAlex id of a work in a field that should hold one, as ``W`` and digits.

    Examples
    --------
    >>> normal_openalex_id("https://openalex.org/w2741809807")
    'W2741809807'
    """
    found = OPENALEX.fullmatch(text.strip().removeprefix("https://openalex.org/"))
    return found[1].upper() if found else openalex_id_in(text)


def openalex_id_in(text: str) -> str:
    """OpenAlex id that a note or address names as one; empty where there is none.

    Examples
    --------
    >>> openalex_id_in("OpenAlex: W2741809807")
    'W2741809807'
    """
    found = MARKED_OPENALEX.search(text)
    return found[1].upper() if found else ""


def normal_issn(text: str) -> str:
    """First ISSN in a text, with its hyphen; empty where there is none.

    Examples
    --------
    >>> normal_issn("1476-5616 (Electronic)"), normal_issn("0959535x")
    ('1476-5616', '0959-535X')
    """
    found = ISSN.search(text)
    return f"{found[1]}-{found[2].upper()}" if found else ""


def _without_tail(doi: str) -> str:
    """Return a DOI without what the sentence around it left at its end."""
    excess = {end: doi.count(end) - doi.count(begin) for end, begin in PAIRS.items()}
    at = len(doi)
    while at and (doi[at - 1] in DOI_ENDS or excess.get(doi[at - 1], 0) > 0):
        at -= 1
        if doi[at] in excess:
            excess[doi[at]] -= 1
    return doi[:at]
