"""`thresher reproduce millard`: the rate-weighted area's first table, recomputed."""

import json
from pathlib import Path

import click
import numpy as np

from thresher.cli.data_folder import data_option
from thresher.cli.ranges import SEED
from thresher.progress import to_stderr
from thresher.reports.reproductions.millard import (
    DIFFERENCES,
    PAPER_VARIANCE,
    Cell,
    MillardTable,
    RapidReview,
    rapid_review,
    reproduce_millard,
)

__all__ = ["millard"]


@click.command()
@click.option(
    "--seed", type=SEED, default=2014, show_default=True, help="Of the bootstrap draws."
)
@data_option(holds="measures/uci5")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def millard(*, seed: int, data: Path, as_json: bool) -> None:
    """Rank 150 models by rAUC, AUC and NDCG, beside the paper's Table 1.

    Millard, Flach and Higgins (2014): five UCI data sets, three learners, ten
    bootstrap models of each, five Beta laws of the rate, and the rapid review case.
    """
    rng = np.random.default_rng(seed)
    with to_stderr() as report:
        table = reproduce_millard(data / "measures" / "uci5", rng=rng, report=report)
    case = rapid_review()
    if as_json:
        click.echo(json.dumps(_as_json(table, case, seed=seed), indent=2))
    else:
        click.echo(_as_text(table, case, seed=seed))


def _as_json(table: MillardTable, case: RapidReview, *, seed: int) -> dict[str, object]:
    spearman: dict[str, dict[str, float]] = {}
    for cell in table.cells:
        spearman.setdefault(cell.row, {})[cell.column] = cell.ours
    return {
        "seed": seed,
        "models": table.models,
        "models_below_area_0.95": table.below_high_area,
        "largest_variance": table.largest_variance,
        "paper_largest_variance": PAPER_VARIANCE,
        "table": [
            {
                "row": cell.row,
                "column": cell.column,
                "paper": cell.paper,
                "ours": cell.ours,
                "difference": cell.difference,
                "ours_commoner_value_relevant": cell.commoner,
            }
            for cell in table.cells
        ],
        "spearman": spearman,
        "rapid_review": {
            "alpha": case.alpha,
            "beta": case.beta,
            "mode": case.mode,
            "paper_alpha": case.paper_alpha,
            "paper_beta": case.paper_beta,
            "paper_mode": case.paper_mode,
        },
        "what_differs": list(DIFFERENCES),
    }


def _as_text(table: MillardTable, case: RapidReview, *, seed: int) -> str:
    head = f"{'':12}  {'':12}  {'paper':>6}  {'ours':>6}  {'differ':>6}  {'other':>6}"
    return "\n".join(
        [
            f"Spearman's correlations of {table.models} models' orders, seed {seed}",
            "(other: ours if the commoner value of each data set is relevant)",
            "",
            head,
            *(_line(cell) for cell in table.cells),
            "",
            f"Models with AUC < 0.95: {table.below_high_area}",
            "Largest variance of a model's five areas: "
            f"{table.largest_variance:.3f} (paper {PAPER_VARIANCE:.3f})",
            "",
            "Rapid review, 2500 articles, 120 hours, 10 to 45 minutes: "
            f"Beta({case.alpha:.3f}, {case.beta:.3f}), mode {case.mode:.1%} "
            f"(paper {case.paper_alpha:.2f}, {case.paper_beta:.2f}, "
            f"{case.paper_mode:.0%})",
            "",
            "What differs, and why:",
            *(f"- {difference}" for difference in DIFFERENCES),
        ]
    )


def _line(cell: Cell) -> str:
    figures = (cell.paper, cell.ours, cell.difference, cell.commoner)
    shown = ("-" if figure is None else f"{figure:.3f}" for figure in figures)
    return f"{cell.row:12}  {cell.column:12}  " + "  ".join(f"{f:>6}" for f in shown)
