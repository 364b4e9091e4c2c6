"""`thresher simulate`: what a model would have saved on a finished review."""

import json
import os
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click
import numpy as np

from thresher.errors import FileError, InputError, UnknownNameError
from thresher.progress import Report, to_stderr
from thresher.reports.simulated import Simulated, simulated_json, simulated_table
from thresher.screening.audited import Audited
from thresher.screening.features.cache import Cached
from thresher.screening.features.matrix import Features
from thresher.screening.picking import AnyStrategy
from thresher.screening.pile import Pile, read_pile
from thresher.screening.priors import drawn_priors
from thresher.screening.recipes import DEFAULT, RECIPES, Recipe, find_recipe
from thresher.screening.run_json import write_run
from thresher.screening.schedules import Growing, Schedule, every_label
from thresher.screening.simulate import Procedure, Simulation, simulate
from thresher.screening.stoppers import (
    AfterIrrelevant,
    AfterRecords,
    AfterShare,
    Stopper,
    at_last_relevant,
    never,
)
from thresher.screening.strategies import (
    Mixed,
    Uncertain,
    anything,
    as_given,
    best_first,
)

__all__ = ["command"]

T = TypeVar("T")
SEED = 20060301  # of the bootstrap: the same runs give the same interval
FILE = click.Path(path_type=Path)
STRATEGIES: Mapping[str, AnyStrategy] = {
    "best-first": best_first,
    "uncertain": Uncertain(),
    "mixed": Mixed(explore=0.05),
    "random": anything,
    "as-given": as_given,
    "audited": Audited(),
}
SCHEDULES: Mapping[str, Schedule] = {"every-label": every_label, "growing": Growing()}
STOPPERS: Mapping[str, Callable[[float], Stopper]] = {
    "records": lambda number: AfterRecords(records=int(number)),
    "irrelevant": lambda number: AfterIrrelevant(records=int(number)),
    "share": lambda number: AfterShare(share=number),
}
PLAIN_STOPPERS: Mapping[str, Stopper] = {
    "last-relevant": at_last_relevant,
    "never": never,
}


@click.command("simulate")
@click.argument("files", nargs=-1, required=True, type=FILE, metavar="DATA...")
@click.option(
    "--ranker", default=DEFAULT, help=f"{', '.join(RECIPES)}, or a plug-in's."
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
    "--stop",
    default="last-relevant",
    help="last-relevant, never, records:N, irrelevant:N or share:S. [last-relevant]",
)
@click.option("--seed", type=click.IntRange(0), default=1, help="The first seed. [1]")
@click.option("--seeds", type=click.IntRange(1), default=1, help="How many. [1]")
@click.option("--prior-relevant", type=click.IntRange(1), default=1, help="[1]")
@click.option("--prior-irrelevant", type=click.IntRange(1), default=1, help="[1]")
@click.option("--label-column", help="The column of labels.")
@click.option("--no-cache", is_flag=True, help="Make features anew, keep none.")
@click.option("-o", "--output", type=FILE, help="Folder for the runs; made if needed.")
@click.option("--json", "as_json", is_flag=True, help="Figures as JSON.")
def command(**options: Any) -> None:  # noqa: ANN401  as click hands them over
    """Simulate the screening of labelled DATA, several times with other priors.

    Prints loss, TNR and WSS at 95 % recall, average time to discovery and recall at
    10 %, priors not counted. With -o every run is kept as JSON for thresher metrics
    and plot.
    """
    procedure = _procedure(options)
    folder: Path | None = options["output"]
    with to_stderr() as report:
        simulated = [
            _simulated(path, procedure, folder, options=options, report=report)
            for path in options["files"]
        ]
    if options["as_json"]:
        figures = simulated_json(simulated, rng=np.random.default_rng(SEED))
        click.echo(json.dumps(figures, indent=2, ensure_ascii=False))
    else:
        click.echo(simulated_table(simulated), nl=False)


def _procedure(options: Mapping[str, Any]) -> Procedure:
    try:
        return Procedure(
            recipe=find_recipe(options["ranker"]),
            strategy=_named("strategy", options["strategy"], STRATEGIES),
            schedule=_named("schedule", options["schedule"], SCHEDULES),
            stopper=_stopper(options["stop"]),
        )
    except (UnknownNameError, InputError) as error:
        raise click.UsageError(str(error)) from error


def _named(kind: str, name: str, known: Mapping[str, T]) -> T:
    if name not in known:
        raise UnknownNameError(kind, name, known=known)
    return known[name]


def _stopper(text: str) -> Stopper:
    name, colon, number = text.partition(":")
    if not colon:
        forms = {**PLAIN_STOPPERS, **dict.fromkeys(f"{k}:N" for k in STOPPERS)}
        found = _named("stopper", name, forms)
        if found is not None:
            return found
    make = _named("stopper", name, STOPPERS)
    try:
        return make(float(number))
    except (ValueError, OverflowError) as error:
        raise InputError(
            f"--stop {text!r} needs a number that makes sense, as in records:500, "
            "irrelevant:100 or share:0.5"
        ) from error


def _simulated(
    path: Path,
    procedure: Procedure,
    folder: Path | None,
    *,
    options: Mapping[str, Any],
    report: Report,
) -> Simulated:
    pile = read_pile(path, label_column=options["label_column"])
    begun = time.process_time()
    features = _features(procedure.recipe, pile, cache=not options["no_cache"])
    feature_seconds = time.process_time() - begun
    simulations, files = [], []
    for seed in range(options["seed"], options["seed"] + options["seeds"]):
        start = _started(pile, options, rng=np.random.default_rng(seed))
        done = start(features, procedure, report)
        simulations.append(done)
        if folder is not None:
            files.append(_kept(done, folder, seed=seed))
    return Simulated(
        data=str(path),
        simulations=simulations,
        files=files,
        feature_seconds=feature_seconds,
    )


def _started(
    pile: Pile, options: Mapping[str, Any], *, rng: np.random.Generator
) -> Callable[[Sequence[Features], Procedure, Report], Simulation]:
    """Return a simulation with its priors drawn, ready to go on."""
    priors = drawn_priors(
        pile.labels,
        relevant=options["prior_relevant"],
        irrelevant=options["prior_irrelevant"],
        rng=rng,
    )
    return lambda features, procedure, report: simulate(
        pile, features, procedure, priors=priors, rng=rng, report=report
    )


def _features(recipe: Recipe, pile: Pile, *, cache: bool) -> tuple[Features, ...]:
    made: dict[object, Features] = {}
    for part in recipe.parts:
        if part.extractor not in made:
            extract = part.extractor
            if cache:
                extract = Cached(extractor=extract, folder=_cache_folder())
            made[part.extractor] = extract(pile.citations)
    return tuple(made[part.extractor] for part in recipe.parts)


def _cache_folder() -> Path:
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "thresher" / "features"


def _kept(simulation: Simulation, folder: Path, *, seed: int) -> Path:
    recipe = simulation.procedure.recipe.name
    name = f"{simulation.pile.name}.{recipe}.seed-{seed}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = f"cannot be made a folder ({error.strerror})"
        raise FileError(folder, reason, hint="Choose another with -o.") from error
    path = folder / f"{name}.json"
    write_run(path, simulation.run(name, seed=seed))
    return path
