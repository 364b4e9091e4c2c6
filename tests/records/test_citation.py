"""What a citation is, and what it cannot be."""

import pytest

from thresher.errors import InputError
from thresher.records.citation import Citation


def test_a_citation_without_an_id_is_refused() -> None:
    with pytest.raises(InputError, match=r"needs an id.*'Nameless'"):
        Citation(id="", title="Nameless")


def test_text_is_title_and_abstract_without_loose_space() -> None:
    assert Citation(id="1", title="A", abstract="B").text == "A B"
    assert Citation(id="1", abstract="B").text == "B"
    assert Citation(id="1").text == ""
