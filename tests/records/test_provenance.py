"""Searches, as PRISMA-S asks for them."""

from datetime import date

import pytest

from thresher.errors import InputError
from thresher.records.provenance import Search


def test_nothing_is_missing_from_a_full_search() -> None:
    search = Search(
        database="MEDLINE",
        platform="Ovid",
        searched_on=date(2024, 4, 30),
        query="sleep",
        hits=0,
    )
    assert search.missing == ()
    assert not search.is_empty


def test_a_search_of_which_nobody_knows_anything_is_empty() -> None:
    assert Search().is_empty
    assert not Search(hits=0).is_empty


def test_a_search_cannot_find_fewer_than_nothing() -> None:
    with pytest.raises(InputError, match="hits must be 0 or more, got -1"):
        Search(hits=-1)


def test_only_a_difference_is_said() -> None:
    assert Search().shortfall(records=3) == ""
    assert Search(hits=3).shortfall(records=3) == ""
    said = "the search found 1,000 records, the files hold 999"
    assert Search(hits=1000).shortfall(records=999) == said
