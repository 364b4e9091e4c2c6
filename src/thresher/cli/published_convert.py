"""`thresher published convert`: WSS as TNR and back."""

import json
from pathlib import Path
from typing import Any

import click

from thresher.cli.output import write_out
from thresher.measures.published import (
    Judged,
    PrintedMeasure,
    as_printed,
    converted,
    read_table_file,
)
from thresher.reports.published import (
    converted_csv,
    converted_facts,
    figure_facts,
    figure_text,
)

__all__ = ["convert"]

OTHER: dict[PrintedMeasure, PrintedMeasure] = {"wss": "tnr", "tnr": "wss"}
MEASURE = click.Choice(["wss", "tnr"])
FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
OUTPUT = click.Path(dir_okay=False, path_type=Path)


@click.command()
@click.option("--wss", metavar="FIGURE", help="A printed WSS, such as 0.531 or 53.1%.")
@click.option("--tnr", metavar="FIGURE", help="A printed TNR.")
@click.option("--records", type=int, help="Records in the pile.")
@click.option("--relevant", type=int, help="Relevant records among them.")
@click.option("--recall", type=float, default=0.95, help="Recall they hold at. [0.95]")
@click.option("--table", type=FILE, help="Convert a whole CSV table instead.")
@click.option("--from", "source", type=MEASURE, help="What the table's figures are.")
@click.option("--to", "target", type=MEASURE, help="What they are to become.")
@click.option(
    "--decimals", type=click.IntRange(0, 15), default=4, help="Decimals to give. [4]"
)
@click.option("-o", "--output", type=OUTPUT, help="Write to a file instead.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def convert(**options: Any) -> None:  # noqa: ANN401  as click hands them over
    """Turn printed WSS into TNR, or TNR into WSS.

    One figure: --wss or --tnr with --records and --relevant. Its decimals count: the
    answer comes with the range that rounding leaves open.

    A table: --table FILE.csv, with --from wss (the default) or --from tnr. Columns as
    in `thresher published audit --help`; a column named after a model alone holds the
    --from measure. A CSV with the converted figures and their averages comes back.

    \b
    thresher published convert --wss 0.531 --records 327 --relevant 40
    thresher published convert --table printed.csv --from wss --to tnr -o tnr.csv
    """  # noqa: D301  click keeps the lines after this mark as they are
    given = [name for name in ("wss", "tnr", "table") if options[name] is not None]
    if len(given) != 1:
        raise click.UsageError("give exactly one of --wss, --tnr and --table")
    told = _table(options) if given == ["table"] else _figure(options)
    if options["output"]:
        write_out(options["output"], told)
    else:
        click.echo(told, nl=False)


def _figure(options: dict[str, Any]) -> str:
    if options["records"] is None or options["relevant"] is None:
        raise click.UsageError("a single figure needs --records and --relevant")
    if options["source"] or options["target"]:
        raise click.UsageError("--from and --to are for tables")
    judged = Judged(
        records=options["records"],
        relevant=options["relevant"],
        recall=options["recall"],
    )
    source: PrintedMeasure = "tnr" if options["wss"] is None else "wss"
    told = figure_facts(as_printed(options[source]), judged, to=OTHER[source])
    if options["as_json"]:
        return json.dumps(told, indent=2) + "\n"
    return figure_text(told, decimals=options["decimals"]) + "\n"


def _table(options: dict[str, Any]) -> str:
    if options["records"] is not None or options["relevant"] is not None:
        raise click.UsageError("the counts of a table stand in its columns")
    source: PrintedMeasure | None = options["source"]
    target: PrintedMeasure | None = options["target"]
    if source is not None and source == target:
        raise click.UsageError(f"--from and --to are both {source}")
    measure = source or OTHER[target or "tnr"]
    table = read_table_file(options["table"], bare=measure, recall=options["recall"])
    made = converted(table, to=OTHER[measure])
    for figure in made.impossible:
        click.echo(f"Warning: {figure}", err=True)
    if options["as_json"]:
        return json.dumps(converted_facts(made), indent=2) + "\n"
    return converted_csv(made, decimals=options["decimals"])
