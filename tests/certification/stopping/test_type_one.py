"""How often rules miss the target, as published and as promised (slow)."""

import numpy as np
import pytest

from thresher.certification.stopping.buscar import Buscar
from thresher.certification.stopping.goal import Goal
from thresher.certification.stopping.history import History
from thresher.certification.stopping.quantile_sample import QuantileSample

from .rankings import AT_95, boundary, urn

RUNS = 500


def misses(stops: list[bool]) -> float:
    return sum(stops) / len(stops)


def missed(history: History, stop: int | None, goal: Goal) -> bool:
    relevant = history.relevant or 0
    found = int(history.counts[history.records if stop is None else stop])
    return not goal.is_met(found, relevant=relevant)


@pytest.mark.slow
def test_looking_at_every_label_makes_buscar_miss_more_than_it_says() -> None:
    """9 % ± 2.5 % on random orders, R = 100, in 500 runs of the prototype."""
    rng, rule = np.random.default_rng(1), Buscar()
    share = misses(
        [missed(h, rule(h, AT_95), AT_95) for h in (urn(rng) for _ in range(RUNS))]
    )
    assert 0.05 < share < 0.13


@pytest.mark.slow
def test_buscar_misses_what_the_ranker_cannot_see() -> None:
    """99.8 % of runs with 8 % hidden relevant records, in the prototype."""
    rng, rule = np.random.default_rng(2), Buscar()
    runs = [urn(rng, bias=20, hidden=0.08) for _ in range(100)]
    assert misses([missed(h, rule(h, AT_95), AT_95) for h in runs]) > 0.95


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["random", "good", "hidden", "boundary"])
def test_qbcb_keeps_its_promise_whatever_the_ranking(kind: str) -> None:
    """At most 4.8 % of 500 runs in the prototype; 5 % is what it promises.

    The guarantee is over the ranked records alone. Allowed here: 5 % and 2.6
    standard deviations of 500 runs.
    """
    rng, rule = np.random.default_rng(3), QuantileSample(sampled=93)
    outcomes = []
    for _ in range(RUNS):
        history = {
            "random": lambda: urn(rng, relevant=500),
            "good": lambda: urn(rng, relevant=500, bias=20),
            "hidden": lambda: urn(rng, relevant=500, bias=20, hidden=0.08),
            "boundary": lambda: boundary(rng, records=10_000, easy=1000, hidden=60),
        }[kind]()
        drawn = rule.prepared(history, AT_95, rng=rng)
        outcomes.append(missed(history, rule(drawn, AT_95), AT_95))
    assert misses(outcomes) <= 0.05 + 2.6 * (0.05 * 0.95 / RUNS) ** 0.5
