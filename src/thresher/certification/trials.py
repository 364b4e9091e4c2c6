"""Tests of a labelled sample: once, or after every label; each look is recorded."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from thresher.certification.claim import Claim
from thresher.certification.effectiveness import Measure
from thresher.certification.intervals.finite_population import part_lower
from thresher.certification.labelled_sample import LabelledSample
from thresher.certification.looks import Look, recorded
from thresher.certification.samples import Counts, Samples
from thresher.certification.sequential_f1 import SequentialTest, State
from thresher.errors import InputError, SecondLookError

__all__ = ["Sighting", "look_again", "look_once", "lower_bound", "wealth_so_far"]

ONCE, SEQUENTIAL = "once", "sequential"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sighting:
    """Who looks, at what, when, and where looks are kept."""

    sample: LabelledSample
    file: Path
    ledger: Path
    time: str


def lower_bound(sample: LabelledSample, claim: Claim) -> float:
    """Lower bound on the measure, for the claim's population or an unlimited one.

    Guarantee and assumption: those of the claim's bound; see
    `thresher.certification.intervals`.

    Raises
    ------
    InputError
        The sample is larger than the population.
    """
    drawn = Samples.of(sample.table)
    if claim.population is None:
        return float(claim.criterion.lower(drawn, alpha=claim.alpha)[0])
    measure = claim.criterion.measure
    share = part_lower(
        sample.table.true_positives,
        int(measure.among(drawn)[0]),
        drawn=sample.labels.size,
        population=claim.population,
        alpha=claim.alpha,
    )
    return float(measure.from_share(np.array(share)))


def look_once(sighting: Sighting, claim: Claim) -> Look:
    """Return the one and only look at a sample: its bound, and whether it passes.

    Raises
    ------
    SecondLookError
        A record of the sample was looked at before.
    InputError
        A record has no label yet, or the sample is larger than the population.
    """
    sample = sighting.sample
    if sample.waiting:
        raise InputError(
            f"{sample.waiting} of {sample.waiting + sample.labels.size} records have "
            "no label: a test of a part of them would be a first look; label all"
        )
    bound = lower_bound(sample, claim)
    result = {
        "passed": bound >= claim.target,
        "bound": bound,
        "estimate": _estimate(sample, claim.criterion.measure),
    }
    terms = {
        "measure": claim.criterion.measure.name,
        "method": claim.criterion.method,
        "target": claim.target,
        "confidence": claim.confidence,
        "population": claim.population,
    }

    def decide(looks: Sequence[Look]) -> Look:
        for before in looks:
            _refuse_shared(before, sighting)
        return _look(sighting, kind=ONCE, claim=terms, result=result)

    return recorded(sighting.ledger, decide)


def look_again(sighting: Sighting, test: SequentialTest, measure: Measure) -> Look:
    """Return a look at a sample that grows, as often as one likes.

    Raises
    ------
    SecondLookError
        A record was looked at by another test, or with other terms, or an earlier
        record, label or prediction has changed since.
    InputError
        The records have no ids, so that nobody could tell.
    """
    sample = sighting.sample
    if not sample.ids:
        raise InputError(
            "a sample that grows needs ids to know its records again: add a column id"
        )
    successes = _successes(sample, measure)
    result = {
        "state": test.state(successes).value,
        "passed": test.state(successes) is State.CERTIFIED,
        "wealth": wealth_so_far(test, successes),
        "wealth_needed": test.wealth,
        "counting": int(successes.size),
        "estimate": _estimate(sample, measure),
    }
    terms = {
        "measure": measure.name,
        "target": round(float(measure.from_share(np.array(test.bet.null))), 12),
        "confidence": 1 - test.alpha,
        "horizon": test.horizon,
        "bet_seen": list(test.bet.seen),
    }

    def decide(looks: Sequence[Look]) -> Look:
        for before in looks:
            if before.kind == ONCE or dict(before.claim) != terms:
                _refuse_shared(before, sighting)
            else:
                _refuse_changed(before, sighting)
        return _look(sighting, kind=SEQUENTIAL, claim=terms, result=result)

    return recorded(sighting.ledger, decide)


def wealth_so_far(test: SequentialTest, successes: Counts) -> float:
    """Return the wealth after the records that counted, up to the horizon."""
    trials = min(successes.size, test.horizon or successes.size)
    if not trials:
        return 1.0
    last = test.bet.log_wealth(successes[trials - 1], np.array(trials))
    return math.exp(min(float(last), 700.0))  # the largest a double can hold


def _successes(sample: LabelledSample, measure: Measure) -> Counts:
    """Return the true positives after each record that counts."""
    each = Samples(
        true_positives=(sample.labels & sample.predicted).astype(np.int64),
        false_positives=(~sample.labels & sample.predicted).astype(np.int64),
        false_negatives=(sample.labels & ~sample.predicted).astype(np.int64),
        true_negatives=(~sample.labels & ~sample.predicted).astype(np.int64),
    )
    counts = measure.among(each) > 0
    return np.cumsum(each.true_positives[counts])


def _estimate(sample: LabelledSample, measure: Measure) -> float | None:
    drawn = Samples.of(sample.table)
    return measure.value(sample.table) if measure.among(drawn)[0] else None


def _look(
    sighting: Sighting,
    *,
    kind: str,
    claim: Mapping[str, object],
    result: Mapping[str, object],
) -> Look:
    sample = sighting.sample
    return Look(
        time=sighting.time,
        kind=kind,
        file=sighting.file.name,
        records=sample.labels.size,
        fingerprint=sample.fingerprint(sample.labels.size),
        keys=list(sample.keys),
        claim=claim,
        result=result,
    )


def _refuse_shared(before: Look, sighting: Sighting) -> None:
    """Refuse a sample that shares a record with an earlier look of another kind."""
    shared = len(set(before.keys) & set(sighting.sample.keys))
    if shared:
        size = sighting.sample.labels.size
        what = f"{shared} of these {size} records were"
        if not sighting.sample.ids or shared == size:
            what = "this sample was"
        raise SecondLookError(
            f"{what} looked at before", before=_told(before), ledger=sighting.ledger
        )


def _refuse_changed(before: Look, sighting: Sighting) -> None:
    """Refuse a sequence whose beginning is not what was looked at."""
    sample = sighting.sample
    if not set(before.keys) & set(sample.keys):
        return
    same = sample.fingerprint(before.records) == before.fingerprint
    if sample.labels.size < before.records or not same:
        raise SecondLookError(
            f"the first {before.records} records are not those looked at before, or "
            "not with the same labels and predictions",
            before=_told(before),
            ledger=sighting.ledger,
        )


def _told(before: Look) -> str:
    claim, result = before.claim, before.result
    seen = ", ".join(
        f"{name} {result[name]}"
        for name in ("bound", "wealth", "passed")
        if name in result
    )
    return (
        f"on {before.time}, {before.records} records of {before.file}, "
        f"{claim['measure']} >= {claim['target']}: {seen}"
    )
