"""The seal, the schedule of audits, and the strategy that draws them."""

import hashlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.errors import InputError
from thresher.screening.audit_schedule import AuditSchedule
from thresher.screening.audited import Audited
from thresher.screening.cycle import Known, Ranking
from thresher.screening.ledger import Chosen
from thresher.screening.priors import drawn_priors
from thresher.screening.recipes import RECIPES
from thresher.screening.run import Run
from thresher.screening.run_ledger import frame_of, ledger_of, seal_of
from thresher.screening.schedules import Growing, Schedule, every_label
from thresher.screening.seal import (
    Seal,
    audit_order,
    draw_key,
    frame_digest,
    new_seed,
)
from thresher.screening.simulate import Procedure, Simulation, simulate
from thresher.screening.stoppers import never

from .piles import small_features, small_pile

FRAME = frame_digest(["a"])


def simulated(schedule: Schedule = every_label, *, seed: int = 1) -> Simulation:
    pile = small_pile()
    rng = np.random.default_rng(seed)
    return simulate(
        pile,
        [small_features()],
        Procedure(
            recipe=RECIPES["elas_u4"],
            strategy=Audited(target=0.8, alpha=0.2),
            schedule=schedule,
            stopper=never,
        ),
        priors=drawn_priors(pile.labels, relevant=1, irrelevant=1, rng=rng),
        rng=rng,
    )


@pytest.mark.parametrize("schedule", [every_label, Growing(share=0.1)])
def test_every_audit_is_the_first_unread_record_of_the_draw(
    schedule: Schedule,
) -> None:
    done = simulated(schedule)
    ids = [citation.id for citation in done.pile.citations]
    assert done.seal is not None
    drawn = audit_order(ids, done.seal.seed).tolist()
    assert done.audits.any()
    assert sorted(done.order.tolist()) == list(range(len(ids)))
    for at in np.flatnonzero(done.audits):
        read = set(done.order[:at].tolist())
        assert done.order[at] == next(one for one in drawn if one not in read)


def test_the_schedule_is_told_which_of_the_picks_were_audits() -> None:
    """Thirty records the ranker likes, and sixty that only audits find."""
    ids = [f"r{at}" for at in range(600)]
    labels = (np.arange(600) < 30) | (np.arange(600) >= 540)
    scores = -np.arange(600.0)
    picker = Audited().begin(ids, rng=np.random.default_rng(3))
    schedule = AuditSchedule(records=600)
    order: list[int] = []
    hits = 0
    while len(order) < 600:
        rows = np.array(order, dtype=np.intp)
        unread = np.setdiff1d(np.arange(600), rows)
        ranking = Ranking(unread=unread, scores=scores[unread], memories=())
        picks = picker(ranking, Known(rows=rows, labels=labels[rows]), size=1)
        at, audit = int(picks.rows[0]), bool(picks.audits[0])
        assert audit is schedule.next_is_audit
        assert picks.scores[0] == scores[at]
        schedule.observe(bool(labels[at]), audit=audit)
        order.append(at)
        hits += audit and bool(labels[at])
    assert hits > 5


def test_the_same_seed_gives_the_same_audits() -> None:
    first, second = simulated(seed=5), simulated(seed=5)
    assert first.order.tolist() == second.order.tolist()
    assert first.seal == second.seal
    assert first.seal != simulated(seed=6).seal


def test_a_run_keeps_its_audits_and_the_ledger_marks_them() -> None:
    done = simulated()
    run = done.run("made", seed=1)
    marks = [row.chosen for row in ledger_of(run).rows]
    assert marks[:2] == [Chosen.PRIOR] * 2
    assert [mark is Chosen.CERTIFICATION for mark in marks] == done.audits.tolist()
    assert seal_of(run) == done.seal
    assert frame_of(run) == [citation.id for citation in done.pile.citations]


def with_audit(**changes: object) -> Run:
    run = simulated().run("made", seed=1)
    kept = run.settings["audit"]
    assert isinstance(kept, dict)
    return Run(
        name="made", reading=run.reading, settings={"audit": {**kept, **changes}}
    )


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"seed": None}, "was not audited"),
        ({"positions": [1]}, "calls its pick 1 an audit"),
        ({"positions": [80]}, "calls its pick 80 an audit"),
        ({"positions": ["x"]}, "damaged"),
        ({"frame": [1]}, "damaged"),
        ({"seed": "x" * 64}, "64 digits"),
        ({"target": 2.0}, "target must be"),
    ],
)
def test_damaged_audits_of_a_run_are_refused(
    changes: dict[str, object], words: str
) -> None:
    with pytest.raises(InputError, match=words):
        _ = ledger_of(with_audit(**changes)), seal_of(with_audit(**changes))


def test_a_run_without_audits_has_a_ledger_but_no_seal() -> None:
    run = Run(name="plain", reading=simulated().reading)
    assert {row.chosen for row in ledger_of(run).rows} == {Chosen.PRIOR, Chosen.RANKED}
    with pytest.raises(InputError, match="was not audited"):
        seal_of(run)
    nameless = Run(name="plain", reading=type(run.reading)(labels=run.reading.labels))
    with pytest.raises(InputError, match="does not say which records"):
        ledger_of(nameless)


def test_digests_are_plain_sha256_of_texts_led_by_their_length() -> None:
    """So that anybody can check them with other tools."""

    def by_hand(*texts: str) -> str:
        led = b"".join(len(t.encode()).to_bytes(8, "big") + t.encode() for t in texts)
        return hashlib.sha256(led).hexdigest()

    assert frame_digest(["a", "ä"]) == by_hand("thresher-frame-1", "a", "ä")
    assert draw_key("5", "r1") == by_hand("thresher-draw-1", "5", "r1")
    seal = Seal(seed="0" * 64, frame=FRAME, target=0.9, alpha=0.05)
    assert seal.commitment == by_hand(
        "thresher-seal-1", "0" * 64, FRAME, "recall 0.9 0.05"
    )


@given(ids=st.lists(st.text(max_size=4), unique=True, max_size=20))
def test_the_draw_is_an_order_of_the_frame_that_the_seed_decides(
    ids: list[str],
) -> None:
    order = audit_order(ids, "1" * 64).tolist()
    assert sorted(order) == list(range(len(ids)))
    keys = [draw_key("1" * 64, ids[at]) for at in order]
    assert keys == sorted(keys)


def test_draws_of_many_seeds_are_uniform() -> None:
    ids = ["a", "b", "c"]
    firsts = [int(audit_order(ids, f"{seed:064x}")[0]) for seed in range(3000)]
    counts = np.bincount(firsts, minlength=3)
    assert ((counts - 1000) ** 2 / 1000).sum() < 13.8  # chi-squared, 2 df, 0.1 %


def test_a_new_seed_is_new() -> None:
    assert new_seed() != new_seed()
    Seal(seed=new_seed(), frame=FRAME)


@pytest.mark.parametrize(
    "changes",
    [
        {"seed": "0"},
        {"seed": "Z" * 64},
        {"frame": ""},
        {"target": 0.0},
        {"alpha": 1.0},
        {"alpha": 0.0},
    ],
)
def test_an_impossible_seal_is_refused(changes: dict[str, str | float]) -> None:
    good: dict[str, str | float] = {"seed": "0" * 64, "frame": FRAME}
    with pytest.raises(InputError):
        Seal(**{**good, **changes})  # type: ignore[arg-type]


def told(schedule: AuditSchedule, labels: list[bool], *, audit: bool = False) -> bool:
    for label in labels:
        schedule.observe(label, audit=audit)
    return schedule.next_is_audit


def test_the_schedule_audits_when_finds_have_become_rare() -> None:
    schedule = AuditSchedule(records=2000)
    assert not told(schedule, [True] * 60)
    assert not told(schedule, [False] * 4)
    assert told(schedule, [False] * 300)
    assert told(schedule, [False] * 200, audit=True)


def test_the_schedule_goes_on_by_rank_while_finds_do_not_thin_out() -> None:
    assert not told(AuditSchedule(records=1000), ([True] + [False] * 9) * 60)


def test_after_a_hit_the_schedule_reads_by_rank_for_a_while_and_less_each_time() -> (
    None
):
    schedule = AuditSchedule(records=5000)
    told(schedule, [True] * 60 + [False] * 600)
    waits = []
    for _ in range(3):
        assert not told(schedule, [True], audit=True)
        wait = 0
        while not schedule.next_is_audit:
            schedule.observe(label=False)
            wait += 1
        waits.append(wait)
    assert waits == [100, 50, 25]
    told(schedule, [True], audit=True)
    assert not told(schedule, [True])  # by rank: patience comes back
    told(schedule, [False] * 12)
    assert schedule.next_is_audit
    told(schedule, [True], audit=True)
    assert told(schedule, [False] * 25)


def test_advice_not_followed_does_no_harm() -> None:
    schedule = AuditSchedule(records=2000)
    told(schedule, [True] * 60 + [False] * 400)
    assert told(schedule, [False] * 50)  # by rank, though an audit was due


def test_few_finds_start_no_audits_and_the_end_none_either() -> None:
    assert not told(AuditSchedule(records=100), [True] * 3 + [False] * 90)
    assert not told(AuditSchedule(records=26), [True] * 6 + [False] * 20)


@pytest.mark.parametrize(
    "wrong",
    [{"records": 0}, {"records": 5, "alpha": 1.0}, {"records": 5, "target": 1.0}],
)
def test_an_impossible_schedule_is_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(InputError):
        AuditSchedule(**wrong)  # type: ignore[arg-type]
