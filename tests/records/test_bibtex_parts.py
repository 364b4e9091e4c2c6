"""Braces, quotes and abbreviations of BibTeX: found at once, put in within limits."""

import time
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.records.citation import Citation
from thresher.records.formats import bibtex_braces, bibtex_macros
from thresher.records.formats.bibtex import BIBTEX
from thresher.records.formats.bibtex_braces import closing_brace, closing_quote
from thresher.records.formats.bibtex_macros import Macros
from thresher.records.formats.protocol import Format
from thresher.records.tally import Tally

Import = Callable[[Format, bytes], tuple[list[Citation], Tally]]
TEXTS = st.text('ab{}"\\', max_size=30)
MANY = 50_000


def plainly(text: str, at: int, mark: str, *, escapes: bool) -> int | None:
    """The same, letter by letter."""
    depth = 1 if mark == "}" else 0
    while at < len(text):
        if escapes and text[at] == "\\":
            at += 2
            continue
        depth += (text[at] == "{") - (text[at] == "}")
        if text[at] == mark and depth == 0:
            return at + 1
        if depth < 0:
            return None
        at += 1
    return None


@pytest.mark.parametrize("few", [0, 2, 100])
@given(text=TEXTS, escapes=st.booleans())
def test_a_brace_or_a_quote_closes_where_counting_says(
    few: int, text: str, *, escapes: bool
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bibtex_braces, "FEW", few)
        opened = f"{{{text}"
        found = closing_brace(opened, 1, escapes=escapes)
        assert found == plainly(opened, 1, "}", escapes=escapes)
        opened = f'"{text}'
        found = closing_quote(opened, 1, escapes=escapes)
        assert found == plainly(opened, 1, '"', escapes=escapes)


@pytest.mark.parametrize("find", [closing_brace, closing_quote])
def test_marks_that_never_close_take_little_time(
    find: Callable[..., int | None],
) -> None:
    text = '{"x{' * MANY
    begun = time.process_time()
    for at in range(0, len(text), 400):
        find(text, at + 1, escapes=True)
    assert time.process_time() - begun < 5  # minutes if each looked to the end


def test_names_stand_for_values_whatever_their_letters_are() -> None:
    macros = Macros()
    macros.define({"JAMA": "J Am Med Assoc"})
    assert macros.value("jama") == "J Am Med Assoc"
    assert macros.value("unknown") == "unknown"


def test_no_more_is_put_in_than_there_is_room_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bibtex_macros, "ROOM", 10)
    macros = Macros()
    macros.define({"a": "123456", "long": None})
    assert macros.value("a") == "123456"
    assert macros.value("a") is None
    assert macros.value("long") is None
    macros.allow(1)
    assert macros.value("a") == "123456"


def test_abbreviations_that_double_each_other_stay_names(imported: Import) -> None:
    """Thirty of them would be a thousand million letters."""
    lines = ['@string{m0 = "ten letters"}']
    lines += [f"@string{{m{n} = m{n - 1} # m{n - 1}}}" for n in range(1, 31)]
    lines += ["@article{k, title = {Sleep}, journal = m30}"]
    lines += ["@article{l, title = {Salt}, journal = m0}"]
    (first, second), tally = imported(BIBTEX, "\n".join(lines).encode())
    assert (first.title, first.venue) == ("Sleep", "m30")
    assert (second.title, second.venue) == ("Salt", "ten letters")
    told = [str(caution) for caution in tally.cautions]
    assert any("is too long: the name m30 stays" in one for one in told)
