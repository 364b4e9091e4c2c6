"""Parts of a data set as files: JSONL, and CSV as the shared task has them."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from thresher.records.formats.table_cells import csv_line
from thresher.synthesis.corpus.entry import Entry, entry_line

__all__ = ["part_files"]

SHORT = {"validation": "dev"}  # as MSLR calls its files


def part_files(
    part: str, entries: Callable[[], Iterable[Entry]]
) -> Mapping[str, Iterator[str]]:
    """Lines of the files of one part, by name; nothing is held in memory.

    JSONL has every column; the CSV files are those that `thresher judge` and the
    shared task's own program read.

    Parameters
    ----------
    part
        Its name.
    entries
        Gives the reviews of the part from the first on, each time it is called.
    """
    name = SHORT.get(part, part)
    return {
        f"{part}.jsonl": (entry_line(entry) + "\n" for entry in entries()),
        f"{name}-inputs.csv": _table(
            ("ReviewID", "PMID", "Title", "Abstract"), _inputs(entries)
        ),
        f"{name}-targets.csv": _table(
            ("ReviewID", "Target"), ((e.review_id, e.target) for e in entries())
        ),
        f"{name}-reviews-info.csv": _table(
            ("ReviewID", "Background"),
            ((e.review_id, e.background) for e in entries()),
        ),
    }


def _inputs(entries: Callable[[], Iterable[Entry]]) -> Iterator[tuple[str, ...]]:
    for entry in entries():
        studies = zip(entry.pmid, entry.title, entry.abstract, strict=True)
        for pmid, title, abstract in studies:
            yield entry.review_id, pmid, title, abstract


def _table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield the lines of a CSV whose first column counts the rows."""
    yield csv_line(["", *header])
    for at, row in enumerate(rows):
        yield csv_line([str(at), *row])
