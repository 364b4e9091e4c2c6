"""Converted figures and audits of published tables, as data and as text."""

from collections.abc import Mapping
from typing import TypeAlias

from thresher.measures.published import (
    Audit,
    Converted,
    Judged,
    Printed,
    PrintedMeasure,
    PublishedTable,
    converted_figure,
    facts,
    order_by,
    wss_at_full_recall,
)
from thresher.reports.how_many import how_many
from thresher.reports.tables import csv_table

__all__ = [
    "audit_facts",
    "audit_text",
    "converted_csv",
    "converted_facts",
    "figure_facts",
    "figure_text",
]

Facts: TypeAlias = dict[str, float | int | str]


def figure_facts(figure: Printed, judged: Judged, *, to: PrintedMeasure) -> Facts:
    """One converted figure with all that bears on it.

    Examples
    --------
    >>> from thresher.measures.published import as_printed
    >>> pile = Judged(records=2000, relevant=200)
    >>> figure_facts(as_printed("0.5"), pile, to="tnr")["missed"]
    10
    """
    made = converted_figure(figure, judged, to=to)
    told: Facts = {
        "measure": made.measure,
        "value": float(made.value),
        "low": float(made.span.low),
        "high": float(made.span.high),
        "from": str(figure),
        "records": judged.records,
        "relevant": judged.relevant,
        "recall": float(judged.recall),
        "missed": judged.missed,
        "wss_least": float(judged.possible.low),
        "wss_most": float(judged.possible.high),
    }
    if judged.is_full_recall:
        saved = float(figure.value if to == "tnr" else made.value)
        told["wss_at_full_recall"] = wss_at_full_recall(
            saved, relevant=judged.relevant, recall=judged.recall
        )
    return told


def figure_text(told: Mapping[str, float | int | str], *, decimals: int) -> str:
    """Return the facts of one converted figure in a few lines."""
    shown = {
        name: f"{value:.{decimals}f}" if isinstance(value, float) else str(value)
        for name, value in told.items()
    }
    at = f"@{100 * float(told['recall']):g}%"
    lines = [
        f"{shown['measure'].upper()}{at} {shown['value']}",
        f"{shown['low']} to {shown['high']} if {shown['from']} was rounded",
        f"WSS{at} can lie between {shown['wss_least']} and {shown['wss_most']}; "
        f"{shown['missed']} of {shown['relevant']} relevant records are missed",
    ]
    if "wss_at_full_recall" in shown:
        lines.append(f"WSS@100% {shown['wss_at_full_recall']}, by equation 6")
    return "\n".join(lines)


def converted_facts(table: Converted) -> dict[str, object]:
    """Return a converted table as plain data."""
    return {
        "measure": table.measure,
        "rows": [
            {
                "dataset": row.dataset,
                "records": row.judged.records,
                "relevant": row.judged.relevant,
                "recall": float(row.judged.recall),
                table.measure: dict(row.figures),
            }
            for row in table.rows
        ],
        "averages": {table.measure: dict(table.averages)},
        "impossible": [str(figure) for figure in table.impossible],
    }


def converted_csv(table: Converted, *, decimals: int) -> str:
    """Return a converted table as CSV, wide or long as it came, averages last."""

    def cells(figures: Mapping[str, float]) -> list[float | None]:
        given = [figures.get(model) for model in table.models]
        return [None if cell is None else round(cell, decimals) for cell in given]

    lines: list[tuple[list[str | float | None], list[float | None]]] = [
        ([row.dataset, pile.records, pile.relevant, float(pile.recall)], cells(figures))
        for row in table.rows
        for pile, figures in [(row.judged, row.figures)]
    ]
    lines.append((["average", None, None, None], cells(table.averages)))
    header = ["dataset", "records", "relevant", "recall"]
    if not table.is_long:
        columns = [f"{table.measure}:{model}" for model in table.models]
        return csv_table([*header, *columns], [[*a, *figures] for a, figures in lines])
    long = [
        [*about, model, figure]
        for about, figures in lines
        for model, figure in zip(table.models, figures, strict=True)
    ]
    return csv_table([*header, "model", table.measure], long)


def audit_facts(table: PublishedTable, checked: Audit) -> dict[str, object]:
    """Return what an audit found as plain data."""
    rows = zip(table.rows, checked.judged, strict=True)
    return {
        "datasets": len(table.rows),
        "models": list(table.models),
        "relevant": {row.dataset: judged.relevant for row, judged in rows},
        "cells": len(checked.cells),
        "agreeing": checked.agreeing,
        "means": [
            {"model": mean.model, "wss": float(mean.wss), "tnr": float(mean.tnr)}
            for mean in checked.means
        ],
        "order_by_wss": list(order_by("wss", checked.means)),
        "order_by_tnr": list(order_by("tnr", checked.means)),
        "findings": [facts(finding) for finding in checked.findings],
    }


def audit_text(table: PublishedTable, checked: Audit) -> str:
    """Return what an audit found, a line each."""
    lines = [
        ", ".join(
            [
                how_many(len(table.rows), "data set"),
                how_many(len(table.models), "model"),
            ]
        )
    ]
    if checked.cells:
        lines.append(
            f"{checked.agreeing} of {len(checked.cells)} TNR follow from their WSS"
        )
    if checked.means:
        lines.append(f"by mean WSS: {', '.join(order_by('wss', checked.means))}")
        lines.append(f"by mean TNR: {', '.join(order_by('tnr', checked.means))}")
    lines += [f"{found.kind}: {found}" for found in checked.findings]
    return "\n".join(lines if checked.findings else [*lines, "nothing to object to"])
