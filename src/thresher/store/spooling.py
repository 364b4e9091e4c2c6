"""Citations of a file that were read before anything is written, kept on disk."""

import pickle
import tempfile
from collections.abc import Iterator
from itertools import islice
from types import TracebackType

from thresher.errors import StoreError
from thresher.records.citation import Citation
from thresher.records.tally import ImportReport
from thresher.store.sources import Scanned

__all__ = ["Spooled"]

BATCH = 500


class Spooled:
    """A file that was read to its end; whoever writes it holds nobody up by reading.

    Citations lie in a nameless temporary file, so that memory stays bounded; ``with``
    removes it.

    Parameters
    ----------
    scanned
        The file, as it is read.

    Raises
    ------
    FileError
        It cannot be read.
    StoreError
        There is no room for it.
    """

    def __init__(self, scanned: Scanned) -> None:
        self._file = tempfile.TemporaryFile()  # noqa: SIM115  closed by `close`
        try:
            citations = iter(scanned)
            while batch := list(islice(citations, BATCH)):
                self._keep(batch)
            self._report = scanned.report()
        except BaseException:  # it goes on, whatever it is: only the file goes away
            self._file.close()
            raise

    def __enter__(self) -> "Spooled":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()

    def __iter__(self) -> Iterator[Citation]:
        size = self._file.seek(0, 2)
        self._file.seek(0)
        while self._file.tell() < size:
            yield from pickle.load(self._file)  # noqa: S301  our own, and nameless

    def report(self) -> ImportReport:
        """Return what became of the file."""
        return self._report

    def _keep(self, batch: list[Citation]) -> None:
        try:
            pickle.dump(batch, self._file, protocol=pickle.HIGHEST_PROTOCOL)
        except OSError as error:
            raise StoreError(
                "has not been touched: there is no room for the file while it is read",
                hint="Make room where temporary files are kept (TMPDIR).",
            ) from error
