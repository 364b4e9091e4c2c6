"""A room: a project as the asking reader may see it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Path, Request
from fastapi.concurrency import run_in_threadpool

from thresher.store.project import Project
from thresher.store.sight import EVERYTHING, Sight
from thresher.web.desk.desk import Desk
from thresher.web.lab import Lab
from thresher.web.refusals import Refusal
from thresher.web.security.membership import role_of
from thresher.web.security.visitor import Role, Visitor
from thresher.web.security.who import Who, lab_of, signed_in, this_lab

__all__ = ["Owned", "Room", "Rooms", "Settling", "ThisLab", "is_still_in"]

NOT_HERE = "There is no such project, or you are not one of its readers."
OWNERS = "Only an owner of the project may do that."
SETTLERS = "Only an adjudicator or an owner of the project may do that."
REPLACED = "Another project is at this address now; reload the page."
PROJECT = "X-Thresher-Project"  # the identity of the project that is meant
ThisLab = Annotated[Lab, Depends(this_lab)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """A project, who asks, and what they may do.

    Parameters
    ----------
    id, name
        Of the project.
    role
        Of the visitor in it.
    """

    id: str
    name: str
    role: Role
    visitor: Visitor
    lab: Lab

    @property
    def project(self) -> Project:
        """The project itself, open."""
        return self.lab.house.project(self.id)

    @property
    def desk(self) -> Desk:
        """The project's desk."""
        return self.lab.desk(self.id)

    @property
    def may_settle(self) -> bool:
        """Whether the visitor's word ends a conflict."""
        return self.role in ("owner", "adjudicator")

    @property
    def sight(self) -> Sight:
        """What the visitor may see; who settles conflicts sees everything."""
        return EVERYTHING if self.may_settle else self.reading_sight

    @property
    def reading_sight(self) -> Sight:
        """What the visitor may see while they read themselves, whatever their role."""
        return Sight(reader=self.visitor.name, hides=self.desk.hides)


async def _room(
    request: Request,
    who: Who,
    project: Annotated[str, Path(min_length=1, max_length=64)],
) -> Room:
    lab = lab_of(request)
    account = who.name if lab.door == "serve" else None
    entry = lab.membership.remembered(account, project)
    if entry is None:
        entry = await run_in_threadpool(lab.membership.entry, account, project)
    if entry is None:
        raise Refusal(404, NOT_HERE)
    await _refuse_another(request.headers.get(PROJECT), entry.id, lab)
    return Room(
        id=entry.id,
        name=entry.name,
        role=role_of(entry),
        visitor=who,
        lab=lab,
    )


async def _refuse_another(given: str | None, project: str, lab: Lab) -> None:
    """Refuse what is meant for another project that had this id here before."""
    if given is None:
        return
    found = lab.known_identity(project)
    if found is None:
        found = await run_in_threadpool(lab.identity, project)
    if given != found:
        raise Refusal(409, REPLACED, code="other-project")


async def is_still_in(request: Request, room: Room) -> bool:
    """Say whether who came in may still be in the room: both can end meanwhile."""
    try:
        await _room(request, await signed_in(request), room.id)
    except Refusal:
        return False
    return True


def _only(roles: tuple[Role, ...], message: str) -> Callable[[Room], Awaitable[Room]]:
    async def checked(room: Annotated[Room, Depends(_room)]) -> Room:
        if room.role not in roles:
            raise Refusal(403, message)
        return room

    return checked


Rooms = Annotated[Room, Depends(_room)]
Owned = Annotated[Room, Depends(_only(("owner",), OWNERS))]
Settling = Annotated[Room, Depends(_only(("owner", "adjudicator"), SETTLERS))]
