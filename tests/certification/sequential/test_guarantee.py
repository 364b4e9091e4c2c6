"""The promise of the recall certificate, added up over every possible screening."""

from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from scipy.stats import hypergeom

from thresher.certification.sequential import RecallCertificate
from thresher.certification.sequential.bets import Bets, bets_for
from thresher.certification.sequential.wealth import AuditRun, log_wealth

Step = tuple[bool, bool]  # label, audit
RELEVANT, IRRELEVANT = (True, False), (False, False)


def after(
    steps: tuple[Step, ...], *, records: int, alpha: float, target: float
) -> RecallCertificate:
    certificate = RecallCertificate(records=records, alpha=alpha, target=target)
    for label, audit in steps:
        certificate.observe(label, audit=audit)
    return certificate


def worst_chance(records: int, relevant: int, *, alpha: float, target: float) -> float:
    """Chance that the bound ever exceeds recall, against the cleverest adversary.

    The adversary knows every label and decides after each one whether the next pick
    is a relevant record, an irrelevant one, or an audit; only the audit is drawn.
    """

    @cache
    def chance(steps: tuple[Step, ...]) -> float:
        certificate = after(steps, records=records, alpha=alpha, target=target)
        if certificate.most_relevant < relevant:
            return 1.0
        left = relevant - certificate.found
        unread = certificate.unread
        options = []
        if left:
            options.append(chance((*steps, RELEVANT)))
        if unread - left:
            options.append(chance((*steps, IRRELEVANT)))
        if unread:
            share = left / unread
            hit = chance((*steps, (True, True))) if left else 0.0
            miss = chance((*steps, (False, True))) if unread - left else 0.0
            options.append(share * hit + (1 - share) * miss)
        return max(options, default=0.0)

    return chance(())


@pytest.mark.parametrize("relevant", range(1, 7))
@pytest.mark.parametrize(("alpha", "target"), [(0.3, 0.8), (0.5, 0.5), (0.2, 0.95)])
def test_no_adversary_lifts_the_bound_above_recall_more_often_than_allowed(
    relevant: int, alpha: float, target: float
) -> None:
    """No simulation: every order and every draw of six records is counted."""
    assert worst_chance(6, relevant, alpha=alpha, target=target) <= alpha + 1e-12


def test_the_adversary_comes_near_what_is_allowed() -> None:
    """Nothing is given away: with one record left, the chance is all but used up."""
    chances = [worst_chance(6, k, alpha=0.4, target=0.5) for k in (1, 2, 3)]
    assert max(chances) > 0.3


def test_the_wealth_against_the_truth_is_a_martingale() -> None:
    """Its mean over all draws is 1 and never more, whatever was read before."""
    bets = bets_for(Fraction(4, 5))
    records, relevant = 12, 5
    for found, irrelevant in [(0, 0), (2, 3), (4, 1), (0, 6)]:
        unread, left = records - found - irrelevant, relevant - found
        for audits in range(unread + 1):
            hits = np.arange(audits + 1)
            chance = hypergeom.pmf(hits, unread, left, audits)
            runs = [
                [AuditRun(found, records - irrelevant, int(k), audits - int(k))]
                for k in hits
                if chance[k] > 0
            ]
            wealth = [
                np.exp(log_wealth(np.array([relevant]), run, bets=bets))[0]
                for run in runs
            ]
            mean = np.dot(chance[chance > 0], wealth)
            assert mean <= 1 + 1e-12
            if audits <= unread - left:  # later a miss may have become impossible
                assert mean == pytest.approx(1)


def test_wealth_is_the_product_of_the_single_bets() -> None:
    """By hand in fractions: one bet, two runs with ranked picks between them."""
    bets = Bets(shares=(Fraction(1, 2),), stakes=(1.0,))
    runs = [AuditRun(2, 20, 1, 2), AuditRun(4, 16, 0, 3)]
    supposed, total = 4, 10  # half of ten, less one
    expected = Fraction(1)
    expected *= Fraction(supposed - 2, total - 2)  # the hit
    expected *= Fraction(20 - supposed, 20 - total)
    expected *= Fraction(19 - supposed, 19 - total)
    for possible in (16, 15, 14):
        expected *= Fraction(possible - supposed, possible - total)
    found = np.exp(log_wealth(np.array([total]), runs, bets=bets))[0]
    assert found == pytest.approx(float(expected), rel=1e-12)


@pytest.mark.parametrize(("found", "unread"), [(100, 8000), (95, 900), (500, 7000)])
def test_audits_that_find_nothing_cost_no_more_than_one_fixed_sample(
    found: int, unread: int
) -> None:
    """Looking after each label is free: the exact sample size of a single look.

    The only difference is one audit more where a tie is broken against us.
    """
    target = Fraction(19, 20)
    least = found * target.denominator // target.numerator + 1
    sizes = np.arange(unread)
    chance = hypergeom.cdf(0, unread, least - found, sizes)
    one_look = int(sizes[chance <= 0.05][0])
    certificate = RecallCertificate(records=found + unread)
    for _ in range(found):
        certificate.observe(label=True)
    while not certificate.certifies(0.95):
        certificate.observe(label=False, audit=True)
    assert one_look <= certificate.audits <= one_look + 1


def urn(rng: np.random.Generator, easy: int, hidden: int) -> np.ndarray:
    """Labels in the order of a ranker that finds some records, and shuns the others."""
    weight = np.ones(3000)
    weight[:easy] = 2000
    weight[easy : easy + hidden] = 0.02
    order = np.argsort(rng.exponential(size=weight.size) / weight)
    return order < easy + hidden


@pytest.mark.slow
@pytest.mark.parametrize(("easy", "hidden"), [(100, 6), (300, 18)])
def test_a_screening_that_stops_when_certified_has_its_recall(
    easy: int, hidden: int
) -> None:
    """Four hundred screenings on the boundary, looked at after every label."""
    from thresher.certification.sequential import AuditSchedule  # noqa: PLC0415

    rng = np.random.default_rng(20240501)
    wrong = 0
    for _ in range(400):
        labels = urn(rng, easy, hidden)
        drawn = rng.permutation(labels.size)
        is_read = np.zeros(labels.size, dtype=bool)
        certificate = RecallCertificate(records=labels.size)
        schedule = AuditSchedule(records=labels.size)
        ranked = iter(range(labels.size))
        audits = iter(drawn)
        while certificate.unread and not certificate.certifies(0.95):
            audit = schedule.next_is_audit
            at = next(one for one in (audits if audit else ranked) if not is_read[one])
            is_read[at] = True
            certificate.observe(bool(labels[at]), audit=audit)
            schedule.observe(bool(labels[at]), audit=audit)
        wrong += certificate.found < 0.95 * (easy + hidden)
    assert wrong <= 400 * 0.05 + 2.4 * (400 * 0.05 * 0.95) ** 0.5
