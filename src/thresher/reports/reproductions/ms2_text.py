"""The models and the shared task's systems, as text beside the published figures."""

from collections.abc import Sequence

from thresher.reports.reproductions.ms2_models import ModelFigure
from thresher.reports.reproductions.mslr import Correlation
from thresher.reports.reproductions.mslr_judged import (
    JudgedSystem,
    JudgedTask,
    People,
)
from thresher.reports.tables import text_table
from thresher.synthesis.agreement.judging import Mean

__all__ = ["models_text", "people_text", "task_text"]

TABLE_5 = {
    "WHTYYD": "MS² Table 5, whole test: BART R-1 27.56, R-L 20.80, direction F1 46.51",
    "8ZAR37": "MS² Table 5, whole test: LED R-1 26.89, R-L 20.32, direction F1 45.00",
}
SHOWN = ("rouge1", "rouge2", "rougeL", "delta_ei", "direction_f1")


def models_text(figures: Sequence[ModelFigure]) -> str:
    """Each figure of a shipped model, with its test, above the published one."""
    lines = ["Shipped models (validation parts) beside the paper's; the tests differ:"]
    for one in figures:
        ours = "not in the card" if one.ours is None else f"{one.ours:.3f}"
        lines.append(f"- {one.task}: {ours} ({one.ours_on})")
        if one.published is not None:
            lines.append(f"    published {one.published:.3f}: {one.published_on}")
        if one.note:
            lines.append(f"    {one.note}")
    return "\n".join(lines)


def people_text(people: People) -> str:
    """People's view of the direction in generated summaries and in targets."""
    table, between = people.against_target, people.between
    counts = text_table(
        ["generated \\ target", *table.columns],
        [[name, *row] for name, row in zip(table.rows, table.counts, strict=True)],
    )
    return "\n".join(
        [
            f"People's {people.annotations} annotations: in {table.total} both "
            f"directions were judged, in {table.agreed} they are the same "
            f"({table.agreed / table.total:.1%}), kappa {people.target_kappa:.2f}; two "
            f"annotators of {between.total} generated summaries agree on "
            f"{between.agreed}, kappa {people.between_kappa:.2f}.",
            counts,
        ]
    )


def task_text(task: JudgedTask) -> str:
    """Every system's means with intervals, the released ones, and correlations."""
    own = "unknown" if task.evidence_f1 is None else f"{task.evidence_f1:.3f}"
    header = ["system", "subtask", "reviews", *SHOWN, "silent pairs", "released"]
    correlations = text_table(
        ["measure", "beside", "summaries", "Spearman"], map(_row, task.correlations)
    )
    return "\n".join(
        [
            f"The judge on {len(task.systems)} systems (ΔEI in base 2; direction by "
            f"{task.evidence_name}, its own macro-F1 {own}). In brackets: 95 % "
            "bootstrap intervals over reviews. Released: ROUGE-1, -2, -L and ΔEI of "
            "summaries whose scores are in the file.",
            text_table(header, map(_system_row, task.systems)),
            *(f"{name}: {said}" for name, said in TABLE_5.items()),
            "",
            correlations,
        ]
    )


def _row(one: Correlation) -> list[str | float | int | None]:
    return [one.measure, one.judgement, one.summaries, one.value]


def _system_row(one: JudgedSystem) -> list[str | float | int | None]:
    theirs = [one.released.get(n) for n in ("rouge1", "rouge2", "rougeL", "delta_ei")]
    return [
        f"{one.system} {one.name}",
        one.subtask,
        one.reviews,
        *(_cell(one.means.get(name)) for name in SHOWN),
        f"{one.silent_pairs} of {one.pairs}",
        " / ".join(f"{value:.3f}" for value in theirs if value is not None) or None,
    ]


def _cell(mean: Mean | None) -> str | None:
    if mean is None:
        return None
    low, high = mean.interval.low, mean.interval.high
    return f"{mean.value:.3f} ({low:.3f}-{high:.3f})"
