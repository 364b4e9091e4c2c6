"""`thresher demo`: the whole way on a made-up review."""

import json
import shlex
import shutil
import sys
import webbrowser
from datetime import UTC, datetime
from pathlib import Path

import click
import numpy as np

from thresher import __version__
from thresher.cli.demo_project import gather, keep_decisions
from thresher.progress import to_stderr
from thresher.reports.certificate_text import verdict_sentence
from thresher.reports.demonstration import Demonstration, demonstrate
from thresher.reports.demonstration_files import (
    CERTIFICATE,
    PAGE,
    write_demonstration,
)
from thresher.reports.folder import staged_folder
from thresher.store.project import create_project

__all__ = ["demo", "next_commands"]

FEWEST, MOST = 100, 100_000
PROJECT = "review.thresher"


@click.command()
@click.option(
    "--records",
    type=click.IntRange(FEWEST, MOST),
    default=3000,
    show_default=True,
    help="How many records to make up.",
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=1,
    show_default=True,
    help="The same seed gives the same review and the same runs.",
)
@click.option(
    "--output",
    type=click.Path(path_type=Path),
    default=Path("thresher-demo"),
    show_default=True,
    help="Folder for the report, runs, figures and tables.",
)
@click.option(
    "--open/--no-open",
    "show",
    default=False,
    show_default=True,
    help="Show the report in a browser.",
)
@click.option("--json", "as_json", is_flag=True, help="Print what was done as JSON.")
def demo(*, records: int, seed: int, output: Path, show: bool, as_json: bool) -> None:
    """Make up a review and take it the whole way, from search files to a report.

    Three untidy files are imported into a project, duplicates linked, the pile read
    to a certified stop, other rankers and stopping rules compared, a budget planned,
    and the found studies read together. Everything is in one folder, written at the
    very end: an interrupted demo leaves nothing behind. A folder with other files in it
    is refused.
    """
    begun = datetime.now(UTC)
    with staged_folder(output, last=PAGE) as folder, to_stderr() as report:
        rng = np.random.default_rng(seed)
        (folder / "searches").mkdir(exist_ok=True)
        with create_project(folder / PROJECT) as project:
            gathered = gather(
                project,
                folder / "searches",
                records=records,
                at=begun,
                rng=rng,
                report=report,
            )
            done = demonstrate(
                gathered, issued_at=begun.timestamp(), rng=rng, report=report
            )
            keep_decisions(project, done.audited.picks, begun=begun)
        commands = next_commands(done, output)
        origin = f"Written by Thresher {__version__}: {records:,} records, seed {seed}."
        write_demonstration(
            done, folder, commands=commands, origin=origin, report=report
        )
    page = output / PAGE
    click.echo(_summary(done, page, seed) if as_json else _words(done, page, commands))
    if show:
        webbrowser.open(page.resolve().as_uri())


def next_commands(done: Demonstration, output: Path) -> tuple[str, ...]:
    """Return what to try next, ready to be pasted into a shell."""
    runs = f"{shlex.quote(str(output / 'runs'))}/*.csv"
    best = shlex.quote(str(output / "runs" / f"{done.best.run.name}.csv"))
    project, certificate, audited = (
        shlex.quote(str(output / name))
        for name in (PROJECT, CERTIFICATE, "runs/audited.json")
    )
    plan = done.plan
    low, high = plan.minutes
    program = _program()
    return (
        f"{program} certify verify {certificate} --run {audited}",
        f"{program} stop {audited} --target 0.95",
        f"{program} lab {project}",
        f"{program} export {project} -o included.ris --only included --merged",
        f"{program} synthesise {project} -o findings.html",
        f"{program} metrics {runs}",
        f"{program} plot recall {runs} -o recall.png",
        f"{program} plan --records {plan.records} --hours {plan.hours:g} "
        f"--minutes {low:g} {high:g} --runs {best}",
    )


def _program() -> str:
    """Return how to call Thresher from here: by name, or by its place if that fails."""
    if shutil.which("thresher"):
        return "thresher"
    beside = Path(sys.executable).parent / "thresher"
    here = Path.cwd()
    return str(beside.relative_to(here) if beside.is_relative_to(here) else beside)


def _words(done: Demonstration, page: Path, commands: tuple[str, ...]) -> str:
    """Return where the report is, the main figure, and what to try next."""
    gathered, certificate = done.gathered, done.audited.certificate
    relevant = int(gathered.pile.labels.sum())
    listed = "\n".join(f"  {command}" for command in commands)
    return (
        f"{gathered.records:,} records of {certificate.records:,} publications, "
        f"{relevant:,} relevant. {certificate.read:,} were read, {certificate.found:,} "
        f"found.\n{verdict_sentence(certificate)}\n"
        f"Report: {page}\n\nTry next:\n{listed}"
    )


def _summary(done: Demonstration, page: Path, seed: int) -> str:
    """Return what was done as JSON."""
    return json.dumps(
        {
            "report": str(page),
            "seed": seed,
            "records": done.gathered.records,
            "publications": len(done.gathered.pile.citations),
            "relevant": int(done.gathered.pile.labels.sum()),
            "project": str(page.parent / PROJECT),
            "certificate": {
                "file": str(page.parent / CERTIFICATE),
                "certified": done.audited.certificate.certified,
                "bound": done.audited.certificate.lower_bound,
                "read": done.audited.certificate.read,
                "found": done.audited.certificate.found,
            },
            "runs": [
                {
                    "name": screening.run.name,
                    "file": str(page.parent / "runs" / f"{screening.run.name}.csv"),
                    "recall@0.1": screening.figure("recall", 0.1),
                    "wss@0.95": screening.figure("wss", 0.95),
                    "records_read@0.95": screening.figure("needed", 0.95),
                }
                for screening in done.screenings
            ],
            "recommended": done.plan.recommended,
            "expected_records": done.plan.expected_records,
        },
        indent=4,
        ensure_ascii=False,
    )
