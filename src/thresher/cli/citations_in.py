"""Records of citation files, and the included ones of projects."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from thresher.cli.citation_files import scanner
from thresher.cli.project_files import is_project
from thresher.errors import FileError
from thresher.records.citation import Citation
from thresher.records.distinct_ids import distinct_ids

if TYPE_CHECKING:
    from thresher.synthesis.study_records import StudyRecords

__all__ = ["citations_in", "studies_in"]


def citations_in(
    inputs: Sequence[Path],
    *,
    format: str | None,  # noqa: A002  as the option is called
    most_bytes: int,
) -> list[Citation]:
    """Return the records of all inputs, each with an id of its own."""
    found = _records_in(inputs, format=format, most_bytes=most_bytes)
    return [one.view for one in found]


def studies_in(
    inputs: Sequence[Path],
    *,
    format: str | None,  # noqa: A002  as the option is called
    most_bytes: int,
) -> "tuple[StudyRecords, ...]":
    """Return the studies of all inputs, each once, with the ids of its records."""
    from thresher.synthesis.study_records import counted_once  # noqa: PLC0415  heavy

    return counted_once(_records_in(inputs, format=format, most_bytes=most_bytes))


def _records_in(
    inputs: Sequence[Path],
    *,
    format: str | None,  # noqa: A002  as the option is called
    most_bytes: int,
) -> "list[StudyRecords]":
    from thresher.synthesis.study_records import record_of  # noqa: PLC0415  heavy

    found: list[StudyRecords] = []
    for path in inputs:
        if is_project(path):
            found += _included(path)
        else:
            found += map(record_of, scanner(format, most_bytes=most_bytes)(path))
    views = distinct_ids(one.view for one in found)
    return [_renamed(one, view) for one, view in zip(found, views, strict=True)]


def _renamed(one: "StudyRecords", view: Citation) -> "StudyRecords":
    """Return records under an id that no other study has."""
    if view.id == one.view.id:
        return one
    ids = tuple(view.id if id_ == one.view.id else id_ for id_ in one.ids)
    return replace(one, view=view, ids=ids)


def _included(path: Path) -> "list[StudyRecords]":
    from thresher.store.project import open_project  # noqa: PLC0415  heavy
    from thresher.store.studies import included_studies  # noqa: PLC0415

    with open_project(path) as opened, opened.reading() as connection:
        found = included_studies(connection, project=str(path))
    if not found:
        hint = "Include records first, or give a citation file."
        raise FileError(path, "has no included record", hint=hint)
    return found
