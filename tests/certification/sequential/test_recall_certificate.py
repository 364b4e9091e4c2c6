"""The recall certificate as a thing that is asked while it grows."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.certification.sequential import RecallCertificate
from thresher.certification.sequential.bets import Bets, bets_for
from thresher.certification.sequential.wealth import (
    AuditRun,
    Watch,
    log_wealth,
    most_relevant,
)
from thresher.errors import InputError
from thresher.screening.recall_target import exact_share, least_denying

TARGETS = st.sampled_from([0.95, 0.9, 0.8, 0.5, 0.97, 0.3])
STEPS = st.lists(st.tuples(st.booleans(), st.booleans()), max_size=60)
SPARSE = st.lists(
    st.tuples(st.integers(0, 9).map(lambda n: n == 0), st.booleans()), max_size=60
)


def screened(
    steps: list[tuple[bool, bool]], *, records: int = 70, target: float = 0.8
) -> RecallCertificate:
    certificate = RecallCertificate(records=records, alpha=0.2, target=target)
    for label, audit in steps:
        certificate.observe(label, audit=audit)
    return certificate


def runs_of(steps: list[tuple[bool, bool]], records: int = 70) -> list[AuditRun]:
    """The runs of audits, told apart in another way than the certificate does."""
    runs: list[AuditRun] = []
    found = irrelevant = 0
    before = False
    for label, audit in steps:
        if audit and not before:
            runs.append(AuditRun(found, records - irrelevant, 0, 0))
        if audit:
            run = runs[-1]
            runs[-1] = run._replace(
                hits=run.hits + label, misses=run.misses + (not label)
            )
        found, irrelevant = found + label, irrelevant + (not label)
        before = audit
    return runs


@given(steps=st.one_of(STEPS, SPARSE), target=TARGETS)
def test_the_search_finds_the_greatest_total_that_is_not_rejected(
    steps: list[tuple[bool, bool]], target: float
) -> None:
    bets = bets_for(exact_share(target, name="target"))
    found = sum(label for label, _ in steps)
    possible = 70 - len(steps) + found
    totals = np.arange(found, possible + 1)
    logs = log_wealth(totals, runs_of(steps), bets=bets)
    kept = totals[logs < 1e-7 - math.log(0.2)]
    assert most_relevant(
        runs_of(steps), bets=bets, found=found, possible=possible, alpha=0.2
    ) == max(kept, default=found)


@given(steps=st.one_of(STEPS, SPARSE), target=TARGETS, data=st.data())
def test_a_watched_total_has_the_wealth_of_the_table(
    steps: list[tuple[bool, bool]], target: float, data: st.DataObject
) -> None:
    bets = bets_for(exact_share(target, name="target"))
    found = sum(label for label, _ in steps)
    total = data.draw(st.integers(found, 70 - len(steps) + found))
    runs = runs_of(steps)
    watch = Watch(total, runs[:1], bets=bets)
    watch.close(runs[:-1])
    expected = float(log_wealth(np.array([total]), runs, bets=bets)[0])
    ongoing = runs[-1] if len(runs) > 1 else None
    assert watch.log_wealth(ongoing) == pytest.approx(expected, abs=1e-9)


@given(steps=st.one_of(STEPS, SPARSE), target=TARGETS, asked=TARGETS)
def test_evidence_is_the_least_wealth_against_any_total_that_denies_the_claim(
    steps: list[tuple[bool, bool]], target: float, asked: float
) -> None:
    certificate = screened(steps, target=target)
    least = least_denying(certificate.found, exact_share(asked, name="asked"))
    totals = np.arange(least, certificate.possible + 1)
    bets = bets_for(exact_share(target, name="target"))
    logs = log_wealth(totals, runs_of(steps), bets=bets)
    expected = math.exp(logs.min()) if totals.size else math.inf
    assert certificate.evidence(asked) == pytest.approx(expected)


@given(steps=st.one_of(STEPS, SPARSE), target=TARGETS)
def test_what_is_ruled_out_stays_ruled_out_whether_or_not_anybody_asked(
    steps: list[tuple[bool, bool]], target: float
) -> None:
    watched = RecallCertificate(records=70, alpha=0.2, target=target)
    before = 70
    for label, audit in steps:
        watched.observe(label, audit=audit)
        assert watched.found <= watched.most_relevant <= before
        before = watched.most_relevant
    assert screened(steps, target=target).most_relevant == before


@given(steps=st.one_of(STEPS, SPARSE), target=TARGETS)
def test_a_claim_is_certified_where_the_bound_reaches_it(
    steps: list[tuple[bool, bool]], target: float
) -> None:
    certificate = screened(steps, target=target)
    asked = certificate.certifies(target)  # before the bound is worked out
    share = exact_share(target, name="target")
    found, most = certificate.found, certificate.most_relevant
    reached = found > 0 and found >= share * most
    assert asked is reached
    assert certificate.lower_bound == (found / most if found else 0)
    assert certificate.certifies(target) is reached


def test_picks_by_rank_are_no_evidence() -> None:
    certificate = screened([(True, False)] * 9 + [(False, False)] * 40)
    assert certificate.evidence(0.8) == 1
    assert certificate.lower_bound == 9 / 30


@given(before=SPARSE, ranked=st.lists(st.booleans(), max_size=9), audits=SPARSE)
def test_of_picks_by_rank_only_the_numbers_matter(
    before: list[tuple[bool, bool]],
    ranked: list[bool],
    audits: list[tuple[bool, bool]],
) -> None:
    """Bounds and evidence are the same, whether told at once or one by one."""
    each = screened([*before, *((label, False) for label in ranked)], records=140)
    once = screened(before, records=140)
    once.observe_ranked(relevant=sum(ranked), irrelevant=len(ranked) - sum(ranked))
    for label, audit in audits:
        each.observe(label, audit=audit)
        once.observe(label, audit=audit)
    assert once.read == each.read
    assert once.most_relevant == each.most_relevant
    assert once.evidence(0.8) == each.evidence(0.8)


def test_reading_everything_is_certain() -> None:
    certificate = screened([(True, False)] * 9 + [(False, False)] * 61)
    assert certificate.evidence(0.95) == math.inf
    assert certificate.certifies(0.95)
    assert certificate.lower_bound == 1
    with pytest.raises(InputError, match="0 of 70 records are unread"):
        certificate.observe(label=False)


def test_nothing_found_certifies_nothing() -> None:
    certificate = screened([(False, True)] * 70)
    assert certificate.lower_bound == 0
    assert not certificate.certifies(0.3)


def test_evidence_that_no_number_holds_is_cut_off() -> None:
    certificate = RecallCertificate(records=40_000, target=0.5)
    for label, audit in [(True, False)] * 5000 + [(False, True)] * 20_000:
        certificate.observe(label, audit=audit)
    assert certificate.evidence(0.5) == math.exp(700)


def test_a_hit_that_no_bet_foresaw_leaves_no_wealth() -> None:
    bets = Bets(shares=(exact_share(0.01, name="share"),), stakes=(1.0,))
    watch = Watch(5, [AuditRun(2, 20, 1, 3)], bets=bets)
    assert watch.log_wealth(None) == -math.inf


@pytest.mark.parametrize(
    ("records", "alpha", "target", "words"),
    [
        (0, 0.05, 0.95, "records must be 1 or more"),
        (9, 0.0, 0.95, "alpha must be above 0"),
        (9, 1.0, 0.95, "alpha must be above 0"),
        (9, 0.05, 1.0, "target must be above 0 and below 1"),
        (9, 0.05, 0.12345, "four decimals"),
    ],
)
def test_impossible_certificates_are_refused(
    records: int, alpha: float, target: float, words: str
) -> None:
    with pytest.raises(InputError, match=words):
        RecallCertificate(records=records, alpha=alpha, target=target)


@pytest.mark.parametrize(("shares", "stakes"), [((0.5,), (0.9,)), ((0.5, 0.2), (1.0,))])
def test_stakes_are_one_a_share_and_make_one(
    shares: tuple[float, ...], stakes: tuple[float, ...]
) -> None:
    with pytest.raises(InputError, match="add up to 1"):
        Bets(
            shares=tuple(exact_share(share, name="share") for share in shares),
            stakes=stakes,
        )
