"""Records: looked up, tagged, noted on, explained."""

from typing import Annotated, Literal, TypeAlias

from fastapi import APIRouter, Body, Path, Query
from sqlalchemy import Connection

from thresher.errors import InputError
from thresher.store.publications import publications_of
from thresher.store.shown import search_records
from thresher.store.standing import standing
from thresher.store.tag_rows import add_note, set_tags
from thresher.web.api.record_view import record_views
from thresher.web.api.room import Room, Rooms
from thresher.web.api.screening_shapes import (
    Explanation,
    LiftShape,
    NeighbourShape,
    NewNote,
    RecordList,
    RecordRow,
    RecordShape,
    SpanList,
    SpanShape,
    SuspicionList,
    SuspicionShape,
    TagList,
)
from thresher.web.clock import now_text
from thresher.web.refusals import Refusal

__all__ = ["router"]

router = APIRouter(tags=["records"])
Number = Annotated[int, Path(ge=1, le=2**31 - 1)]
Label: TypeAlias = Literal[
    "", "included", "excluded", "maybe", "conflict", "undecided", "include", "exclude"
]
LONGEST = 20_000  # characters of an abstract that are read
GONE = "There is no such record here any more."
WORDS = {True: "include", False: "exclude", None: None}


@router.get("/projects/{project}/records")
def records(
    *,
    room: Rooms,
    query: Annotated[str, Query(max_length=500)] = "",
    label: Label = "",
    tag: Annotated[str, Query(max_length=100)] = "",
    after: Annotated[int, Query(ge=0, le=2**31 - 1)] = 0,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> RecordList:
    """Look records up by words, label and tag."""
    with room.project.reading() as connection:
        found = search_records(
            connection,
            query,
            label=label,
            tag=tag,
            sight=room.sight,
            after=after,
            limit=limit,
        )
        views = record_views(connection, found.ids, sight=room.sight)
        stands = standing(connection, "abstract", found.ids)
    rows = [
        RecordRow(**views[one], label=WORDS[stands[one].final])
        for one in found.ids
        if one in views
    ]
    return RecordList(
        records=rows, after=found.next_after, more=found.next_after is not None
    )


@router.get("/projects/{project}/records/{record}")
def one_record(room: Rooms, record: Number) -> RecordShape:
    """Return one record."""
    return _shown(room, record)


@router.get("/projects/{project}/records/{record}/explanation")
def explanation(room: Rooms, record: Number) -> Explanation:
    """Say why a record stands where it stands in the ranking."""
    _shown(room, record)
    found = room.desk.explanation(record)
    if found is None:
        return Explanation(lifts=[], neighbours=[])
    hides = room.sight.hides
    neighbours = [one for one in found["neighbours"] if not hides(one[0])]
    near = [number for number, _, _ in neighbours]
    with room.project.reading() as connection:
        titles = {
            n: view["title"] for n, view in record_views(connection, near).items()
        }
    return Explanation(
        lifts=[LiftShape(term=term, lift=lift) for term, lift in found["lifts"]],
        neighbours=[
            NeighbourShape(id=one, title=titles.get(one, ""), alike=alike, label=label)
            for one, alike, label in neighbours
        ],
    )


@router.get("/projects/{project}/records/{record}/spans")
def spans(room: Rooms, record: Number) -> SpanList:
    """Name the words of a record that say who was studied, with what, for what."""
    from thresher.synthesis.pico import pico  # noqa: PLC0415  loads the weights
    from thresher.synthesis.study import Study  # noqa: PLC0415

    shown = _shown(room, record)
    study = Study(id=str(record), title=shown.title, abstract=shown.abstract[:LONGEST])
    begins = len(study.text) - len(study.abstract)  # where the abstract starts
    found = []
    for span in pico(study):
        in_title = bool(shown.title) and span.end <= len(shown.title)
        shift = 0 if in_title else begins
        found.append(
            SpanShape(
                kind=span.kind.value,
                field="title" if in_title else "abstract",
                start=span.start - shift,
                end=span.end - shift,
            )
        )
    return SpanList(spans=[one for one in found if one.start >= 0])


@router.post("/projects/{project}/records/{record}/notes", status_code=201)
def note(room: Rooms, record: Number, sent: Annotated[NewNote, Body()]) -> RecordShape:
    """Add a note to a record."""
    _shown(room, record)

    def write(connection: Connection) -> int:
        who = room.visitor.name
        return add_note(connection, record, sent.text, reader=who, at=now_text())

    room.desk.writer.do(write).result()
    return _shown(room, record)


@router.put("/projects/{project}/records/{record}/tags")
def tags(room: Rooms, record: Number, sent: Annotated[TagList, Body()]) -> RecordShape:
    """Give a record exactly these tags."""
    _shown(room, record)

    def write(connection: Connection) -> list[str]:
        who = room.visitor.name
        own = room.desk.hides(publications_of(connection).of(record))
        at = now_text()
        return set_tags(connection, record, sent.tags, reader=who, at=at, own=own)

    room.desk.writer.do(write).result()
    return _shown(room, record)


@router.get("/projects/{project}/suspicions")
def suspicions(room: Rooms) -> SuspicionList:
    """List the decisions that the others contradict most."""
    hides = room.sight.hides
    try:
        found = [one for one in room.desk.suspicions() if not hides(one[0])]
    except InputError as error:  # too few labels yet
        raise Refusal(409, str(error)) from error
    with room.project.reading() as connection:
        views = record_views(connection, [number for number, _, _ in found])
    return SuspicionList(
        suspicions=[
            SuspicionShape(
                record=RecordShape(**views[number]), label=label, against=against
            )
            for number, label, against in found
            if number in views
        ]
    )


def _shown(room: Room, record: int) -> RecordShape:
    with room.project.reading() as connection:
        views = record_views(connection, [record], sight=room.sight)
    if record not in views:
        raise Refusal(404, GONE)
    return RecordShape(**views[record])
