"""The claim of a project: settings that stay once audits were drawn for them."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection

from thresher.store.seal_rows import refuse_other_claim
from thresher.store.setting_rows import change_settings, settings_of

__all__ = ["change_project"]

CLAIM = ("target", "alpha")


def change_project(
    connection: Connection, changes: Mapping[str, Any], *, by: str, at: str
) -> dict[str, Any]:
    """Change settings of a project, and return what holds then.

    Raises
    ------
    InputError
        A value is none, or audits were drawn for another claim on these records. The
        claim that was drawn for may always be set again.
    """
    before = settings_of(connection)
    wanted = {name: changes.get(name, before[name]) for name in CLAIM}
    if any(wanted[name] != before[name] for name in CLAIM):
        refuse_other_claim(connection, **wanted)
    return change_settings(connection, changes, by=by, at=at)
