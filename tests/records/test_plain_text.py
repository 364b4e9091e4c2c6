"""Texts of all common encodings are read whole, or refused in one sentence."""

import codecs
import gzip
import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from thresher.errors import FileError, UnsafeArchiveError
from thresher.records.plain_text import as_text, file_start, read_content

patient = settings(deadline=None)  # other work may hold the machine up

HERE = Path("a.txt")
texts = st.text(st.characters(exclude_characters="\0\ufeff", codec="utf-8"))


@given(text=texts)
@patient
def test_any_text_in_any_unicode_encoding_is_read_back(text: str) -> None:
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "utf-32"):
        assert as_text(text.encode(encoding), HERE) == text
    assert as_text(codecs.BOM_UTF16_BE + text.encode("utf-16-be"), HERE) == text


def test_text_that_is_not_utf_8_is_taken_for_windows_1252() -> None:
    assert as_text("naïve “café”".encode("cp1252"), HERE) == "naïve “café”"


@pytest.mark.parametrize(
    "content", [b"a\0b", b"\x9d\xff", codecs.BOM_UTF16_LE + b"\xd8"]
)
def test_what_is_no_text_is_refused(content: bytes) -> None:
    with pytest.raises(FileError, match="Save it as"):
        as_text(content, HERE)


@given(content=st.binary(min_size=1))
@patient
def test_any_bytes_are_read_as_text_or_refused(content: bytes) -> None:
    try:
        text = as_text(content, HERE)
    except FileError:
        return
    assert len(text) <= len(content)


def test_a_gzipped_file_is_read_as_if_it_were_plain(tmp_path: Path) -> None:
    plain, packed = tmp_path / "a", tmp_path / "a.gz"
    plain.write_bytes(b"1\n0\n" * 99)
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    assert read_content(packed) == read_content(plain) == b"1\n0\n" * 99


def test_a_file_above_the_limit_is_refused_plain_or_gzipped(tmp_path: Path) -> None:
    plain, packed = tmp_path / "a", tmp_path / "a.gz"
    plain.write_bytes(b"0" * 101)
    packed.write_bytes(gzip.compress(b"0" * 101))
    with pytest.raises(FileError, match="101 bytes; at most 100"):
        read_content(plain, most=100)
    with pytest.raises(UnsafeArchiveError, match="more than the 100 bytes"):
        read_content(packed, most=100)
    assert len(read_content(packed, most=101)) == 101


def test_a_gzipped_file_cut_off_anywhere_is_refused(tmp_path: Path) -> None:
    path, whole = tmp_path / "a.gz", gzip.compress(b"1\n0\n" * 99)
    for cut in range(2, len(whole)):
        path.write_bytes(whole[:cut])
        with pytest.raises(FileError, match="cut off or damaged"):
            read_content(path)


def test_missing_empty_and_special_files_are_refused_by_name(tmp_path: Path) -> None:
    empty, pipe = tmp_path / "empty", tmp_path / "pipe"
    empty.touch()
    os.mkfifo(pipe)
    refusals = {
        tmp_path / "none": "there is no such file",
        tmp_path: "is a folder",
        empty: "the file is empty",
        pipe: "is no ordinary file",
        tmp_path / ("x" * 300): "cannot be opened",
    }
    for path, reason in refusals.items():
        with pytest.raises(FileError, match=reason) as refused:
            file_start(path)
        assert str(path) in str(refused.value)
