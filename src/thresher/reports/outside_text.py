"""What a sample says of an outside screener, as facts and as text."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from thresher.certification.outside.plan import OutsidePlan
from thresher.certification.outside.sample import OutsideSample
from thresher.certification.rounding import percent, rounded_down

__all__ = ["outside_facts", "outside_text"]


def outside_facts(
    sample: OutsideSample, *, bounds: Mapping[str, float | None], plan: OutsidePlan
) -> dict[str, Any]:
    """Return counts, lower bounds and verdict as values that JSON can hold."""
    recall = bounds["recall"] or 0.0
    return {
        "target": plan.seal.target,
        "confidence": round(1 - plan.seal.alpha, 12),
        "verdict": "certified" if recall >= plan.seal.target else "not certified",
        "bounds": dict(bounds),
        "sample": asdict(sample),
        "commitment": plan.commitment,
    }


def outside_text(facts: Mapping[str, Any]) -> str:
    """Facts as text to read in a terminal; bounds are rounded down."""
    sample, sure = facts["sample"], percent(facts["confidence"])
    lines = [
        f"Recall of {percent(facts['target'])} is {facts['verdict']} "
        f"({sure} confidence)",
        f"Included  {sample['included_relevant']:,} of {sample['included_sampled']:,} "
        f"labelled are relevant ({sample['included']:,} in all)",
        f"Excluded  {sample['excluded_relevant']:,} of {sample['excluded_sampled']:,} "
        f"labelled are relevant ({sample['excluded']:,} in all)",
    ]
    lines += [
        f"{name.capitalize() if name != 'f1' else 'F1':10}at least {_down(value)} %"
        for name, value in facts["bounds"].items()
        if value is not None
    ]
    return "\n".join(lines)


def _down(share: float) -> str:
    return f"{100 * rounded_down(share, digits=3):.1f}"
