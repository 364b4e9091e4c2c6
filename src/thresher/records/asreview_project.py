"""What an ASReview project holds, whatever version wrote it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thresher.errors import FileError
from thresher.records.archive import Archive
from thresher.records.delimited import (
    LABEL_COLUMNS,
    UNREAD,
    first_of,
    labels_of,
    read_table,
)
from thresher.records.plain_text import as_text

__all__ = ["AsreviewProject", "Decision", "current_decisions", "labels_of_data_file"]

LABELS = {0: False, 1: True}
DELIMITED = {".csv", ".tsv", ".tab", ".txt"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """One record, decided on: by whom it was chosen, and when."""

    record_id: int
    label: bool
    prior: bool = False
    time: float | None = None
    querier: str | None = None
    classifier: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class AsreviewProject:
    """A project file of ASReview: its records and the decisions on them, in order.

    Parameters
    ----------
    version
        Version of ASReview that the file names.
    file_version
        Layout of the file: 0, 1, 2 or 3.
    mode
        ``oracle`` for a review by people, ``simulate`` for a simulation.
    name
        Name of the project.
    record_ids
        Ids of all records of the data set.
    labels
        What the data set itself says of them: 1, 0, or -1 where it says nothing;
        ``None`` if it has no labels that can be read.
    decisions
        Current decisions in the order they were first made.
    settings
        Model settings, as far as the file has them, and under ``components`` the
        names recorded beside the decisions.
    """

    version: str
    file_version: int
    mode: str
    name: str
    record_ids: tuple[int, ...]
    labels: NDArray[np.int8] | None = None
    decisions: tuple[Decision, ...] = ()
    settings: Mapping[str, object] = field(default_factory=dict)

    @property
    def records(self) -> int:
        """How many records the data set holds."""
        return len(self.record_ids)

    @property
    def relevant(self) -> int | None:
        """How many records are relevant, or ``None`` where nobody knows.

        Records that were read count as decided; unread ones as the data set says, so
        that a run is charged with exactly what it left unread.
        """
        decided = {decision.record_id: decision.label for decision in self.decisions}
        found = sum(decided.values())
        if len(decided) == self.records:
            return found
        if self.labels is None:
            return None
        unread = np.array([i not in decided for i in self.record_ids], dtype=np.bool_)
        left = self.labels[unread]
        return None if (left == UNREAD).any() else found + int(left.sum())

    @property
    def contradicted(self) -> tuple[int, ...]:
        """Ids of records that were decided otherwise than the data set says."""
        if self.labels is None:
            return ()
        said = dict(zip(self.record_ids, self.labels.tolist(), strict=True))
        return tuple(
            decision.record_id
            for decision in self.decisions
            if said[decision.record_id] == (not decision.label)
        )


def current_decisions(
    decisions: Sequence[Decision], path: Path, *, record_ids: Sequence[int]
) -> tuple[Decision, ...]:
    """Return one decision a record: at its first place, as it was decided last."""
    current: dict[int, Decision] = {}
    for decision in decisions:
        current[decision.record_id] = decision
    known = set(record_ids)
    if len(known) < len(record_ids):
        reason = "its data set holds two records with one id"
        raise FileError(path, reason, hint="Export the project again.")
    strange = current.keys() - known
    if strange:
        reason = f"decides on record {min(strange)}, which its data set does not hold"
        raise FileError(path, reason, hint="Export the project again.")
    return tuple(current.values())


def labels_of_data_file(
    archive: Archive, config: Mapping[str, Any], *, record_ids: Sequence[int]
) -> NDArray[np.int8] | None:
    """Labels that a project's data file itself has, in the order of `record_ids`.

    Rows are matched by the column ``record_id`` if it holds exactly these ids, else
    by their place. A file that is no delimited table, has no label column, or has
    another number of rows says nothing.
    """
    name = f"data/{config.get('dataset_path')}"
    if name not in archive or PurePosixPath(name).suffix.lower() not in DELIMITED:
        return None
    text = as_text(archive.read(name), archive.path)
    table = read_table(text, archive.path, wanted=LABEL_COLUMNS)
    column = first_of(LABEL_COLUMNS, table.columns)
    if column is None:
        return None
    cells = table.cells([c for c in table.columns if c in {column, "record_id"}])
    values = labels_of(cells[column])
    if len(values) != len(record_ids) or None in values:
        return None
    labels = np.array(values, dtype=np.int8)
    return _matched(labels, cells.get("record_id", ()), record_ids)


def _matched(
    labels: NDArray[np.int8], ids: Sequence[str], record_ids: Sequence[int]
) -> NDArray[np.int8]:
    place = {record_id: row for row, record_id in enumerate(ids)}
    wanted = [str(record_id) for record_id in record_ids]
    if place.keys() != set(wanted):
        return labels
    return labels[[place[record_id] for record_id in wanted]]
