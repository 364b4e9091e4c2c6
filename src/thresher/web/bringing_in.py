"""Uploaded files brought into a project, with progress told as they are read."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from thresher.errors import ThresherError
from thresher.progress import Report
from thresher.records.citation import Citation
from thresher.records.provenance import Search
from thresher.records.reading_files import Scan, scan
from thresher.records.tally import ImportReport
from thresher.store.importing import Wishes, import_files
from thresher.store.project import Project
from thresher.store.reporting.imported import imported_facts
from thresher.web.clock import now_text
from thresher.web.refusals import sentence_of

__all__ = ["brought_in"]

EVERY = 200  # records between two reports
MARKS = 60  # bytes of tags and line ends a record, roughly
MOST_UNPACKED = 2 * 1024**3


def brought_in(
    project: Project,
    paths: Sequence[Path],
    *,
    search: Search,
    report: Report,
    reader: str,
) -> dict[str, Any]:
    """Bring files in one by one, and return what became of each.

    A file that cannot be read is named with the reason; the others still come in.
    """
    wishes = Wishes(
        scan=lambda path: _Told(scan(path, most_bytes=MOST_UNPACKED), report),
        at=now_text(),
        search=search,
        reader=reader,
        progress=report,
    )
    files: list[dict[str, Any]] = []
    for path in paths:
        try:
            files += [
                imported_facts(one)
                for one in import_files(project, [path], wishes=wishes)
            ]
        except ThresherError as error:
            _, message, code = sentence_of(error)
            files.append(
                {"name": path.name, "imported": False, "error": message, "code": code}
            )
    records = sum(one.get("records", 0) for one in files)
    return {
        "files": files,
        "records": records,
        "note": search.shortfall(records=records),
    }


class _Told:
    """A scan that tells how far along it is, in records; their number is a guess."""

    def __init__(self, scanned: Scan, report: Report) -> None:
        self._scan = scanned
        self._tell = report

    def __iter__(self) -> Iterator[Citation]:
        path = self._scan.source.path
        size, weight = path.stat().st_size, 0
        for number, citation in enumerate(self._scan, 1):
            weight += MARKS + len(citation.text) + len(str(citation.raw))
            if number % EVERY == 0:
                total = max(number, size * number // weight)
                self._tell(f"Reading {path.name}", done=number, total=total)
            yield citation

    def report(self) -> ImportReport:
        """Return what became of the file."""
        return self._scan.report()
