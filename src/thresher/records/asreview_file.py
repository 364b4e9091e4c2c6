"""Project files of ASReview, every version, with no ASReview installed."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from thresher.errors import FileError
from thresher.records.archive import Archive, open_archive
from thresher.records.asreview_legacy import MODEL_STATE, read_legacy
from thresher.records.asreview_project import AsreviewProject, Decision
from thresher.records.asreview_tables import read_tables, results_entry
from thresher.records.json_entry import read_json

__all__ = ["AsreviewProject", "Decision", "read_project"]

CONFIG = "project.json"


def read_project(path: str | Path) -> AsreviewProject:
    """Project kept in an ``.asreview`` file of ASReview 0.x, 1, 2 or 3.

    Parameters
    ----------
    path
        The file. It is opened as one from a stranger: nothing in it is run, and
        nothing is unpacked by the names it gives.

    Raises
    ------
    UnsafeArchiveError
        The archive would do harm.
    FileError
        The file is no project, is damaged, or holds no review yet.

    Notes
    -----
    The layout is told by what the archive holds, not by the version it names: files
    stopped half-way through a migration name one version and hold another. Where an
    older copy lies beside the current one, the current one is read.
    """
    with open_archive(path) as archive:
        config = read_json(archive, CONFIG) if CONFIG in archive else {}
        results = results_entry(archive, config)
        if results is not None:
            return read_tables(archive, config, results=results)
        if MODEL_STATE in archive:
            return read_legacy(archive, config)
        raise _nothing_to_read(archive, config)


def _nothing_to_read(archive: Archive, config: Mapping[str, Any]) -> FileError:
    if any(name.endswith((".h5", ".hdf5")) for name in archive.entries):
        hint = "Open it with ASReview 0.19 or 1.x once and export it again."
        return FileError(archive.path, "keeps its decisions in HDF5", hint=hint)
    if "[Content_Types].xml" in archive:
        hint = "Save the sheet as CSV."
        return FileError(archive.path, "is an office document", hint=hint)
    if config:
        reason = "is an ASReview project without a review"
        return FileError(archive.path, reason, hint="Start screening, then export it.")
    reason = "is a zip archive, but not an ASReview project"
    hint = f"A project holds {CONFIG} or {MODEL_STATE}."
    return FileError(archive.path, reason, hint=hint)
