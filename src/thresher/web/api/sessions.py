"""Signing in and out, and a reader's own settings."""

from typing import Annotated, Any

from fastapi import APIRouter, Body

from thresher import __version__
from thresher.web.api.room import ThisLab
from thresher.web.api.shapes import Person, PersonalSettings, SessionShape
from thresher.web.security.who import Who

__all__ = ["router"]

router = APIRouter(tags=["session"])


@router.get("/health")
def health() -> dict[str, str]:
    """Say that the server is there."""
    return {"state": "up", "version": __version__}


@router.get("/session")
def session(who: Who, lab: ThisLab) -> SessionShape:
    """Say who is signed in."""
    person = Person(name=who.name, display=who.display)
    return SessionShape(reader=person, door=lab.door, version=__version__)


@router.get("/session/settings")
def personal_settings(who: Who, lab: ThisLab) -> PersonalSettings:
    """Return the reader's keys and looks."""
    return PersonalSettings(**lab.personal.get(who.name, {}))


@router.put("/session/settings")
def change_personal_settings(
    who: Who, lab: ThisLab, wishes: Annotated[PersonalSettings, Body()]
) -> PersonalSettings:
    """Keep the reader's keys and looks."""
    kept: dict[str, Any] = wishes.model_dump()
    lab.personal[who.name] = kept
    return wishes
