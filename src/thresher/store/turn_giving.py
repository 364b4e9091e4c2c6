"""Turns for publications whose labels came with a file."""

from collections.abc import Iterable

from sqlalchemy import Connection, func, insert, select

from thresher.store.lab_schema import turns
from thresher.store.labels import Said, final_of
from thresher.store.publications import publications_of
from thresher.store.schema import decisions
from thresher.store.schema import records as record_table
from thresher.store.setting_rows import reading_of
from thresher.store.standing import ABSTRACT, turns_of, voices_of

__all__ = ["give_turns", "give_turns_of_source", "next_turn"]

FEW = 500


def next_turn(connection: Connection) -> int:
    """Return the first turn that is free; writers come one after another."""
    return int(connection.scalar(select(func.max(turns.c.turn))) or 0) + 1


def give_turns_of_source(connection: Connection, source_id: int) -> int:
    """Give turns to the publications that records of a source decided; count them."""
    chosen = (
        select(decisions.c.record_id)
        .join(record_table, record_table.c.id == decisions.c.record_id)
        .where(record_table.c.source_id == source_id)
        .distinct()
    )
    return give_turns(connection, connection.scalars(chosen))


def give_turns(connection: Connection, records: Iterable[int]) -> int:
    """Give the next turns to publications whose labels are known, and count them.

    They come in the order of the decisions that their labels rest on. A publication
    that has a turn keeps it.
    """
    known = publications_of(connection)
    reading = reading_of(connection)
    heads = sorted({known.of(one) for one in records})
    members = [one for head in heads for one in known.records_of(head)]
    placed = {
        known.of(turn.record)
        for at in range(0, len(members), FEW)
        for turn in turns_of(connection, members[at : at + FEW])
    }
    told: list[tuple[Said, int]] = []
    for (head, stage), voices in voices_of(connection, known, heads).items():
        final = final_of(voices, dual=reading.is_dual(head))
        if stage == ABSTRACT and head not in placed and final.by is not None:
            told.append((final.by, head))
    told.sort(key=lambda one: one[0].id)
    rows = [
        {"turn": turn, "record_id": head, "chosen": by.chosen, "at": by.at}
        for turn, (by, head) in enumerate(told, start=next_turn(connection))
    ]
    if rows:
        connection.execute(insert(turns), rows)
    return len(rows)
