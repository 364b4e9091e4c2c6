"""Views of groups: the fullest field of all records."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.errors import InputError
from thresher.records.citation import Citation
from thresher.records.duplicates import merged

TITLE = "Evening walks and sleep in adults who live with kidney failure"
TEXT = "We asked whether evening walks change sleep."
FULL: dict[str, Any] = {
    "title": TITLE,
    "authors": ("Ito, K.", "Okafor, B."),
    "year": 2015,
    "venue": "Journal of Evening Medicine",
    "volume": "12",
    "pages": "221-228",
    "doi": "10.5555/even.1",
}
citations = st.builds(
    Citation,
    id=st.just("1"),
    title=st.sampled_from(("", TITLE, TITLE.upper(), f"{TITLE} [Review]")),
    abstract=st.sampled_from(("", TEXT)),
    authors=st.sampled_from(((), ("Ito, K.",), ("Ito, R.", "Roe, A."))),
    year=st.sampled_from((None, 2014, 2015)),
    venue=st.sampled_from(("", "J Even Med", "medRxiv")),
    volume=st.sampled_from(("", "12", "13")),
    pages=st.sampled_from(("", "221-8", "228")),
    keywords=st.sampled_from(((), ("sleep",), ("Sleep", "walks"))),
    doi=st.sampled_from(("", "10.5555/a", "10.1101/2015.1")),
)


def numbered(pile: list[Citation]) -> list[Citation]:
    return [replace(citation, id=str(i)) for i, citation in enumerate(pile)]


def test_a_view_takes_the_fullest_field_of_the_group() -> None:
    short = Citation(
        id="a",
        title=TITLE.upper(),
        authors=("Ito K",),
        year=2014,
        venue="J Even Med",
        keywords=("sleep", "Walks"),
        pmid="7",
        source="Embase",
        raw=(("AN", "1"),),
    )
    full = Citation(
        id="b",
        abstract=TEXT,
        keywords=("Sleep",),
        source="PubMed",
        raw=(("AN", "1"), ("LA", "en")),
        **FULL,
    )
    noted = replace(full, id="c", title=f"{TITLE}. [Review]", abstract="", year=2015)
    view = merged([short, noted, full])
    assert view.id == "b"
    assert view.title == TITLE
    assert view.abstract == TEXT
    assert view.authors == ("Ito, K.", "Okafor, B.")
    assert view.year == 2015
    assert view.venue == "Journal of Evening Medicine"
    assert (view.pmid, view.doi) == ("7", "10.5555/even.1")
    assert view.keywords == ("Sleep", "Walks")
    assert view.source == "PubMed; Embase"
    assert view.raw == (("AN", "1"), ("LA", "en"))


def test_a_view_prefers_what_was_published_to_the_preprint() -> None:
    preprint = Citation(
        id="1",
        title=TITLE,
        abstract=TEXT,
        year=2013,
        venue="medRxiv, the preprint server of medicine",
        doi="10.1101/2013.1",
    )
    view = merged([preprint, Citation(id="2", **FULL)])
    assert (view.year, view.doi) == (2015, "10.5555/even.1")
    assert view.venue == "Journal of Evening Medicine"
    assert view.abstract == TEXT


def test_a_view_of_preprints_only_keeps_their_fields() -> None:
    preprint = Citation(id="1", title=TITLE, venue="medRxiv", doi="10.1101/2013.1")
    view = merged([preprint, replace(preprint, id="2", doi="")])
    assert (view.venue, view.doi, view.year) == ("medRxiv", "10.1101/2013.1", None)


def test_a_view_of_nothing_is_refused() -> None:
    with pytest.raises(InputError, match="at least one record"):
        merged([])


@given(citation=citations)
def test_the_view_of_one_record_is_the_record(citation: Citation) -> None:
    assert merged([citation]) == citation


@given(pile=st.lists(citations, min_size=1, max_size=5).map(numbered), data=st.data())
def test_a_view_invents_nothing_and_does_not_depend_on_order(
    pile: list[Citation], data: st.DataObject
) -> None:
    view = merged(pile)
    assert view == merged(data.draw(st.permutations(pile)))
    for name in ("title", "abstract", "authors", "year", "volume", "pages", "doi"):
        values = [getattr(citation, name) for citation in pile]
        assert getattr(view, name) in values
        assert getattr(view, name) or not any(values)
