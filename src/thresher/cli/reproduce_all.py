"""`thresher reproduce all`: every paper in turn."""

import contextlib
import io
import json
from collections.abc import Mapping
from pathlib import Path

import click

from thresher.cli.data_folder import data_option
from thresher.cli.reproduce_bagdouri import bagdouri
from thresher.cli.reproduce_kusa import kusa
from thresher.cli.reproduce_millard import millard
from thresher.cli.reproduce_ms2 import ms2
from thresher.errors import MissingDataError

__all__ = ["everything"]

PAPERS: Mapping[str, tuple[click.Command, str]] = {
    "kusa": (kusa, "Kusa, Lipani, Knoth, Hanbury 2023: WSS and TNR"),
    "millard": (millard, "Millard, Flach, Higgins: the rate-weighted AUC"),
    "bagdouri": (bagdouri, "Bagdouri, Webber, Lewis, Oard 2013: certification"),
    "ms2": (ms2, "DeYoung et al. 2021: MS²"),
}


@click.command("all")
@data_option(holds="the papers' data")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, a key a paper.")
def everything(*, data: Path, as_json: bool) -> None:
    """Recompute all papers, one after the other.

    A paper whose data are not in the folder is left out with a sentence.
    """
    facts = {}
    for name, (command, title) in PAPERS.items():
        arguments = ["--json"] if as_json else []
        if any(one.name == "data" for one in command.params):
            arguments += ["--data", str(data)]
        printed = io.StringIO()
        try:
            with contextlib.redirect_stdout(printed):
                command.main(arguments, prog_name=name, standalone_mode=False)
        except MissingDataError as error:
            click.echo(f"Note: {name} is left out: {error}", err=True)
            continue
        if as_json:
            facts[name] = json.loads(printed.getvalue())
        else:
            click.echo(f"\n== {title}\n\n{printed.getvalue()}")
    if as_json:
        click.echo(json.dumps(facts, indent=2, ensure_ascii=False))
