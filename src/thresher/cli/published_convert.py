"""`thresher published convert`: WSS as TNR and back."""

import json
from pathlib import Path

import click

from thresher.measures.published import (
    Converted,
    Judged,
    Measure,
    as_csv,
    as_printed,
    converted,
    converted_figure,
    read_table_file,
    wss_at_full_recall,
)

__all__ = ["convert"]

OTHER: dict[Measure, Measure] = {"wss": "tnr", "tnr": "wss"}
MEASURE = click.Choice(["wss", "tnr"])
FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command()
@click.option("--wss", metavar="FIGURE", help="A printed WSS, such as 0.531 or 53.1%.")
@click.option("--tnr", metavar="FIGURE", help="A printed TNR.")
@click.option("--records", type=int, help="Records in the pile.")
@click.option("--relevant", type=int, help="Relevant records among them.")
@click.option("--recall", type=float, default=0.95, show_default=True)
@click.option("--table", type=FILE, help="Convert a whole CSV table instead.")
@click.option("--from", "source", type=MEASURE, help="What the table's figures are.")
@click.option("--to", "target", type=MEASURE, help="What they are to become.")
@click.option("--decimals", type=click.IntRange(0, 15), default=4, show_default=True)
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def convert(  # noqa: PLR0913  one parameter an option
    *,
    wss: str | None,
    tnr: str | None,
    records: int | None,
    relevant: int | None,
    recall: float,
    table: Path | None,
    source: Measure | None,
    target: Measure | None,
    decimals: int,
    output: Path | None,
    as_json: bool,
) -> None:
    r"""Turn printed WSS into TNR, or TNR into WSS.

    One figure: --wss or --tnr with --records and --relevant. Its decimals count: the
    answer comes with the range that rounding leaves open.

    A table: --table FILE.csv, with --from wss (the default) or --from tnr. Columns as
    in `thresher published audit --help`; a column named after a model alone holds the
    --from measure. A CSV with the converted figures and their averages comes back.

    \b
    thresher published convert --wss 0.531 --records 327 --relevant 40
    thresher published convert --table printed.csv --from wss --to tnr -o tnr.csv
    """
    if (wss, tnr, table).count(None) != 2:  # noqa: PLR2004  all but one
        raise click.UsageError("give exactly one of --wss, --tnr and --table")
    if table is not None:
        if records is not None or relevant is not None:
            raise click.UsageError("the counts of a table stand in its columns")
        measure = _source(source, target)
        whole = converted(
            read_table_file(table, bare=measure, recall=recall), to=OTHER[measure]
        )
        _warn(whole)
        text = _table_json(whole) if as_json else as_csv(whole, decimals=decimals)
    elif records is None or relevant is None:
        raise click.UsageError("a single figure needs --records and --relevant")
    else:
        judged = Judged(records=records, relevant=relevant, recall=recall)
        facts = _facts(judged, wss=wss, tnr=tnr)
        text = json.dumps(facts, indent=2) if as_json else _told(facts, decimals)
    _hand_out(text.rstrip("\n"), output)


def _hand_out(text: str, output: Path | None) -> None:
    if output is None:
        click.echo(text)
    else:
        output.write_text(text + "\n", encoding="utf-8")


def _source(source: Measure | None, target: Measure | None) -> Measure:
    if source is not None and source == target:
        raise click.UsageError(f"--from and --to are both {source}")
    return source or OTHER[target or "tnr"]


def _warn(table: Converted) -> None:
    for figure in table.impossible:
        click.echo(f"Warning: {figure}", err=True)


def _table_json(table: Converted) -> str:
    rows = [
        {
            "dataset": row.dataset,
            "records": row.judged.records,
            "relevant": row.judged.relevant,
            "recall": float(row.judged.recall),
            table.measure: dict(row.figures),
        }
        for row in table.rows
    ]
    impossible = [str(figure) for figure in table.impossible]
    averages = {table.measure: dict(table.averages)}
    whole = {"rows": rows, "averages": averages, "impossible": impossible}
    return json.dumps({"measure": table.measure, **whole}, indent=2)


def _facts(
    judged: Judged, *, wss: str | None, tnr: str | None
) -> dict[str, float | int | str]:
    source: Measure = "tnr" if wss is None else "wss"
    given = as_printed(wss or tnr or "")
    figure = converted_figure(given, judged, to=OTHER[source])
    facts: dict[str, float | int | str] = {
        "measure": figure.measure,
        "value": float(figure.value),
        "low": float(figure.span.low),
        "high": float(figure.span.high),
        "from": str(given),
        "records": judged.records,
        "relevant": judged.relevant,
        "recall": float(judged.recall),
        "missed": judged.missed,
        "wss_least": float(judged.possible.low),
        "wss_most": float(judged.possible.high),
    }
    if judged.is_full_recall:
        saved = float(given.value if source == "wss" else figure.value)
        facts["wss_at_full_recall"] = wss_at_full_recall(
            saved, relevant=judged.relevant, recall=judged.recall
        )
    return facts


def _told(facts: dict[str, float | int | str], decimals: int) -> str:
    figure = {
        name: f"{value:.{decimals}f}" if isinstance(value, float) else str(value)
        for name, value in facts.items()
    }
    at = f"@{100 * float(facts['recall']):g}%"
    lines = [
        f"{figure['measure'].upper()}{at} {figure['value']}",
        f"{figure['low']} to {figure['high']} if {figure['from']} was rounded",
        f"WSS{at} can lie between {figure['wss_least']} and {figure['wss_most']}; "
        f"{figure['missed']} of {figure['relevant']} relevant records are missed",
    ]
    if "wss_at_full_recall" in figure:
        lines.append(f"WSS@100% {figure['wss_at_full_recall']}, by equation 6")
    return "\n".join(lines)
