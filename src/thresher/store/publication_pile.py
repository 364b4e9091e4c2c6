"""Publications of a project as one pile: linked records are one, with one id."""

from dataclasses import replace

from sqlalchemy import Connection

from thresher.records.citation import Citation
from thresher.store.outgoing import Outgoing, Selection
from thresher.store.screened import frame_of

__all__ = ["publications_of"]


def publications_of(connection: Connection) -> list[tuple[str, Citation]]:
    """Return each publication as the file's key of its first record, and a citation.

    The citation has the fullest of each field of the linked records; its id is the
    project's number of the first of them, as in the frame of a certificate.
    """
    selection = Selection(carry=lambda _: (), merge=True)
    merged = Outgoing(connection, selection)
    return [
        (citation.id, replace(citation, id=number))
        for number, citation in zip(frame_of(connection), merged, strict=True)
    ]
