"""Whoever decides while a file comes in does not wait for it to be read."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from thresher.errors import FileError
from thresher.records.citation import Citation
from thresher.records.tally import ImportReport
from thresher.store.importing import Wishes, import_files
from thresher.store.project import Project
from thresher.store.record_rows import record_count
from thresher.store.sources import sources_listed

from .conftest import Made
from .lab import AT, fill, said, tell

SIZE = 1200  # more than one batch


class Slow:
    """A scan during which somebody decides, and looks."""

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
                    self.seen.append((listed, record_count(connection)))
                if self.breaks:
                    raise FileError("a.ris", "ends in the middle")
            yield Citation(id=str(at), title=f"Title {at}")

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
