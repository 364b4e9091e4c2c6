"""What a citation format is: how to know it, read it and write it."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import BinaryIO, Protocol

from thresher.records.citation import Citation
from thresher.records.source import Source
from thresher.records.tally import Tally

__all__ = ["Format", "Read", "Write"]


class Read(Protocol):
    """Read citations one after the other, keeping the tally."""

    def __call__(self, source: Source, *, tally: Tally) -> Iterator[Citation]:
        """Yield every record; `tally.start()` comes before each, `drop`, `warn` as due.

        A record that cannot be made is a `FileError` with its line, never a silence.
        """
        ...


class Write(Protocol):
    """Write citations to a binary stream."""

    def __call__(self, citations: Iterable[Citation], out: BinaryIO) -> None:
        """Write them all; what was read from this format comes out again."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """A citation format.

    Parameters
    ----------
    name
        Its short name, as in ``--format ris``.
    title
        Its name in reports: "RIS".
    endings
        File name endings, with the dot, most usual first.
    recognises
        Whether the first part of a file (see `Source.head`) looks like it.
    read
        Its reader.
    write
        Its writer, where it has one.
    """

    name: str
    title: str
    endings: tuple[str, ...]
    recognises: Callable[[Source], bool]
    read: Read
    write: Write | None = None
