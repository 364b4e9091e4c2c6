"""Progress and agreement of a screening."""

from typing import Any

from fastapi import APIRouter
from pydantic import BaseModel

from thresher.web.api.room import Rooms

__all__ = ["router"]

router = APIRouter(tags=["progress"])
LISTS = ("curve", "bounds", "problems", "held_by", "advice", "days", "notes")
NOTHING: dict[str, Any] = {
    **{key: [] for key in LISTS},
    **dict.fromkeys(("bound", "most_relevant", "audits"), 0),
    **dict.fromkeys(("audits_needed", "certified_at", "pace", "commitment"), None),
    "target": 0.95,
    "alpha": 0.05,
    "certified": False,
}


class HeldShape(BaseModel):
    """A record that the bound waits for, and why."""

    record: int
    turn: int
    why: str
    says: str


class AdviceShape(BaseModel):
    """What a stopping rule says, and what it promises."""

    rule: str
    title: str
    says: str
    stops_at: int | None
    promise: str
    kind: str


class PaceShape(BaseModel):
    """Seconds a record takes, and person hours for what is unread."""

    seconds: float
    hours_left: float
    low: float
    high: float


class ProgressShape(BaseModel):
    """Where a screening stands; target and alpha are those of the seal, if any."""

    counts: dict[str, int]
    curve: list[tuple[int, int]]
    bounds: list[tuple[int, float]]
    bound: float
    most_relevant: int
    audits: int
    audits_needed: int | None
    problems: list[str]
    target: float
    alpha: float
    commitment: str | None
    notes: list[str]
    certified: bool
    certified_at: int | None
    held_by: list[HeldShape]
    advice: list[AdviceShape]
    pace: PaceShape | None
    days: list[tuple[str, int]]


class CoefficientShape(BaseModel):
    """A coefficient of agreement; null where it has no value."""

    value: float | None
    low: float | None
    high: float | None
    note: str


class AgreementShape(BaseModel):
    """How well readers agree."""

    overlap: dict[str, int]
    percent: CoefficientShape
    kappa: CoefficientShape
    ac1: CoefficientShape
    alpha: CoefficientShape
    note: str


@router.get("/projects/{project}/progress")
def progress(room: Rooms) -> ProgressShape:
    """Return what is found, what is certain, what rules advise, how long it takes."""
    from thresher.store.reporting.course import course_of  # noqa: PLC0415  heavy

    counts = room.desk.counts()
    if not counts["publications"]:
        return ProgressShape(counts=counts, **NOTHING)
    kept = room.lab.bounds
    with room.project.reading() as connection, room.lab.bound_lock:
        found = course_of(connection, bound=kept.get(room.id))
        kept[room.id] = found.bound
        facts: dict[str, Any] = found.facts()
    return ProgressShape(counts=counts, **facts)


@router.get("/projects/{project}/agreement")
def agreement(room: Rooms) -> AgreementShape:
    """Return how well readers agree on what several of them read."""
    from thresher.store.reporting.agreeing import agreement_facts  # noqa: PLC0415  heavy

    with room.project.reading() as connection:
        return AgreementShape(**agreement_facts(connection))
