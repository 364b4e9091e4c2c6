"""Citations through pandas."""

import sys

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.errors import InputError, MissingExtraError
from thresher.records.citation import Citation
from thresher.records.frames import citations_of_frame, frame_of

words = st.text(max_size=12)
citation = st.builds(
    Citation,
    id=st.text(min_size=1, max_size=8),
    title=words,
    abstract=words,
    authors=st.lists(words, max_size=3).map(tuple),
    year=st.none() | st.integers(1, 9999),
    keywords=st.lists(words, max_size=3).map(tuple),
    doi=words,
    raw=st.lists(st.tuples(words, words), max_size=3).map(tuple),
)


@given(st.lists(citation, max_size=5))
def test_what_goes_into_a_frame_comes_out_the_same(citations: list[Citation]) -> None:
    assert list(citations_of_frame(frame_of(citations))) == citations


def test_a_frame_of_others_keeps_its_own_columns() -> None:
    frame = pd.DataFrame(
        {"title": ["Salt"], "authors": ["Ito, K."], "year": [2001.0], "label": [1]}
    )
    (found,) = citations_of_frame(frame)
    assert (found.id, found.title, found.authors) == ("1", "Salt", ("Ito, K.",))
    assert (found.year, found.raw) == (2001, (("label", "1"),))


@pytest.mark.parametrize("year", ["about 1990", 1990.5, 1e30])
def test_a_year_that_is_none_is_refused_with_its_row(year: object) -> None:
    with pytest.raises(InputError, match="year of row 1"):
        list(citations_of_frame(pd.DataFrame({"title": ["Salt"], "year": [year]})))


def test_an_id_that_is_missing_among_others_is_refused_with_its_row() -> None:
    """A number in its place could be the id of another record."""
    frame = pd.DataFrame({"id": ["2", None], "title": ["Salt", "Water"]})
    with pytest.raises(InputError, match="row 2 has no id"):
        list(citations_of_frame(frame))


@pytest.mark.parametrize(
    ("name", "value"), [("raw", "text"), ("raw", 7), ("authors", 7), ("keywords", 7)]
)
def test_what_is_no_list_is_refused_with_its_row(name: str, value: object) -> None:
    with pytest.raises(InputError, match=f"field {name} of row 1 is no list"):
        list(citations_of_frame(pd.DataFrame({"title": ["Salt"], name: [value]})))


def test_without_pandas_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(MissingExtraError, match=r"thresher\[pandas\]"):
        frame_of([])
