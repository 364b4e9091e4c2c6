"""The recomputed certification paper as JSON values and as text."""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from thresher.reports.certification_text import round_facts
from thresher.reports.reproductions.bagdouri import DIFFERENCES, Bagdouri
from thresher.reports.reproductions.bagdouri_runs import PAPER_POLICIES
from thresher.reports.reproductions.bagdouri_table import PAPER_TABLE, PARTS
from thresher.reports.tables import text_table

__all__ = ["NOMINAL", "bagdouri_facts", "bagdouri_text"]

NOMINAL = 93.0
MARGIN = 1.5


def bagdouri_facts(
    again: Bagdouri, *, seed: int, figures: Sequence[Path] = ()
) -> dict[str, Any]:
    """Return everything recomputed, beside the paper's figures."""
    return {
        "seed": seed,
        "schedule": asdict(again.schedule),
        "table_1": {
            "targets": [f"{part:g} F1" for part in PARTS],
            "paper": list(PAPER_TABLE),
            "ours": [asdict(one) for one in again.table],
            "within_margin": within_margin(again),
        },
        "policies": [
            {**asdict(one), "paper": PAPER_POLICIES.get(one.policy)}
            for one in again.policies
        ],
        "waiting": [asdict(one) for one in again.waiting],
        "peeking": [asdict(one) for one in again.peeking],
        "coverage": [asdict(one) for one in again.coverage],
        "sequential": None if again.sequential is None else asdict(again.sequential),
        "runs": [
            {
                "collection": run.collection,
                "topic": run.topic,
                "target": run.target,
                "rounds": [round_facts(one) for one in run.measured],
            }
            for run in again.runs
        ],
        "what_differs": list(DIFFERENCES),
        "figures": [str(path) for path in figures],
    }


def within_margin(again: Bagdouri) -> bool:
    """Return whether every cell of Table 1 is within 1.5 of 93 %."""
    cells = [cell for one in again.table for cell in one.passing]
    return all(abs(cell - NOMINAL) <= MARGIN for cell in cells)


def bagdouri_text(again: Bagdouri, *, figures: Sequence[Path] = ()) -> str:
    """Return everything recomputed, for reading."""
    verdict = "all" if within_margin(again) else "not all"
    return "\n".join(
        [
            f"Bagdouri et al. (2013), Table 1: tests that pass, in percent ({verdict} "
            f"within {MARGIN:g} of {NOMINAL:g})",
            _table_one(again),
            "",
            f"Policies over {len(again.runs)} trainings, budget "
            f"{again.schedule.budget:,} (paper: 580 on RCV1-v2, budget 10,000)",
            _policies(again),
            "",
            "A test sample of 500 looked at after every round, for a target that is "
            "never truly reached:",
            _peeking(again),
            "",
            "Coverage of lower bounds at 95 %, summed exactly",
            text_table(
                ["bound", "mean", "worst"],
                [[one.method, one.mean, one.worst] for one in again.coverage],
            ),
            "",
            *_sequential(again),
            "What differs, and why:",
            *(f"- {difference}" for difference in DIFFERENCES),
            *map(str, figures),
        ]
    )


def _table_one(again: Bagdouri) -> str:
    header = ["", *(f"{part:g} F1" for part in PARTS), "median sizes"]
    rows: list[list[str]] = [["paper", *(f"{cell:.2f}" for cell in PAPER_TABLE), ""]]
    rows += [
        [
            one.variant,
            *(f"{cell:.2f}" for cell in one.passing),
            " ".join(f"{size:.0f}" for size in one.sizes),
        ]
        for one in again.table
    ]
    return text_table(header, rows)


def _policies(again: Bagdouri) -> str:
    header = ["policy", "opened", "pass", "saving", "paper: opened", "pass", "saving"]
    rows = [
        [
            one.policy,
            one.opened,
            one.passed,
            one.saving,
            *PAPER_POLICIES.get(one.policy, (None, None, None)),
        ]
        for one in again.policies
    ]
    return text_table(header, rows)


def _peeking(again: Bagdouri) -> str:
    header = ["above", "looks", "estimate", "eq. 4", "exact", "once: eq. 4", "exact"]
    return text_table(
        header,
        [
            [
                one.above,
                one.looks,
                one.estimate,
                one.normal,
                one.exact,
                one.single_normal,
                one.single_exact,
            ]
            for one in again.peeking
        ],
    )


def _sequential(again: Bagdouri) -> list[str]:
    found = again.sequential
    if found is None:
        return []
    return [
        f"Sequential test, {found.rounds} classifiers: passes {found.passed:.3f} "
        f"(fixed size {found.fixed_passed:.3f}) with {found.share:.3f} of the fixed "
        f"size's labels on average, never more than {found.most:g} times",
        "",
    ]
