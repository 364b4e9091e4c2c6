"""`thresher stop`: when a screening may stop, and who promises what."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
import numpy as np

from thresher.certification.stopping.advisor import advise
from thresher.certification.stopping.committee import committee_of
from thresher.certification.stopping.goal import Goal
from thresher.certification.stopping.history import History, history_of_run
from thresher.certification.stopping.lookalikes import Backtest, backtest
from thresher.certification.stopping.offered import StoppingRule
from thresher.certification.stopping.registry import DEFAULT_RULES, find_rules
from thresher.cli.files import FILE, LABEL_COLUMN, QRELS, judged, refuse_idle
from thresher.cli.project_files import is_project
from thresher.errors import FileError, InputError, UnknownNameError
from thresher.progress import to_stderr
from thresher.reports.stopping_text import advice_facts, advice_text, backtest_text
from thresher.screening.run import Run
from thresher.screening.runs import open_run

__all__ = ["stop"]


@click.command()
@click.argument("file", type=FILE, metavar="RUN|PROJECT")
@click.option("--target", type=float, default=0.95, help="Recall to reach. [0.95]")
@click.option("--confidence", type=float, default=0.95, help="How sure. [0.95]")
@click.option(
    "--rules",
    metavar="NAMES",
    default=",".join(DEFAULT_RULES),
    help="With commas: names, irrelevant:100, any(a,b), all(a,b). [all]",
)
@click.option(
    "--committee",
    type=FILE,
    multiple=True,
    help="A run of another ranker on the same pile, for chao; may be repeated.",
)
@click.option("--backtest", "tests", is_flag=True, help="Try look-alike reviews.")
@click.option(
    "--reviews",
    type=click.IntRange(1),
    default=100,
    show_default=True,
    help="Look-alike reviews to try.",
)
@click.option("--seed", type=click.IntRange(0), default=1, help="For draws. [1]")
@QRELS
@LABEL_COLUMN
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def stop(**options: Any) -> None:  # noqa: ANN401  as click hands them over
    """Say when each stopping rule would end the screening, and what it promises.

    RUN is a run of thresher simulate, an .asreview file, a table of labels in reading
    order or a TREC run; PROJECT is a project of thresher import. Where all labels are
    known, rules that draw records of their own are tried with simulated draws. With
    --backtest, look-alike reviews tell how often each rule reaches the target.
    """
    goal, rules = _asked(options)
    history = _history(options)
    rng = np.random.default_rng(options["seed"])
    advices = advise(history, goal, rules=rules, rng=rng)
    tested = _tested(history, goal, rules, options=options) if options["tests"] else ()
    if options["as_json"]:
        facts = advice_facts(advices, history, goal, backtests=tested)
        click.echo(json.dumps(facts, indent=2, ensure_ascii=False))
        return
    click.echo(advice_text(advices, history, goal))
    if tested:
        click.echo(f"\n{backtest_text(tested, goal)}")


def _asked(options: dict[str, Any]) -> tuple[Goal, list[StoppingRule]]:
    try:
        goal = Goal(target=options["target"], confidence=options["confidence"])
        return goal, find_rules(options["rules"])
    except (InputError, UnknownNameError) as error:
        raise click.UsageError(str(error)) from error


def _history(options: dict[str, Any]) -> History:
    """Return what the file tells of a screening."""
    path: Path = options["file"]
    if is_project(path):
        if options["committee"]:
            raise click.UsageError("--committee is for runs, not for a project")
        refuse_idle((), qrels=options["qrels"], label_column=options["label_column"])
        history = _project(path)
    else:
        run, *others = _runs([path, *options["committee"]], options)
        history = history_of_run(run)
        if others:
            committee = committee_of(run.reading, [other.reading for other in others])
            history = replace(history, committee=committee)
    if not history.read:
        hint = "Decide on some records first."
        raise FileError(path, "holds no decisions, so no rule can be judged", hint=hint)
    return history


def _runs(paths: Sequence[Path], options: dict[str, Any]) -> list[Run]:
    """Return the run of each file, all read in the same way."""
    qrels, column = options["qrels"], options["label_column"]
    judgements = judged(qrels)
    runs = [open_run(path, qrels=judgements, label_column=column) for path in paths]
    refuse_idle(runs, qrels=qrels, label_column=column)
    return runs


def _project(path: Path) -> History:
    from thresher.store.decided_history import decided_history  # noqa: PLC0415
    from thresher.store.project import open_project  # noqa: PLC0415  heavy

    with open_project(path) as project, project.reading() as connection:
        return decided_history(connection)


def _tested(
    history: History,
    goal: Goal,
    rules: Sequence[StoppingRule],
    *,
    options: dict[str, Any],
) -> list[Backtest]:
    with to_stderr() as report:
        return backtest(
            history,
            goal,
            rules=rules,
            reviews=options["reviews"],
            rng=np.random.default_rng(options["seed"]),
            report=report,
        )
