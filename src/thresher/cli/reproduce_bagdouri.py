"""`thresher reproduce bagdouri`: what certified classification costs."""

import json
from dataclasses import replace
from pathlib import Path

import click
import numpy as np

from thresher.cli.data_folder import data_option
from thresher.cli.ranges import SEED
from thresher.progress import to_stderr
from thresher.reports.reproductions.bagdouri import (
    FULL,
    QUICK,
    newswire_at_hand,
    reproduce_bagdouri,
)
from thresher.reports.reproductions.bagdouri_report import (
    bagdouri_facts,
    bagdouri_text,
)
from thresher.reports.reproductions.newswire import load_rcv1

__all__ = ["bagdouri"]

RECORDS = 40_000  # stories of RCV1-v2 that a reproduction draws


@click.command()
@click.option(
    "--figures",
    type=click.Path(file_okay=False, path_type=Path),
    help="Draw Figures 2 to 7 there.",
)
@click.option("--full", is_flag=True, help="Longer trainings, all topics: hours.")
@click.option("--runs", type=click.IntRange(1), help="Trainings for each topic.")
@click.option("--topics", type=click.IntRange(1), help="Topics of each collection.")
@click.option("--rcv1", is_flag=True, help="RCV1-v2 from scikit-learn's data folder.")
@click.option("--download", is_flag=True, help="Let scikit-learn fetch it (650 MB).")
@click.option(
    "--seed", type=SEED, default=2013, show_default=True, help="Of all draws."
)
@data_option(holds="certification/")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def bagdouri(  # noqa: PLR0913  one parameter an option
    *,
    figures: Path | None,
    full: bool,
    runs: int | None,
    topics: int | None,
    rcv1: bool,
    download: bool,
    seed: int,
    data: Path,
    as_json: bool,
) -> None:
    """Recompute Table 1, the policies and Figures 2 to 7 of Bagdouri et al. (2013).

    On Reuters-21578 and parts of RCV1: the sizes of tests, policies that stop training,
    the bias of looking twice; beside them our exact bound and sequential test. A few
    minutes. doi:10.1145/2505515.2505708
    """
    effort = FULL if full else QUICK
    schedule = replace(
        effort.schedule,
        runs=runs or effort.schedule.runs,
        topics=topics or effort.schedule.topics,
    )
    rng = np.random.default_rng(seed)
    with to_stderr() as report:
        if rcv1 or download:
            stories = [load_rcv1(download=download, records=RECORDS, rng=rng)]
        else:
            stories = newswire_at_hand(data / "certification", report=report)
        again = reproduce_bagdouri(
            stories, replace(effort, schedule=schedule), rng=rng, report=report
        )
    drawn: list[Path] = []
    if figures is not None:
        # matplotlib is heavy, and most calls do not draw
        from thresher.reports.reproductions.bagdouri_figures import (  # noqa: PLC0415
            save_figures,
        )

        drawn = save_figures(again, figures)
    if as_json:
        facts = bagdouri_facts(again, seed=seed, figures=drawn)
        click.echo(json.dumps(facts, indent=2))
    else:
        click.echo(bagdouri_text(again, figures=drawn))
