"""Agreement of a project's readers, on what they read without seeing each other."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from sqlalchemy import Connection

from thresher.measures.reader_agreement import (
    MISSING,
    AgreementRow,
    Drawn,
    OverlapSample,
    agreement_table,
    overlap_of_ledger,
)
from thresher.screening.ledger import Chosen, Decision
from thresher.store.history_rows import decisions_log
from thresher.store.labels import SETTLED
from thresher.store.publications import publications_of
from thresher.store.setting_rows import reading_of

__all__ = ["agreement_facts", "agreement_rows"]

SEED = 1
TWO = 2
SHORT = {
    "percent": "percent_agreement",
    "kappa": "cohen_kappa",
    "ac1": "gwet_ac1",
    "alpha": "krippendorff_alpha",
}
WORDS = {"include": True, "exclude": False}
ALONE = "Each record is read by one reader: to compare, let two read some (Settings)."
NOT_YET = "No record was read by two readers yet."
PARTLY = (
    "Not all records meant for two readers are read yet. The ranking chose which came "
    "first, so these figures describe those records, not the whole pile; intervals "
    "come when all are read."
)
WHOLE = {
    Drawn.RANDOM: "From a random share of the pile: the figures hold for all of it.",
    Drawn.WHOLE: "From the whole pile, read by two.",
}


def agreement_facts(connection: Connection) -> dict[str, Any]:
    """Return the coefficients of agreement, with intervals where they are valid."""
    sample = _sample(connection)
    empty = {"value": None, "low": None, "high": None, "note": ""}
    if isinstance(sample, str):
        facts: dict[str, Any] = dict.fromkeys(SHORT, empty)
        return {"overlap": {"records": 0, "both": 0}, **facts, "note": sample}
    rows = {row.name: row for row in _table(sample)}
    found = {
        short: _fact(rows[name]) if name in rows else empty
        for short, name in SHORT.items()
    }
    both = {"records": len(sample.marks), "both": sample.records}
    note = WHOLE[sample.drawn] if sample.generalises else PARTLY
    return {"overlap": both, **found, "note": note}


def agreement_rows(connection: Connection) -> tuple[AgreementRow, ...]:
    """Return the coefficients as reports print them; none where nothing overlaps."""
    sample = _sample(connection)
    return () if isinstance(sample, str) else _table(sample)


def _table(sample: OverlapSample) -> tuple[AgreementRow, ...]:
    return agreement_table(sample, rng=np.random.default_rng(SEED))


def _fact(row: AgreementRow) -> dict[str, Any]:
    return {
        "value": row.value,
        "low": row.lower,
        "high": row.upper,
        "note": row.note,
    }


def _sample(connection: Connection) -> OverlapSample | str:
    """Return what two readers said of what was for both; else why there is nothing."""
    reading = reading_of(connection)
    if reading.mode == "single":
        return ALONE
    shared = [one for one in publications_of(connection).ids if reading.is_dual(one)]
    decisions = _first_words(connection)
    readers = sorted({one.reader for one in decisions})
    if len(readers) < TWO:
        return NOT_YET
    drawn = Drawn.WHOLE if reading.mode == "dual" else Drawn.RANDOM
    sample = _of(decisions, shared, readers=readers, drawn=drawn)
    if not sample.records:
        return NOT_YET
    if (np.count_nonzero(sample.marks != MISSING, axis=1) >= TWO).all():
        return sample
    return _of(decisions, shared, readers=readers, drawn=Drawn.RANKED)


def _of(
    decisions: Sequence[Decision],
    shared: Sequence[int],
    *,
    readers: Sequence[str],
    drawn: Drawn,
) -> OverlapSample:
    overlap = [str(one) for one in shared]
    return overlap_of_ledger(decisions, overlap=overlap, readers=readers, drawn=drawn)


def _first_words(connection: Connection) -> list[Decision]:
    """Return what readers said by themselves: nothing that settled a conflict."""
    known = publications_of(connection)
    return [
        Decision(
            record=str(known.of(row["record"])),
            label=WORDS.get(row["label"]),
            chosen=Chosen.RANKED,
            reader=row["reader"],
        )
        for row in decisions_log(connection)
        if row["uid"] and row["kind"] != SETTLED and row["stage"] == "abstract"
    ]
