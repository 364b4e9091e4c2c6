"""Laws of the HTML page."""

import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.errors import InputError
from thresher.records.citation import Citation
from thresher.reports.document import (
    Block,
    Commands,
    Document,
    Fact,
    Facts,
    Files,
    Paragraph,
    Picture,
    Records,
    Section,
    Table,
    html_page,
)

EVIL = "<script>alert('\"&')</script>"
VOID = {"meta", "img", "br", "link"}


class Seen(HTMLParser):
    """Tags, attributes and text of a page, and whether the tags are balanced."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.words: list[str] = []
        self.open: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def text(self) -> str:
        return "".join(self.words)


def page_of(*blocks: Block, title: str = "A page") -> str:
    section = Section(title="Part", blocks=blocks)
    return html_page(Document(title=title, lead="", sections=(section,), origin=""))


def all_blocks(text: str) -> tuple[Block, ...]:
    citation = Citation(
        id=text, title=text, abstract=text, authors=(text,), venue=text, year=2020
    )
    return (
        Paragraph(text=text),
        Facts(facts=(Fact(value=text, name=text, note=text),)),
        Picture(svg=b"<svg/>", caption=text, how_to_read=text, instead=text),
        Table(caption=text, header=(text,), rows=((text,),), note=text),
        Records(caption=text, entries=((citation, text),)),
        Commands(lines=(text,)),
        Files(caption=text, entries=((text, text),)),
    )


def test_no_text_becomes_a_tag_wherever_it_stands() -> None:
    section = Section(title=EVIL, blocks=all_blocks(EVIL))
    document = Document(title=EVIL, lead=EVIL, sections=(section,) * 2, origin=EVIL)
    page = html_page(document)
    seen = Seen(page)
    assert "script" not in seen.tags
    assert "<script" not in page
    assert seen.text.count(EVIL) == 6 + 2 * 22  # around the sections, and in each
    assert seen.open == []


@given(text=st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1))
def test_text_comes_out_as_it_went_in(text: str) -> None:
    assert text in Seen(page_of(Paragraph(text=text))).text


def test_the_page_asks_for_nothing_outside() -> None:
    seen = Seen(page_of(*all_blocks("x")))
    addresses = [
        str(value) for name, value in seen.attributes if name in {"src", "href"}
    ]
    assert addresses
    assert all(one.startswith(("data:", "#")) or one == "./x" for one in addresses)
    assert not re.search(r"url\(|@import|https?:", page_of(*all_blocks("x")))


def test_the_name_of_a_file_cannot_be_an_address_elsewhere() -> None:
    for name in ("javascript:alert(1)", "https://example.org", "//example.org"):
        seen = Seen(page_of(Files(caption="", entries=((name, ""),))))
        (address,) = [v for n, v in seen.attributes if n == "href" and v]
        assert ":" not in address
        assert not address.startswith("/")


def test_the_page_forbids_itself_scripts_and_requests() -> None:
    policies = [v for n, v in Seen(page_of()).attributes if n == "content" and v]
    assert any("default-src 'none'" in one for one in policies)


def test_numbers_stand_right_and_words_left() -> None:
    table = Table(
        caption="t",
        header=("run", "loss", "read", "mixed", "nothing"),
        rows=(("a", 0.25, 1200, 1, None), ("b", -0.5, None, "-", None)),
    )
    assert table.is_number == (False, True, True, False, False)
    page = page_of(table)
    assert '<td class="number">0.250</td>' in page
    assert '<td class="number">\N{MINUS SIGN}0.500</td>' in page
    assert '<td class="number">1,200</td>' in page
    assert '<td class="number">—</td>' in page
    assert "<td>-</td>" in page


def test_an_empty_table_is_only_its_header() -> None:
    table = Table(caption="t", header=("run", "loss"), rows=())
    assert table.is_number == (False, False)
    assert "<td" not in page_of(table)


def test_a_table_of_sentences_becomes_blocks_on_a_narrow_page() -> None:
    long = Table(caption="t", header=("row", "sentence"), rows=(("R1", "word " * 20),))
    page = page_of(long)
    assert 'class="prose"' in page
    assert 'data-head="sentence"' in page
    short = Table(caption="t", header=("row", "value"), rows=(("R1", 1.0),))
    assert 'class="prose"' not in page_of(short)


def test_each_column_may_have_its_own_decimals() -> None:
    table = Table(caption="t", header=("a", "b"), rows=((0.5, 1234.56),), digits=(2, 1))
    assert table.printed == (("0.50", "1,234.6"),)


@pytest.mark.parametrize("row", [(), (1,), (1, 2, 3)])
def test_a_row_of_another_length_is_refused(row: tuple[int, ...]) -> None:
    with pytest.raises(InputError, match=f"a row of {len(row)} cells"):
        Table(caption="t", header=("a", "b"), rows=(row,))


def test_digits_for_other_columns_are_refused() -> None:
    with pytest.raises(InputError, match="digits for 1"):
        Table(caption="t", header=("a", "b"), rows=(), digits=(1,))


def test_a_drawing_is_held_as_an_image_that_cannot_run() -> None:
    svg = b"<svg><script>alert(1)</script></svg>"
    picture = Picture(svg=svg, caption="c", how_to_read="h", instead="i")
    seen = Seen(page_of(picture))
    assert "script" not in seen.tags
    assert ("src", picture.address) in seen.attributes
    assert ("alt", "i") in seen.attributes
    assert "How to read this: h" in seen.text


def test_four_authors_are_three_and_others() -> None:
    four = Citation(id="1", title="t", authors=("A", "B", "C", "D"))
    text = Seen(page_of(Records(caption="c", entries=((four, ""),)))).text
    assert "A; B; C et al." in text
    assert "No abstract." in text


def test_only_several_sections_need_a_list_of_contents() -> None:
    one = Section(title="Part", blocks=())
    for count in (1, 2):
        document = Document(title="t", lead="", sections=(one,) * count, origin="")
        assert ("<nav" in html_page(document)) == (count > 1)
