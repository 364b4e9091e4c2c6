"""Shapes of what the API takes and gives: people, projects, settings, jobs."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from thresher.web.security.visitor import Role

__all__ = [
    "Account",
    "Credentials",
    "Criteria",
    "Fault",
    "InvitationWish",
    "JobShape",
    "JobStarted",
    "Link",
    "NewProject",
    "PasswordChange",
    "PasswordChoice",
    "Person",
    "PersonalSettings",
    "ProjectList",
    "ProjectShape",
    "ProjectView",
    "ReaderList",
    "Reasons",
    "RoleWish",
    "SessionShape",
    "Settings",
    "SettingsChange",
    "Tag",
    "Terms",
]

Name = Annotated[str, Field(min_length=1, max_length=200, pattern=r"\S")]
Line = Annotated[str, Field(max_length=500)]
Lines = Annotated[list[Line], Field(max_length=500)]
MODES = Literal["single", "dual", "share"]


class Shape(BaseModel):
    """Anything posted: unknown fields are refused, so that no wish is lost."""

    model_config = ConfigDict(extra="forbid")


class FaultFacts(BaseModel):
    """A refusal in words, and its stable code."""

    code: str
    message: str


class Fault(BaseModel):
    """Every refusal."""

    error: FaultFacts


class Person(BaseModel):
    """A reader."""

    name: str
    display: str


class SessionShape(BaseModel):
    """Who is signed in, through which door, to which version."""

    reader: Person
    door: Literal["lab", "serve"]
    version: str


class Credentials(Shape):
    """A name and its password."""

    name: Annotated[str, Field(min_length=1, max_length=100)]
    password: Annotated[str, Field(min_length=1, max_length=1000)]


class Account(Shape):
    """An invited reader's account."""

    token: Annotated[str, Field(min_length=1, max_length=200)]
    name: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9._@+-]{0,99}$")]
    display: Annotated[str, Field(max_length=200)] = ""
    password: Annotated[str, Field(min_length=10, max_length=1000)]


class PasswordChange(Shape):
    """A reader's password, and the one they want instead."""

    old: Annotated[str, Field(min_length=1, max_length=1000)]
    new: Annotated[str, Field(min_length=10, max_length=1000)]


class PasswordChoice(Shape):
    """A new password, and the token of the link that lets one choose it."""

    token: Annotated[str, Field(min_length=1, max_length=200)]
    password: Annotated[str, Field(min_length=10, max_length=1000)]


class PersonalSettings(Shape):
    """Keys and looks of one reader."""

    keys: dict[str, Annotated[str, Field(max_length=40)]] = {}
    dark: Literal["auto", "light", "dark"] = "auto"
    size: Annotated[int, Field(ge=10, le=40)] | None = None


class NewProject(Shape):
    """A project to make."""

    name: Name


class ProjectShape(BaseModel):
    """A project in a list."""

    id: str
    name: str
    role: Role
    records: int
    publications: int
    decided: int
    included: int
    updated_at: str | None
    problem: str | None = None


class ProjectList(BaseModel):
    """The reader's projects."""

    projects: list[ProjectShape]


class Criteria(Shape):
    """Reasons to include and to exclude, in words."""

    include: Lines = []
    exclude: Lines = []


class Terms(Shape):
    """Words to highlight."""

    include: Lines = []
    exclude: Lines = []


class Reasons(Shape):
    """Reasons for exclusion at each stage."""

    abstract: Lines = []
    fulltext: Lines = []


class Tag(Shape):
    """A tag and the key that sets it."""

    name: Annotated[str, Field(min_length=1, max_length=100)]
    key: Annotated[str, Field(max_length=20)] | None = None


class Settings(BaseModel):
    """How a project is read."""

    question: str = ""
    criteria: Criteria = Criteria()
    terms: Terms = Terms()
    reasons: Reasons = Reasons()
    tags: list[Tag] = []
    mode: MODES = "single"
    share: float = 0.1
    model: str = "default"
    target: float = 0.95
    alpha: float = 0.05
    blind: bool = True
    minutes_per_record: float | None = None
    hours: float | None = None


class SettingsChange(Shape):
    """Settings to change; what is left out stays."""

    question: Annotated[str, Field(max_length=20_000)] | None = None
    criteria: Criteria | None = None
    terms: Terms | None = None
    reasons: Reasons | None = None
    tags: Annotated[list[Tag], Field(max_length=200)] | None = None
    mode: MODES | None = None
    share: Annotated[float, Field(ge=0, le=1)] | None = None
    model: Annotated[str, Field(min_length=1, max_length=100)] | None = None
    target: Annotated[float, Field(gt=0, lt=1)] | None = None
    alpha: Annotated[float, Field(gt=0, lt=1)] | None = None
    blind: bool | None = None
    minutes_per_record: Annotated[float, Field(gt=0, le=600)] | None = None
    hours: Annotated[float, Field(gt=0, le=100_000)] | None = None


class Mine(BaseModel):
    """What the asking reader may do."""

    role: Role


class ProjectView(ProjectShape):
    """A project with its settings and how far each stage is.

    `identity` is the project's own for ever; another file may get its id.
    """

    identity: str
    settings: Settings
    stages: dict[str, dict[str, int]]
    me: Mine


class ReaderShape(Person):
    """A reader of a project."""

    role: Role


class ReaderList(BaseModel):
    """All readers of a project."""

    readers: list[ReaderShape]


class InvitationWish(Shape):
    """Whom to invite."""

    role: Role = "reader"


class RoleWish(Shape):
    """What a reader is to be."""

    role: Role


class Link(BaseModel):
    """An address that works once."""

    link: str


class JobShape(BaseModel):
    """Work in the background."""

    id: str
    kind: str
    state: Literal["waiting", "running", "done", "failed"]
    done: int
    total: int
    text: str
    result: dict[str, Any] | None
    error: str | None


class JobStarted(BaseModel):
    """Where to ask how far the work is."""

    job: JobShape
