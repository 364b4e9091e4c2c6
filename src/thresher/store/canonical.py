"""The canonical reading: picks in the order of their turns, as certificates need them.

Why a certificate may rest on it: an audit gets its turn when it is drawn, uniformly
from all publications of the frame that have no turn, by a seed that nothing else
depends on. Given everything that happened before, it is therefore relevant with
chance (R - found) / (N - read), where R of the N publications of the frame are
relevant and `found` of the `read` ones with earlier turns: the very chance that the
bets of `RecallCertificate` are about. It matters neither which publications got turns
in other ways, nor when the labels came, nor how many audits were waiting at once, so
long as nobody knew the seed. The bets are settled in the order of turns, and only as
far as all labels are known: the wealth after each prefix is a supermartingale, and
Ville's inequality holds for all prefixes at once.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import Connection

from thresher.certification.sequential.replay import Pick
from thresher.errors import InputError
from thresher.screening.ledger import Chosen
from thresher.screening.seal import Seal
from thresher.store.publications import Publications, publications_of
from thresher.store.refusals import seconds_of
from thresher.store.screened import CHOSEN
from thresher.store.seal_rows import StoredSeal, seal_of
from thresher.store.standing import Standing, Turn, standing, turns_of

__all__ = ["Canonical", "HeldBy", "canonical_picks"]


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldBy:
    """A publication with a turn and without a label, which later picks wait for.

    Parameters
    ----------
    publication, turn
        Which one, and its place.
    why
        ``audit`` for one drawn and not yet read; ``undone``, ``second reader``,
        ``conflict`` or ``maybe``.
    """

    publication: int
    turn: int
    why: str


class Canonical(NamedTuple):
    """Picks that count now, the sealed frame and seal, and what holds the rest up.

    The picks end before the first publication of `held_by`; nothing there holds
    anything up if it is empty.
    """

    picks: list[Pick]
    frame: tuple[str, ...]
    seal: Seal
    held_by: tuple[HeldBy, ...]


class _Unit(NamedTuple):
    """A publication of the frame at its place in the order."""

    turn: Turn
    group: Sequence[int]


def canonical_picks(connection: Connection, seal: int | None = None) -> Canonical:
    """Return the picks of a sealed frame, by turn, as far as their labels are known.

    Parameters
    ----------
    connection
        To the project.
    seal
        Number of a seal; the last one if left out. An older one has its own frame,
        and only its own draws are audits.

    Notes
    -----
    A publication whose label was taken back holds up what comes after it only if an
    audit of this seal was drawn after it: without one, it counts as unread. If links
    changed since the frame was sealed, a publication of the frame is relevant if any
    of its records now belongs to a relevant publication.

    Raises
    ------
    InputError
        There is no such seal.
    """
    sealed = seal_of(connection, seal)
    if sealed is None:
        raise InputError("nothing is sealed yet")
    publications = publications_of(connection)
    rows = standing(connection)
    units = _units(connection, sealed)
    last_draw = max(
        (unit.turn.turn for unit in units if unit.turn.seal == sealed.id), default=0
    )
    picks: list[Pick] = []
    held: list[HeldBy] = []
    for unit in units:
        found = _found(unit.group, publications, rows)
        label = _label(found)
        if label is None:
            if unit.turn.turn <= last_draw:
                held.append(
                    _held(unit, found, publications=publications, sealed=sealed)
                )
        elif not held:
            picks.append(_pick(unit, found, label=label, sealed=sealed))
    return Canonical(picks, sealed.frame, sealed.seal, tuple(held))


def _units(connection: Connection, sealed: StoredSeal) -> list[_Unit]:
    """Return the publications of the frame that have a turn, each at its first."""
    group_of = {one: group for group in sealed.groups for one in group}
    seen: set[int] = set()
    units = []
    for turn in turns_of(connection):
        group = group_of.get(turn.record)
        if group is not None and group[0] not in seen:
            seen.add(group[0])
            units.append(_Unit(turn, group))
    return units


def _found(
    group: Sequence[int], publications: Publications, rows: dict[int, Standing]
) -> list[Standing | None]:
    """Return what stands of the publications that a sealed one is part of by now."""
    if len(group) == 1:
        return [rows.get(publications.of(group[0]))]
    return [rows.get(one) for one in dict.fromkeys(map(publications.of, group))]


def _label(found: Sequence[Standing | None]) -> bool | None:
    labels = {None if one is None else one.final for one in found}
    if True in labels:
        return True
    return None if None in labels else False


def _pick(
    unit: _Unit, found: Sequence[Standing | None], *, label: bool, sealed: StoredSeal
) -> Pick:
    telling = [one for one in found if one is not None and one.final is label]
    times = [seconds_of(one.by.at) for one in telling if one.by is not None]
    return Pick(
        record=str(unit.group[0]),
        label=label,
        chosen=_chosen(unit.turn, sealed),
        time=max(times, default=0.0),
        changed=any(one.changed for one in telling),
    )


def _chosen(turn: Turn, sealed: StoredSeal) -> Chosen:
    """Return how a publication was chosen; another seal's audit is none of this one."""
    if turn.seal is not None and turn.seal != sealed.id:
        return Chosen.RANKED
    if turn.seal is None and turn.chosen == "certification sample":
        return Chosen.RANKED  # decided so in a file, not drawn here
    return CHOSEN[turn.chosen]


def _held(
    unit: _Unit,
    found: Sequence[Standing | None],
    *,
    publications: Publications,
    sealed: StoredSeal,
) -> HeldBy:
    waiting = next(
        (one.waiting for one in found if one is not None and one.final is None),
        "reader",
    )
    if waiting == "reader":
        waiting = "audit" if unit.turn.seal == sealed.id else "undone"
    return HeldBy(
        publication=publications.of(unit.group[0]), turn=unit.turn.turn, why=waiting
    )
