"""Settings of a project: every change is a row, the last one of a name counts."""

import hashlib
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, func, insert, select

from thresher.errors import InputError
from thresher.screening.recall_target import exact_share
from thresher.store.lab_schema import settings
from thresher.store.memory import memory_of

__all__ = [
    "DEFAULTS",
    "IDENTITY",
    "MODES",
    "Reading",
    "change_settings",
    "reading_at",
    "reading_of",
    "settings_history",
    "settings_of",
]

MODES = ("single", "dual", "share")
WHOLE = 2**64
DEFAULTS: Mapping[str, Any] = {
    "question": "",
    "criteria": {"include": [], "exclude": []},
    "terms": {"include": [], "exclude": []},
    "reasons": {"abstract": [], "fulltext": []},
    "tags": [],
    "mode": "single",
    "share": 0.1,
    "model": "",
    "target": 0.95,
    "alpha": 0.05,
    "blind": True,
    "minutes_per_record": None,
    "hours": None,
}
LEAST_ALPHA = 1e-6  # below that nobody's records would do, and numbers run out
SEED = "overlap_seed"  # says which publications both read; drawn once, never shown
IDENTITY = "identity"  # see `store.project_identity`
DRAWN = (SEED, IDENTITY)  # rows that are nobody's wish


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """How many readers a publication needs.

    Parameters
    ----------
    mode
        ``single``, ``dual``, or ``share`` (dual for a random part).
    share
        The part that two read, in ``share``.
    seed
        What chooses that part.
    blind
        Whether two readers of a publication are blind to each other until both
        decided.
    """

    mode: str = "single"
    share: float = 0.0
    seed: str = ""
    blind: bool = True

    def is_dual(self, publication: int) -> bool:
        """Say whether two must read a publication; a random part, fixed by the seed."""
        if self.mode != "share":
            return self.mode == "dual"
        text = f"thresher-overlap-1 {self.seed} {publication}"
        key = hashlib.sha256(text.encode()).digest()[:8]
        return int.from_bytes(key, "big") < self.share * WHOLE


def settings_of(connection: Connection) -> dict[str, Any]:
    """Return the settings that hold, defaults for those that nobody changed.

    A setting of several lists has all of them, whatever was stored of it.
    """
    found = dict(DEFAULTS) | _stored(connection)
    for name in DRAWN:
        found.pop(name, None)
    for name, usual in DEFAULTS.items():
        if isinstance(usual, dict):
            found[name] = usual | (found[name] or {})
    return found


def change_settings(
    connection: Connection, changes: Mapping[str, Any], *, by: str, at: str
) -> dict[str, Any]:
    """Add rows for settings that become others, and return what holds then.

    Raises
    ------
    InputError
        A mode, share, target or alpha is none.
    """
    _refuse_wrong(changes)
    before = dict(DEFAULTS) | _stored(connection)
    rows = dict(changes)
    if changes.get("mode") == "share" and SEED not in before:
        rows[SEED] = secrets.token_hex(16)
    changed = [
        {"name": name, "value": value, "reader": by, "at": at}
        for name, value in rows.items()
        if name not in before or before[name] != value
    ]
    if changed:
        connection.execute(insert(settings), changed)
    return settings_of(connection)


def settings_history(connection: Connection) -> list[dict[str, Any]]:
    """Every change of a setting, the oldest first."""
    rows = select(settings).where(settings.c.name.not_in(DRAWN)).order_by(settings.c.id)
    return [dict(row) for row in connection.execute(rows).mappings()]


def reading_of(connection: Connection) -> Reading:
    """How many readers a publication needs, by the settings."""
    found = dict(DEFAULTS) | _stored(connection)
    return Reading(
        mode=found["mode"],
        share=float(found["share"]),
        seed=found.get(SEED, ""),
        blind=bool(found["blind"]),
    )


def reading_at(connection: Connection, newest: int) -> Reading:
    """How many readers a publication needs, where the newest setting is known.

    Settings only grow and writers take turns, so what was read before stays true
    until there is a newer one.
    """
    memory = memory_of(connection)
    found: Reading | None = memory.readings.get(newest)
    if found is None:
        found = reading_of(connection)
        if not connection.get_execution_options().get("writes", False):
            memory.readings = {newest: found}  # committed: it stays true
    return found


def _stored(connection: Connection) -> dict[str, Any]:
    last = select(func.max(settings.c.id)).group_by(settings.c.name)
    rows = select(settings.c.name, settings.c.value).where(settings.c.id.in_(last))
    return {row.name: row.value for row in connection.execute(rows)}


def _refuse_wrong(changes: Mapping[str, Any]) -> None:
    for name in DRAWN:
        if name in changes:
            raise InputError(f"{name} is drawn by Thresher and cannot be set")
    mode = changes.get("mode", "single")
    if mode not in MODES:
        raise InputError(f"mode must be one of {', '.join(MODES)}, got {mode!r}")
    for name in ("share", "target", "alpha"):
        value = changes.get(name, DEFAULTS[name])
        if not isinstance(value, int | float) or not 0 < value < 1:
            if name == "share" and value == 1:
                continue
            raise InputError(f"{name} must be above 0 and below 1, got {value!r}")
    if changes.get("alpha", 1) < LEAST_ALPHA:
        raise InputError(f"alpha must be {LEAST_ALPHA:g} or more")
    exact_share(changes.get("target", DEFAULTS["target"]), name="target")
