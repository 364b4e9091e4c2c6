"""Standing of a project: what holds of every publication that was read or drawn."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy import Connection, func, select

from thresher.store.grounds import grounds_of
from thresher.store.lab_schema import turns
from thresher.store.labels import Final, Said, Voices, final_of, with_row
from thresher.store.memory import memory_of
from thresher.store.publications import Publications
from thresher.store.schema import decisions
from thresher.store.setting_rows import Reading

__all__ = [
    "ABSTRACT",
    "FULLTEXT",
    "STAGES",
    "Standing",
    "Turn",
    "standing",
    "standing_of",
    "turns_of",
    "voices_of",
]

ABSTRACT = "abstract"
FULLTEXT = "fulltext"
STAGES = (ABSTRACT, FULLTEXT)
FEW = 500  # ids in one question; SQLite and PostgreSQL both allow more
NOBODY = Voices()
NEWEST = select(
    select(func.max(decisions.c.id)).scalar_subquery(),
    select(func.max(turns.c.turn)).scalar_subquery(),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """Place of a publication in the canonical reading order; it never changes."""

    turn: int
    record: int
    seal: int | None
    chosen: str
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What holds of one publication at one stage.

    Parameters
    ----------
    publication
        Number of its first record.
    final
        Whether it is in; ``None`` while that is not known.
    conflict
        Whether readers disagree and nobody has settled it.
    waiting
        What the label waits for: ``reader``, ``second reader``, ``conflict``,
        ``maybe``, or nothing.
    readers
        What stands of each reader's words.
    by
        The decision that the label rests on.
    changed
        Whether its label was another one before.
    turn, chosen, drawn
        Its place in the reading order, how it came there, and whether it was drawn
        for a certificate; empty while it has no place, and at the full-text stage.
    """

    publication: int
    final: bool | None
    conflict: bool
    waiting: str
    readers: Mapping[str, Said] = field(default_factory=dict)
    settled_by: str = ""
    dual: bool = False
    by: Said | None = None
    changed: bool = False
    turn: int | None = None
    chosen: str = ""
    drawn: bool = False

    @property
    def told(self) -> dict[str, bool | None]:
        """What each reader says: in, out, or ``None`` for maybe."""
        return {reader: said.label for reader, said in self.readers.items()}


@dataclass(slots=True)
class _Folded:
    """What stands by publication, up to a row of the ledger and a turn."""

    publications: Publications
    reading: Reading
    last: int = 0
    last_turn: int = 0
    voices: dict[int, Voices] = field(default_factory=dict)
    places: dict[int, Turn] = field(default_factory=dict)
    rows: dict[int, Standing] = field(default_factory=dict)

    def copy(self) -> "_Folded":
        """Return one that may go on without changing this."""
        return replace(
            self,
            voices=dict(self.voices),
            places=dict(self.places),
            rows=dict(self.rows),
        )


def standing(
    connection: Connection,
    stage: str = ABSTRACT,
    publications: Iterable[int] | None = None,
) -> dict[int, Standing]:
    """Return what holds of publications, by their numbers.

    Parameters
    ----------
    connection
        To the project.
    stage
        ``abstract`` or ``fulltext``.
    publications
        Which ones; left out, all that were decided on or have a turn. Then rows of
        the ledger that were folded before are not read again: a call costs as much as
        was decided since the last one.
    """
    grounds = grounds_of(connection)
    known, reading = grounds.publications, grounds.reading
    if publications is None:
        return _all_standing(connection, stage, _Folded(known, reading))
    wanted = [known.of(one) for one in publications]
    told = voices_of(connection, known, wanted)
    records = [one for head in wanted for one in known.records_of(head)]
    rows = turns_of(connection, records) if stage == ABSTRACT else []
    places = _first_turns(rows, known)
    return {
        one: standing_of(
            one, told.get((one, stage), NOBODY), reading, turn=places.get(one)
        )
        for one in wanted
    }


def turns_of(
    connection: Connection, records: Iterable[int] | None = None, *, after: int = 0
) -> list[Turn]:
    """Return turns after one, in order: all of them, or those of some records."""
    chosen = select(turns).where(turns.c.turn > after).order_by(turns.c.turn)
    if records is not None:
        chosen = chosen.where(turns.c.record_id.in_(list(records)))
    return [
        Turn(turn=turn, record=record, seal=seal, chosen=how, at=at)
        for turn, record, seal, how, at in connection.execute(chosen)
    ]


def voices_of(
    connection: Connection, publications: Publications, wanted: Iterable[int]
) -> dict[tuple[int, str], Voices]:
    """Return what stands of a few publications by publication and stage."""
    records = [one for head in wanted for one in publications.records_of(head)]
    found: dict[tuple[int, str], Voices] = {}
    for at in range(0, len(records), FEW):
        chosen = (
            select(decisions)
            .where(decisions.c.record_id.in_(records[at : at + FEW]))
            .order_by(decisions.c.id)
        )
        for row in connection.execute(chosen):
            key = publications.of(row.record_id), row.stage
            found[key] = with_row(found.get(key, NOBODY), row)
    return found


def _all_standing(
    connection: Connection, stage: str, fresh: _Folded
) -> dict[int, Standing]:
    """Return what stands of all publications, going on from what is remembered.

    `fresh` knows the publications and the mode of now; what was folded under others
    is folded anew, and so is what is newer than this connection may see.
    """
    memory = memory_of(connection)
    newest = connection.execute(NEWEST).one()
    with memory.lock:
        folded: _Folded = memory.standings.get(stage, fresh)
        passed = folded.last > (newest[0] or 0) or folded.last_turn > (newest[1] or 0)
        if passed or folded.publications is not fresh.publications:
            folded = fresh
        if connection.get_execution_options().get("writes", False):
            folded = folded.copy()
        elif not passed:
            memory.standings[stage] = folded
        _fold(connection, stage, folded, reading=fresh.reading)
        return dict(folded.rows)


def _fold(
    connection: Connection, stage: str, folded: _Folded, *, reading: Reading
) -> None:
    """Take in the decisions and turns since the last ones."""
    known = folded.publications
    later = select(decisions).where(
        decisions.c.id > folded.last, decisions.c.stage == stage
    )
    touched: set[int] = set()
    for row in connection.execute(later.order_by(decisions.c.id)):
        key = known.of(row.record_id)
        folded.voices[key] = with_row(folded.voices.get(key, NOBODY), row)
        folded.last = row.id
        touched.add(key)
    for turn in (
        turns_of(connection, after=folded.last_turn) if stage == ABSTRACT else ()
    ):
        key = known.of(turn.record)
        folded.places.setdefault(key, turn)
        folded.last_turn = turn.turn
        touched.add(key)
    if folded.reading != reading:
        folded.reading = reading
        touched = folded.voices.keys() | folded.places.keys()
    for key in touched:
        folded.rows[key] = standing_of(
            key,
            folded.voices.get(key, NOBODY),
            reading,
            turn=folded.places.get(key),
        )


def _first_turns(rows: Iterable[Turn], publications: Publications) -> dict[int, Turn]:
    """Return the first turn of each publication; late duplicates have several."""
    places: dict[int, Turn] = {}
    for turn in rows:
        places.setdefault(publications.of(turn.record), turn)
    return places


def standing_of(
    publication: int, voices: Voices, reading: Reading, *, turn: Turn | None
) -> Standing:
    """Return what holds of a publication by what readers said of it."""
    dual = reading.is_dual(publication)
    final: Final = final_of(voices, dual=dual)
    facts: dict[str, Any] = (
        {}
        if turn is None
        else {
            "turn": turn.turn,
            "chosen": turn.chosen,
            "drawn": turn.seal is not None,
        }
    )
    return Standing(
        publication=publication,
        final=final.label,
        conflict=final.conflict,
        waiting=final.waiting,
        readers=voices.said,
        settled_by=voices.settled_by,
        dual=dual,
        by=final.by,
        changed=_changed(voices, dual=dual),
        **facts,
    )


def _changed(voices: Voices, *, dual: bool) -> bool:
    """Say whether a label was another one before: of one reader, or of anybody.

    Where two must agree, also whether another label held before: both readers may keep
    to their word while somebody else settles it otherwise.
    """
    if dual:
        readers = [reader for reader, _ in voices.labels]
        return len(voices.agreed) > 1 or len(set(readers)) < len(readers)
    return len({label for _, label in voices.labels}) > 1
