"""Sizes, curves and tests of a certification as JSON values and as text."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from thresher.certification.claim import Claim
from thresher.certification.looks import Look
from thresher.certification.policies import (
    Opening,
    Outcome,
    Policy,
    Round,
    opening,
    saving,
    within_budget,
)
from thresher.certification.power import SizeEstimate
from thresher.certification.rounding import percent, rounded_down
from thresher.certification.training_rounds import MeasuredRound
from thresher.certification.trials import Sighting
from thresher.errors import InputError
from thresher.measures.confusion import Confusion
from thresher.reports.tables import text_table

__all__ = [
    "claim_facts",
    "curve_facts",
    "curve_text",
    "look_facts",
    "look_text",
    "round_facts",
    "rounds_of",
    "size_facts",
    "size_text",
]


def claim_facts(claim: Claim) -> dict[str, Any]:
    """Return what is to be certified."""
    return {
        "measure": claim.criterion.measure.name,
        "method": claim.criterion.method,
        "guaranteed": claim.criterion.guaranteed,
        "target": claim.target,
        "confidence": claim.confidence,
        "population": claim.population,
    }


def size_facts(
    table: Confusion, claim: Claim, found: SizeEstimate, *, seed: int
) -> dict[str, Any]:
    """Return a size with what it was found from."""
    return {
        "size": found.size,
        "power": found.power,
        "bound": found.bound,
        "reason": found.reason or None,
        **claim_facts(claim),
        "power_asked": claim.power,
        "confusion": asdict(table),
        "estimate": claim.criterion.measure.value(table),
        "seed": seed,
    }


def size_text(facts: Mapping[str, Any]) -> str:
    """Return a size for reading."""
    measure, target = facts["measure"], facts["target"]
    head = f"{measure} is {facts['estimate']:.4f} on the sample; target {target:g}"
    if facts["size"] is None:
        return f"{head}\nNo test size: {facts['reason']}."
    where = f" of {facts['population']:,} records" if facts["population"] else ""
    sure = "" if facts["guaranteed"] else " (this bound guarantees nothing)"
    power = rounded_down(facts["power"], digits=3)
    bound = rounded_down(facts["bound"], digits=4)
    return (
        f"{head}\n"
        f"Test size: {facts['size']:,} random labels{where}\n"
        f"Then {measure} >= {target:g} is certified at {_sure(facts)} "
        f"with probability {power:.3f}{sure},\n"
        "if the classifier is as good on the rest as on this sample. "
        f"A bound of {bound:.4f} is reached as often as asked."
    )


def _sure(facts: Mapping[str, Any]) -> str:
    return f"{percent(facts['confidence'])} confidence"


def round_facts(one: MeasuredRound) -> dict[str, Any]:
    """Return a round of a training."""
    return {
        "trained": one.round.trained,
        "size": one.round.size,
        "cost": one.round.cost,
        "passed": one.round.passed,
        "estimate": one.estimate,
        "actual": one.actual,
    }


def rounds_of(told: object) -> list[MeasuredRound]:
    """Return the rounds told as JSON: a list, or an object that holds one.

    Raises
    ------
    InputError
        It is something else, or a round is impossible.
    """
    listed = told.get("rounds") if isinstance(told, dict) else told
    if not isinstance(listed, list) or not listed:
        raise InputError(
            'rounds must be a list such as [{"trained": 20, "size": null}, …]'
        )
    return [_round(one, number=number) for number, one in enumerate(listed, 1)]


def _round(told: Mapping[str, Any], *, number: int) -> MeasuredRound:
    try:
        fields = dict(told)
        one = Round(
            trained=int(fields["trained"]),
            size=None if fields["size"] is None else int(fields["size"]),
            passed=_truth(fields.get("passed")),
        )
        return MeasuredRound(
            round=one,
            estimate=float(fields.get("estimate") or 0.0),
            actual=float(fields.get("actual") or 0.0),
        )
    except (TypeError, ValueError, KeyError) as error:
        raise InputError(
            f"round {number} needs whole numbers trained and size (or null), got {told}"
        ) from error


def _truth(told: object) -> bool | None:
    if told not in (None, True, False):
        raise ValueError
    return None if told is None else bool(told)


def curve_facts(
    rounds: Sequence[MeasuredRound], policies: Mapping[str, Policy], *, budget: int
) -> dict[str, Any]:
    """Return the rounds, and what each policy would have made of them."""
    plain = [one.round for one in rounds]
    opened = {
        name: opening(plain, policy, budget=budget) for name, policy in policies.items()
    }
    first = opening(plain, within_budget, budget=budget) if policies else None
    return {
        "budget": budget,
        "policies": [_policy(name, one, first or one) for name, one in opened.items()],
        "rounds": [round_facts(one) for one in rounds],
    }


def _policy(name: str, opened: Opening, first: Opening) -> dict[str, Any]:
    return {
        "policy": name,
        "outcome": opened.outcome.value,
        "round": None if opened.at is None else opened.at + 1,
        "cost": opened.cost,
        "saving": saving(opened, first),
    }


def curve_text(facts: Mapping[str, Any]) -> str:
    """Return the rounds' costs in short, and the policies' outcomes."""
    header = ["policy", "outcome", "round", "labels", "saving"]
    names = ("policy", "outcome", "round", "cost", "saving")
    policies = facts["policies"]
    opened = sum(p["outcome"] != Outcome.NEVER_OPENED.value for p in policies)
    return "\n".join(
        [
            f"{len(facts['rounds'])} rounds, budget {facts['budget']:,} labels",
            text_table(header, [[one[name] for name in names] for one in policies]),
            f"{opened} of {len(policies)} policies opened the box. Oracles know what "
            "nobody knows; the saving is against the first round within the budget.",
        ]
    )


def look_facts(look: Look, sighting: Sighting) -> dict[str, Any]:
    """Return what a look at a sample saw."""
    return {
        **look.result,
        **look.claim,
        "kind": look.kind,
        "records": look.records,
        "confusion": asdict(sighting.sample.table),
        "time": look.time,
        "fingerprint": look.fingerprint,
        "ledger": str(sighting.ledger),
    }


def look_text(facts: Mapping[str, Any]) -> str:
    """Return what a look at a sample saw, for reading."""
    measure, sure = facts["measure"], _sure(facts)
    estimate = facts["estimate"]
    seen = "undefined" if estimate is None else f"{estimate:.4f}"
    head = f"{facts['records']:,} records, {measure} {seen} on them"
    end = f"Recorded in {facts['ledger']}; these records cannot be tested again."
    if "bound" in facts:
        verdict = "PASSED" if facts["passed"] else "FAILED"
        bound = rounded_down(facts["bound"], digits=4)
        return (
            f"{head}\n{verdict}: {measure} >= {bound:.4f} at {sure}, target "
            f"{facts['target']:g}\n{end}"
        )
    return (
        f"{head}; {facts['counting']} of them count\n"
        f"{facts['state'].upper()}: wealth {facts['wealth']:.2f}, certified at "
        f"{facts['wealth_needed']:.2f} ({sure}, at every look)\n"
        f"Recorded in {facts['ledger']}; label on and look again as often as you like."
    )
