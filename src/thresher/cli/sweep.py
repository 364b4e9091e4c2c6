"""`thresher sweep`: many simulations, on one core or many machines."""

import json
from contextlib import closing
from pathlib import Path

import click

from thresher.cli.executing import EXECUTORS, executor_kind, executor_of
from thresher.cli.files import FILE
from thresher.errors import ThresherError
from thresher.progress import to_stderr
from thresher.screening.manifest import MANIFEST
from thresher.screening.sweep import Swept, swept
from thresher.screening.sweep_config import planned, read_sweep

__all__ = ["sweep"]

MOST_TOLD = 5  # failures printed in full


@click.command()
@click.argument("config", type=FILE, metavar="CONFIG.toml")
@click.option(
    "--executor",
    type=click.Choice(EXECUTORS),
    help="Who simulates. [processes; dask with --cluster]",
)
@click.option("--cluster", metavar="tcp://HOST:PORT", help="A Dask scheduler to use.")
@click.option(
    "--workers", type=click.IntRange(1), help="Processes on this machine. [all cores]"
)
@click.option(
    "-o", "--output", type=FILE, help="Folder for the runs. [CONFIG-runs, beside it]"
)
@click.option("--json", "as_json", is_flag=True, help="Print what was done as JSON.")
def sweep(
    *,
    config: Path,
    executor: str | None,
    cluster: str | None,
    workers: int | None,
    output: Path | None,
    as_json: bool,
) -> None:
    """Simulate every data set with every model and every seed of CONFIG.toml.

    Each run is kept as soon as it is done. Stopped or broken off, the same command goes
    on where it was: nothing is lost, nothing is done twice, and manifest.jsonl in the
    folder proves it. Then see thresher compare FOLDER.
    """
    kind = executor_kind(executor, cluster=cluster, workers=workers)
    asked = read_sweep(config)
    folder = output or config.with_name(f"{config.stem}-runs")
    with to_stderr() as report:
        plan = planned(asked, report=report)
        for remark in plan.remarks:
            click.echo(f"Note: {remark}", err=True)
        with closing(executor_of(kind, cluster=cluster, workers=workers)) as doing:
            done = swept(plan.tasks, folder, executor=doing, report=report)
    click.echo(_facts(done) if as_json else _words(done))
    if done.failures:
        raise ThresherError(_complaint(done))


def _words(done: Swept) -> str:
    total = len(done.runs) + len(done.failures)
    return (
        f"{len(done.runs)} of {total} simulations are done, {done.found} of them "
        f"before.\nRuns: {done.folder}\n\nTry next:\n  thresher compare {done.folder}"
    )


def _facts(done: Swept) -> str:
    facts = {
        "simulations": len(done.runs) + len(done.failures),
        "done": len(done.runs),
        "found": done.found,
        "failed": dict(done.failures),
        "folder": str(done.folder),
        "manifest": str(done.folder / MANIFEST),
        "runs": [str(path) for path in done.runs],
    }
    return json.dumps(facts, indent=2, ensure_ascii=False)


def _complaint(done: Swept) -> str:
    told = [f"{name}: {why}" for name, why in done.failures.items()]
    more = f" (and {len(told) - MOST_TOLD} more)" if len(told) > MOST_TOLD else ""
    return f"{len(told)} simulations failed. {' | '.join(told[:MOST_TOLD])}{more}"
