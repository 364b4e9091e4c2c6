"""`thresher reproduce kusa`: work saved over sampling on 15 reviews."""

import json
from dataclasses import asdict
from pathlib import Path

import click

from thresher.reports.reproductions.kusa import Reproduction, reproduction

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
    drawn: list[Path] = []
    if figures is not None:
        from thresher.reports.reproductions.kusa_figures import (  # noqa: PLC0415
            save_figures,  # matplotlib is heavy, and only needed here
        )

        drawn = save_figures(figures)
    if as_json:
        click.echo(json.dumps(_facts(again, drawn), indent=2))
    else:
        click.echo("\n".join([*_lines(again), *map(str, drawn)]))


def _facts(again: Reproduction, drawn: list[Path]) -> dict[str, object]:
    return {
        "paper": "doi:10.1016/j.iswa.2023.200193",
        "cells": again.cells,
        "matched": again.matched,
        "explained": again.explained,
        "misprints": [asdict(misprint) for misprint in again.misprints],
        "averages": [{**asdict(a), "agrees": a.agrees} for a in again.averages],
        "order_by_wss": list(again.order_by_wss),
        "order_by_tnr": list(again.order_by_tnr),
        "claims": [{**asdict(c), "agrees": c.agrees} for c in again.claims],
        "figures": [str(path) for path in drawn],
    }


def _lines(again: Reproduction) -> list[str]:
    agreeing = sum(average.agrees for average in again.averages)
    lines = [
        "Kusa et al. (2023), Table 1: TNR@95% from WSS@95%",
        f"{again.matched} of {again.cells} cells matched, {again.explained} explained",
    ]
    lines += [
        f"  {m.dataset}, model {m.model}: {m.explanation}" for m in again.misprints
    ]
    lines.append(f"{agreeing} of {len(again.averages)} averages agree")
    lines.append("  model   WSS printed  here      TNR printed  here")
    models = len(again.averages) // 2
    for wss, tnr in zip(again.averages[:models], again.averages[models:], strict=True):
        lines.append(
            f"  {wss.model:7} {wss.printed:<12.4f} {wss.recomputed:<9.4f} "
            f"{tnr.printed:<12.4f} {tnr.recomputed:.4f}"
        )
    lines.append(f"by mean WSS: {' '.join(again.order_by_wss)}")
    lines.append(f"by mean TNR: {' '.join(again.order_by_tnr)}")
    for claim in again.claims:
        verdict = "agrees" if claim.agrees else "differs"
        lines.append(
            f"{claim.what}: printed {claim.printed}, here {claim.recomputed:g}, "
            f"{verdict}" + (f" ({claim.note})" if claim.note else "")
        )
    return lines
