"""BibTeX in the dialects people have, and broken in the ways they break it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from thresher.records.citation import Citation
from thresher.records.formats.bibtex import BIBTEX
from thresher.records.formats.bibtex_entries import bibtex_entries
from thresher.records.formats.latex_text import plain_of, split_outside_braces
from thresher.records.formats.protocol import Format
from thresher.records.source import open_source
from thresher.records.tally import Tally

Import = Callable[[Format, bytes], tuple[list[Citation], Tally]]


@pytest.mark.parametrize(
    ("latex", "plain"),
    [
        (r"P\"{a}ckert", "Päckert"),
        (r"{\'E}t\'e", "Été"),
        (r"Ji{\v{r}}{\'{\i}}", "Jiří"),
        (r"Erd{\H o}s", "Erdős"),
        (r"dzia{\l}ania", "działania"),
        (r"He{\ss} Stra\ss e", "Heß Straße"),
        (r"\c{c}a \k{a} \r a", "ça ą å"),
        (r"D\textquotesingle aspremont", "D'aspremont"),
        (r"Lucius \& Lucius 50\%", "Lucius & Lucius 50%"),
        (r"DNA$_{\textrm{2}}$ and 10$^{-3}$", "DNA₂ and 10⁻³"),
        (r"$4^{\textrm{e}}$ $\alpha$-$\beta \leq 2$", "4e α-β≤2"),  # noqa: RUF001  Greek meant
        (r"costs $5 million and $6 million", "costs $5 million and $6 million"),
        (r"one $ alone", "one $ alone"),
        (r"\textit{Natrix} \textbf{do} {\em not}", "Natrix do not"),
        (r"\unknown{text} and \alone", r"text and \alone"),
        (r"pages 1--2---3", "pages 1–2—3"),  # noqa: RUF001  dashes meant
        (r"``quoted'' a~b c\ d e\,f g\-h", "“quoted” a b c d e f gh"),
        (r"\~{} \^{} \~", "~ ^ ~"),
        (r"stray } and {open", "stray  and open"),
        (r"H\textsubscript{2}O x\textsuperscript{a}", "H₂O xa"),
        (r"a \\ b", "a   b"),
        (r"\'\i", "í"),
    ],
)
def test_latex_becomes_plain_text(latex: str, plain: str) -> None:
    assert plain_of(latex) == plain


def test_depth_of_braces_is_no_limit() -> None:
    assert plain_of("{" * 50_000 + "x" + "}" * 50_000) == "x"


def test_strings_are_put_in_and_joined(imported: Import) -> None:
    text = b"""@String {jan-url = {https://a.org/}}
@string(who = "Ito, K and "))
@comment{who = "nobody"} @preamble{"x" # who}
@article(k1, author = WHO # "Abe, S" # { and Ueda, N}, year = 2001, month = mar,
  url = jan-url, title = undefined # " title")"""
    (record,), tally = imported(BIBTEX, text)
    assert record.authors == ("Ito, K", "Abe, S", "Ueda, N")
    assert (record.url, record.year) == ("https://a.org/", 2001)
    assert record.title == "undefined title"
    assert ("month", "mar") in record.raw
    assert not tally.cautions


def test_biblatex_has_its_own_names_of_fields(imported: Import) -> None:
    text = b"""@thesis{k, title={T}, date={2009-03-01}, journaltitle={J}, issue={4},
  eprint={2001.1}, eprinttype={arxiv}, crossref={other}, keywords={a; b, c}}"""
    record = imported(BIBTEX, text)[0][0]
    assert (record.year, record.venue, record.issue) == (2009, "J", "4")
    assert record.keywords == ("a", "b, c")
    assert record.kind == "thesis"
    assert ("crossref", "other") in record.raw
    assert record.raw[0] == ("entrytype", "thesis")


def test_names_in_braces_are_one_name(imported: Import) -> None:
    text = rb"@book{k, author={{Health and Safety Group} and M{\"u}ller, A AND others}}"
    assert imported(BIBTEX, text)[0][0].authors == (
        "Health and Safety Group",
        "Müller, A",
        "others",
    )


def test_a_second_value_of_a_field_is_kept(imported: Import) -> None:
    record = imported(BIBTEX, b"@misc{k, doi={10.1000/a}, doi={10.1000/b}, doi={x}}")[
        0
    ][0]
    assert record.doi == "10.1000/a"
    assert record.raw == (("doi", "10.1000/b"), ("doi", "x"))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("@article{k, title = {Never closed, year = 2001", "title is not closed"),
        ("@article{k, title = {T}, year = 2001", "the entry is not closed"),
        ('@article{k, title = "Never closed\n year = 2001\n}', "title is not closed"),
        ("@article{k, title = {T}}, year = 2001}", "closes too early"),
        ("@article{k, title = {T}, %junk% , year = 2001}", "is no field"),
    ],
)
def test_a_broken_entry_is_a_record_and_a_caution(
    imported: Import, text: str, problem: str
) -> None:
    records, tally = imported(
        BIBTEX, f"\n{text}\n@book{{next, title={{N}}}}\n".encode()
    )
    assert [record.id for record in records] == ["k", "next"]
    assert records[0].title
    assert any(problem in caution.message for caution in tally.cautions)
    assert {caution.line for caution in tally.cautions} == {2}


def test_a_comma_or_a_key_may_be_missing(imported: Import) -> None:
    text = b"@article{\n title = {A}\n year = 2001\n}\n@book{,title={B}}@book{c}"
    records, tally = imported(BIBTEX, text)
    assert [(r.id, r.title, r.year) for r in records] == [
        ("1", "A", 2001),
        ("2", "B", None),
        ("c", "", None),
    ]
    assert not tally.cautions


def test_a_backslash_before_a_brace_may_mean_nothing(imported: Import) -> None:
    text = rb"@article{k, file = {C:\papers\}, title = {T}, year = {2001}}"
    record = imported(BIBTEX, text)[0][0]
    assert (record.title, record.year) == ("T", 2001)
    assert record.raw == (("file", "C:\\papers\\"),)


def test_the_brace_may_stand_on_the_next_line(imported: Import) -> None:
    text = b"words @ nothing\n@article\n{k,\n title={T}}\n@lonely\nwords\n"
    assert [record.id for record in imported(BIBTEX, text)[0]] == ["k"]


def test_names_of_fields_may_hold_blanks(imported: Import) -> None:
    record = imported(BIBTEX, b"@misc{k, key words = {a}, funding_text 1={b}}")[0][0]
    assert record.raw == (("key words", "a"), ("funding_text 1", "b"))


def test_an_empty_library_holds_no_record(imported: Import) -> None:
    assert imported(BIBTEX, b"% Encoding: UTF-8\n@Comment{jabref-meta: x;}\n")[0] == []


@pytest.mark.parametrize(
    ("content", "known"),
    [
        (b"% x\n@article{k,}", True),
        ("\ufeff@book{a}".encode(), True),
        (b"x\r@misc {a}", True),
        (b"mail @home {x}", False),
        (b"TY  - JOUR", False),
    ],
)
def test_bibtex_is_known_by_its_entries(
    tmp_path: Path, content: bytes, *, known: bool
) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    assert BIBTEX.recognises(open_source(path)) is known


@pytest.mark.parametrize(
    ("value", "read"),
    [("{}", ""), ("{a}", "a"), ("{{a} b}", "{a} b"), (r"{a\} b}", r"a\} b")],
)
def test_a_value_ends_at_the_brace_that_closes_it(value: str, read: str) -> None:
    text = f"@misc{{key, note = {value}}}"
    [entry] = bibtex_entries([(1, text)])
    assert entry.fields == [("note", read)]
    assert entry.problems == []


@pytest.mark.parametrize(
    ("names", "parts"),
    [
        ("A and B AND C", ["A", "B", "C"]),
        ("A and {B and C}", ["A", "{B and C}"]),
        (r"\'A and B", [r"\'A", "B"]),
        ("Anderson, A", ["Anderson, A"]),
    ],
)
def test_names_are_parted_outside_braces_only(names: str, parts: list[str]) -> None:
    assert split_outside_braces(names, mark=r"\s+and\s+") == parts
