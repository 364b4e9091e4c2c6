"""Archives from strangers are opened safely, or refused in one sentence."""

import contextlib
import io
import struct
import zipfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from thresher.errors import FileError, UnsafeArchiveError
from thresher.records.archive import ArchiveLimits, open_archive

HARMLESS = {"project.json": "{}", "data/records.csv": "title,label\na,1\n" * 50}
AS_LINK = 0o120777 << 16


def packed(entries: dict[str, str]) -> bytes:
    """Zip archive of these entries."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries.items():
            archive.writestr(name, content)
    return out.getvalue()


def declare(archive: bytes, size: int) -> bytes:
    """Let the directory's first entry declare `size` bytes."""
    at = archive.index(b"PK\x01\x02") + 24
    return archive[:at] + struct.pack("<I", size) + archive[at + 4 :]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a.zip"


def test_a_harmless_archive_gives_back_what_was_put_in(path: Path) -> None:
    path.write_bytes(packed(HARMLESS))
    with open_archive(path) as archive:
        assert set(archive.entries) == set(HARMLESS)
        assert all(archive.read(n).decode() == c for n, c in HARMLESS.items())
        assert "project.json" in archive
        with pytest.raises(FileError, match="no entry other"):
            archive.read("other")


@pytest.mark.parametrize(
    "name",
    ["/etc/passwd", "../up", "a/../../up", "C:/x", "c:x", "..\\up", "\\\\host\\x"],
)
def test_an_entry_that_would_leave_its_folder_is_refused(path: Path, name: str) -> None:
    path.write_bytes(packed(HARMLESS | {name: "x"}))
    with pytest.raises(UnsafeArchiveError, match="outside"), open_archive(path):
        pass


def test_backslashes_between_folders_are_read_as_slashes(path: Path) -> None:
    path.write_bytes(packed({"data\\a.csv": "x"}))
    with open_archive(path) as archive:
        assert archive.read("data/a.csv") == b"x"


def test_a_name_with_a_hidden_part_is_refused(path: Path) -> None:
    path.write_bytes(packed({"data_a": "x"}).replace(b"data_a", b"data\0a"))
    with pytest.raises(UnsafeArchiveError, match="hides"), open_archive(path):
        pass


def test_a_symbolic_link_is_refused(path: Path) -> None:
    link = zipfile.ZipInfo("link")
    link.external_attr = AS_LINK
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(link, "/etc/passwd")
    with pytest.raises(UnsafeArchiveError, match="symbolic link"), open_archive(path):
        pass


def test_an_encrypted_entry_is_refused(path: Path) -> None:
    content = bytearray(packed({"secret": "x"}))
    content[content.index(b"PK\x01\x02") + 8] |= 1
    path.write_bytes(content)
    with pytest.raises(UnsafeArchiveError, match="encrypted"), open_archive(path):
        pass


def test_too_many_entries_are_refused(path: Path) -> None:
    path.write_bytes(packed({str(i): "" for i in range(11)}))
    few = ArchiveLimits(entries=10)
    with pytest.raises(UnsafeArchiveError, match="11 entries"):
        open_archive(path, limits=few).__enter__()
    with open_archive(path, limits=ArchiveLimits(entries=11)) as archive:
        assert len(archive.entries) == 11


def test_an_entry_that_declares_4_gigabytes_is_refused_unread(path: Path) -> None:
    path.write_bytes(declare(packed({"big": "x"}), 2**32 - 2))
    with pytest.raises(UnsafeArchiveError, match="4294967294 bytes"):
        open_archive(path).__enter__()


def test_an_entry_of_5_gigabytes_is_refused_unread(path: Path) -> None:
    entry = zipfile.ZipInfo("big")
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(entry, "x")
        entry.file_size = 5 * 1024**3  # the directory is written on closing
    with pytest.raises(UnsafeArchiveError, match="5368709120 bytes"):
        open_archive(path).__enter__()


def test_a_declared_zip_bomb_is_refused_unread(path: Path) -> None:
    path.write_bytes(packed({"zeros": "0" * 30_000_000}))
    with pytest.raises(UnsafeArchiveError, match="zip bomb"), open_archive(path):
        pass


@given(less=st.integers(1, 2_999_999))
@settings(
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
    max_examples=20,
)
def test_an_entry_that_holds_more_than_it_declares_is_refused_while_reading(
    path: Path, less: int
) -> None:
    path.write_bytes(declare(packed({"zeros": "0" * 3_000_000}), 3_000_000 - less))
    with open_archive(path) as archive, pytest.raises(UnsafeArchiveError, match="more"):
        archive.read("zeros")


def test_an_entry_that_holds_less_than_it_declares_is_damaged(path: Path) -> None:
    path.write_bytes(declare(packed({"a": "x" * 100}), 200))
    with open_archive(path) as archive, pytest.raises(FileError, match="100 of 200"):
        archive.read("a")


def test_an_archive_whose_directory_is_absurdly_large_is_refused(path: Path) -> None:
    path.write_bytes(b"PK\x01\x02" * 5_000_000)
    end = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 9, 9, 20_000_000, 0, 0)
    with path.open("ab") as out:
        out.write(end)
    with pytest.raises(UnsafeArchiveError, match="directory claims"):
        open_archive(path).__enter__()


def test_an_unusual_way_of_packing_is_refused(path: Path) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("a", "x")
    with pytest.raises(UnsafeArchiveError, match="unusual method 14"):
        open_archive(path).__enter__()


def test_an_archive_inside_an_archive_stays_closed(path: Path) -> None:
    inner = packed({"../up": "x"})
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("inner.zip", inner)
    with open_archive(path) as archive_:
        assert archive_.read("inner.zip") == inner


WHOLE = packed(HARMLESS)


@given(cut=st.integers(0, len(WHOLE) - 1))
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_an_archive_cut_off_anywhere_is_refused_as_a_file(path: Path, cut: int) -> None:
    path.write_bytes(WHOLE[:cut])
    with pytest.raises(FileError):
        open_archive(path).__enter__()


@given(at=st.integers(0, len(WHOLE) - 1), byte=st.integers(0, 255))
@settings(
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
    max_examples=400,
)
def test_a_changed_byte_is_never_worse_than_a_refusal(
    path: Path, at: int, byte: int
) -> None:
    path.write_bytes(WHOLE[:at] + bytes([byte]) + WHOLE[at + 1 :])
    with contextlib.suppress(FileError), open_archive(path) as archive:
        for name in archive.entries:
            archive.read(name)


def test_no_file_and_a_folder_are_refused_with_their_names(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"missing\.zip: there is no such file"):
        open_archive(tmp_path / "missing.zip").__enter__()
    with pytest.raises(FileError, match="is a folder"):
        open_archive(tmp_path).__enter__()
