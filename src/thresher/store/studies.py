"""Included studies of a project, each once, with the ids of its records."""

from sqlalchemy import Connection

from thresher.store.outgoing import Outgoing, Selection
from thresher.synthesis.study_records import StudyRecords

__all__ = ["included_studies"]


def included_studies(connection: Connection, *, project: str) -> list[StudyRecords]:
    """Studies that are included; records linked in the project are one study."""
    selection = Selection(carry=lambda _: (), only="included", merge=True)
    outgoing = Outgoing(connection, selection)
    return [
        StudyRecords(
            view=view, ids=outgoing.members.get(view.id, (view.id,)), project=project
        )
        for view in outgoing
    ]
