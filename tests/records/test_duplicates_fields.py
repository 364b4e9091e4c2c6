"""Fields in the form in which duplicates are compared."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.records.citation import Citation
from thresher.records.duplicates.identifiers import (
    bare_doi,
    digits_only,
    doi_root,
    is_preprint,
)
from thresher.records.duplicates.names import (
    AGREE,
    DIFFER,
    PARTLY,
    UNKNOWN,
    authors_agree,
    surname_words,
    venues_agree,
)
from thresher.records.duplicates.places import (
    is_article_number,
    page_span,
    volume_number,
)
from thresher.records.duplicates.wording import (
    COMMENT,
    CORRECTION,
    PLAIN,
    folded,
    title_words,
)

names = st.lists(
    st.sampled_from(
        ("Ito, K.", "Ito, R.", "Roe, A.", "de Vries, B.", "de Jong, C.", "Anonymous")
    ),
    max_size=4,
)
venues = st.sampled_from(
    ("", "BMJ", "BMJ (Clinical research ed.)", "N Engl J Med", "Medicine", "2017")
)


@pytest.mark.parametrize(
    ("title", "words"),
    [
        ("Walks <i>at</i> dusk", "walks at dusk"),
        ("Walks at dusk. [Review] [45 refs]", "walks at dusk"),
        ("[Walks at dusk]. [Chinese]", "walks at dusk"),
        ("Walks at dusk (Structured abstract)", "walks at dusk"),
        ("Walks at dusk.[Erratum appears in Dusk. 2016;1:2]", "walks at dusk"),
        ("Walks at dusk... Dusk J. 2009 Jan 2;3(4):5-6", "walks at dusk"),
        ("Erratum: Walks at dusk (Dusk (2009) 3 (5-6))", "walks at dusk"),
        ("Retraction notice to: Walks at dusk", "walks at dusk"),
        ("WITHDRAWN: Walks at dusk", "walks at dusk"),
        ("Walks & talks of 10,000 people", "walks and talks of 10000 people"),
        ("Walks \N{GREEK SMALL LETTER ALPHA} Gödel", "walks alpha godel"),
        ("[Review]", "review"),
        ("No title", ""),
        ("", ""),
    ],
)
def test_titles_lose_what_databases_add(title: str, words: str) -> None:
    assert " ".join(title_words(title).words) == words


@pytest.mark.parametrize(
    ("title", "stance"),
    [
        ("Walks at dusk", PLAIN),
        ("Correction of bent spines in walkers", PLAIN),
        ("Response to walks at dusk in adults", PLAIN),
        ("Walks at dusk [Erratum appears in Dusk 2016]", PLAIN),
        ("Correction to: Walks at dusk", CORRECTION),
        ("Author correction: Walks at dusk", CORRECTION),
        ("Walks at dusk (vol 3, pg 5, 2009)", CORRECTION),
        ("Walks at dusk: erratum", CORRECTION),
        ("Walks at dusk - reply", COMMENT),
        ("Re: Walks at dusk", COMMENT),
        ("Comment on walks at dusk", COMMENT),
    ],
)
def test_corrections_and_comments_are_told_from_articles(
    title: str, stance: int
) -> None:
    assert title_words(title).stance == stance


@pytest.mark.parametrize(
    ("title", "numbers"),
    [
        ("Walks, part I", ("1",)),
        ("Walks, part two", ("2",)),
        ("Type II and type 2 walks", ("2", "2")),
        ("I walk", ()),
        ("HPV16 in 07 towns", ("16", "7")),
    ],
)
def test_numbers_of_titles_are_told(title: str, numbers: tuple[str, ...]) -> None:
    assert title_words(title).numbers == numbers


@given(st.text(max_size=60))
def test_any_title_can_be_read_and_reading_its_words_again_changes_nothing(
    title: str,
) -> None:
    words = title_words(title).words
    assert all(word == folded(word) and word.isalnum() for word in words)


@pytest.mark.parametrize("filling", ["<", "...", " ", "(", "[a ", "(2009)", "10 000 "])
def test_titles_of_megabytes_are_read_at_once(filling: str) -> None:
    title = "Walks" + filling * 300_000 + "dusk"
    before = time.process_time()
    title_words(title)
    assert time.process_time() - before < 1


@pytest.mark.parametrize(
    ("pages", "span"),
    [
        ("221-228", (221, 228)),
        ("221-8", (221, 228)),
        ("S376--S387", (376, 387)),
        ("c37\N{EN DASH}c42", (37, 42)),
        ("Cd002273", (2273, 2273)),
        ("Suppl-48", (-1, 48)),
        ("2297-2108", (-1, 2108)),
        ("01-Oct", (-1, -1)),
        ("215 p", (-1, -1)),
        ("no pagination", (-1, -1)),
        ("", (-1, -1)),
    ],
)
def test_pages_become_numbers(pages: str, span: tuple[int, int]) -> None:
    assert page_span(pages) == span


@given(first=st.integers(1, 10**6), length=st.integers(0, 200))
def test_shortened_last_pages_are_filled_up(first: int, length: int) -> None:
    start, end = str(first), str(first + length)
    shared = 0
    while len(start) == len(end) and shared < len(end) - 1:
        if start[shared] != end[shared]:
            break
        shared += 1
    assert page_span(f"{start}-{end[shared:]}") == (first, first + length)


@pytest.mark.parametrize(
    ("volume", "number"),
    [
        ("38", 38),
        ("38 (Supplement 1)", 38),
        ("24 Suppl 3", 24),
        ("Part 2. 117", 117),
        ("1)", -1),
        ("Ph.D.", -1),
        ("", -1),
    ],
)
def test_volumes_become_numbers(volume: str, number: int) -> None:
    assert volume_number(volume) == number


def test_very_long_numbers_do_not_overflow() -> None:
    assert page_span("9" * 40)[0] < 2**63
    assert volume_number("9" * 40) < 2**63


def test_article_numbers_are_told_from_pages() -> None:
    given = ["e12724", "a1754", "6305735", "A134", "221-8", "E99", ""]
    assert [is_article_number(pages) for pages in given] == [
        *(True, True, True),
        *(False, False, False, False),
    ]


@pytest.mark.parametrize(
    ("given", "bare"),
    [
        ("https://doi.org/10.1000/ABC", "10.1000/abc"),
        ("doi: 10.1000/abc.", "10.1000/abc"),
        ("10.1016/S0140-6736(05)1", "10.1016/s0140-6736(05)1"),
        ("10.1000%2Fabc", "10.1000/abc"),
        ("n/a", ""),
        ("", ""),
    ],
)
def test_dois_are_written_in_one_way(given: str, bare: str) -> None:
    assert bare_doi(given) == bare


@pytest.mark.parametrize(
    ("doi", "root"),
    [
        ("10.1002/14651858.cd1.pub2", "10.1002/14651858.cd1"),
        ("10.21203/rs.3.rs-1/v2", "10.21203/rs.3.rs-1"),
        ("10.1000/abc", "10.1000/abc"),
    ],
)
def test_the_version_is_no_part_of_the_root(doi: str, root: str) -> None:
    assert doi_root(doi) == root


def test_other_identifiers_are_their_digits() -> None:
    assert [digits_only(i) for i in ("PMC0077", "W77", "none", "")] == [
        "77",
        "77",
        "",
        "",
    ]


@pytest.mark.parametrize(
    ("fields", "doi", "said"),
    [
        ({"venue": "bioRxiv"}, "", True),
        ({"kind": "posted-content"}, "", True),
        ({}, "10.48550/arxiv.2101.1", True),
        ({}, "10.1101/2020.03.01.1", True),
        ({}, "10.1101/gr.1", False),
        ({"venue": "BMJ"}, "10.1136/bmj.1", False),
    ],
)
def test_preprints_are_known_by_server_kind_or_doi(
    fields: dict[str, str], doi: str, *, said: bool
) -> None:
    citation = Citation(
        id="1", venue=fields.get("venue", ""), kind=fields.get("kind", "")
    )
    assert is_preprint(citation, doi=doi) is said


@pytest.mark.parametrize(
    ("first", "second", "level"),
    [
        (["Ito, K."], ["ITO K"], AGREE),
        (["K. Ito"], ["Ito, Kenji"], AGREE),
        (["Ostensson, E"], ["Stensson, E"], AGREE),
        (["Le, Quintrec M."], ["Le Quintrec, M."], AGREE),
        (["de Vries, A."], ["de Jong, B."], DIFFER),
        (["Ito, K.", "Roe, A."], ["Ito, R.", "Roe, A."], AGREE),
        (["Ito, K."], ["Ito, R."], PARTLY),
        (["Ito, K.", "Roe, A."], ["Roe, A.", "Ito, K."], PARTLY),
        (["Roe, A.", "Ito, K.", "Ito, R."], ["Ek, B.", "Ito, K.", "Ul, C."], DIFFER),
        (["Anonymous"], ["Ito, K."], UNKNOWN),
        ([], ["Ito, K."], UNKNOWN),
    ],
)
def test_authors_are_compared_across_habits(
    first: list[str], second: list[str], level: int
) -> None:
    assert authors_agree(first, second) == level
    assert authors_agree(second, first) == level


@pytest.mark.parametrize(
    ("first", "second", "level"),
    [
        ("BMJ (Clinical research ed.)", "BMJ (Online)", AGREE),
        ("Nat Rev Nephrol", "Nature Reviews Nephrology", AGREE),
        ("Obstetrics & Gynecology", "Obstetrics and Gynecology", AGREE),
        ("NCEM 2017 Proceedings", "Nordic Conference on Evening Medicine", AGREE),
        ("Dusk. Conference: 9th Days", "Dusk Supplements", AGREE),
        ("Medicine", "New England Journal of Medicine", DIFFER),
        ("Journal of Dusk", "Workshop of Dusk", DIFFER),
        ("2017. Conference: Dawn", "Dusk", DIFFER),
        ("", "Dusk", UNKNOWN),
    ],
)
def test_venues_are_compared_across_habits(first: str, second: str, level: int) -> None:
    assert venues_agree(first, second) == level


@given(first=names, second=names)
def test_comparing_authors_is_symmetric(first: list[str], second: list[str]) -> None:
    assert authors_agree(first, second) == authors_agree(second, first)


@given(people=names)
def test_authors_agree_with_themselves(people: list[str]) -> None:
    known = any(map(surname_words, people))
    assert authors_agree(people, people) == (AGREE if known else UNKNOWN)


@given(first=venues, second=venues)
def test_comparing_venues_is_symmetric(first: str, second: str) -> None:
    assert venues_agree(first, second) == venues_agree(second, first)
