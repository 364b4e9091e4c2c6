"""A file is read whole or as a stream, and the report tells what became of it."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import thresher.records
from thresher.errors import FileError, UnknownNameError
from thresher.records import read, scan
from thresher.records.citation import Citation
from thresher.records.formats.protocol import Format
from thresher.records.reading_files import Scan
from thresher.records.source import Source, open_source
from thresher.records.tally import Tally


@pytest.fixture(scope="session")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("reading") / "file.ris"


def ris(*ids: str) -> str:
    return "".join(f"TY  - JOUR\nID  - {name}\nER  - \n\n" for name in ids)


def test_the_report_tells_what_became_of_the_file(path: Path) -> None:
    path.write_bytes(b"note\n" + ris("a", "b").encode() + b"TY  - JOUR\nTI  - \xe9")
    report = read(path).report
    assert (report.name, report.format) == ("file.ris", "ris")
    assert (report.encoding, report.starts, report.records) == ("cp1252", 3, 3)
    assert report.dropped == {"lines outside records": 1}
    assert [caution.line for caution in report.cautions] == [1, 10]


def test_what_is_odd_about_the_bytes_is_in_the_report(path: Path) -> None:
    path.write_bytes("É".encode() + b"\n" + ris("a").encode() + b"\xe9\n")
    assert "each was read" in str(read(path).report.cautions[0])


def test_repeated_ids_get_a_number_and_are_reported(path: Path) -> None:
    path.write_text(ris("a", "b", "a", "a-2", "a", "b"))
    found = read(path)
    assert [record.id for record in found.records] == [
        *("a", "b", "a-2", "a-2-2", "a-3", "b-2")
    ]
    assert found.report.repeated_ids == ("a", "a-2", "b")


@given(ids=st.lists(st.sampled_from(["1", "2", "1-2", "1-2-2", "3"]), min_size=1))
def test_ids_are_distinct_and_the_first_keeps_its_own(
    path: Path, ids: list[str]
) -> None:
    path.write_text(ris(*ids))
    found = [record.id for record in read(path).records]
    assert len(set(found)) == len(ids)
    assert found[0] == ids[0]
    assert all(new.startswith(old) for new, old in zip(found, ids, strict=True))


def test_a_stream_gives_records_before_the_file_ends(path: Path) -> None:
    path.write_text(ris(*map(str, range(200_000))))
    opened = scan(path)
    first = next(iter(opened))
    assert first.id == "0"
    assert opened.report().starts < 200_000


def test_a_format_may_be_named(path: Path) -> None:
    path.write_text("TI  - Sleep\nTY  - JOUR\nTI  - Waking\nER  -\n")
    assert [record.title for record in read(path, format="ris").records] == [
        "Sleep",
        "Waking",
    ]
    with pytest.raises(UnknownNameError, match="no format 'risk'"):
        scan(path, format="risk")


def test_a_file_without_records_is_refused(path: Path) -> None:
    path.write_text("hello\n")
    with pytest.raises(FileError, match=r"holds no records \(RIS\)"):
        read(path, format="ris")


def test_a_reader_that_loses_a_record_is_found_out(path: Path) -> None:
    path.write_text(ris("a"))

    def loses(source: Source, *, tally: Tally) -> Iterator[Citation]:
        tally.start()
        tally.start()
        yield Citation(id=source.path.name)

    form = Format(
        name="x", title="X", endings=(), recognises=lambda _: True, read=loses
    )
    with pytest.raises(FileError, match="2 records begin but 1 could be read"):
        list(Scan(open_source(path), form))


def test_importing_the_folder_imports_no_format() -> None:
    code = (
        "import sys, thresher.records; "
        "assert not [m for m in sys.modules if 'records.formats' in m]"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = thresher.records.nothing


@pytest.mark.slow
def test_a_million_records_take_little_memory(tmp_path: Path) -> None:
    large = tmp_path / "million.ris"
    one = ris("x{}").replace("ER", "TI  - Sleep on dialysis\nAB  - {}\nER")
    words = "sleep and waking " * 12
    with large.open("w") as out:
        for number in range(1_000_000):
            out.write(one.format(number, words))
    code = (  # its own peak; rusage would count the process that started it too
        "from pathlib import Path; from thresher.records import scan; "
        f"read = sum(1 for _ in scan({str(large)!r})); "
        "state = Path('/proc/self/status').read_text(); "
        "print(read, int(state.split('VmHWM:')[1].split()[0]) // 1024)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True
    )
    records, megabytes = map(int, done.stdout.split())
    assert records == 1_000_000
    assert megabytes < 500
