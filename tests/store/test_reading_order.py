"""Whatever readers do, in whatever order: nothing lost, turns kept, draws right.

The machine below decides, sends again, undoes, settles, draws, leases, fails in the
middle of a transaction, imports more, links duplicates, changes the mode and seals
anew, and compares the store after each step with a model of a few lists. A
certificate is issued from the canonical picks of every seal at every step and must
verify without a problem.

Why that is what validity needs: `RecallCertificate` holds if each audit is a uniform
draw from the publications of the frame that have no turn when it is drawn, and the
bets are settled in the order of turns. The verification checks exactly this: by the
seed that was fixed before, each audit must be the first of the sealed order that is
not read earlier in the picks. So a pick that went missing, an audit that came late or
a turn that moved makes it fail.
"""

from contextlib import suppress
from itertools import count
from typing import cast

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from thresher.certification.certificate.issuing import issue
from thresher.certification.certificate.verification import problems_of
from thresher.certification.certificate.written import written
from thresher.store.canonical import canonical_picks
from thresher.store.history_rows import decisions_log
from thresher.store.incoming import IncomingDecision
from thresher.store.lease_rows import Holding, keep_leases, leases_of
from thresher.store.link_rows import StoredLink, add_found
from thresher.store.project import Project
from thresher.store.recording import record_decisions
from thresher.store.seal_rows import seals_of
from thresher.store.standing import standing, turns_of

from .conftest import Maker
from .lab import adjust, draw, fill, link, said, seal, stands, tell

READERS = ["ann", "bob", "cid"]
LABELS = {"include": True, "exclude": False}
numbers = st.integers(1, 14)
readers = st.sampled_from(READERS)


def joined(first: int, second: int) -> StoredLink:
    return StoredLink(
        first_id=first, second_id=second, band="certain", score=0.9, reason="same"
    )


class Model:
    """What should be there, in plain lists: slow, and easy to believe."""

    def __init__(self) -> None:
        self.records = 0
        self.groups: list[set[int]] = []
        self.rows: list[tuple[str | None, int, str, str, bool]] = []
        self.turns: list[tuple[int, int | None]] = []  # record, seal
        self.seals: list[list[list[int]]] = []
        self.dual = False

    def add(self, records: int) -> None:
        for _ in range(records):
            self.records += 1
            self.groups.append({self.records})

    def group(self, record: int) -> set[int]:
        return next(group for group in self.groups if record in group)

    def head(self, record: int) -> int:
        return min(self.group(record))

    def heads(self) -> list[int]:
        return sorted(min(group) for group in self.groups)

    def voices(self, record: int) -> tuple[dict[str, str], tuple[str, str] | None]:
        """What stands of each reader, in order, and what settles it."""
        told, settled = self.words(self.group(record))
        labels = {reader: label for reader, (_, label) in told.items()}
        return labels, settled and (settled[1], settled[2])

    def words(
        self, group: set[int]
    ) -> tuple[dict[str, tuple[int, str]], tuple[int, str, str] | None]:
        """What stands on a group of records, and on which of them it was said."""
        told: dict[str, tuple[int, str]] = {}
        settled = None
        for _, at, label, reader, settles in self.rows:
            if at not in group:
                continue
            if settles:
                settled = at, reader, label
            elif label != "undo":
                told.pop(reader, None)
                told[reader] = at, label
            elif not settled or settled[1] != reader:
                told.pop(reader, None)
            elif settled[0] != at and told.get(reader, (0, ""))[0] == at:
                told.pop(reader)
            else:
                settled = None
        return told, settled

    def undone_on(self, one: IncomingDecision) -> list[int]:
        """The records on which an undo takes something back."""
        group = self.group(one.record)
        _, settled = self.words(group)
        if settled and settled[1] == one.reader:
            return [settled[0]]
        on = [at for at in sorted(group) if one.reader in self.words({at})[0]]
        return on or [one.record]

    def final(self, record: int) -> bool | None:
        told, settled = self.voices(record)
        if settled:
            return LABELS[settled[1]]
        sure = [LABELS[one] for one in told.values() if one in LABELS]
        if self.dual:
            return sure[0] if len(sure) > 1 and len(set(sure)) == 1 else None
        if not told or list(told.values())[-1] == "maybe":
            return None
        return sure[-1]

    def conflict(self, record: int) -> bool:
        told, settled = self.voices(record)
        sure = {LABELS[one] for one in told.values() if one in LABELS}
        return not settled and len(sure) > 1

    def has_turn(self, group: set[int]) -> bool:
        return any(record in group for record, _ in self.turns)

    def take(self, one: IncomingDecision) -> str:
        """Return what should become of a decision, and keep it."""
        if one.uid in {row[0] for row in self.rows}:
            return "known"
        if one.record > self.records:
            return "refused"
        head = self.head(one.record)
        told, settled = self.voices(head)
        mine = settled is not None and settled[0] == one.reader
        if one.label == "undo" and not (mine or one.reader in told):
            return "refused"
        may = one.may_settle and one.label in LABELS and self.conflict(head)
        if one.settles and not may:
            return "refused"
        where = self.undone_on(one) if one.label == "undo" else [one.record]
        uids = [one.uid, *[None for _ in where[1:]]]
        self.rows += [
            (uid, record, one.label, one.reader, one.settles)
            for uid, record in zip(uids, where, strict=True)
        ]
        known = one.label != "undo" and self.final(head) is not None
        if known and not self.has_turn(self.group(head)):
            self.turns.append((head, None))
        return "kept"


class Lab(RuleBasedStateMachine):
    """A project, and the model of it."""

    def __init__(self, project: Project) -> None:
        super().__init__()
        self.project = project
        self.model = Model()
        self.sent: list[IncomingDecision] = []
        self.names = count()
        self.more(records=6)
        self.seal_it()

    @rule(
        record=numbers,
        label=st.sampled_from(["include", "exclude", "exclude", "maybe", "undo"]),
        reader=readers,
        settles=st.booleans(),
    )
    def decide(self, record: int, label: str, reader: str, *, settles: bool) -> None:
        may = reader == "cid"
        self.send(said(record, label, reader, settles=settles and may, may_settle=may))

    @rule(first=numbers, second=numbers, label=st.sampled_from(list(LABELS)))
    def decide_together(self, first: int, second: int, label: str) -> None:
        both = [said(first, label), said(second, "exclude", "bob")]
        expected = [self.model.take(one) for one in both]
        assert [one.status for one in tell(self.project, *both)] == expected

    @precondition(lambda self: self.sent)
    @rule(at=st.integers(0, 99))
    def send_again(self, at: int) -> None:
        self.send(self.sent[at % len(self.sent)])

    def send(self, one: IncomingDecision) -> None:
        expected = self.model.take(one)
        self.sent.append(one)
        [kept] = tell(self.project, one)
        assert kept.status == expected

    @rule(number=st.integers(1, 3))
    def draw_some(self, number: int) -> None:
        drawn = draw(self.project, number)
        frame = self.model.seals[-1]
        left = [group for group in frame if not self.model.has_turn(set(group))]
        assert len(drawn) == min(number, len(left))
        with self.project.reading() as connection:
            new = turns_of(connection)[len(self.model.turns) :]
        heads = {group[0] for group in left}
        assert {turn.record for turn in new} <= heads
        assert [self.model.head(turn.record) for turn in new] == drawn
        self.model.turns += [(turn.record, len(self.model.seals)) for turn in new]

    @rule(reader=readers, records=st.sets(numbers, max_size=4))
    def lease(self, reader: str, records: set[int]) -> None:
        held = {one for one in records if one <= self.model.records}
        until = dict.fromkeys(held, 2.0)
        with self.project.writing() as connection:
            keep_leases(connection, [Holding(reader=reader, until=until)])
        with self.project.reading() as connection:
            found = leases_of(connection, now=1.0)
        assert {one for one, names in found.items() if reader in names} == held

    @rule(record=numbers)
    def fail_half_way(self, record: int) -> None:
        with suppress(ZeroDivisionError), self.project.writing() as connection:
            if record < self.model.records:
                add_found(connection, [joined(record, record + 1)])
            record_decisions(connection, [said(record, "include")])
            standing(connection)
            canonical_picks(connection)
            _ = 1 // 0

    @precondition(lambda self: self.model.records < 12)
    @rule(records=st.integers(1, 2))
    def more(self, records: int) -> None:
        fill(self.project, records, name=f"file {next(self.names)}")
        self.model.add(records)

    @rule(first=numbers, second=numbers)
    def find_duplicates(self, first: int, second: int) -> None:
        first, second = sorted([first, second])
        if first == second or second > self.model.records:
            return
        link(self.project, (first, second))
        one, other = self.model.group(first), self.model.group(second)
        if one is not other:
            self.model.groups.remove(other)
            one |= other

    @rule(dual=st.booleans())
    def change_mode(self, *, dual: bool) -> None:
        adjust(self.project, mode="dual" if dual else "single")
        self.model.dual = dual

    @rule()
    def seal_it(self) -> None:
        sealed = seal(self.project)
        frame = sorted(sorted(group) for group in self.model.groups)
        if sealed.id > len(self.model.seals):
            self.model.seals.append(frame)
        heads = [group[0] for group in self.model.seals[-1]]
        assert heads == self.model.heads()

    @invariant()
    def nothing_is_lost_and_nothing_double(self) -> None:
        with self.project.reading() as connection:
            kept = [
                (row["uid"], row["record"], row["label"], row["reader"])
                for row in decisions_log(connection)
            ]
        assert kept == [row[:4] for row in self.model.rows]

    @invariant()
    def turns_are_permanent(self) -> None:
        with self.project.reading() as connection:
            found = turns_of(connection)
        assert [turn.turn for turn in found] == list(range(1, len(found) + 1))
        assert [(turn.record, turn.seal) for turn in found] == self.model.turns

    @invariant()
    def what_stands_is_what_was_said(self) -> None:
        found = stands(self.project)
        some = stands(self.project, only=self.model.heads())
        for head in self.model.heads():
            told, _ = self.model.voices(head)
            expected = (self.model.final(head), self.model.conflict(head), list(told))
            for rows in (found, some):
                one = rows.get(head)
                if one is None:
                    assert expected == (None, False, [])
                else:
                    assert (one.final, one.conflict, list(one.told)) == expected

    @invariant()
    def every_certificate_verifies(self) -> None:
        with self.project.reading() as connection:
            for row in seals_of(connection):
                picks, frame, sealed, held = canonical_picks(connection, row["id"])
                paper = written(issue(picks, frame, sealed, issued_at=0.0))
                assert problems_of(paper, frame=frame, picks=picks) == []
                expected, waiting = self.expected(row["id"])
                assert [
                    (int(pick.record), pick.label, pick.audit) for pick in picks
                ] == expected
                assert len(held) == waiting

    def expected(self, number: int) -> tuple[list[tuple[int, bool, bool]], int]:
        """Picks of a seal by the model, and how many publications hold up others."""
        picks: list[tuple[int, bool, bool]] = []
        seen: set[int] = set()
        held = 0
        draws = [at for at, (_, one) in enumerate(self.model.turns) if one == number]
        for at, (record, by) in enumerate(self.model.turns):
            group = next(
                (one for one in self.model.seals[number - 1] if record in one), None
            )
            if group is None or group[0] in seen:
                continue
            seen.add(group[0])
            finals = [self.model.final(one) for one in group]
            label = True if True in finals else None if None in finals else False
            if label is not None and not held:
                picks.append((group[0], label, by == number))
            elif label is None and any(at <= later for later in draws):
                held += 1
        return picks, held


def tried(make_project: Maker, *, examples: int, steps: int) -> None:
    def lab() -> Lab:
        return Lab(make_project())

    run_state_machine_as_test(
        cast("type[Lab]", lab),
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )


def test_the_reading_order_is_right_whatever_readers_do(make_project: Maker) -> None:
    tried(make_project, examples=8, steps=20)


@pytest.mark.slow
def test_the_reading_order_is_right_after_long_sessions(make_project: Maker) -> None:
    tried(make_project, examples=100, steps=60)
