"""Certificates: issued from the ledger, shown, and worked out again."""

from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Path
from fastapi.responses import HTMLResponse
from pydantic import BaseModel
from sqlalchemy import Connection

from thresher.certification.certificate import certificate_of, problems_of
from thresher.certification.living import living_coverage
from thresher.certification.rounding import rounded_down
from thresher.errors import ThresherError
from thresher.store.canonical import canonical_picks
from thresher.store.certifying import FiledCertificate, Moment, certify_now
from thresher.store.paper_rows import certificate, certificates
from thresher.store.publications import publications_of
from thresher.store.seal_count import seal_count
from thresher.store.seal_rows import frame_changed, seal_of
from thresher.store.standing import standing
from thresher.web.api.room import Owned, Room, Rooms
from thresher.web.clock import now_text
from thresher.web.refusals import Refusal

__all__ = ["PAGE", "PAGE_POLICY", "router"]

router = APIRouter(tags=["certificates"])
Number = Annotated[int, Path(ge=1, le=2**31 - 1)]
MISSING = "There is no such certificate."
FACTS = ("id", "reader", "at", "content")
COVERED = ("covered", "carried", "dropped", "added", "read_added", "found_added")
COVERS = (
    "This certificate is about the {covered:,} publications it was sealed for. "
    "{added:,} came later; if every unread one of them were relevant, recall over all "
    "would still be at least {bound} %. Read on: they are sealed anew with the rest, "
    "and a new certificate covers all."
)
UNTOLD = "What it says of the records as they are now cannot be told:"
PAGE: dict[str, Any] = {"content": {"text/html": {}}, "description": "The page"}
PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"


class Coverage(BaseModel):
    """What a certificate covers of a project whose records are others by now."""

    covered: int
    carried: int
    dropped: int
    added: int
    read_added: int
    found_added: int
    bound: float
    says: str


class CertificateShape(BaseModel):
    """A certificate in a list; notes are what one must know beside it."""

    id: int
    reader: str
    at: str
    verdict: str
    coverage: Coverage | None = None
    notes: list[str] = []
    content: dict[str, Any]


class CertificateList(BaseModel):
    """All certificates of a project, the oldest first."""

    certificates: list[CertificateShape]


class Verification(BaseModel):
    """Whether a certificate holds, and what does not."""

    valid: bool
    problems: list[str]


@router.get("/projects/{project}/certificates")
def all_certificates(room: Rooms) -> CertificateList:
    """List the certificates of a project."""
    with room.project.reading() as connection:
        found = [_listed(connection, row) for row in certificates(connection)]
    return CertificateList(certificates=found)


@router.post("/projects/{project}/certificates", status_code=201)
def new_certificate(room: Owned, *, end: bool = False) -> CertificateShape:
    """Issue a certificate of what the audits have shown.

    A certificate tells the seed, so no audit is drawn by it any more. While the goal is
    not reached it is therefore refused, unless `end` says that the audits are over.
    """
    by = room.visitor.name

    def write(connection: Connection) -> FiledCertificate:
        return certify_now(
            connection, by=by, at=now_text(), end=end, moment=Moment.STRONGEST
        )

    filed = room.desk.writer.do(write).result()
    notes = [filed.note] if filed.note else []
    return _shape({name: getattr(filed, name) for name in FACTS}, notes=notes)


@router.get("/projects/{project}/certificates/{number}.json")
def certificate_json(room: Rooms, number: Number) -> dict[str, Any]:
    """Return a certificate as the file that anyone can check."""
    content: dict[str, Any] = _found(room, number)["content"]
    return content


@router.get("/projects/{project}/certificates/{number}.html", responses={200: PAGE})
def certificate_html(room: Rooms, number: Number) -> HTMLResponse:
    """Return a certificate as a page to print or attach."""
    from thresher.reports.certificate_page import page_of  # noqa: PLC0415  heavy

    row = _found(room, number)
    with room.project.reading() as connection:
        found = canonical_picks(connection, row["seal_id"])
        note = _counted(connection, row)
    stated = certificate_of(row["content"])
    name = f"certificate-{number}.json"
    page = page_of(stated, found.picks[: stated.read], name=name, note=note)
    return HTMLResponse(page, headers={"Content-Security-Policy": PAGE_POLICY})


@router.get("/projects/{project}/certificates/{number}/verification")
def verification(room: Rooms, number: Number) -> Verification:
    """Work a certificate out again, from itself and from the ledger."""
    row = _found(room, number)
    with room.project.reading() as connection:
        found = canonical_picks(connection, row["seal_id"])
    problems = problems_of(
        row["content"], frame=found.frame, picks=found.picks, seal=found.seal
    )
    return Verification(valid=not problems, problems=problems)


def _found(room: Room, number: int) -> dict[str, Any]:
    with room.project.reading() as connection:
        found = certificate(connection, number)
    if found is None:
        raise Refusal(404, MISSING)
    return found


def _listed(connection: Connection, row: dict[str, Any]) -> CertificateShape:
    """Return a certificate with its coverage; one whose coverage is lost says so."""
    notes = [_counted(connection, row)]
    coverage = None
    try:
        coverage = _coverage(connection, row)
    except ThresherError as error:
        notes.append(f"{UNTOLD} {error}.")
    return _shape(row, coverage=coverage, notes=[note for note in notes if note])


def _counted(connection: Connection, row: dict[str, Any]) -> str:
    """Return the how-manieth seal of the project it is by; nothing for the first."""
    number = row["seal_id"]
    return "" if number is None else seal_count(connection, number).says


def _shape(
    row: dict[str, Any],
    *,
    coverage: Coverage | None = None,
    notes: Sequence[str] = (),
) -> CertificateShape:
    verdict = str(row["content"]["result"]["verdict"])
    facts = {name: row[name] for name in FACTS}
    return CertificateShape(
        verdict=verdict, coverage=coverage, notes=list(notes), **facts
    )


def _coverage(connection: Connection, row: dict[str, Any]) -> Coverage | None:
    """Return what a certificate still covers; nothing while its frame is the whole."""
    sealed = seal_of(connection, row["seal_id"])
    if sealed is None or not frame_changed(connection, sealed):
        return None
    stands = standing(connection)
    read = {str(one) for one, row in stands.items() if row.final is not None}
    relevant = {str(one) for one, row in stands.items() if row.final}
    now = [str(one) for one in publications_of(connection).ids]
    found = living_coverage(
        certificate_of(row["content"]), sealed.frame, now, read=read, relevant=relevant
    )
    bound = found.worst_case.lower_bound
    percent = f"{100 * rounded_down(bound, digits=3):.1f}"
    says = COVERS.format(covered=found.covered, added=found.added, bound=percent)
    facts = {name: getattr(found, name) for name in COVERED}
    return Coverage(bound=bound, says=says, **facts)
