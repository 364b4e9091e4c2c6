"""A scan that says how far along it is."""

from collections.abc import Iterator

from thresher.progress import Report
from thresher.records.citation import Citation
from thresher.records.reading_files import Scan
from thresher.records.tally import ImportReport

__all__ = ["Watched"]

EVERY = 500  # records between two reports
MARKS = 60  # bytes of tags and line ends a record, roughly


class Watched:
    """A scan whose progress is told, in records; their number is an estimate."""

    def __init__(self, scan: Scan, report: Report) -> None:
        self.scan = scan
        self.tell = report

    def __iter__(self) -> Iterator[Citation]:
        path = self.scan.source.path
        size, weight = path.stat().st_size, 0
        for number, citation in enumerate(self.scan, 1):
            weight += MARKS + len(citation.text) + len(str(citation.raw))
            if number % EVERY == 0:
                total = max(number, size * number // weight)
                self.tell(f"Reading {path.name}", done=number, total=total)
            yield citation

    def report(self) -> ImportReport:
        """Return what became of the file."""
        return self.scan.report()
