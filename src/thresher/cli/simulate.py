"""`thresher simulate`: what a model would have saved on a finished review."""

import json
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click
import numpy as np

from thresher.cli.files import FILE
from thresher.cli.output import made_folder, refuse_no_folder
from thresher.errors import InputError, UnknownNameError
from thresher.progress import Report, to_stderr
from thresher.records import read
from thresher.reports.simulated import Simulated, simulated_json, simulated_table
from thresher.screening.asreview_export import write_simulation
from thresher.screening.batch import simulations_of
from thresher.screening.pile import read_pile
from thresher.screening.procedures import SCHEDULES, STOPPERS, STRATEGIES, Model
from thresher.screening.recipes import DEFAULT, RECIPES, settings_of
from thresher.screening.run import Run, safe_name
from thresher.screening.run_json import write_run
from thresher.screening.seeded import cache_folder, cached_features
from thresher.screening.simulate import Simulation
from thresher.screening.starts import STARTS, Drawn, LikeTexts, Start
from thresher.staged_file import staged_file

__all__ = ["command"]

SEED = 20060301  # of the bootstrap: the same runs give the same interval
MODEL = ("ranker", "strategy", "schedule", "stop")
PRIORS = ("prior_relevant", "prior_irrelevant")


@click.command("simulate")
@click.argument("files", nargs=-1, required=True, type=FILE, metavar="DATA...")
@click.option(
    "--ranker",
    default=DEFAULT,
    help=f"{', '.join(RECIPES)}, a plug-in's, or asreview:NAME.",
)
@click.option(
    "--strategy",
    default="best-first",
    help=f"What to read next: {', '.join(STRATEGIES)}. [best-first]",
)
@click.option(
    "--schedule",
    default="every-label",
    help=f"How often to learn: {', '.join(SCHEDULES)}. [every-label]",
)
@click.option(
    "--stop", default="last-relevant", help=f"{', '.join(STOPPERS)}. [last-relevant]"
)
@click.option("--seed", type=click.IntRange(0), default=1, help="The first seed. [1]")
@click.option("--seeds", type=click.IntRange(1), default=1, help="How many. [1]")
@click.option("--prior-relevant", type=click.IntRange(1), help="[1]")
@click.option("--prior-irrelevant", type=click.IntRange(1), help="[1]")
@click.option(
    "--start",
    default="priors",
    help="What is known or read first: drawn priors, or diverse records. [priors]",
)
@click.option(
    "--start-question",
    multiple=True,
    metavar="TEXT",
    help="Begin with records like a question; once for each part of a PICO question.",
)
@click.option(
    "--start-papers",
    multiple=True,
    type=FILE,
    help="Begin with records like the key papers in a citation file.",
)
@click.option("--label-column", help="The field of labels.")
@click.option("--no-cache", is_flag=True, help="Make features anew, keep none.")
@click.option("-o", "--output", type=FILE, help="Folder for the runs; made if needed.")
@click.option("--asreview", is_flag=True, help="Write .asreview projects beside them.")
@click.option("--json", "as_json", is_flag=True, help="Figures as JSON.")
def command(**options: Any) -> None:  # noqa: ANN401  as click hands them over
    """Simulate the screening of labelled DATA, several times with other priors.

    DATA are citation files of any format that carry labels. Prints loss, TNR and WSS at
    95 % recall, average time to discovery and recall at 10 %, priors not counted. With
    -o every run is kept as JSON for thresher metrics, plot and compare.
    """
    if options["asreview"] and options["output"] is None:
        raise click.UsageError("--asreview needs a folder to write to: give -o too")
    try:
        model = Model(**{name: options[name] for name in MODEL})
        start = _start(options, model)
    except (UnknownNameError, InputError) as error:
        raise click.UsageError(str(error)) from error
    if options["output"] is not None:
        refuse_no_folder(options["output"])
    with to_stderr() as report:
        simulated = [
            _simulated(path, model, start, options=options, report=report)
            for path in options["files"]
        ]
    for one in simulated:
        if not one.values("loss"):
            told = f"{one.data}: every relevant record was a prior, so no figure counts"
            click.echo(f"Note: {told}", err=True)
    if options["as_json"]:
        figures = simulated_json(simulated, rng=np.random.default_rng(SEED))
        click.echo(json.dumps(figures, indent=2, ensure_ascii=False))
    else:
        click.echo(simulated_table(simulated), nl=False)


def _start(options: Mapping[str, Any], model: Model) -> Start:
    """Return the start that the options ask for, which must be one."""
    counts = {name: options[name] for name in PRIORS if options[name] is not None}
    asked = options["start_question"] or options["start_papers"]
    if options["start"] not in STARTS:
        raise UnknownNameError("start", options["start"], known=STARTS)
    if asked and (counts or options["start"] != "priors"):
        raise InputError("a question or key papers are a start of their own")
    if asked:
        files = [read(path) for path in options["start_papers"]]
        return LikeTexts(
            texts=options["start_question"],
            papers=tuple(paper for file in files for paper in file.records),
            extractor=model.procedure.recipe.parts[0].extractor,
        )
    if options["start"] != "priors":
        if counts:
            raise InputError(f"a {options['start']} start has no priors")
        return STARTS[options["start"]]
    return Drawn(**{name.removeprefix("prior_"): n for name, n in counts.items()})


def _simulated(
    path: Path,
    model: Model,
    start: Start,
    *,
    options: Mapping[str, Any],
    report: Report,
) -> Simulated:
    pile = read_pile(path, label_column=options["label_column"])
    for remark in pile.remarks:
        click.echo(f"Note: {pile.name}: {remark}", err=True)
    procedure = model.procedure
    begun = time.process_time()
    folder = None if options["no_cache"] else cache_folder()
    features = cached_features(procedure.recipe, pile, folder=folder)
    feature_seconds = time.process_time() - begun
    simulations, files, projects = [], [], []
    seeds = range(options["seed"], options["seed"] + options["seeds"])
    every = simulations_of(
        pile, features, procedure, start=start, seeds=seeds, report=report
    )
    for seed, done in zip(seeds, every, strict=True):
        simulations.append(done)
        if options["output"] is not None:
            name = f"{pile.name}.{model.name}.seed-{seed}"
            more = {"model": model.name, "start": settings_of(start)}
            run = done.run(name, seed=seed, more=more)
            files.append(_kept(run, options["output"]))
            if options["asreview"]:
                projects.append(_exported(done, files[-1]))
    return Simulated(
        data=str(path),
        simulations=simulations,
        files=files,
        projects=projects,
        feature_seconds=feature_seconds,
    )


def _kept(run: Run, folder: Path) -> Path:
    path = made_folder(folder) / f"{safe_name(run.name)}.json"
    write_run(path, run)
    return path


def _exported(simulation: Simulation, run: Path) -> Path:
    path = run.with_name(f"{run.name.removesuffix('.json')}.asreview")
    with staged_file(path) as out:
        write_simulation(simulation, out)
    return path
