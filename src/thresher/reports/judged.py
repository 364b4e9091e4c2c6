"""A judgement of summaries, as data and as text."""

from typing import Any

from thresher.reports.how_many import how_many
from thresher.reports.tables import text_table
from thresher.synthesis.agreement.judging import MEASURES, JudgedReview, Judgement

__all__ = ["judgement_facts", "judgement_text"]

CAUTION = (
    "ΔEI, direction F1 and PIO overlap are read by models that err, and measure those "
    "models, too; do not judge a system with the model that it uses itself."
)
SHOWN = 10


def judgement_facts(found: Judgement) -> dict[str, Any]:
    """Return means with intervals, what judged, and every review."""
    return {
        "means": {
            name: {
                "value": mean.value,
                "low": mean.interval.low,
                "high": mean.interval.high,
                "coverage": mean.interval.coverage,
                "reviews": mean.reviews,
            }
            for name, mean in found.means.items()
        },
        "delta_ei_base": found.base.value,
        "evidence_model": found.evidence_name,
        "evidence_model_f1": found.evidence_f1,
        "caution": CAUTION,
        "reviews": [_review(one) for one in found.reviews],
    }


def _review(one: JudgedReview) -> dict[str, Any]:
    return {
        "review": one.review,
        **{name: value_of(one) for name, value_of in MEASURES.items()},
        "pairs": one.pairs,
        "silent_pairs": one.silent_pairs,
        "directions": [[str(target), str(given)] for target, given in one.directions],
        "unsupported": [
            {"sentence": flaw.sentence, "why": flaw.why.value, "what": flaw.what}
            for flaw in one.unsupported
        ],
    }


def judgement_text(found: Judgement) -> str:
    """Return the means as a table, what judged, and statements without support."""
    rows: list[list[str | float]] = [
        [name, mean.value, mean.interval.low, mean.interval.high, mean.reviews]
        for name, mean in found.means.items()
    ]
    own = "not known" if found.evidence_f1 is None else f"{found.evidence_f1:.3f}"
    parts = [
        text_table(["measure", "mean", "low", "high", "reviews"], rows),
        "",
        f"ΔEI: logarithm to base {found.base}; lower is better.",
        f"Evidence model: {found.evidence_name}, its own macro-F1 {own}.",
        CAUTION,
    ]
    flaws = [(one.review, flaw) for one in found.reviews for flaw in one.unsupported]
    if flaws:
        many = how_many(len(flaws), "statement")
        parts += ["", f"{many} that no study bears out; the first:"]
        parts += [f"- {review}: {f.why} ({f.what})" for review, f in flaws[:SHOWN]]
    return "\n".join(parts)
