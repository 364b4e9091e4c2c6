"""Records of citation files, and the included ones of projects."""

from collections.abc import Sequence
from pathlib import Path

from thresher.cli.citation_files import scanner
from thresher.cli.project_files import is_project
from thresher.errors import FileError
from thresher.records.citation import Citation
from thresher.records.distinct_ids import distinct_ids

__all__ = ["citations_in"]


def citations_in(
    inputs: Sequence[Path],
    *,
    format: str | None,  # noqa: A002  as the option is called
    most_bytes: int,
) -> list[Citation]:
    """Return the records of all inputs, each with an id of its own."""
    found: list[Citation] = []
    for path in inputs:
        if is_project(path):
            found += _included(path)
        else:
            found += scanner(format, most_bytes=most_bytes)(path)
    return list(distinct_ids(found))


def _included(path: Path) -> list[Citation]:
    from thresher.store.outgoing import Outgoing, Selection  # noqa: PLC0415  heavy
    from thresher.store.project import open_project  # noqa: PLC0415

    selection = Selection(carry=lambda _: (), only="included", merge=True)
    with open_project(path) as opened, opened.reading() as connection:
        found = list(Outgoing(connection, selection))
    if not found:
        hint = "Include records first, or give a citation file."
        raise FileError(path, "has no included record", hint=hint)
    return found
