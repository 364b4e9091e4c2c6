"""Whoever decides while a file comes in does not wait for it to be read."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from thresher.errors import FileError
from thresher.progress import Report
from thresher.records.citation import Citation
from thresher.records.reading_files import scan
from thresher.records.tally import ImportReport
from thresher.store.arriving import Adding
from thresher.store.counting import counts
from thresher.store.decision_rows import StoredDecision, add_decisions
from thresher.store.fingerprint import Fingerprint
from thresher.store.history_rows import decisions_log
from thresher.store.house import House
from thresher.store.importing import Wishes, import_files
from thresher.store.project import Project, create_project
from thresher.store.record_rows import record_count, stored_rows
from thresher.store.refusals import seconds_of
from thresher.store.screened import screened
from thresher.store.sources import (
    Arrival,
    Scanned,
    begin_source,
    fill_source,
    open_source,
    sources_listed,
)

from .conftest import Made
from .lab import AT, fill, said, tell

SIZE = 1200  # more than one batch


class Slow:
    """A scan during which somebody decides, and looks."""

    raw: tuple[tuple[str, str], ...] = ()

    def __init__(self, project: Project, *, breaks: bool = False) -> None:
        self.project = project
        self.breaks = breaks
        self.seen: list[tuple[int, int]] = []

    def __iter__(self) -> Iterator[Citation]:
        for at in range(SIZE):
            if at == SIZE - 1:
                assert tell(self.project, said(1, "include"))[0].status == "kept"
                with self.project.reading() as connection:
                    listed = len(sources_listed(connection))
                    self.seen.append((listed, counts(connection)["publications"]))
                if self.breaks:
                    raise FileError("a.ris", "ends in the middle")
            yield Citation(id=str(at), title=f"Title {at}", raw=self.raw)

    def report(self) -> ImportReport:
        return Made([Citation(id="1")] * SIZE).report()


def bring(project: Project, scan: Slow, folder: Path, *, strict: bool) -> None:
    file = folder / "a.ris"
    file.write_text("TY  - JOUR\n")
    wishes = Wishes(scan=lambda _: scan, at=AT, strict=strict)
    for _ in import_files(project, [file], wishes=wishes):
        pass


@pytest.mark.parametrize("strict", [False, True])
def test_decisions_pass_while_a_file_is_read_and_no_half_of_it_is_seen(
    project: Project, tmp_path: Path, *, strict: bool
) -> None:
    fill(project, 1)
    scan = Slow(project)
    bring(project, scan, tmp_path, strict=strict)
    assert scan.seen == [(1, 1)]
    with project.reading() as connection:
        assert record_count(connection) == 1 + SIZE
        assert [one["records"] for one in sources_listed(connection)] == [1, SIZE]


def test_a_file_that_breaks_off_leaves_nothing(
    project: Project, tmp_path: Path
) -> None:
    fill(project, 1)
    with pytest.raises(FileError, match="ends in the middle"):
        bring(project, Slow(project, breaks=True), tmp_path, strict=False)
    with project.reading() as connection:
        assert record_count(connection) == 1
        assert len(sources_listed(connection)) == 1


ARRIVAL = Arrival(
    file=Fingerprint(name="b.ris", size=1, sha256="b"), reader="b.ris", at=AT
)


def add(adding: Adding, scanned: Scanned) -> None:
    """Add a file as an import does."""
    with adding.piece() as connection:
        source_id = begin_source(connection, ARRIVAL)
        adding.begun(source_id)
    filled = fill_source(adding, scanned, source_id=source_id, arrival=ARRIVAL)
    with adding.turn() as connection:
        open_source(connection, filled)


@pytest.fixture
def served(server_house: House) -> Project:
    """A new project on the server."""
    return server_house.project(server_house.create_project("A review").id)


def test_decisions_pass_while_records_are_written_too(project: Project) -> None:
    fill(project, 1)
    slow = Slow(project)
    with project.adding() as adding:
        add(adding, slow)
    assert slow.seen == [(1, 1)]
    with project.reading() as connection:
        assert record_count(connection) == 1 + SIZE
        assert counts(connection)["publications"] == 1 + SIZE


def test_an_import_that_breaks_off_among_its_records_leaves_the_decisions_alone(
    project: Project,
) -> None:
    fill(project, 1)
    slow = Slow(project, breaks=True)
    with pytest.raises(FileError), project.adding() as adding:
        add(adding, slow)
    with project.reading() as connection:
        assert record_count(connection) == 1
        assert len(sources_listed(connection)) == 1
        assert len(list(decisions_log(connection))) == 1


def test_labels_of_a_file_are_numbered_after_what_was_decided_meanwhile(
    project: Project,
) -> None:
    fill(project, 1)
    slow = Slow(project)
    slow.raw = (("label_included", "1"),)
    with project.adding() as adding:
        add(adding, slow)
    with project.reading() as connection:
        log = list(decisions_log(connection))
    assert len(log) == 1 + SIZE
    assert log[0]["reader"] == "ann"
    assert [row["turn"] for row in log] == list(range(1, 2 + SIZE))


def test_nobody_decides_between_the_labels_of_a_file_and_its_commit(
    served: Project,
) -> None:
    fill(served, 1)
    told: list[str] = []

    def decide() -> None:
        told.append(tell(served, said(1, "include"))[0].status)

    late = threading.Thread(target=decide)
    with served.adding() as adding:
        add(adding, Made([Citation(id="2", title="Two")]))
        late.start()
        late.join(0.5)
        assert late.is_alive()
    late.join(60)
    assert told == ["kept"]


def test_imports_at_once_come_one_after_the_other(
    project: Project, tmp_path: Path
) -> None:
    files = [tmp_path / f"{name}.ris" for name in "abc"]
    for file in files:
        lines = (f"TY  - JOUR\nTI  - {file.stem} {at}\nER  - \n" for at in range(300))
        file.write_text("\n".join(lines))
    wishes = Wishes(scan=scan, at=AT)

    def bring_in(file: Path) -> None:
        assert all(one.added for one in import_files(project, [file], wishes=wishes))

    with ThreadPoolExecutor(3) as several:
        list(several.map(bring_in, files))
    with project.reading() as connection:
        rows = [(row["id"], row["source_id"]) for row in stored_rows(connection)]
    assert len(rows) == 900
    sources = [source for _, source in sorted(rows)]
    assert sources == sorted(sources)  # no record between those of another file


def test_a_file_whose_decisions_were_cut_off_is_refused_by_name(
    project: Project, tmp_path: Path
) -> None:
    path = tmp_path / "export.csv"
    cell = '"[{""label"": true, ""reader"": ""ann"", ""ord"'
    path.write_text(f"title,decision_all\nSleep,{cell}\n")
    wishes = Wishes(scan=scan, at=AT)
    with project.reading() as connection:
        before = record_count(connection)
    with pytest.raises(FileError, match=r"export\.csv: .* cut off or changed"):
        list(import_files(project, [path], wishes=wishes))
    with project.reading() as connection:
        assert record_count(connection) == before


def test_what_nobody_could_read_later_is_left_out_with_a_warning(
    tmp_path: Path,
) -> None:
    file = tmp_path / "saved_by_a_spreadsheet.csv"
    file.write_text(
        "title,included,decision_reader,decision_time,decision_chosen\n"
        "Alpha,1,ann,5/1/2024 10:00,ranked\n"
        "Beta,0,ann,2024-05-01T10:00:00+00:00,gut feeling\n"
        "Gamma,0,ann,1970-01-01T00:00:00+00:00,random\n"
    )
    with create_project(tmp_path / "review.thresher") as project:
        [one] = import_files(project, [file], wishes=Wishes(scan=scan, at=AT))
        assert one.added is not None
        warned = [caution.message for caution in one.added.report.cautions]
        assert [("no time" in told, "chosen" in told) for told in warned] == [
            (True, False),
            (False, True),
        ]
        with project.reading() as connection:
            kept = [
                (one.chosen.value, one.time) for one in screened(connection).ledger.rows
            ]
    assert [moment for _, moment in kept] == [
        seconds_of(AT),
        seconds_of("2024-05-01T10:00:00+00:00"),
        0.0,
    ]
    assert [how for how, _ in kept] == ["ranked", "prior", "random"]


def test_a_decision_whose_time_is_unknown_counts(tmp_path: Path) -> None:
    """Projects of earlier versions may hold any text there."""
    with create_project(tmp_path / "review.thresher") as project:
        fill(project, 2)
        with project.writing() as connection:
            line = StoredDecision(
                record_id=1, label=True, reader="ann", decided_at="5/1/2024"
            )
            add_decisions(connection, [line])
        with project.reading() as connection:
            [row] = screened(connection).ledger.rows
    assert (row.label, row.time) == (True, 0.0)


def told_to(heard: list[tuple[str, int, int]]) -> Report:
    """A report that is kept."""

    def tell(what: str, *, done: int, total: int) -> None:
        heard.append((what, done, total))

    return tell


def test_an_import_tells_how_much_is_written(tmp_path: Path) -> None:
    file = tmp_path / "many.ris"
    file.write_text("TY  - JOUR\nTI  - Sleep\nER  - \n" * 2001)
    heard: list[tuple[str, int, int]] = []
    wishes = Wishes(scan=scan, at=AT, progress=told_to(heard))
    with create_project(tmp_path / "review.thresher") as project:
        list(import_files(project, [file], wishes=wishes))
    assert heard == [("Writing many.ris", done, 2001) for done in (0, 1000, 2000)]


def test_an_import_that_waits_for_another_can_be_ended(tmp_path: Path) -> None:
    file = tmp_path / "one.ris"
    file.write_text("TY  - JOUR\nTI  - Sleep\nER  - \n")

    def end(what: str, *, done: int, total: int) -> None:
        raise KeyboardInterrupt(what, done, total)

    wishes = Wishes(scan=scan, at=AT, progress=end)
    with create_project(tmp_path / "review.thresher") as project:
        with (
            project.adding(),
            pytest.raises(KeyboardInterrupt, match="Waiting for another import"),
        ):
            list(import_files(project, [file], wishes=wishes))
        with project.reading() as connection:
            assert record_count(connection) == 0
