"""A tagged file in any state gives up every record, or says on which line not."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.errors import FileError
from thresher.records.citation import Citation
from thresher.records.formats import tagged
from thresher.records.formats.biblioscape import BIBLIOSCAPE
from thresher.records.formats.ciw import CIW
from thresher.records.formats.enw import ENW
from thresher.records.formats.nbib import NBIB
from thresher.records.formats.ovid import OVID
from thresher.records.formats.protocol import Format
from thresher.records.formats.ris import RIS
from thresher.records.tally import Tally

Import = Callable[[Format, bytes], tuple[list[Citation], Tally]]

TWO = "TY  - JOUR\nTI  - One\nAU  - A, B.\nER  - \n\nTY  - JOUR\nTI  - Two\nER  - \n"


def titles(records: list[Citation]) -> list[str]:
    return [record.title for record in records]


@pytest.mark.parametrize(
    "text",
    [
        TWO,
        "\ufeff" + TWO,
        TWO.removesuffix("ER  - \n"),
        TWO.replace("ER  - \n\n", ""),
        TWO.replace("  - ", " - "),
        TWO.replace("  - ", "- "),
        TWO.replace("  - ", "  -  "),
        TWO.replace("ER  - ", "ER"),
        TWO.replace("\n", "\r\n"),
        TWO.replace("\n", "\r"),
        "\n\n" + TWO.replace("\n", "\n\n"),
        "".join(f"    {line}\n" for line in TWO.splitlines()),
        "".join(f"\t{line}\n" for line in TWO.splitlines()),
        TWO.replace("TY  - JOUR\n", "TY  - JOUR\nTY  - JOUR\n"),
        TWO + TWO.replace("TY", "\ufeffTY", 1).replace("One", "1").replace("Two", "2"),
        TWO.replace("ER  - \n\n", "\n2.\n"),
        TWO.replace("ER  - \n\n", "\nRecord #2 of 784\nProvider: Wiley\n\n"),
        TWO.replace("\n\n", "\n\nLink to the Ovid Full Text: https://o.com\n\n2.\n"),
    ],
)
def test_no_state_of_a_file_loses_a_record(imported: Import, text: str) -> None:
    records, tally = imported(RIS, text.encode())
    assert titles(records)[:2] == ["One", "Two"]
    assert records[0].authors == ("A, B.",)
    assert tally.starts == len(records)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32", "cp1252", "utf-8-sig"])
def test_letters_come_through_in_every_encoding(
    imported: Import, encoding: str
) -> None:
    records, _ = imported(RIS, TWO.replace("One", "Éä ß").encode(encoding))
    assert titles(records) == ["Éä ß", "Two"]


def test_a_missing_end_is_a_caution_with_the_line_of_the_record(
    imported: Import,
) -> None:
    _, tally = imported(RIS, TWO.replace("ER  - \n\n", "").encode())
    assert [str(caution) for caution in tally.cautions] == [
        "line 1: the record that begins here has no ER"
    ]


def test_a_record_whose_type_is_missing_is_still_a_record(imported: Import) -> None:
    text = TWO.replace("\n\nTY  - JOUR", "\n")
    records, tally = imported(RIS, text.encode())
    assert titles(records) == ["One", "Two"]
    assert str(tally.cautions[0]) == "line 6: a record begins with TI, without TY"


def test_a_field_after_the_end_stays_with_its_record(imported: Import) -> None:
    text = TWO.replace("ER  - \n\n", "ER  - \nNL  - J Sleep\n\n")
    records, tally = imported(RIS, text.encode())
    assert ("NL", "J Sleep") in records[0].raw
    assert tally.cautions[0].line == 5


def test_a_stray_field_before_the_first_record_is_kept_with_it(
    imported: Import,
) -> None:
    records, tally = imported(RIS, b"C1  - lost\n" + TWO.encode())
    assert records[0].raw == (("C1", "lost"),)
    assert titles(records) == ["One", "Two"]
    assert tally.cautions[0].line == 1


def test_text_outside_records_is_counted_and_shown(imported: Import) -> None:
    text = TWO.replace("ER  - \n\n", "ER  - \n\nGood day\n\n")
    _, tally = imported(RIS, text.encode())
    assert tally.dropped == {"lines outside records": 1}
    assert str(tally.cautions[0]) == "line 6: text outside records: 'Good day'"


def test_what_looks_a_little_like_a_tag_in_a_text_is_text(imported: Import) -> None:
    abstract = "Levels of\nCA - 125 and\nIL  6\nER was near\n- all\nhigh"
    text = TWO.replace("AU  - A, B.", f"AB  - {abstract}")
    records, _ = imported(RIS, text.encode())
    assert records[0].abstract == abstract


def test_a_tag_with_nothing_after_it_is_no_text_of_the_field_before(
    imported: Import,
) -> None:
    records, _ = imported(RIS, b"TY  - JOUR\nTI  - A\nSP  -\nXY  -\nER  -\n")
    assert records[0].title == "A"
    assert records[0].raw == ()


def test_an_end_without_a_record_is_a_caution(imported: Import) -> None:
    records, tally = imported(RIS, (TWO + "ER  - \n").encode())
    assert titles(records) == ["One", "Two"]
    assert str(tally.cautions[0]) == "line 9: ER ends no record"


def test_line_numbers_hold_however_records_before_were_read(
    imported: Import,
) -> None:
    strange = "TY  - JOUR\nTI  - Three\n   more\nER  - \nZZ  - x\n"
    _, tally = imported(RIS, (TWO * 50 + strange).encode())
    assert tally.cautions[-1].line == TWO.count("\n") * 50 + 5


def test_a_record_may_be_longer_than_what_is_read_at_a_time(
    imported: Import,
) -> None:
    long = "word " * 2_100_000
    text = f"TY  - JOUR\nTI  - One\nAB  - {long}\nKW  - k\nER  - \n{TWO}"
    records, tally = imported(RIS, text.encode())
    assert titles(records) == ["One", "One", "Two"]
    assert records[0].abstract == long.strip()
    assert tally.starts == 3


def test_a_record_of_many_lines_may_be_longer_than_a_piece(imported: Import) -> None:
    lines = "\n".join(["KW  - " + "k" * 90] * 100_000)
    text = f"TY  - JOUR\nTI  - One\n{lines}\nER  - \n{TWO}"
    records, _ = imported(RIS, text.encode())
    assert titles(records) == ["One", "One", "Two"]
    assert len(records[0].keywords) == 100_000


def test_a_line_without_end_is_refused_with_its_number(
    imported: Import, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tagged, "LONGEST_PIECE", 10)
    monkeypatch.setattr(tagged, "LONGEST_LINE", 100)
    with pytest.raises(FileError, match=r"line 3: .*longer than 100 characters"):
        imported(RIS, b"TY  - JOUR\nTI  - One\nAB  - " + b"0" * 200)


fields = st.lists(
    st.tuples(
        st.sampled_from(["AU", "TI", "AB", "KW", "ZZ", "UR", "PY", "N1"]),
        st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"])),
    ),
    max_size=6,
)


@given(records=st.lists(fields, min_size=1, max_size=5))
def test_reading_in_one_piece_and_line_by_line_give_the_same(
    imported: Import, records: list[list[tuple[str, str]]]
) -> None:
    written = [
        "\n".join(["TY  - JOUR", *(f"{tag}  - {text}" for tag, text in record)])
        for record in records
    ]
    quick = "".join(f"{text}\nER  - \n\n" for text in written)
    slow = "".join(f"{text}\n ER  - \n\n" for text in written)  # a blank: not perfect
    assert imported(RIS, quick.encode())[0] == imported(RIS, slow.encode())[0]


def test_medline_records_need_no_blank_line_between_them(imported: Import) -> None:
    text = b"PMID- 1\nTI  - One\nPMID- 2\nTI  - Two\n\nOWN - ERIC\nTI  - Three\n"
    records, tally = imported(NBIB, text)
    assert titles(records) == ["One", "Two", "Three"]
    assert [record.id for record in records] == ["1", "2", "3"]
    assert tally.starts == 3


def test_blank_lines_after_every_line_do_not_part_a_record(imported: Import) -> None:
    text = "PMID- 1\nTI  - One\nAU  - A B\n\nPMID- 2\nTI  - Two\nAU  - C D\n"
    records, _ = imported(NBIB, text.replace("\n", "\n\n").encode())
    assert titles(records) == ["One", "Two"]


def test_refer_records_begin_where_they_seem_to(imported: Import) -> None:
    text = "%T One\n%0 Book\n%A A\n\n%T Two\n%X a\n\nb\n%0 Book\n%0 Thesis\n%T Three\n"
    records, _ = imported(ENW, text.encode())
    assert titles(records) == ["One", "Two", "Three"]
    assert records[1].abstract == "a\nb"
    assert records[2].kind == "thesis"


def test_isi_records_end_with_er_and_the_file_with_ef(imported: Import) -> None:
    text = b"FN ISI\nVR 1.0\nPT J\nTI One\n   more\nER\n\nPT B\nTI Two\nER\n\nEF"
    records, tally = imported(CIW, text)
    assert titles(records) == ["One more", "Two"]
    assert tally.cautions == []


def test_ovid_records_without_numbers_begin_again_with_their_first_field(
    imported: Import,
) -> None:
    text = b"VN  - Ovid\nTI  - One\nVN  - Ovid\nTI  - Two\n"
    assert titles(imported(OVID, text)[0]) == ["One", "Two"]
    named = b"Score\n  *\nTitle\n  One\nScore\n  *\nTitle\n  Two\n"
    assert titles(imported(OVID, named)[0]) == ["One", "Two"]


def test_biblioscape_records_end_with_a_row_of_hyphens(imported: Import) -> None:
    text = b"--TI-- One\n--PS-- 1\n------\n--TI-- Two\n--AB-- a\nb\n------\n"
    records, tally = imported(BIBLIOSCAPE, text)
    assert titles(records) == ["One", "Two"]
    assert records[1].abstract == "a b"
    assert tally.cautions == []
