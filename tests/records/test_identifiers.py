"""Identifiers have one spelling each, however they are printed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.records.identifiers import (
    doi_in,
    normal_doi,
    normal_issn,
    normal_openalex_id,
    normal_pmcid,
    normal_pmid,
    pmid_in,
)

dois = st.from_regex(
    r"10\.[0-9]{4,9}/[a-z0-9][a-z0-9._/()-]{0,15}[a-z0-9]", fullmatch=True
)
around = st.sampled_from(
    [
        ("", ""),
        ("doi:", ""),
        ("DOI: ", "."),
        ("https://doi.org/", ""),
        ("http://dx.doi.org/", "?x=1"),
        ("doi = ", " [doi]"),
        ("(doi:", ")"),
        ("<https://doi.org/", ">"),
        ('"doi:', '",'),
        ("doi: ", "; PMID: 7"),
    ]
)


def balanced(doi: str) -> bool:
    return doi.count("(") == doi.count(")")


@given(doi=dois.filter(balanced), marks=around)
def test_a_doi_is_found_whatever_stands_around_it(
    doi: str, marks: tuple[str, str]
) -> None:
    before, after = marks
    assert normal_doi(f"{before}{doi.upper()}{after}") == doi
    if before:
        assert doi_in(f"See {before}{doi}{after}") == doi


@given(text=st.text())
def test_a_normal_doi_stays_as_it_is(text: str) -> None:
    for found in (normal_doi(text), normal_doi(f"doi:10.1000/{text}")):
        assert normal_doi(found) == found


@pytest.mark.parametrize("text", ["", "DOI", "10.12/short", "10.1234/", "10.1234/..."])
def test_what_is_no_doi_is_none(text: str) -> None:
    assert normal_doi(text) == ""


def test_old_dois_with_angle_brackets_are_whole() -> None:
    old = "10.1002/(sici)1097-0258(19980401)17:7<8::aid-sim1>3.0.co;2-t"
    assert normal_doi(f"https://doi.org/{old}") == old
    assert normal_doi(f"<a>{old}</a>") == old


@given(number=st.integers(1, 10**8 - 1))
def test_a_pubmed_id_is_its_number(number: int) -> None:
    for text in (f"{number}", f"PMID: {number}", f"{number}.0", f"00{number}"):
        assert normal_pmid(text) == str(number)
    assert pmid_in(f"https://pubmed.ncbi.nlm.nih.gov/{number}/") == str(number)


@pytest.mark.parametrize(
    "text", ["", "n/a", "12.5", "S0033-3506(15)", "0", "000000000000"]
)
def test_what_is_no_pubmed_id_is_none(text: str) -> None:
    assert normal_pmid(text) == ""


def test_other_identifiers_have_their_letters() -> None:
    assert normal_pmcid("PMCID: PMC12") == "PMC12"
    assert normal_pmcid("12") == "PMC12"
    assert normal_openalex_id("w12") == "W12"
    assert normal_openalex_id("https://openalex.org/works/W12") == "W12"
    assert normal_openalex_id("12") == ""
    assert normal_issn("ISSN 1234567x; 2") == "1234-567X"
    assert normal_issn("12") == ""
