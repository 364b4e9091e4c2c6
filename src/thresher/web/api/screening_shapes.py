"""Shapes of what the API takes and gives: records, decisions, duplicates."""

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import BaseModel, Field

from thresher.web.api.shapes import Shape

__all__ = [
    "Answer",
    "ConflictList",
    "DecisionList",
    "DecisionResults",
    "DuplicateList",
    "Explanation",
    "History",
    "NewNote",
    "Queue",
    "RecordList",
    "RecordShape",
    "Release",
    "SourceList",
    "SpanList",
    "Stage",
    "SuspicionList",
    "TagList",
]

Stage = Literal["abstract", "fulltext"]
Number = Annotated[int, Field(ge=1, le=2**31 - 1)]
TagName = Annotated[str, Field(min_length=1, max_length=100)]


class LinkShape(BaseModel):
    """An address outside, by http or https only."""

    label: str
    href: str


class NoteShape(BaseModel):
    """What a reader noted on a record."""

    reader: str
    at: str
    text: str


class RecordShape(BaseModel):
    """A publication as readers see it."""

    id: int
    title: str
    abstract: str
    authors: list[str]
    year: int | None
    venue: str
    volume: str
    issue: str
    pages: str
    kind: str
    keywords: list[str]
    doi: str
    pmid: str
    url: str
    links: list[LinkShape]
    sources: list[str]
    duplicates: int
    tags: list[str]
    notes: list[NoteShape]


class RecordRow(RecordShape):
    """A publication in a list, with its label in force."""

    label: str | None = None


class RecordList(BaseModel):
    """Publications found."""

    records: list[RecordRow]
    after: int | None
    more: bool


class QueueItem(BaseModel):
    """A publication to read, and why it is this one."""

    record: RecordShape
    chosen: Literal["ranked", "certification sample", "random", "again"]
    lease: str


class RankingShape(BaseModel):
    """The ranking that the queue follows."""

    id: int
    labels: int
    at: str
    training: bool


class Queue(BaseModel):
    """What to read next."""

    items: list[QueueItem]
    ranking: RankingShape
    left: int
    lease: str
    waiting_for: str | None = None


class Release(Shape):
    """Records that a reader lets go of, and until when they knew to have them."""

    stage: Stage = "abstract"
    records: Annotated[list[Number], Field(max_length=200)]
    lease: datetime


class Decision(Shape):
    """A decision made by the client; `uid` is its own, and counts once.

    One that `settles` is an adjudicator's word on a conflict, and refused if there is
    none any more; an undo may name the uid that it `undoes`, and is refused if that no
    longer stands.
    """

    uid: UUID
    record: Number
    stage: Stage = "abstract"
    label: Literal["include", "exclude", "maybe", "undo"]
    reason: Annotated[str, Field(max_length=1000)] = ""
    note: Annotated[str, Field(max_length=20_000)] = ""
    tags: Annotated[list[TagName], Field(max_length=100)] | None = None
    seconds: Annotated[float, Field(ge=0, le=1e6)] | None = None
    decided_at: datetime | None = None
    settles: bool = False
    undoes: UUID | None = None


class DecisionList(Shape):
    """Decisions in the order they were made."""

    decisions: Annotated[list[Decision], Field(min_length=1, max_length=100)]


class DecisionResult(BaseModel):
    """What became of a decision."""

    uid: str
    status: Literal["kept", "known", "refused"]
    message: str | None = None


class DecisionResults(BaseModel):
    """What became of each decision, and the counts after them."""

    results: list[DecisionResult]
    counts: dict[str, int]


class HistoryRow(BaseModel):
    """One line of the ledger."""

    id: int
    uid: str | None
    record: int
    publication: int
    title: str
    label: str | None
    kind: str
    stage: str
    reader: str
    decided_at: str
    chosen: str
    reason: str
    note: str
    tags: list[str]
    seconds: float | None


class History(BaseModel):
    """The ledger, newest first."""

    rows: list[HistoryRow]
    more: bool


class ToldShape(BaseModel):
    """What a reader said of a publication."""

    reader: str
    label: str
    reason: str = ""
    note: str = ""
    decided_at: str = ""


class ConflictShape(BaseModel):
    """A publication on which readers differ."""

    record: RecordShape
    stage: str
    decisions: list[ToldShape]


class ConflictList(BaseModel):
    """All that readers differ on."""

    conflicts: list[ConflictShape]


class LiftShape(BaseModel):
    """A word and what it adds to the score."""

    term: str
    lift: float


class NeighbourShape(BaseModel):
    """A labelled publication that is alike."""

    id: int
    title: str
    alike: float
    label: bool


class Explanation(BaseModel):
    """Why a publication stands where it stands."""

    lifts: list[LiftShape]
    neighbours: list[NeighbourShape]


class SpanShape(BaseModel):
    """Words of a title or abstract that name population, intervention or outcome."""

    kind: str
    field: Literal["title", "abstract"]
    start: int
    end: int


class SpanList(BaseModel):
    """Spans of a record, in order."""

    spans: list[SpanShape]


class SuspicionShape(BaseModel):
    """A decision that the others contradict."""

    record: RecordShape
    label: bool
    against: float


class SuspicionList(BaseModel):
    """The decisions that are contradicted most."""

    suspicions: list[SuspicionShape]


class NewNote(Shape):
    """A note on a record."""

    text: Annotated[str, Field(min_length=1, max_length=20_000)]


class TagList(Shape):
    """All tags that a record is to have."""

    tags: Annotated[list[TagName], Field(max_length=100)]


class Answer(Shape):
    """Whether two records are the same; null takes an answer back."""

    same: bool | None


class PairShape(BaseModel):
    """Two records that may be the same."""

    link: int
    score: float
    reason: str
    flags: list[str]
    first: RecordShape
    second: RecordShape


class DuplicateList(BaseModel):
    """Pairs that wait for a person."""

    waiting: int
    publications: int
    records: int
    bands: dict[str, int]
    pairs: list[PairShape]


class SourceShape(BaseModel):
    """A file that was brought in."""

    id: int
    name: str
    format: str
    records: int
    known: int
    imported_at: str
    search: dict[str, Any] | None = None
    report: dict[str, Any]


class SourceList(BaseModel):
    """All files of a project."""

    sources: list[SourceShape]
