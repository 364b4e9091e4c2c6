"""`thresher reproduce ms2`: what MS²'s printed numbers allow, recomputed."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import click
import numpy as np

from thresher.cli.data_folder import data_option
from thresher.cli.ranges import SEED
from thresher.errors import MissingDataError
from thresher.progress import to_stderr
from thresher.reports.reproductions.ms2 import (
    NEEDS_MORE,
    TABLE_7,
    Check,
    Ms2,
    reproduce_ms2,
)
from thresher.reports.reproductions.ms2_models import model_figures
from thresher.reports.reproductions.ms2_text import models_text, people_text, task_text
from thresher.reports.reproductions.mslr import Mslr, Scored, mslr, read_mslr
from thresher.reports.reproductions.mslr_judged import (
    JudgedTask,
    People,
    judged_task,
    people_agree,
)
from thresher.reports.tables import text_table
from thresher.synthesis.shipped_models import shipped_text_models

__all__ = ["ms2"]


@click.command()
@data_option(holds="synthesis/mslr")
@click.option("--no-judge", is_flag=True, help="Leave the judge of 18 systems out.")
@click.option(
    "--seed", type=SEED, default=2021, show_default=True, help="Of the bootstrap draws."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def ms2(*, data: Path, no_judge: bool, seed: int, as_json: bool) -> None:
    """Recompute of MS² what can be, side by side with the paper.

    Figures of the shipped models, ΔEI's degenerate values, the human evaluation, and
    the judge on the 18 systems of the MSLR shared task beside released scores and 636
    human annotations. Also what is printed wrong, and what needs weights or data that
    are not public. DeYoung et al. (2021), doi:10.18653/v1/2021.emnlp-main.594.
    """
    found, figures = reproduce_ms2(), model_figures()
    task = _shared_task(data / "synthesis" / "mslr", seed=seed, judge=not no_judge)
    if as_json:
        facts = {
            **_as_json(found),
            "models": [asdict(one) for one in figures],
            **(task.facts if task else dict.fromkeys(("mslr", "people", "judged"))),
        }
        click.echo(json.dumps(facts, indent=2, ensure_ascii=False))
    else:
        parts = [models_text(figures), *(task.text if task else ()), _as_text(found)]
        click.echo("\n\n".join(parts))


@dataclass(frozen=True, slots=True, kw_only=True)
class _SharedTask:
    """Scores of the shared task: what came out again, people's, the judge's."""

    scores: Mslr
    people: People
    judged: JudgedTask | None

    @property
    def facts(self) -> dict[str, object]:
        return {
            "mslr": asdict(self.scores),
            "people": asdict(self.people),
            "judged": asdict(self.judged) if self.judged else None,
        }

    @property
    def text(self) -> list[str]:
        parts = [_task_text(self.scores), people_text(self.people)]
        return [*parts, task_text(self.judged)] if self.judged else parts


def _shared_task(folder: Path, *, seed: int, judge: bool) -> _SharedTask | None:
    """Return the scores of the shared task; say so where its data are not here."""
    try:
        reviews = read_mslr(folder)
        return _SharedTask(
            scores=mslr(reviews),
            people=people_agree(reviews),
            judged=_judged(reviews, folder, seed=seed) if judge else None,
        )
    except MissingDataError as error:
        click.echo(f"Note: the shared task is left out: {error}", err=True)
        return None


def _judged(
    reviews: Sequence[Sequence[Scored]], folder: Path, *, seed: int
) -> JudgedTask:
    with to_stderr() as report:
        return judged_task(
            reviews,
            folder,
            models=shipped_text_models(),
            rng=np.random.default_rng(seed),
            report=report,
        )


def _task_text(task: Mslr) -> str:
    systems = text_table(
        ["system", "ROUGE-1", "ROUGE-2", "ROUGE-L"],
        [[name, *scores] for name, scores in task.systems.items()],
    )
    correlations = text_table(
        ["measure", "people's judgement", "summaries", "Spearman"],
        [[c.measure, c.judgement, c.summaries, c.value] for c in task.correlations],
    )
    return "\n".join(
        [
            f"MSLR: of {task.summaries} released summaries with ROUGE scores, "
            f"{task.in_place} scores are those of their summary. The file has them one "
            "to five summaries further on than they belong; moved back, "
            f"{task.matched} of {task.comparable} are ours to six decimals.",
            "",
            systems,
            "",
            correlations,
        ]
    )


def _as_json(found: Ms2) -> dict[str, object]:
    return {
        "checks": [
            {
                "what": one.what,
                "printed": one.printed,
                "recomputed": one.recomputed,
                "agrees": one.agrees,
                "note": one.note,
            }
            for one in found.checks
        ],
        "delta_ei_base_2": list(found.deltas_base_2),
        "human_evaluation": {
            "generated": list(TABLE_7.rows),
            "target": list(TABLE_7.columns),
            "counts": [list(row) for row in TABLE_7.counts],
            "agreed": TABLE_7.agreed,
            "total": TABLE_7.total,
            "share": TABLE_7.agreed / TABLE_7.total,
            "share_interval": [
                found.agreement_interval.low,
                found.agreement_interval.high,
            ],
            "kappa": found.table_kappa,
            "kappa_interval": [
                found.table_kappa_interval.low,
                found.table_kappa_interval.high,
            ],
        },
        "misprints": list(found.misprints),
        "needs_more": list(NEEDS_MORE),
    }


def _as_text(found: Ms2) -> str:
    share, span = TABLE_7.agreed / TABLE_7.total, found.agreement_interval
    kappa, around = found.table_kappa, found.table_kappa_interval
    base_2 = " / ".join(f"{value:.2f}" for value in found.deltas_base_2)
    return "\n".join(
        [
            *map(_line, found.checks),
            "",
            f"In base 2, as the released program has it, ΔEI is {base_2}.",
            f"Table 7: {TABLE_7.agreed} of {TABLE_7.total} agree, {share:.1%} "
            f"({span.low:.1%} to {span.high:.1%}); Cohen's kappa of generated against "
            f"target {kappa:.2f} ({around.low:.2f} to {around.high:.2f}): little more "
            "than chance. The printed kappa .76 is between two annotators, not this.",
            "",
            "Printed wrong:",
            *(f"- {one}" for one in found.misprints),
            "",
            "Not recomputed, and what it would need:",
            *(f"- {one}" for one in NEEDS_MORE),
        ]
    )


def _line(check: Check) -> str:
    verdict = "agrees" if check.agrees else "DIFFERS"
    note = f" ({check.note})" if check.note else ""
    return (
        f"{verdict:8}{check.printed:>8g}  {check.recomputed:>8.4g}  {check.what}{note}"
    )
