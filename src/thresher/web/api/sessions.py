"""Signing in and out, and a reader's own settings."""

from typing import Annotated

from fastapi import APIRouter, Body, Request, Response
from sqlalchemy import select

from thresher import __version__
from thresher.web.api.room import ThisLab
from thresher.web.api.shapes import (
    Account,
    Credentials,
    PasswordChange,
    PasswordChoice,
    Person,
    PersonalSettings,
    SessionShape,
)
from thresher.web.lab import Lab
from thresher.web.refusals import Refusal
from thresher.web.security.team_door import Given, TeamDoor
from thresher.web.security.visitor import COOKIE
from thresher.web.security.who import Who

__all__ = ["router"]

router = APIRouter(tags=["session"])
ALONE = "One reader works here alone: there is nothing to sign in to."


@router.get("/health")
def health(lab: ThisLab) -> dict[str, str]:
    """Say that the server and its database are there."""
    if lab.house.has_people:
        with lab.house.reading() as connection:
            connection.execute(select(1))
    return {"state": "up", "version": __version__}


@router.get("/session")
def session(who: Who, lab: ThisLab) -> SessionShape:
    """Say who is signed in."""
    person = Person(name=who.name, display=who.display)
    return SessionShape(reader=person, door=lab.door, version=__version__)


@router.get("/session/settings")
def personal_settings(who: Who, lab: ThisLab) -> PersonalSettings:
    """Return the reader's keys and looks."""
    return PersonalSettings(**lab.house.preferences_of(who.name))


@router.put("/session/settings")
def change_personal_settings(
    who: Who, lab: ThisLab, wishes: Annotated[PersonalSettings, Body()]
) -> PersonalSettings:
    """Keep the reader's keys and looks."""
    lab.house.keep_preferences(who.name, wishes.model_dump())
    return wishes


@router.post("/session")
def sign_in(
    *,
    request: Request,
    response: Response,
    lab: ThisLab,
    given: Annotated[Credentials, Body()],
) -> SessionShape:
    """Sign in; the cookie is always a new one."""
    told = _given(request, name=given.name, password=given.password)
    cookie = _team_door(lab).sign_in(told)
    return _welcomed(response, lab, cookie)


@router.put("/session/password")
def change_password(
    *,
    request: Request,
    response: Response,
    who: Who,
    lab: ThisLab,
    wish: Annotated[PasswordChange, Body()],
) -> SessionShape:
    """Change the reader's own password; all their other sessions end."""
    given = _given(request, name=who.name, password=wish.old)
    cookie = _team_door(lab).change_password(given, wish.new)
    return _welcomed(response, lab, cookie)


@router.post("/session/password")
def choose_password(
    *,
    request: Request,
    response: Response,
    lab: ThisLab,
    wish: Annotated[PasswordChoice, Body()],
) -> SessionShape:
    """Choose a new password by a link made on the server's machine, and sign in."""
    given = _given(request, name="", password=wish.password)
    cookie = _team_door(lab).choose_password(wish.token, given)
    return _welcomed(response, lab, cookie)


@router.delete("/session", status_code=204)
def sign_out(*, request: Request, response: Response, who: Who, lab: ThisLab) -> None:
    """Sign out."""
    del who
    lab.sessions.sign_out(request.cookies.get(COOKIE))
    response.delete_cookie(COOKIE, path="/", httponly=True, samesite="strict")


@router.post("/accounts", status_code=201)
def join(
    *,
    request: Request,
    response: Response,
    lab: ThisLab,
    wish: Annotated[Account, Body()],
) -> SessionShape:
    """Make an account by an invitation, and sign in."""
    given = _given(request, name=wish.name, password=wish.password)
    cookie = _team_door(lab).join(wish.token, given, display=wish.display)
    lab.membership.forget()
    return _welcomed(response, lab, cookie)


def _team_door(lab: Lab) -> TeamDoor:
    if not isinstance(lab.sessions, TeamDoor):
        raise Refusal(404, ALONE)
    return lab.sessions


def _welcomed(response: Response, lab: Lab, cookie: str) -> SessionShape:
    visitor = lab.sessions.visitor(cookie)
    if visitor is None:
        raise Refusal(503, "The session could not be kept; try again.")
    response.set_cookie(
        COOKIE,
        cookie,
        httponly=True,
        samesite="strict",
        secure=lab.is_encrypted,
        path="/",
    )
    person = Person(name=visitor.name, display=visitor.display)
    return SessionShape(reader=person, door=lab.door, version=__version__)


def _given(request: Request, *, name: str, password: str) -> Given:
    """Return what somebody gave to get in, and from where."""
    cookie = request.cookies.get(COOKIE)
    return Given(name=name, password=password, address=_address(request), cookie=cookie)


def _address(request: Request) -> str:
    return request.client.host if request.client else ""
