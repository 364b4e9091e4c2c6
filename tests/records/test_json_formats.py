"""CSL-JSON and JSON lines."""

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from thresher.errors import FileError
from thresher.records.citation import Citation
from thresher.records.formats.csl_json import CSL_JSON, item_of
from thresher.records.formats.json_lines import JSON_LINES, line_of
from thresher.records.formats.protocol import Format
from thresher.records.source import Source
from thresher.records.tally import Tally

Import = Callable[[Format, bytes], tuple[list[Citation], Tally]]


def head(text: str) -> Source:
    return Source(path=Path("x"), head=text, head_bytes=text.encode(), encoding="utf-8")


def test_an_item_of_csl_finds_its_places(imported: Import) -> None:
    item = {
        "id": 7,
        "type": "article-journal",
        "title": "Sleep",
        "container-title": ["Lung"],
        "DOI": "https://doi.org/10.1000/X",
        "author": [
            {"family": "Berg", "given": "A", "non-dropping-particle": "van den"},
            {"family": "King", "given": "M", "suffix": "Jr"},
            {"literal": "The Group"},
            "Just a name",
        ],
        "issued": {"date-parts": [["2013", 1, 1]]},
        "keyword": "a, b",
        "language": "en",
        "custom": {"mine": 1},
    }
    record = imported(CSL_JSON, json.dumps([item]).encode())[0][0]
    assert record.authors == (
        "van den Berg, A",
        "King, M, Jr",
        "The Group",
        "Just a name",
    )
    assert (record.id, record.year, record.venue) == ("7", 2013, "Lung")
    assert (record.doi, record.keywords) == ("10.1000/x", ("a", "b"))
    assert ("language", "en") in record.raw
    assert ("custom.mine", "1") in record.raw
    assert ("issued", '{"date-parts": [["2013", 1, 1]]}') in record.raw


def test_publish_or_perish_is_read_as_what_it_means(imported: Import) -> None:
    item = {"uid": "GS:1", "title": "Sleep", "source": "Lung", "year": 2001}
    item |= {"authors": ["K Ito", "S Abe"], "article_url": "http://a.org"}
    record = imported(CSL_JSON, json.dumps([item]).encode())[0][0]
    assert (record.id, record.venue, record.year) == ("GS:1", "Lung", 2001)
    assert (record.authors, record.url) == (("K Ito", "S Abe"), "http://a.org")


@pytest.mark.parametrize(
    ("issued", "year"),
    [
        ({"raw": "May 2013"}, 2013),
        ({"literal": "soon"}, None),
        ({"date-parts": [[]]}, None),
        ("2013-05", 2013),
        ({"date-parts": [[-44]]}, -44),
        ({"date-parts": [["--44"]]}, None),
        ({"date-parts": [[10**30]]}, None),
        ({"date-parts": [["9" * 5000]]}, None),
    ],
)
def test_a_date_of_csl_may_take_any_form(
    imported: Import, issued: object, year: int | None
) -> None:
    text = json.dumps([{"id": "1", "issued": issued}])
    assert imported(CSL_JSON, text.encode())[0][0].year == year


def test_of_several_values_the_first_counts_and_all_are_kept(imported: Import) -> None:
    item = {"id": "1", "uid": "u", "title": ["A", "B"], "container-title": ["J", "K"]}
    record = imported(CSL_JSON, json.dumps([item]).encode())[0][0]
    assert (record.title, record.venue) == ("A", "J")
    assert record.raw == (("uid", "u"), ("title", "B"), ("container-title", "K"))


@pytest.mark.parametrize(
    "text",
    ['{"items": [{"id": "a"}]}', '{"id": "a"}', '[{"id": "a"}]', ' [ {"id":"a"} ] '],
)
def test_items_may_be_listed_wrapped_or_alone(imported: Import, text: str) -> None:
    assert [record.id for record in imported(CSL_JSON, text.encode())[0]] == ["a"]


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ('[{"id": "a"},\n{"id": "b"', 2, "not well-formed"),
        ('[{"id": "a"}\n{"id": "b"}]', 2, "breaks off"),
        ('[{"id": "a"},\n\n7]', 3, "got int"),
        ('{"items": 7}', 1, "no list"),
        ("7", 1, "no list"),
        ("[" * 100_000, 1, "nested too deeply"),
    ],
)
def test_broken_csl_is_refused_with_its_line(
    imported: Import, text: str, line: int, *, reason: str
) -> None:
    with pytest.raises(FileError, match=reason) as refused:
        imported(CSL_JSON, text.encode())
    assert refused.value.line == line


def test_a_citation_becomes_a_plain_item_of_csl() -> None:
    record = Citation(
        id="1", kind="book", title="T", year=2001, authors=("Ito, K", "WHO")
    )
    assert item_of(record) == {
        "id": "1",
        "type": "book",
        "title": "T",
        "author": [{"family": "Ito", "given": "K"}, {"literal": "WHO"}],
        "issued": {"date-parts": [[2001]]},
    }


def test_no_citations_are_an_empty_list(imported: Import) -> None:
    out = io.BytesIO()
    assert CSL_JSON.write is not None
    CSL_JSON.write([], out)
    assert imported(CSL_JSON, out.getvalue())[0] == []


def test_lines_of_others_are_read_too(imported: Import) -> None:
    lines = b'{"title": "A", "year": "2001", "authors": "Ito", "score": 0.5}\n\n'
    lines += b'{"id": "x", "type": "book", "title": "B", "DOI": "10.1000/b"}\n'
    records, tally = imported(JSON_LINES, lines)
    assert [(r.id, r.title) for r in records] == [("1", "A"), ("x", "B")]
    assert records[0].raw == (("year", "2001"), ("authors", "Ito"), ("score", "0.5"))
    assert (records[1].kind, records[1].doi) == ("book", "10.1000/b")
    assert tally.starts == 2


@pytest.mark.parametrize("year", [10**30, -(10**9), True, 2001.5])
def test_a_year_that_no_database_holds_is_kept_as_it_is(
    imported: Import, year: object
) -> None:
    line = json.dumps({"id": "1", "year": year}).encode()
    [record] = imported(JSON_LINES, line)[0]
    assert (record.year, record.raw) == (None, (("year", json.dumps(year)),))


@pytest.mark.parametrize(
    "text",
    [
        b'{"id": "a"}\n[1]\n',
        b'{"id": "a"}\n{"id": \n',
        b'{"id": "a"}\n{"id": ' + b"[" * 100_000,
    ],
    ids=["list", "cut", "nested"],
)
def test_a_broken_line_is_refused_with_its_number(
    imported: Import, text: bytes
) -> None:
    with pytest.raises(FileError) as refused:
        imported(JSON_LINES, text)
    assert refused.value.line == 2


def test_half_letters_survive_a_line(imported: Import) -> None:
    record = Citation(id="1", title="\ud800 broken")
    assert imported(JSON_LINES, line_of(record).encode())[0] == [record]


def test_json_is_known_by_its_start() -> None:
    assert JSON_LINES.recognises(head('{"id": "1", "title": "x"}\n{"id": "2"}'))
    assert not JSON_LINES.recognises(head('{\n"id": "1"}'))
    assert not JSON_LINES.recognises(head('{"apples": 1}'))
    assert not JSON_LINES.recognises(head("title,id"))
    assert not JSON_LINES.recognises(head('{"id": ' + "[" * 100_000))
    assert CSL_JSON.recognises(head('[\n {"id": "1", "type": "book"}]'))
    assert not CSL_JSON.recognises(head("[1, 2]"))
