"""Readers of a project, their roles, and invitations."""

from typing import TYPE_CHECKING, Annotated, cast

from fastapi import APIRouter, Body, Path, Request

from thresher.store.people import account_of, remove_member, role_in, set_role, team_of
from thresher.web.api.room import Owned, Room, Rooms
from thresher.web.api.shapes import (
    InvitationWish,
    Link,
    ReaderList,
    ReaderShape,
    RoleWish,
)
from thresher.web.clock import now_text
from thresher.web.refusals import Refusal
from thresher.web.security.team_door import TeamDoor

if TYPE_CHECKING:
    from thresher.web.security.visitor import Role

__all__ = ["router"]

router = APIRouter(tags=["people"])
Name = Annotated[str, Path(min_length=1, max_length=100)]
ALONE = "One reader works here alone; a team works with thresher serve."
STRANGER = "Nobody of that name reads here."


@router.get("/projects/{project}/readers")
def readers(room: Rooms) -> ReaderList:
    """List the readers of a project."""
    return _team(room)


@router.post("/projects/{project}/invitations", status_code=201)
def invite(
    request: Request, room: Owned, wish: Annotated[InvitationWish, Body()]
) -> Link:
    """Make a link by which one person joins the project."""
    door = room.lab.sessions
    if not isinstance(door, TeamDoor):
        raise Refusal(409, ALONE)
    token = door.invite(room.id, wish.role, by=room.visitor.name)
    return Link(link=f"{str(request.base_url).rstrip('/')}/join/{token}")


@router.put("/projects/{project}/readers/{name}")
def change_role(
    room: Owned, name: Name, wish: Annotated[RoleWish, Body()]
) -> ReaderList:
    """Change what a reader may do, or bring in somebody who has an account."""
    _refuse_lab(room)
    with room.lab.house.writing() as connection:
        if account_of(connection, name) is None:
            raise Refusal(404, STRANGER)
        key = name.strip().casefold()
        set_role(connection, room.id, key, role=wish.role, at=now_text())
    room.lab.membership.forget()
    return _team(room)


@router.delete("/projects/{project}/readers/{name}")
def remove(room: Owned, name: Name) -> ReaderList:
    """Take a reader out of the project; what they decided stays."""
    _refuse_lab(room)
    key = name.strip().casefold()
    with room.lab.house.writing() as connection:
        if role_in(connection, room.id, key) is None:
            raise Refusal(404, STRANGER)
        remove_member(connection, room.id, key)
    room.lab.membership.forget()
    return _team(room)


def _refuse_lab(room: Room) -> None:
    if room.lab.door == "lab":
        raise Refusal(409, ALONE)


def _team(room: Room) -> ReaderList:
    if room.lab.door == "lab":
        who = room.visitor
        me = ReaderShape(name=who.name, display=who.display, role=room.role)
        return ReaderList(readers=[me])
    with room.lab.house.reading() as connection:
        found = team_of(connection, room.id)
    return ReaderList(
        readers=[
            ReaderShape(
                name=one["name"], display=one["display"], role=cast("Role", one["role"])
            )
            for one in found
        ]
    )
