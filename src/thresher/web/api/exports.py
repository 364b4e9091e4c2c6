"""Exports: records and decisions as files."""

import re
from typing import Annotated, Any, BinaryIO, Literal

from fastapi import APIRouter, Query
from fastapi.responses import FileResponse
from sqlalchemy import Connection

from thresher.errors import UnknownNameError
from thresher.records.formats.protocol import Format
from thresher.records.formats.registry import FORMATS
from thresher.store.carrying import carry_for
from thresher.store.outgoing import Hides, Outgoing, Selection
from thresher.store.publications import publications_of
from thresher.web.api.room import Room, Rooms
from thresher.web.api.sent_file import sent_file

__all__ = ["FILE", "router", "slug"]

router = APIRouter(tags=["export"])
KINDS = ("application/octet-stream", "application/zip")
FILE: dict[str, Any] = {
    "content": {kind: {} for kind in KINDS},
    "description": "The file",
}


@router.get("/projects/{project}/export", responses={200: FILE})
def export(
    *,
    room: Rooms,
    format: Annotated[str, Query(max_length=40)] = "ris",  # noqa: A002  as in the API
    only: Literal["all", "included", "excluded", "undecided"] = "all",
    merge: bool = False,
) -> FileResponse:
    """Return the records with the decisions on them, as a file.

    Where readers are blind, it holds nothing of others that they must not see yet.
    """
    wanted = _writer(format)
    selection = Selection(carry=carry_for(wanted.name), only=only, merge=merge)

    def write(out: BinaryIO) -> None:
        with room.project.reading() as connection:
            hides = _hidden_in(room, connection)
            if wanted.write:
                wanted.write(Outgoing(connection, selection, hides=hides), out)

    name = f"{slug(room.name)}{wanted.endings[0]}"
    return sent_file(room.lab.folder / "exports", write, name=name, kind=KINDS[0])


def _hidden_in(room: Room, connection: Connection) -> Hides:
    """Return what says which decisions the visitor must not see yet."""
    known, sight = publications_of(connection), room.sight

    def is_hidden(record: int, reader: str) -> bool:
        return reader != sight.reader and sight.hides(known.of(record))

    return is_hidden


def _writer(name: str) -> Format:
    writable = {one.name: one for one in FORMATS.values() if one.write}
    if name not in writable:
        raise UnknownNameError("format to write", name, known=writable)
    return writable[name]


def slug(name: str) -> str:
    """Return a name that any file system and any header takes."""
    plain = re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-").lower()
    return plain[:60] or "project"
