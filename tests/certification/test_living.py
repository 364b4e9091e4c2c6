"""Living reviews: what an old certificate still says, summed over all outcomes."""

import itertools
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from thresher.certification.certificate.issuing import issue
from thresher.certification.certificate.statement import Certificate
from thresher.certification.living import (
    LivingBound,
    LivingCoverage,
    living_coverage,
    recertification_plan,
    recertified,
)
from thresher.certification.sequential import Pick, RecallCertificate
from thresher.errors import CertificateError, InputError
from thresher.screening.ledger import Chosen
from thresher.screening.seal import Seal, audit_order, frame_digest

OLD = [f"a{number}" for number in range(60)]
NEW = [*OLD, *(f"b{number}" for number in range(30))]


def certificate_of(
    frame: list[str], *, ranked: int, found: int, audits: int, alpha: float = 0.1
) -> tuple[Certificate, list[Pick]]:
    """Certificate after some records by rank and clean audits."""
    seal = Seal(seed="3c" * 32, frame=frame_digest(frame), target=0.8, alpha=alpha)
    drawn = [frame[at] for at in audit_order(frame, seal.seed) if at >= ranked]
    picks = [
        Pick(record=record, label=at < found, chosen=Chosen.RANKED)
        for at, record in enumerate(frame[:ranked])
    ]
    picks += [
        Pick(record=record, label=False, chosen=Chosen.CERTIFICATION)
        for record in drawn[:audits]
    ]
    return issue(picks, frame, seal, issued_at=0.0), picks


CERTIFICATE, PICKS = certificate_of(OLD, ranked=20, found=15, audits=25)
READ = {pick.record for pick in PICKS}
RELEVANT = {pick.record for pick in PICKS if pick.label}


def covered(new: list[str] = NEW, **more: set[str]) -> LivingCoverage:
    return living_coverage(
        CERTIFICATE,
        OLD,
        new,
        read=READ | more.get("read", set()),
        relevant=RELEVANT | more.get("relevant", set()),
    )


def test_the_old_certificate_covers_the_old_frame_and_nothing_new() -> None:
    found = covered()
    assert (found.covered, found.carried, found.added, found.dropped) == (60, 60, 30, 0)
    assert found.records == 90
    worst = found.worst_case
    assert worst.found == 15
    assert worst.most_relevant == CERTIFICATE.most_relevant + 30
    assert worst.alpha == 0.1
    assert not worst.certified
    assert covered(OLD).worst_case.lower_bound == CERTIFICATE.lower_bound
    assert covered(OLD).worst_case.certified == CERTIFICATE.certified


def test_reading_the_added_records_brings_the_bound_back() -> None:
    added = set(NEW[60:])
    found = covered(read=added, relevant={"b1", "b2"})
    assert found.worst_case.found == 17
    assert found.worst_case.most_relevant == CERTIFICATE.most_relevant + 2
    assert found.worst_case.lower_bound > CERTIFICATE.lower_bound


def test_dropped_records_take_their_known_relevant_ones_with_them() -> None:
    found = covered(NEW[5:])
    assert found.dropped == 5
    assert found.found_carried == 10
    assert found.most_carried == CERTIFICATE.most_relevant - 5


def test_relevant_records_found_later_in_the_old_frame_raise_the_bound() -> None:
    later = next(record for record in OLD if record not in READ)
    found = covered(OLD, read={later}, relevant={later})
    assert found.worst_case.found == 16
    assert found.most_carried == CERTIFICATE.most_relevant


def test_a_carried_frame_that_was_read_whole_holds_what_was_found() -> None:
    found = covered(read=set(OLD))
    assert found.most_carried == 15


def test_a_certificate_that_was_refuted_or_whose_labels_changed_covers_nothing() -> (
    None
):
    with pytest.raises(CertificateError, match="labels were changed"):
        living_coverage(CERTIFICATE, OLD, NEW, read=READ, relevant=RELEVANT - {"a0"})
    with pytest.raises(CertificateError, match="it has erred and covers nothing"):
        covered(read=set(OLD), relevant=set(OLD))
    with pytest.raises(CertificateError, match="another frame"):
        living_coverage(CERTIFICATE, OLD[::-1], NEW, read=READ, relevant=RELEVANT)


def test_impossible_frames_and_labels_are_refused() -> None:
    with pytest.raises(InputError, match="the new frame holds a record twice"):
        covered([*NEW, "b1"])
    with pytest.raises(InputError, match="'b7' is relevant, but was not read"):
        covered(relevant={"b7"})


def test_a_certificate_of_the_added_records_adds_its_error() -> None:
    added, picks = certificate_of(NEW[60:], ranked=8, found=3, audits=15, alpha=0.05)
    read = {pick.record for pick in picks}
    coverage = covered(
        read=read, relevant={pick.record for pick in picks if pick.label}
    )
    bound = recertified(coverage, added)
    assert bound.alpha == pytest.approx(0.15)
    assert bound.found == 18
    assert bound.most_relevant == CERTIFICATE.most_relevant + added.most_relevant
    assert bound.lower_bound > coverage.worst_case.lower_bound
    with pytest.raises(CertificateError, match="other records than the 30"):
        recertified(coverage, CERTIFICATE)
    with pytest.raises(CertificateError, match="it has erred"):
        recertified(replace(coverage, found_added=29), added)


def test_without_finds_there_is_nothing_to_certify() -> None:
    empty = LivingBound(found=0, most_relevant=9, alpha=0.1, target=0.8)
    assert empty.lower_bound == 0.0
    assert not empty.certified


def clean_path(coverage: LivingCoverage, plan: Any) -> RecallCertificate:  # noqa: ANN401
    """The added records under their own seal, after what was read of them."""
    kept = RecallCertificate(
        records=coverage.added, alpha=plan.part_alpha, target=plan.part_target
    )
    for place in range(coverage.read_added):
        kept.observe(place < coverage.found_added)
    return kept


@given(
    carried=st.integers(0, 60),
    found=st.integers(0, 25),
    extra=st.integers(0, 2),
    added=st.integers(1, 50),
    read_added=st.integers(0, 20),
    found_added=st.integers(0, 6),
    alpha=st.sampled_from([0.1, 0.2, 0.05]),
    target=st.sampled_from([0.5, 0.8, 0.9]),
)
@settings(deadline=None)
def test_the_planned_audits_are_exactly_those_that_suffice(
    carried: int,
    found: int,
    extra: int,
    added: int,
    read_added: int,
    found_added: int,
    alpha: float,
    target: float,
) -> None:
    read_added = min(read_added, added)
    coverage = LivingCoverage(
        covered=max(carried, found + extra),
        carried=max(carried, found + extra),
        dropped=0,
        added=added,
        found_carried=found,
        found_added=min(found_added, read_added),
        read_carried=found,
        read_added=read_added,
        most_carried=found + extra,
        added_frame="",
        target=target,
        alpha=0.05,
    )
    plan = recertification_plan(coverage, alpha=alpha)
    assert plan.whole_alpha == alpha
    assert (plan.part_alpha is None) == (alpha == 0.05)
    if coverage.found_carried + coverage.found_added == 0:
        assert plan.whole_audits is None
    if plan.part_audits is None:
        return
    kept = clean_path(coverage, plan)

    def certified() -> bool:
        total = coverage.found_carried + coverage.found_added
        most = coverage.most_carried + kept.most_relevant
        return LivingBound(
            found=total, most_relevant=most, alpha=alpha, target=target
        ).certified

    for _ in range(plan.part_audits):
        assert not certified()
        kept.observe(False, audit=True)  # noqa: FBT003
    assert certified()


def test_a_plan_for_another_target_and_odd_shares() -> None:
    coverage = covered()
    easy, hard = (
        recertification_plan(coverage, alpha=0.2, target=target)
        for target in (0.3, 0.8)
    )
    assert easy.whole_audits is not None
    assert hard.whole_audits is not None
    assert easy.whole_audits <= hard.whole_audits
    with pytest.raises(InputError, match="alpha must be"):
        recertification_plan(coverage, alpha=0)
    with pytest.raises(InputError, match="target"):
        recertification_plan(coverage, target=1.0)


def audited_paths(
    records: int, relevant: int, *, found: int, alpha: float
) -> Iterator[tuple[float, list[tuple[int, int]]]]:
    """Yield each course of audits to the end: its chance, found and bound at each step.

    `found` relevant records are read first, by rank; then audits are drawn one by one.
    """
    unread, left = records - found, relevant - found
    for labels in itertools.product([False, True], repeat=unread):
        if sum(labels) != left:
            continue
        chance, at, hits = 1.0, unread, left
        kept = RecallCertificate(records=records, alpha=alpha, target=0.75)
        for _ in range(found):
            kept.observe(True)  # noqa: FBT003
        course = [(kept.found, kept.most_relevant)]
        for label in labels:
            chance *= (hits if label else at - hits) / at
            at, hits = at - 1, hits - label
            kept.observe(label, audit=True)
            course.append((kept.found, kept.most_relevant))
        yield chance, course


def bare(found: int, most: int, *, added: int) -> LivingCoverage:
    """Coverage of a certificate that allows so many, and nothing new read."""
    return LivingCoverage(
        covered=8,
        carried=8,
        dropped=0,
        added=added,
        found_carried=found,
        found_added=0,
        read_carried=found,
        read_added=0,
        most_carried=most,
        added_frame=CERTIFICATE.seal.frame,
        target=0.75,
        alpha=0.1,
    )


def both(found: int, most: int, more: int, most_new: int) -> float:
    """Bound from two certificates, of which only the counts matter."""
    added = replace(CERTIFICATE, found=more, most_relevant=most_new)
    return recertified(bare(found, most, added=5), added).lower_bound


@pytest.mark.parametrize("alpha", [0.1, 0.3, 0.5])
@pytest.mark.parametrize("relevant", range(2, 9))
def test_the_worst_case_errs_no_more_than_the_old_certificate(
    alpha: float, relevant: int
) -> None:
    """No simulation: every course of audits of the old frame, every added truth."""
    added = 3
    wrong = total = 0.0
    for chance, course in audited_paths(8, relevant, found=2, alpha=alpha):
        total += chance
        wrong += chance * any(
            bare(found, most, added=added).worst_case.lower_bound
            > found / (relevant + new)
            for found, most in course
            for new in range(added + 1)
        )
    assert total == pytest.approx(1)
    assert wrong <= alpha + 1e-12


@pytest.mark.parametrize(("first", "second"), [(0.1, 0.1), (0.2, 0.3), (0.4, 0.2)])
@pytest.mark.parametrize("relevant", [2, 4, 6])
@pytest.mark.parametrize("new", [0, 1, 3, 5])
def test_two_certificates_together_err_no_more_than_the_sum_of_their_errors(
    first: float, second: float, relevant: int, new: int
) -> None:
    """Every pair of courses, and every pair of moments in them."""
    old = [*audited_paths(7, relevant, found=2, alpha=first)]
    part = [*audited_paths(5, new, found=0, alpha=second)]
    wrong = 0.0
    for (chance, course), (other, added) in itertools.product(old, part):
        wrong += (
            chance
            * other
            * any(
                both(found, most, more, most_new) > (found + more) / (relevant + new)
                for (found, most), (more, most_new) in itertools.product(course, added)
                if found + more
            )
        )
    assert wrong <= first + second + 1e-12
