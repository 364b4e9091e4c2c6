"""`thresher reproduce ms2`: what MS²'s printed numbers allow, recomputed."""

import json
from dataclasses import asdict
from pathlib import Path

import click

from thresher.errors import MissingDataError
from thresher.reports.reproductions.ms2 import (
    NEEDS_MORE,
    TABLE_7,
    Check,
    Ms2,
    reproduce_ms2,
)
from thresher.reports.reproductions.mslr import Mslr, mslr, read_mslr
from thresher.reports.tables import text_table

__all__ = ["ms2"]


@click.command()
@click.option(
    "--data",
    type=click.Path(path_type=Path),
    envvar="THRESHER_DATA",
    default=Path("../shared/data"),
    show_default=True,
    show_envvar=True,
    help="Folder that holds synthesis/mslr.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def ms2(*, data: Path, as_json: bool) -> None:
    """Recompute ΔEI's degenerate values and the human evaluation of MS².

    DeYoung et al. (2021), doi:10.18653/v1/2021.emnlp-main.594. Also what is printed
    wrong, and what needs weights or data that are not public.
    """
    found, task = reproduce_ms2(), _shared_task(data)
    if as_json:
        facts = {**_as_json(found), "mslr": asdict(task) if task else None}
        click.echo(json.dumps(facts, indent=2, ensure_ascii=False))
    else:
        click.echo(_as_text(found))
        if task:
            click.echo(_task_text(task))


def _shared_task(data: Path) -> Mslr | None:
    """Return the scores of the shared task; say so where its data are not here."""
    try:
        return mslr(read_mslr(data / "synthesis" / "mslr"))
    except MissingDataError as error:
        click.echo(f"Note: the shared task is left out: {error}", err=True)
        return None


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
            "",
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
