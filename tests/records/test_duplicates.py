"""Worked cases of links between records."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from thresher.records.citation import Citation
from thresher.records.duplicates import Link, find_links
from thresher.records.samples import sample_review

TITLE = "Evening walks and sleep in adults who live with kidney failure"
TEXT = (
    "We asked whether evening walks change sleep. Forty adults walked for eight weeks "
    "and kept a diary. Sleep was longer in those who walked, by half an hour."
)
FULL: dict[str, Any] = {
    "title": TITLE,
    "authors": ("Ito, K.", "Okafor, B."),
    "year": 2015,
    "venue": "Journal of Evening Medicine",
    "volume": "12",
    "issue": "3",
    "pages": "221-228",
    "doi": "10.5555/even.1",
}
BARE: dict[str, Any] = {"title": TITLE, "authors": ("Ito, K.",), "year": 2015}


def two(first: Mapping[str, Any], second: Mapping[str, Any]) -> list[Link]:
    """Links of a pile of two records."""
    return find_links([Citation(id="1", **first), Citation(id="2", **second)])


def changed(**fields: object) -> dict[str, Any]:
    """The full record with some fields changed."""
    return {**FULL, **fields}


CERTAIN = {
    "capitals, other resolver": (
        FULL,
        changed(title=TITLE.upper() + ".", doi="https://doi.org/10.5555/EVEN.1"),
    ),
    "no identifiers": (FULL, BARE),
    "notes of databases": (
        changed(doi=""),
        changed(doi="", title=f"{TITLE}. [Review] [45 refs]"),
    ),
    "erratum noted later": (
        changed(doi=""),
        changed(doi="", title=f"{TITLE}.[Erratum appears in J Even Med. 2016;13:4]"),
    ),
    "misspelt title on the same page": (
        changed(doi=""),
        changed(doi="", title=TITLE.replace("kidney", "kindey")),
    ),
    "title cut short on the same page": (
        changed(doi=""),
        changed(doi="", title=TITLE[:38]),
    ),
    "printed the year after": (
        changed(doi=""),
        {**FULL, "year": 2014, "volume": "", "pages": "1-8", "doi": ""},
    ),
    "pages written differently": (
        changed(doi=""),
        changed(doi="", pages="S221-8", authors=("Ito K",), venue="J Even Med"),
    ),
    "article number and page": (
        changed(doi="", pages="e12345"),
        changed(doi=""),
    ),
    "overlapping pages": (
        changed(doi="", title=f"{TITLE}: brief report"),
        changed(doi="", pages="228"),
    ),
    "volume misprinted": (changed(doi=""), changed(doi="", volume="1")),
    "versions of one review": (
        changed(doi="10.1002/14651858.CD001.pub2", year=2014),
        changed(doi="10.1002/14651858.CD001.pub3"),
    ),
    "preprint and article": (
        FULL,
        {**BARE, "year": 2013, "venue": "medRxiv", "doi": "10.1101/2013.1"},
    ),
    "two DOIs of one page": (FULL, changed(doi="10.2307/77")),
    "two DOIs of one text": (
        changed(pages="", abstract=TEXT),
        changed(pages="", abstract=TEXT, title=TITLE[:38], doi="10.2307/77"),
    ),
    "same PMID": (
        {"title": TITLE, "pmid": "PMID: 0077"},
        {"title": TITLE.upper(), "pmid": "77", "year": 2009},
    ),
    "same OpenAlex id": (
        {"title": TITLE, "openalex_id": "https://openalex.org/W77"},
        {"title": TITLE, "openalex_id": "W77"},
    ),
    "same PMID, no title": ({"title": TITLE, "pmid": "7"}, {"pmid": "7"}),
    "same PMCID, no title": ({"title": TITLE, "pmcid": "PMC7"}, {"pmcid": "7"}),
    "nobody signed": (
        changed(authors=(), pages="", doi="", abstract=TEXT),
        changed(authors=("Anonymous",), pages="", doi="", abstract=TEXT),
    ),
    "an acronym for a conference": (
        {**BARE, "venue": "Nordic Conference on Evening Medicine"},
        {**BARE, "venue": "NCEM 2015", "kind": "paper-conference"},
    ),
    "a supplement, as Embase names it": (
        {**BARE, "venue": "Dusk.Conference: 3rd Evening Days", "volume": "12"},
        {**BARE, "venue": "Dusk", "volume": "12"},
    ),
    "one title and abstract, nobody and no year": (
        {"title": "Dusk", "abstract": TEXT},
        {"title": "Dusk", "abstract": TEXT, "authors": ("Ito, K.",), "year": 2015},
    ),
    "British and American spelling": (
        {**BARE, "title": f"{TITLE}: a randomised trial of haemodialysis"},
        {**BARE, "title": f"{TITLE}: a randomized trial of hemodialysis"},
    ),
    "a slip in one volume": (
        changed(doi="", pages=""),
        changed(doi="", pages="", title=TITLE.replace("Evening", "Evenink")),
    ),
    "another page of the same issue": (
        changed(doi="", pages="e8-e9"),
        changed(doi="", pages="e3"),
    ),
    "a withdrawn article": (FULL, changed(title=f"RETRACTED: {TITLE}")),
}

MAYBE = {
    "different DOIs": (
        "different DOIs",
        {**BARE, "doi": "10.5555/1"},
        {**BARE, "doi": "10.5555/2"},
    ),
    "different PMIDs": (
        "different PMIDs",
        {**BARE, "pmid": "1"},
        {**BARE, "pmid": "2"},
    ),
    "part I and part II": (
        "numbered differently",
        {**BARE, "title": f"{TITLE}, part I"},
        {**BARE, "title": f"{TITLE}, part II"},
    ),
    "an erratum": (
        "one corrects or comments",
        BARE,
        {**BARE, "title": f"Erratum: {TITLE}"},
    ),
    "an erratum as Web of Science names it": (
        "one corrects or comments",
        BARE,
        {**BARE, "title": f"{TITLE} (vol 12, pg 221, 2015)"},
    ),
    "a reply": (
        "one corrects or comments",
        BARE,
        {**BARE, "title": f"{TITLE} - Reply"},
    ),
    "an abstract of a meeting": (
        "one from a conference",
        {**BARE, "venue": "Journal of Dusk"},
        {**BARE, "venue": "Congress of Dawn"},
    ),
    "different pages": (
        "different pages",
        changed(doi=""),
        changed(doi="", pages="88", volume="11"),
    ),
    "an erratum in a later issue that does not say so": (
        "different pages",
        changed(doi=""),
        changed(doi="", issue="6", pages="616"),
    ),
    "an article after its abstract, issues not known": (
        "different pages",
        changed(doi="", issue="", pages="88"),
        changed(doi="", issue=""),
    ),
    "two abstracts on pages of one issue": (
        "different pages",
        changed(doi="", pages="51", abstract=TEXT),
        changed(doi="", pages="52", abstract="Oats were grown on hills. " * 6),
    ),
    "trials of one group in one issue": (
        "different pages",
        changed(doi="", title=f"{TITLE} resistant to drugs", pages="7"),
        changed(doi="", title=f"{TITLE} sensitive to drugs"),
    ),
    "years apart": (
        "years more than one apart",
        BARE,
        {**BARE, "year": 2012},
    ),
    "editorials of two issues": (
        "different issues",
        changed(doi="", title="Editorial", pages="", issue="1"),
        changed(doi="", title="Editorial", pages="", issue="2"),
    ),
}

NEITHER = {
    "one DOI of a whole supplement": (
        changed(pages="S1"),
        changed(pages="S9", title="Oats for sheep in the hills", authors=("Roe, A.",)),
    ),
    "a generic title": (
        {"title": "Editorial", "year": 2015, "authors": ("Roe, A.",)},
        {"title": "Editorial", "year": 2015, "authors": ("Ito, K.",)},
    ),
    "unknown titles": (
        {"title": "UNKNOWN", "authors": ("Roe, A.",), "year": 2010},
        {"title": "UNKNOWN", "authors": ("Roe, A.",), "year": 2010},
    ),
    "the same title of other people elsewhere": (
        changed(doi=""),
        changed(doi="", authors=("Roe, A.",), venue="Dawn", volume="3", pages="5"),
    ),
}


@pytest.mark.parametrize("case", CERTAIN)
def test_records_of_one_publication_are_certain(case: str) -> None:
    [link] = two(*CERTAIN[case])
    assert link.band == "certain", link
    assert link.guards == ()


@pytest.mark.parametrize("case", MAYBE)
def test_a_guard_leaves_the_pair_to_a_person_and_says_why(case: str) -> None:
    guard, first, second = MAYBE[case]
    [link] = two(first, second)
    assert link.band == "maybe", link
    assert link.guards == (guard,)
    assert guard in link.reason


@pytest.mark.parametrize("case", NEITHER)
def test_records_with_little_in_common_are_not_linked(case: str) -> None:
    assert two(*NEITHER[case]) == []


@pytest.mark.parametrize(
    ("case", "flag"),
    [
        ("preprint and article", "preprint"),
        ("versions of one review", "version"),
        ("two DOIs of one page", "two DOIs"),
    ],
)
def test_what_a_reader_should_know_of_a_true_pair_is_flagged(
    case: str, flag: str
) -> None:
    [link] = two(*CERTAIN[case])
    assert flag in link.flags


def test_like_titles_on_two_pages_of_one_supplement_are_asked() -> None:
    [link] = two(changed(pages="S51"), changed(pages="S52", title=f"The {TITLE}"))
    assert link.band == "maybe"
    assert link.guards == ("different pages",)


def test_one_word_more_or_other_makes_another_trial() -> None:
    long = f"{TITLE}, a trial with plasma in those who are"
    [link] = two({**BARE, "title": f"{long} awake"}, {**BARE, "title": f"{long} aware"})
    assert link.band == "maybe"
    assert link.guards == ()


@pytest.mark.parametrize(
    "known",
    [
        {},
        {"authors": ("Ito, K.",), "year": 2015},
        {"authors": ("Ito, K.",), "year": 2015, "venue": "Dusk"},
    ],
)
def test_sister_papers_with_one_abstract_are_asked_and_not_joined(
    known: dict[str, Any],
) -> None:
    long = f"{TITLE}: what the diaries of forty people say of their nights"
    sisters = (f"{side} {long}" for side in ("Left", "Right"))
    first, second = ({**known, "title": t, "abstract": TEXT} for t in sisters)
    [link] = two(first, second)
    assert link.band == "maybe"
    asked = two({**first, "doi": "10.5555/1"}, {**second, "doi": "10.5555/2"})
    assert all(link.band == "maybe" for link in asked)


def test_reasons_are_words() -> None:
    [link] = two(FULL, changed(year=2014))
    assert link.reason == (
        "same DOI, same title, years 2014/2015, first author, volume, page"
    )


def test_titles_unlike_are_asked_where_page_and_author_agree() -> None:
    [link] = two(FULL, changed(title="Spaziergänge am Abend und Schlaf", doi=""))
    assert link.band == "maybe"
    assert link.reason.startswith("different titles")


def test_namesakes_with_other_initials_are_asked_and_not_joined() -> None:
    [link] = two(BARE, {**BARE, "authors": ("Ito, R.", "Roe, A.")})
    assert link.band == "maybe"


def test_the_same_title_with_another_abstract_is_asked() -> None:
    other = "Sheep were fed with oats in winter and weighed each week of the season."
    [link] = two({**BARE, "abstract": TEXT}, {**BARE, "abstract": other})
    assert link.band == "maybe"
    assert "different abstracts" in link.reason


def test_a_cut_doi_does_not_contradict_a_whole_one() -> None:
    [link] = two({**BARE, "doi": "10.5555/e.1"}, {**BARE, "doi": "10.5555/e.1.S4"})
    assert link.band == "certain"


def test_the_repeated_records_of_a_made_up_review_are_found() -> None:
    review = sample_review(records=2000, rng=np.random.default_rng(5))
    links = find_links(review.citations)
    truth = {(a, b) for b, a in enumerate(review.repeats) if a is not None}
    certain = {(link.first, link.second) for link in links if link.band == "certain"}
    linked = {(link.first, link.second) for link in links}
    assert certain <= truth
    assert len(certain) >= 0.95 * len(truth)
    assert truth <= linked
