"""Citation files of any format, read as a stream or as a whole."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from thresher.errors import FileError
from thresher.records.citation import Citation
from thresher.records.distinct_ids import DistinctIds
from thresher.records.formats.protocol import Format
from thresher.records.formats.registry import find_format, format_named
from thresher.records.source import MOST_BYTES, Source, open_source
from thresher.records.tally import ImportReport, Tally

__all__ = ["Import", "Scan", "read", "scan"]

MOST_REPEATED = 1000  # ids listed in a report; beyond that they are only counted


@dataclass(frozen=True, slots=True, kw_only=True)
class Import:
    """All records of a file, and what became of it."""

    records: tuple[Citation, ...]
    report: ImportReport


class Scan:
    """A file being read, record by record, in the memory of a few.

    Iterate over it once; `report` then says what became of the file. Each record has
    an id of its own: the first with an id keeps it, others get a number after it.
    """

    def __init__(self, source: Source, found: Format) -> None:
        self.source = source
        self.format = found
        self.tally = Tally()
        self._ids = DistinctIds()

    def __iter__(self) -> Iterator[Citation]:
        for caution in self.source.cautions:
            self.tally.warn(caution)
        id_for, tally = self._ids.id_for, self.tally
        for citation in self.format.read(self.source, tally=tally):
            tally.records += 1
            found = id_for(citation.id)
            yield citation if found == citation.id else replace(citation, id=found)
        self._check()

    def report(self) -> ImportReport:
        """Return what became of the file, as far as it was read."""
        tally = self.tally
        return ImportReport(
            name=self.source.path.name,
            format=self.format.name,
            encoding=self.source.encoding,
            starts=tally.starts,
            records=tally.records,
            dropped=dict(tally.dropped),
            repeated_ids=self._ids.repeated[:MOST_REPEATED],
            cautions=tuple(tally.cautions),
            more_cautions=tally.more_cautions,
        )

    def _check(self) -> None:
        starts, records = self.tally.starts, self.tally.records
        if starts != records:
            reason = f"{starts} records begin but {records} could be read"
            hint = "This is a fault of Thresher: please report it with the file."
            raise FileError(self.source.path, reason, hint=hint)
        if not records:
            reason = f"holds no records ({self.format.title})"
            hint = "Check that the export went through, and export again."
            raise FileError(self.source.path, reason, line=1, hint=hint)


def scan(
    path: Path | str,
    *,
    format: str | None = None,  # noqa: A002  as users call it
    most_bytes: int = MOST_BYTES,
) -> Scan:
    """Open a citation file for reading record by record.

    Parameters
    ----------
    path
        The file, plain or gzipped.
    format
        Name of its format; by default found by content, then by name.
    most_bytes
        Larger files, also unpacked ones, are refused.

    Raises
    ------
    FileError
        It cannot be read, is too large or in no known format.
    UnknownNameError
        There is no format of that name.
    """
    source = open_source(path, most_bytes=most_bytes)
    found = find_format(source) if format is None else format_named(format)
    return Scan(source, found)


def read(
    path: Path | str,
    *,
    format: str | None = None,  # noqa: A002  as users call it
    most_bytes: int = MOST_BYTES,
) -> Import:
    r"""All records of a citation file, and the report on its import.

    Parameters and errors are those of `scan`.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "two.ris")
    ...     lines = "TY  - JOUR", "TI  - Sleep", "TY  - JOUR", "TI  - Waking"
    ...     _ = path.write_text("\n".join(lines))
    ...     found = read(path)
    >>> [record.title for record in found.records]
    ['Sleep', 'Waking']
    >>> print(found.report.cautions[0])
    line 1: the record that begins here has no ER
    """
    opened = scan(path, format=format, most_bytes=most_bytes)
    return Import(records=tuple(opened), report=opened.report())
