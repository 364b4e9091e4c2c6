"""The shelf: what a desk takes from the store, and what it puts there."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import itemgetter

from sqlalchemy import Connection

from thresher.screening.recipes import DEFAULT
from thresher.store.incoming import IncomingDecision, Kept
from thresher.store.lease_rows import Holding, keep_leases, leases_of
from thresher.store.paper_rows import add_run
from thresher.store.publications import publications_of
from thresher.store.record_rows import record_count
from thresher.store.recording import record_and_tell
from thresher.store.seal_rows import (
    draw_audits,
    fixed_seal,
    has_draws,
    seal_now,
    seal_of,
)
from thresher.store.setting_rows import reading_of, settings_of
from thresher.store.standing import ABSTRACT, FULLTEXT, Standing, standing
from thresher.web.clock import now_text
from thresher.web.desk.line import Ranked
from thresher.web.desk.seat import Seat

__all__ = [
    "Connection",
    "Found",
    "Holding",
    "Incoming",
    "Kept",
    "Settings",
    "Written",
    "draw",
    "leases",
    "lend",
    "note_run",
    "record",
    "seal",
    "seats",
    "settings",
]

Incoming = IncomingDecision
WORDS = {True: "include", False: "exclude", None: "maybe"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Those settings of a project that a desk works by."""

    model: str
    target: float
    alpha: float
    texts: tuple[str, ...]
    blind: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """Every publication at both stages; full texts that are excluded now apart."""

    abstract: Sequence[Seat]
    fulltext: Sequence[Seat]
    aside: Sequence[Seat]
    records: int
    is_sealed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """What became of decisions, and the publications they touched.

    Parameters
    ----------
    kept
        One for each decision.
    abstract, fulltext
        The publications as they are now, at each stage.
    undone
        Who took something back, at which stage, on which publication.
    """

    kept: list[Kept]
    abstract: Sequence[Seat] = ()
    fulltext: Sequence[Seat] = ()
    undone: Sequence[tuple[str, str, int]] = ()


def settings(connection: Connection) -> Settings:
    """Return the settings that a desk works by."""
    found = settings_of(connection)
    wanted = [found["question"], *found["criteria"]["include"]]
    wanted += found["terms"]["include"]
    return Settings(
        model=found["model"] or DEFAULT,
        target=found["target"],
        alpha=found["alpha"],
        texts=tuple(text for text in wanted if text.strip()),
        blind=found["blind"],
    )


def seats(connection: Connection) -> Found:
    """Return every publication, with what is known of it."""
    ids = publications_of(connection).ids
    reading = reading_of(connection)
    read, full = standing(connection, ABSTRACT), standing(connection, FULLTEXT)
    abstract: list[Seat] = []
    fulltext: list[Seat] = []
    aside: list[Seat] = []
    for publication in ids:
        readers = 2 if reading.is_dual(publication) else 1
        seat = _seat(publication, read.get(publication), readers=readers)
        abstract.append(seat)
        if seat.final or publication in full:
            other = _seat(publication, full.get(publication), readers=readers)
            (fulltext if seat.final else aside).append(other)
    return Found(
        abstract=abstract,
        fulltext=fulltext,
        aside=aside,
        records=record_count(connection),
        is_sealed=_is_sealed(connection),
    )


def record(connection: Connection, incoming: Sequence[Incoming]) -> Written:
    """Write decisions, and return the publications as they are then."""
    found = record_and_tell(connection, incoming)
    touched = {
        name: [
            _seat(publication, stands, readers=2 if stands.dual else 1)
            for (publication, stage), stands in sorted(
                found.standings.items(), key=itemgetter(0)
            )
            if stage == name
        ]
        for name in (ABSTRACT, FULLTEXT)
    }
    undone = [
        (one.reader, one.stage, kept.publication)
        for one, kept in zip(incoming, found.kept, strict=True)
        if one.label == "undo" and kept.status == "kept" and kept.publication
    ]
    return Written(
        kept=found.kept,
        abstract=touched[ABSTRACT],
        fulltext=touched[FULLTEXT],
        undone=undone,
    )


def draw(connection: Connection, count: int) -> Written:
    """Draw audits; what was drawn has its turn from now on."""
    drawn = draw_audits(connection, count, at=now_text())
    return Written(kept=[], abstract=_some(connection, ABSTRACT, drawn))


def seal(connection: Connection, target: float, alpha: float, *, reader: str) -> None:
    """Seal the frame, unless it is sealed; a claim that was drawn for stays."""
    held = fixed_seal(connection)
    if held is not None:
        target, alpha = held.seal.target, held.seal.alpha
    seal_now(connection, target, alpha, by=reader, at=now_text())


def note_run(connection: Connection, ranked: Ranked, *, turn: int) -> None:
    """Write down which model orders what is read after a turn."""
    add_run(
        connection,
        ranked.model,
        labels=ranked.labels,
        turn=turn,
        seconds=ranked.seconds,
        at=ranked.at,
    )


def leases(connection: Connection, stage: str, now: float) -> dict[int, set[str]]:
    """Return who held what when the server ended, as far as it still counts."""
    return leases_of(connection, now=now, stage=stage)


def lend(connection: Connection, holdings: Sequence[Holding]) -> None:
    """Write down what readers hold now, for a server that is started anew."""
    keep_leases(connection, holdings)


def _is_sealed(connection: Connection) -> bool:
    """Say whether the last seal covers all records, for the claim that is set.

    Records that came later need another seal. Duplicates that were found later do
    not: the sealed frame stays as it was, and labels are carried over. After the first
    draw another claim needs none either: it cannot be sealed.
    """
    sealed = seal_of(connection)
    if sealed is None:
        return False
    found = settings_of(connection)
    claim = (sealed.seal.target, sealed.seal.alpha)
    if sealed.covered < record_count(connection):
        return False
    is_set = claim == (found["target"], found["alpha"])
    return is_set or has_draws(connection, sealed)


def _some(
    connection: Connection, stage: str, publications: Iterable[int | None]
) -> list[Seat]:
    wanted = sorted(one for one in publications if one is not None)
    if not wanted:
        return []
    found = standing(connection, stage, wanted)
    return [
        _seat(one, found[one], readers=2 if found[one].dual else 1) for one in wanted
    ]


def _seat(publication: int, stands: Standing | None, *, readers: int) -> Seat:
    if stands is None:
        return Seat(publication=publication, readers=readers)
    return Seat(
        publication=publication,
        told={who: WORDS[label] for who, label in stands.told.items()},
        final=stands.final,
        conflict=stands.conflict,
        turn=stands.turn,
        is_audit=stands.drawn,
        readers=readers,
    )
