"""`thresher reproduce kusa`: work saved over sampling on 15 reviews."""

import json
from pathlib import Path

import click

from thresher.reports.reproductions.kusa import reproduction
from thresher.reports.reproductions.kusa_report import kusa_facts, kusa_text

__all__ = ["kusa"]

FOLDER = click.Path(file_okay=False, path_type=Path)


@click.command()
@click.option("--figures", type=FOLDER, help="Draw Figures 1a, 1b and 2 there.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def kusa(*, figures: Path | None, as_json: bool) -> None:
    """Recompute Table 1, the averages, both orders and the text of Kusa et al. (2023).

    Every TNR is recomputed from the WSS printed beside it; a cell matches within 0.001.
    Cells that do not match are named with the reason. doi:10.1016/j.iswa.2023.200193
    """
    again = reproduction()
    drawn = [] if figures is None else _drawn(figures)
    if as_json:
        click.echo(json.dumps(kusa_facts(again, figures=drawn), indent=2))
    else:
        click.echo(kusa_text(again, figures=drawn))


def _drawn(folder: Path) -> list[Path]:
    # matplotlib is heavy, and most calls do not draw
    from thresher.reports.reproductions.kusa_figures import save_figures  # noqa: PLC0415

    return save_figures(folder)
