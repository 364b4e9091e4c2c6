"""Standing of a project: what holds of every publication that was read or drawn."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, func, select

from thresher.store.lab_schema import turns
from thresher.store.labels import Final, Said, Voices, final_of, with_row
from thresher.store.memory import memory_of
from thresher.store.publications import Publications, publications_of
from thresher.store.schema import decisions
from thresher.store.setting_rows import Reading, reading_of

__all__ = [
    "ABSTRACT",
    "FULLTEXT",
    "STAGES",
    "Standing",
    "Turn",
    "standing",
    "turns_of",
    "voices_of",
]

ABSTRACT = "abstract"
FULLTEXT = "fulltext"
STAGES = (ABSTRACT, FULLTEXT)
FEW = 500  # ids in one question; SQLite and PostgreSQL both allow more
NOBODY = Voices()


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
    """Voices by publication, up to a row of the ledger."""

    publications: Publications
    last: int = 0
    voices: dict[int, Voices] = field(default_factory=dict)


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
    known = publications_of(connection)
    reading = reading_of(connection)
    if publications is None:
        voices = _voices(connection, stage, known)
        rows = turns_of(connection) if stage == ABSTRACT else []
        places = _first_turns(rows, known)
        wanted: Iterable[int] = voices.keys() | places.keys()
    else:
        wanted = [known.of(one) for one in publications]
        told = voices_of(connection, known, wanted)
        voices = {one: told.get((one, stage), NOBODY) for one in wanted}
        records = [one for head in wanted for one in known.records_of(head)]
        rows = turns_of(connection, records) if stage == ABSTRACT else []
        places = _first_turns(rows, known)
    return {
        one: _standing(one, voices.get(one, NOBODY), reading, turn=places.get(one))
        for one in wanted
    }


def turns_of(
    connection: Connection, records: Iterable[int] | None = None
) -> list[Turn]:
    """Return turns in order: all of them, or those of some records."""
    chosen = select(turns).order_by(turns.c.turn)
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


def _voices(
    connection: Connection, stage: str, publications: Publications
) -> Mapping[int, Voices]:
    memory = memory_of(connection)
    newest = connection.scalar(select(func.max(decisions.c.id))) or 0
    writes = connection.get_execution_options().get("writes", False)
    with memory.lock:
        folded = memory.standings.get(stage)
        if folded is None or folded.publications is not publications:
            folded = _Folded(publications=publications)
        elif folded.last > newest:  # this connection sees an older state
            folded = _Folded(publications=publications)
            writes = True
        if writes:
            folded = _Folded(
                publications=publications, last=folded.last, voices=dict(folded.voices)
            )
        _fold(connection, stage, folded, newest=newest)
        if not writes:
            memory.standings[stage] = folded
            return dict(folded.voices)
    return folded.voices


def _fold(connection: Connection, stage: str, folded: _Folded, *, newest: int) -> None:
    if folded.last >= newest:
        return
    rows = (
        select(decisions)
        .where(
            decisions.c.id > folded.last,
            decisions.c.id <= newest,
            decisions.c.stage == stage,
        )
        .order_by(decisions.c.id)
    )
    for row in connection.execute(rows):
        key = folded.publications.of(row.record_id)
        folded.voices[key] = with_row(folded.voices.get(key, NOBODY), row)
    folded.last = newest


def _first_turns(rows: Iterable[Turn], publications: Publications) -> dict[int, Turn]:
    """Return the first turn of each publication; late duplicates have several."""
    places: dict[int, Turn] = {}
    for turn in rows:
        places.setdefault(publications.of(turn.record), turn)
    return places


def _standing(
    publication: int, voices: Voices, reading: Reading, *, turn: Turn | None
) -> Standing:
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
    """Say whether a label was another one before: of one reader, or of anybody."""
    if dual:
        readers = [reader for reader, _ in voices.labels]
        return len(set(readers)) < len(readers)
    return len({label for _, label in voices.labels}) > 1
