"""Citations laid out as a table: a column for each field that any of them has."""

import json
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from typing import IO

from thresher.records.citation import Citation
from thresher.records.formats.json_lines import line_of, own_citation
from thresher.records.formats.table_cells import joined
from thresher.records.formats.table_columns import CARRIED

__all__ = ["Layout", "table_of"]

IN_MEMORY = 64 * 1024**2
Column = tuple[str, int]  # the name of a field, and which of its values


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """A table: its header and, as often as wanted, its rows."""

    columns: Sequence[Column]
    spool: IO[bytes]

    @property
    def names(self) -> list[str]:
        """Names of all columns: those of every citation, then those of `raw`."""
        return [*CARRIED, *(name for name, _ in self.columns)]

    def rows(self) -> Iterator[list[str]]:
        """Yield one row for each citation."""
        self.spool.seek(0)
        for line in self.spool:
            citation = own_citation(json.loads(line), number=1)
            held = dict(_numbered(citation))
            yield [
                *(_cell(citation, field) for field in CARRIED),
                *(held.get(column, "") for column in self.columns),
            ]


@contextmanager
def table_of(citations: Iterable[Citation]) -> Iterator[Layout]:
    """Return citations as a table, keeping them on disk until all names are known.

    The columns of `raw` fields stand in an order that agrees with every citation, if
    there is one, and else in the order of their first appearance.
    """
    with tempfile.SpooledTemporaryFile(max_size=IN_MEMORY) as spool:
        before: dict[Column, set[Column]] = {}
        for citation in citations:
            last: Column | None = None
            for column, _ in _numbered(citation):
                earlier = before.setdefault(column, set())
                if last is not None:
                    earlier.add(last)
                last = column
            spool.write(line_of(citation).encode() + b"\n")
        yield Layout(columns=_in_order(before), spool=spool)


def _in_order(before: dict[Column, set[Column]]) -> list[Column]:
    try:
        return [*TopologicalSorter(before).static_order()]
    except CycleError:
        return [*before]


def _numbered(citation: Citation) -> Iterator[tuple[Column, str]]:
    """Yield the `raw` fields, telling those of one name apart."""
    seen: Counter[str] = Counter()
    for name, value in citation.raw:
        yield (name, seen[name]), value
        seen[name] += 1


def _cell(citation: Citation, field: str) -> str:
    value = getattr(citation, field)
    if isinstance(value, tuple):
        return joined(value)
    return "" if value is None else str(value)
