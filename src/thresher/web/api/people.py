"""Readers of a project, and invitations."""

from fastapi import APIRouter

from thresher.web.api.room import Rooms
from thresher.web.api.shapes import ReaderList, ReaderShape

__all__ = ["router"]

router = APIRouter(tags=["people"])


@router.get("/projects/{project}/readers")
def readers(room: Rooms) -> ReaderList:
    """List the readers of a project."""
    who = room.visitor
    me = ReaderShape(name=who.name, display=who.display, role=room.role)
    return ReaderList(readers=[me])
