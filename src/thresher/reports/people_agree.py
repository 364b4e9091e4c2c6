"""Two judges' labels of the same reviews: table, agreement and kappa."""

from typing import Any

from thresher.errors import UndefinedMeasureError
from thresher.reports.tables import text_table
from thresher.synthesis.agreement.confusion_table import (
    Confusion,
    Interval,
    confusion,
    kappa,
    kappa_interval,
)
from thresher.synthesis.agreement.labels_file import TwoJudges

__all__ = ["people_agreement_facts", "people_agreement_text"]


def people_agreement_facts(labels: TwoJudges) -> dict[str, Any]:
    """Return the table, the share that agrees and kappa, with 95 % intervals.

    Kappa is None where both judges gave one and the same label to everything.
    """
    table = confusion(labels.first, labels.second)
    share, value = table.agreement_interval(), _kappa(table)
    return {
        "judges": list(labels.names),
        "labels": list(table.labels),
        "counts": [list(row) for row in table.counts],
        "reviews": table.total,
        "left_out": labels.without,
        "agreed": table.agreed,
        "accuracy": table.agreed / table.total,
        "accuracy_interval": [share.low, share.high],
        "kappa": value[0] if value else None,
        "kappa_interval": [value[1].low, value[1].high] if value else None,
    }


def people_agreement_text(labels: TwoJudges) -> str:
    """Return the table with agreement and kappa as sentences."""
    facts = people_agreement_facts(labels)
    rows, columns = labels.names
    low, high = facts["accuracy_interval"]
    lines = [
        text_table(
            [f"{rows} \\ {columns}", *facts["labels"]],
            [
                [label, *counts]
                for label, counts in zip(facts["labels"], facts["counts"], strict=True)
            ],
        ),
        "",
        f"They agree on {facts['agreed']} of {facts['reviews']} reviews: accuracy "
        f"{facts['accuracy']:.3f} ({low:.3f} to {high:.3f}, exact 95 % interval).",
        _kappa_sentence(facts),
    ]
    if labels.without:
        lines.append(f"Left out, since a label is missing: {labels.without} reviews.")
    return "\n".join(lines)


def _kappa_sentence(facts: dict[str, Any]) -> str:
    if facts["kappa"] is None:
        return "Cohen's kappa is undefined: both gave one label to everything."
    low, high = facts["kappa_interval"]
    return (
        f"Cohen's kappa {facts['kappa']:.3f} ({low:.3f} to {high:.3f}, large-sample "
        "95 % interval, too short below 50 reviews or so)."
    )


def _kappa(table: Confusion) -> tuple[float, Interval] | None:
    try:
        return kappa(table), kappa_interval(table)
    except UndefinedMeasureError:
        return None
