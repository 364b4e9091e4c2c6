"""`thresher published audit`: what cannot be in a printed table."""

import json
from pathlib import Path

import click

from thresher.measures.published import audit as audited
from thresher.measures.published import read_table_file
from thresher.reports.published import audit_facts, audit_text

__all__ = ["audit"]

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command()
@click.argument("file", type=FILE)
@click.option(
    "--recall", type=float, default=0.95, help="Of rows that do not tell. [0.95]"
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def audit(file: Path, *, recall: float, as_json: bool) -> None:
    """Recompute the printed table in FILE and say what is wrong with it.

    FILE is CSV, one line a data set: dataset, records, relevant (a count) or percentage
    (of relevant records, as printed), recall where it differs, then one column for each
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
    """  # noqa: D301  click keeps the lines after this mark as they are
    table = read_table_file(file, recall=recall)
    checked = audited(table)
    if as_json:
        told = {"file": str(file), **audit_facts(table, checked)}
        click.echo(json.dumps(told, indent=2))
    else:
        click.echo(audit_text(table, checked))
