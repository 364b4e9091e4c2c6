"""`thresher corpus statistics`: what a data set holds, beside MS²."""

import json
from dataclasses import asdict
from pathlib import Path

import click

from thresher.cli.citation_files import FILE
from thresher.reports.tables import text_table
from thresher.synthesis.corpus.entry import read_entries
from thresher.synthesis.corpus.statistics import PUBLISHED, Statistics, statistics_of

__all__ = ["statistics"]


@click.command()
@click.argument("files", type=FILE, nargs=-1, required=True, metavar="FILE.jsonl...")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def statistics(*, files: tuple[Path, ...], as_json: bool) -> None:
    """Count what each FILE holds: MS²'s Tables 3, 4 and 12, and section 3.

    Files are in MSLR's columns; layers that a file lacks are left out. Tokens are our
    own words and marks; the paper does not say what it counted.
    """
    found = {str(path): statistics_of(read_entries(path)) for path in files}
    if as_json:
        facts = {
            "published": PUBLISHED,
            "files": {name: asdict(one) for name, one in found.items()},
        }
        click.echo(json.dumps(facts, indent=2, ensure_ascii=False))
        return
    click.echo(_table(found))
    for name, one in found.items():
        if one.agreement:
            click.echo(f"\n{Path(name).name}: direction in the review, in its studies")
            click.echo(_agreement(one.agreement))


def _table(found: dict[str, Statistics]) -> str:
    rows = []
    for name in asdict(next(iter(found.values()))):
        if name == "agreement":
            continue
        values = [getattr(one, name) for one in found.values()]
        rows.append(
            [name.replace("_", " "), *map(_cell, [*values, PUBLISHED.get(name)])]
        )
    header = ["", *(Path(name).name for name in found), "MS²"]
    return text_table(header, rows)


def _cell(value: object) -> str:
    if value is None:
        return "-"
    if isinstance(value, dict):
        return " / ".join(f"{share:.1%}" for share in value.values())
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def _agreement(counts: dict[str, dict[str, int]]) -> str:
    rows: list[list[str | float | int | None]] = [
        [mine, *said.values()] for mine, said in counts.items()
    ]
    return text_table(["", *counts], rows)
