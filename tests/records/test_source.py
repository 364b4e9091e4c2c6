"""Bytes of any file become the right letters and the right lines."""

import gzip
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.errors import FileError
from thresher.records import source as source_module
from thresher.records.source import MIXED, Source, open_source
from thresher.records.text_encoding import BINARY, find_encoding, line_decoder


@pytest.fixture(scope="session")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("sources")


def opened(shelf: Path, content: bytes) -> Source:
    path = shelf / "file.ris"
    path.write_bytes(content)
    return open_source(path)


def text_lines(shelf: Path, content: bytes) -> list[str]:
    return [line for _, line in opened(shelf, content).lines()]


@pytest.mark.parametrize(
    ("content", "encoding", "text"),
    [
        (b"caf\xc3\xa9\n", "utf-8", "café"),
        (b"\xef\xbb\xbfcaf\xc3\xa9", "utf-8-sig", "café"),
        (b"caf\xe9\n", "cp1252", "café"),
        (b"caf\xe9", "cp1252", "café"),
        (b"\x93caf\xe9\x94\n", "cp1252", "\u201ccafé\u201d"),
        ("café".encode("utf-16"), "utf-16", "café"),
        ("café".encode("utf-32"), "utf-32", "café"),
        ("TY  - JOUR".encode("utf-16-le"), "utf-16-le", "TY  - JOUR"),
        ("TY  - JOUR".encode("utf-16-be"), "utf-16-be", "TY  - JOUR"),
    ],
)
def test_the_encoding_is_found(
    shelf: Path, *, content: bytes, encoding: str, text: str
) -> None:
    assert opened(shelf, content).encoding == encoding
    assert text_lines(shelf, content) == [text]


def test_each_line_of_a_mixed_file_is_read_as_what_it_is(shelf: Path) -> None:
    content = b"caf\xc3\xa9\r\ncaf\xe9\rcaf\xc3\xa9\n"
    found = opened(shelf, content)
    assert found.encoding == MIXED
    assert "each was read" in found.cautions[0]
    assert text_lines(shelf, content) == ["café"] * 3
    assert text_lines(shelf, b"\xef\xbb\xbfcaf\xe9") == ["café"]


def test_a_line_end_cut_in_two_is_one_line_end() -> None:
    for name in (MIXED, "utf-8", "cp1252"):
        decoder = line_decoder(name)
        parts = [decoder.decode(b"a\r"), decoder.decode(b"\nb", final=True)]
        assert "".join(parts) == "a\nb"


@pytest.mark.parametrize(
    ("content", "caution"),
    [
        (b"caf\xc3\xa9 caf\xc3", "ends in the middle of a letter"),
        (b"caf\x81\xe9 ", "letters in no encoding"),
        ("TY  - JOUR".encode("utf-16-le"), "no byte order mark"),
        ("ab".encode("utf-16") + b"\x00\xdc\x61", "not valid UTF-16"),
    ],
)
def test_guesses_and_damage_are_told(shelf: Path, content: bytes, caution: str) -> None:
    assert caution in " ".join(opened(shelf, content).cautions)


@given(
    text=st.text(st.characters(codec="utf-8", exclude_characters="\r\ufeff")),
    encoding=st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-32"]),
    end=st.sampled_from(["\n", "\r\n", "\r"]),
)
def test_lines_end_only_at_line_ends(
    shelf: Path, *, text: str, encoding: str, end: str
) -> None:
    content = ("x" + text.replace("\n", end) + "x").encode(encoding)
    assert text_lines(shelf, content) == ("x" + text + "x").split("\n")


@given(content=st.binary(min_size=1), sizes=st.integers(1, 7))
def test_pieces_of_any_size_decode_like_the_whole(content: bytes, sizes: int) -> None:
    name = find_encoding([content]).name
    whole = line_decoder(name).decode(content, final=True)
    decoder = line_decoder(name)
    parts = [content[at : at + sizes] for at in range(0, len(content), sizes)]
    text = "".join(decoder.decode(part) for part in parts)
    assert text + decoder.decode(b"", final=True) == whole


@given(content=st.binary(min_size=1))
def test_any_bytes_are_a_text_or_a_refusal(shelf: Path, content: bytes) -> None:
    try:
        found = opened(shelf, content)
        list(found.lines())
    except FileError:
        assert content.startswith(b"\x1f\x8b")


def test_a_gzipped_file_is_unpacked(shelf: Path) -> None:
    assert text_lines(shelf, gzip.compress(b"a\nb")) == ["a", "b"]


def test_a_damaged_or_empty_gzip_file_is_refused(shelf: Path) -> None:
    whole = gzip.compress(b"abc" * 1000)
    with pytest.raises(FileError, match="cut off or damaged"):
        opened(shelf, whole[:-4])
    with pytest.raises(FileError, match="gzip file is empty"):
        opened(shelf, gzip.compress(b""))


def test_a_file_that_unpacks_to_too_much_is_refused(shelf: Path) -> None:
    path = shelf / "bomb.gz"
    path.write_bytes(gzip.compress(b"0" * 3_000))
    with pytest.raises(FileError, match=r"unpacks to more than the 300 bytes"):
        open_source(path, most_bytes=300)
    path.write_bytes(gzip.compress(b"0" * 3_000_000))
    with pytest.raises(FileError, match=r"unpacks to more than the 2,000,000"):
        open_source(path, most_bytes=2_000_000)


def test_a_file_over_the_limit_is_refused_with_the_option_that_raises_it(
    shelf: Path,
) -> None:
    path = shelf / "large.ris"
    path.write_bytes(b"0" * 101)
    with pytest.raises(FileError, match=r"has 101 bytes.*--most-bytes"):
        open_source(path, most_bytes=100)


def test_a_line_without_end_is_refused_with_its_number(
    shelf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(source_module, "LONGEST_LINE", 10)
    with pytest.raises(FileError, match=r"line 2: .*longer than 10") as caught:
        text_lines(shelf, b"short\n" + b"0" * 20)
    assert caught.value.line == 2


@given(lines=st.lists(st.integers(0, 9), min_size=1, max_size=12))
def test_every_piece_but_the_last_holds_a_line_end(
    shelf: Path, lines: list[int]
) -> None:
    """So that a field of many megabytes is not copied again with each piece."""
    content = "\n".join("é" * size for size in lines) + "."
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(source_module, "CHUNK", 3)
        pieces = [*opened(shelf, content.encode()).texts()]
    assert "".join(pieces) == content
    assert all("\n" in piece for piece in pieces[:-1])


def test_a_missing_file_and_a_folder_are_refused(shelf: Path) -> None:
    with pytest.raises(FileError, match="no such file"):
        open_source(shelf / "none.ris")
    with pytest.raises(FileError, match="is a folder"):
        open_source(shelf)


def test_archives_have_no_text_encoding(shelf: Path) -> None:
    found = opened(shelf, b"PK\x03\x04\xff\xfe")
    assert (found.encoding, found.cautions) == (BINARY, ())
    assert found.text() == "PK\x03\x04ÿþ"


def test_the_first_line_of_the_other_encoding_is_named(tmp_path: Path) -> None:
    path = tmp_path / "mixed.ris"
    path.write_bytes(b"TI  - caf\xc3\xa9\nER  - \n" * 400_000 + b"TI  - na\xefve\n")
    said = " ".join(open_source(path).cautions)
    assert "the first of those line 800001;" in said
