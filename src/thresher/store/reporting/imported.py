"""What became of files brought into a project, for programs."""

from typing import Any

from thresher.reports.import_report import import_facts
from thresher.store.importing import Imported

__all__ = ["imported_facts"]


def imported_facts(one: Imported) -> dict[str, Any]:
    """Return what became of a file, as `thresher import --json` and the lab say it."""
    if one.added is None:
        return {"name": one.path.name, "imported": False, "since": one.since}
    return {
        **import_facts(one.added.report),
        "imported": True,
        "source": one.added.id,
        "new": one.added.new,
        "known": one.added.known,
        "decisions": one.added.decisions,
    }
