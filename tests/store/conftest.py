"""Projects and scans made up for the tests."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from thresher.records.citation import Citation
from thresher.records.tally import ImportReport
from thresher.store.fingerprint import Fingerprint
from thresher.store.project import Project, create_project
from thresher.store.sources import AddedSource, Arrival, add_source


@dataclass(frozen=True)
class Made:
    """A scan of citations that no file holds."""

    citations: Sequence[Citation]
    name: str = "made.ris"

    def __iter__(self) -> Iterator[Citation]:
        return iter(self.citations)

    def report(self) -> ImportReport:
        seen = len(self.citations)
        return ImportReport(
            name=self.name, format="ris", encoding="utf-8", starts=seen, records=seen
        )


def put(project: Project, *citations: Citation, name: str = "made.ris") -> AddedSource:
    """Add citations as one source."""
    file = Fingerprint(name=name, size=1, sha256=name)
    arrival = Arrival(file=file, reader=name, at="2024-05-01T10:00:00+00:00")
    with project.writing() as connection:
        return add_source(connection, Made(citations, name), arrival=arrival)


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    """A new project, open."""
    with create_project(tmp_path / "review.thresher") as made:
        yield made
