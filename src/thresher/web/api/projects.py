"""Projects: the list, one, and its settings."""

from typing import Annotated, Any

from fastapi import APIRouter, Body

from thresher.errors import ThresherError
from thresher.screening.recipes import find_recipe
from thresher.store.claiming import change_project
from thresher.store.counting import counts as counted
from thresher.store.counting import updated_at
from thresher.store.house import ProjectEntry
from thresher.store.setting_rows import settings_of
from thresher.web.api.room import Owned, Rooms, ThisLab
from thresher.web.api.shapes import (
    Mine,
    NewProject,
    ProjectList,
    ProjectShape,
    ProjectView,
    Settings,
    SettingsChange,
)
from thresher.web.clock import now_text
from thresher.web.lab import Lab
from thresher.web.refusals import sentence_of
from thresher.web.security.membership import role_of
from thresher.web.security.visitor import Role
from thresher.web.security.who import Who

__all__ = ["router"]

router = APIRouter(tags=["projects"])
NUMBERS = ("records", "publications", "decided", "included")


@router.get("/projects")
def projects(who: Who, lab: ThisLab) -> ProjectList:
    """List the projects of the reader."""
    account = who.name if lab.door == "serve" else None
    found = [_shape(lab, one) for one in lab.house.projects_of(account)]
    return ProjectList(projects=found)


@router.post("/projects", status_code=201)
def new_project(
    who: Who, lab: ThisLab, wish: Annotated[NewProject, Body()]
) -> ProjectShape:
    """Make a project; the reader owns it."""
    made = lab.house.create_project(wish.name.strip(), who.name)
    return _shape(lab, made)


@router.get("/projects/{project}")
def one_project(room: Rooms) -> ProjectView:
    """Return a project with its settings and how far it is."""
    desk = room.desk
    with room.project.reading() as connection:
        settings = Settings(**settings_of(connection))
        changed = updated_at(connection)
    return ProjectView(
        **_facts(
            room.id,
            room.name,
            room.role,
            counts=desk.counts(),
            updated_at=changed or None,
        ),
        identity=room.lab.identity(room.id),
        settings=settings,
        stages={stage: desk.counts(stage) for stage in ("abstract", "fulltext")},
        me=Mine(role=room.role),
    )


@router.get("/projects/{project}/settings")
def settings(room: Rooms) -> Settings:
    """Return the settings of a project."""
    with room.project.reading() as connection:
        return Settings(**settings_of(connection))


@router.put("/projects/{project}/settings")
def new_settings(room: Owned, wishes: Annotated[SettingsChange, Body()]) -> Settings:
    """Change settings; those left out stay, every change is kept.

    Target and alpha cannot be changed once audits were drawn for them, until records
    come: a claim that is chosen after seeing draws would promise too much.
    """
    changes = wishes.model_dump(exclude_unset=True)
    for name in (
        "question",
        "model",
        "target",
        "alpha",
        "blind",
        "criteria",
        "terms",
        "reasons",
        "tags",
        "mode",
        "share",
    ):
        if changes.get(name, "") is None:
            del changes[name]
    if changes.get("model"):
        find_recipe(changes["model"])
    found = room.desk.writer.do(
        lambda connection: change_project(
            connection, changes, by=room.visitor.name, at=now_text()
        )
    ).result()
    room.desk.refresh()
    return Settings(**found)


def _shape(lab: Lab, entry: ProjectEntry) -> ProjectShape:
    """Return a project for the list; one that cannot be opened says why."""
    counts, changed, problem = dict.fromkeys(NUMBERS, 0), "", None
    try:
        with lab.house.project(entry.id).reading() as connection:
            changed = updated_at(connection)
            desk = lab.open_desk(entry.id)
            counts = desk.counts() if desk else counted(connection)
    except ThresherError as error:
        _, problem, _ = sentence_of(error)
    return ProjectShape(
        **_facts(
            entry.id,
            entry.name,
            role_of(entry),
            counts=counts,
            updated_at=changed or entry.created_at or None,
        ),
        problem=problem,
    )


def _facts(
    ident: str,
    name: str,
    role: Role,
    *,
    counts: dict[str, int],
    updated_at: str | None,
) -> dict[str, Any]:
    return {
        "id": ident,
        "name": name,
        "role": role,
        "updated_at": updated_at,
        **{number: counts[number] for number in NUMBERS},
    }
