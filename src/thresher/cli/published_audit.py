"""`thresher published audit`: what cannot be in a printed table."""

import json
from pathlib import Path

import click

from thresher.measures.published import (
    Audit,
    PublishedTable,
    facts,
    order_by,
    read_table_file,
)
from thresher.measures.published import audit as audited

__all__ = ["audit"]

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command()
@click.argument("file", type=FILE)
@click.option("--recall", type=float, default=0.95, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def audit(file: Path, *, recall: float, as_json: bool) -> None:
    r"""Recompute the printed table in FILE and say what is wrong with it.

    FILE is CSV, one line a data set: dataset, records, relevant (a count) or percentage
    (of relevant records, as printed), recall if it differs, then one column for each
    measure and model. Or one line a model, with the columns model, wss, tnr. Empty
    cells are figures that were not printed. A row called average, without records,
    holds the printed averages.

    \b
    dataset,records,relevant,wss:A,wss:B,tnr:A,tnr:B
    Statins,3465,85,0.247,0.315,0.303,0.373
    average,,,0.2470,0.3150,,

    Found are figures that no ranking can have, TNR that do not follow from their WSS,
    figures in the wrong columns, wrong averages, and models that change rank between
    mean WSS and mean TNR. Rounding is always given the benefit of the doubt.
    """
    table = read_table_file(file, recall=recall)
    checked = audited(table)
    if as_json:
        click.echo(json.dumps({"file": str(file), **_facts(table, checked)}, indent=2))
    else:
        click.echo("\n".join(_lines(table, checked)))


def _facts(table: PublishedTable, checked: Audit) -> dict[str, object]:
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


def _lines(table: PublishedTable, checked: Audit) -> list[str]:
    lines = [f"{len(table.rows)} data sets, {len(table.models)} models"]
    if checked.cells:
        lines.append(
            f"{checked.agreeing} of {len(checked.cells)} TNR follow from their WSS"
        )
    if checked.means:
        lines.append(f"by mean WSS: {', '.join(order_by('wss', checked.means))}")
        lines.append(f"by mean TNR: {', '.join(order_by('tnr', checked.means))}")
    lines += [f"{found.kind}: {found}" for found in checked.findings]
    return lines if checked.findings else [*lines, "nothing to object to"]
