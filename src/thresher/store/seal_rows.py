"""Seals and draws: audits of a frame, drawn before they are shown."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, func, insert, select

from thresher.errors import InputError
from thresher.screening.seal import Seal, audit_order, frame_digest, new_seed
from thresher.store.filling import whole_text
from thresher.store.lab_schema import certificates, seals, turns
from thresher.store.memory import memory_of
from thresher.store.publications import publications_of
from thresher.store.record_rows import record_count
from thresher.store.standing import turns_of
from thresher.store.turn_giving import next_turn

__all__ = [
    "StoredSeal",
    "draw_audits",
    "fixed_seal",
    "frame_changed",
    "has_draws",
    "refuse_other_claim",
    "seal_now",
    "seal_number",
    "seal_of",
    "seals_of",
]

CHUNK = 200  # publications looked at together for one that has no turn
AUDIT = "certification sample"
FIXED = (
    "audits were drawn to show recall of {target:g} with alpha {alpha:g}, so on these "
    "records the claim stays that one: with another claim after seeing draws, the "
    "chance of error would be more than alpha. Finish by that claim, read everything, "
    "or make a new project for another one"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredSeal:
    """A seal, and the publications it was made for.

    Parameters
    ----------
    id
        Its row.
    seal
        Seed, digest of the frame, and the claim.
    groups
        Records of each publication of the frame when it was sealed.
    order
        Positions in the frame in the order of the draw.
    """

    id: int
    seal: Seal
    groups: Sequence[Sequence[int]]
    order: Sequence[int]
    sealed_at: str
    reader: str = ""

    @property
    def frame(self) -> tuple[str, ...]:
        """Ids of the publications, as certificates name them."""
        return tuple(str(group[0]) for group in self.groups)

    @property
    def covered(self) -> int:
        """How many records the frame was made of, duplicates among them."""
        return sum(len(group) for group in self.groups)

    def claim_on(self, frame: str) -> tuple[float, float] | None:
        """Target and alpha, if the frame with this digest is the sealed one."""
        same = self.seal.frame == frame
        return (self.seal.target, self.seal.alpha) if same else None


def seal_now(
    connection: Connection,
    target: float,
    alpha: float,
    *,
    by: str = "",
    at: str | None = None,
) -> StoredSeal:
    """Seal the frame as it is now, and return the seal.

    If the last seal is of this frame and claim, that one is returned: nobody gets a
    second seed for the same draw. An older seal keeps its own frame. Before the first
    draw another claim may be sealed; after it, not until records came. Where links
    are taken back, so that a frame is again one that was drawn from, the last seal
    stays: a frame is drawn from by one seed only.

    Raises
    ------
    InputError
        There is nothing to seal, the claim makes no sense, or audits were drawn for
        another claim on these records.
    """
    publications = publications_of(connection)
    if not publications.ids:
        raise InputError("there are no records to seal yet: import some first")
    refuse_other_claim(connection, target, alpha)
    digest = frame_digest(map(str, publications.ids))
    last = seal_of(connection)
    if last is not None and (
        last.claim_on(digest) == (target, alpha) or _was_drawn_from(connection, digest)
    ):
        return last
    seal = Seal(seed=new_seed(), frame=digest, target=target, alpha=alpha)
    row = {
        "seed": seal.seed,
        "frame_sha256": digest,
        "target": target,
        "alpha": alpha,
        "publications": [
            list(publications.records_of(one)) for one in publications.ids
        ],
        "sealed_at": at or datetime.now(UTC).isoformat(timespec="seconds"),
        "reader": by,
    }
    key = connection.execute(insert(seals), row).inserted_primary_key
    return _loaded(connection, int(key[0]) if key else 0)


def fixed_seal(connection: Connection) -> StoredSeal | None:
    """Return the last seal, if its claim holds for the records as they are now.

    It does once audits were drawn by it and no record came since, or once the present
    frame was drawn from by any seal. Links alone do not free the claim: one pair more
    or less would be enough to bet anew. Otherwise nothing is returned, and the frame
    may be sealed with any claim.
    """
    last = seal_of(connection)
    if last is None:
        return None
    if last.covered >= record_count(connection) and has_draws(connection, last):
        return last
    digest = frame_digest(map(str, publications_of(connection).ids))
    return last if _was_drawn_from(connection, digest) else None


def refuse_other_claim(connection: Connection, target: float, alpha: float) -> None:
    """Refuse a claim on records that were drawn from for another one.

    Raises
    ------
    InputError
        They were: a claim is chosen before the first draw.
    """
    held = fixed_seal(connection)
    if held is None or (held.seal.target, held.seal.alpha) == (target, alpha):
        return
    raise InputError(FIXED.format(target=held.seal.target, alpha=held.seal.alpha))


def has_draws(connection: Connection, sealed: StoredSeal) -> bool:
    """Say whether audits were drawn by a seal."""
    drawn = select(turns.c.turn).where(turns.c.seal_id == sealed.id).limit(1)
    return connection.scalar(drawn) is not None


def seal_of(connection: Connection, number: int | None = None) -> StoredSeal | None:
    """Return a seal, the last one if no number is given; nothing if there is none."""
    if number is None:
        number = connection.scalar(select(func.max(seals.c.id)))
    return None if number is None else _loaded(connection, number)


def seal_number(connection: Connection, seed: object) -> int | None:
    """Return the number of the seal with a seed; nothing if there is none."""
    if not isinstance(seed, str):
        return None
    chosen = select(seals.c.id).where(seals.c.seed == whole_text(seed))
    return connection.scalar(chosen)


def seals_of(connection: Connection) -> list[dict[str, Any]]:
    """Return all seals without seeds and frames, the oldest first."""
    columns = [seals.c[name] for name in ("id", "frame_sha256", "target", "alpha")]
    chosen = select(*columns, seals.c.sealed_at, seals.c.reader).order_by(seals.c.id)
    return [dict(row) for row in connection.execute(chosen).mappings()]


def frame_changed(connection: Connection, sealed: StoredSeal) -> bool:
    """Say whether records came, or duplicates were found, since a frame was sealed."""
    ids = publications_of(connection).ids
    return frame_digest(map(str, ids)) != sealed.seal.frame


def draw_audits(
    connection: Connection, count: int = 1, *, at: str | None = None
) -> list[int]:
    """Draw audits by the last seal and return their publications, in sealed order.

    Each is the first publication of the sealed order that has no turn, and gets the
    next turn at once; when the block ends it is committed, and may be shown. Fewer
    come back where fewer are left, and none once a certificate has told the seed: who
    knows it could foresee the draws.

    Raises
    ------
    InputError
        Nothing was sealed.
    """
    sealed = seal_of(connection)
    if sealed is None:
        raise InputError("nothing is sealed yet: seal the frame before drawing from it")
    if _is_told(connection, sealed):
        return []
    drawn: list[int] = []
    start = _passed(connection, sealed)
    while len(drawn) < count and start < len(sealed.order):
        chunk = [sealed.groups[at_] for at_ in sealed.order[start : start + CHUNK]]
        read = {
            turn.record
            for turn in turns_of(connection, [one for group in chunk for one in group])
        }
        drawn += [group[0] for group in chunk if read.isdisjoint(group)]
        start += CHUNK
    first = next_turn(connection)
    when = at or datetime.now(UTC).isoformat(timespec="seconds")
    rows = [
        {
            "turn": turn,
            "record_id": record,
            "seal_id": sealed.id,
            "chosen": AUDIT,
            "at": when,
        }
        for turn, record in enumerate(drawn[:count], start=first)
    ]
    if rows:
        connection.execute(insert(turns), rows)
    publications = publications_of(connection)
    return [publications.of(row["record_id"]) for row in rows]  # type: ignore[arg-type]


def _was_drawn_from(connection: Connection, digest: str) -> bool:
    """Say whether audits were drawn from the frame with this digest, by any seal."""
    drawn = (
        select(turns.c.turn)
        .join(seals, seals.c.id == turns.c.seal_id)
        .where(seals.c.frame_sha256 == digest)
        .limit(1)
    )
    return connection.scalar(drawn) is not None


def _is_told(connection: Connection, sealed: StoredSeal) -> bool:
    """Say whether a certificate holds the seed of a seal."""
    issued = select(certificates.c.id).where(certificates.c.seal_id == sealed.id)
    return connection.scalar(issued.limit(1)) is not None


def _passed(connection: Connection, sealed: StoredSeal) -> int:
    """Return how many of the order were passed by the last draw; all have turns."""
    last = connection.scalar(
        select(turns.c.record_id)
        .where(turns.c.seal_id == sealed.id)
        .order_by(turns.c.turn.desc())
        .limit(1)
    )
    if last is None:
        return 0
    return next(
        passed
        for passed, at in enumerate(sealed.order, start=1)
        if sealed.groups[at][0] == last
    )


def _loaded(connection: Connection, number: int) -> StoredSeal:
    memory = memory_of(connection)
    seed = connection.scalar(select(seals.c.seed).where(seals.c.id == number))
    if seed is None:
        raise InputError(f"there is no seal {number} in this project")
    if (number, seed) not in memory.orders:
        memory.orders[number, seed] = _read(connection, number)
    found: StoredSeal = memory.orders[number, seed]
    return found


def _read(connection: Connection, number: int) -> StoredSeal:
    row = connection.execute(select(seals).where(seals.c.id == number)).one()
    seal = Seal(
        seed=row.seed, frame=row.frame_sha256, target=row.target, alpha=row.alpha
    )
    groups = tuple(tuple(group) for group in row.publications)
    order = audit_order([str(group[0]) for group in groups], seal.seed)
    return StoredSeal(
        id=number,
        seal=seal,
        groups=groups,
        order=tuple(int(at) for at in order),
        sealed_at=row.sealed_at,
        reader=row.reader,
    )
