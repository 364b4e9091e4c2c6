"""What came out again of Kusa et al. (2023), as data and as text."""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from thresher.reports.reproductions.kusa import Claim, Reproduction
from thresher.reports.tables import text_table

__all__ = ["kusa_facts", "kusa_text"]


def kusa_facts(
    again: Reproduction, *, figures: Sequence[Path] = ()
) -> dict[str, object]:
    """Return a reproduction, and the figures drawn, as plain data."""
    return {
        "paper": "doi:10.1016/j.iswa.2023.200193",
        "cells": again.cells,
        "matched": again.matched,
        "explained": again.explained,
        "misprints": [asdict(misprint) for misprint in again.misprints],
        "averages": [{**asdict(a), "agrees": a.agrees} for a in again.averages],
        "order_by_wss": list(again.order_by_wss),
        "order_by_tnr": list(again.order_by_tnr),
        "claims": [{**asdict(c), "agrees": c.agrees} for c in again.claims],
        "figures": [str(path) for path in figures],
    }


def kusa_text(again: Reproduction, *, figures: Sequence[Path] = ()) -> str:
    """Return a reproduction, and the figures drawn, for reading."""
    agreeing = sum(average.agrees for average in again.averages)
    return "\n".join(
        [
            "Kusa et al. (2023), Table 1: TNR@95% from WSS@95%",
            f"{again.matched} of {again.cells} cells matched, "
            f"{again.explained} explained",
            *(f"  {m.dataset}, {m.model}: {m.explanation}" for m in again.misprints),
            f"{agreeing} of {len(again.averages)} averages agree",
            _averages(again),
            f"by mean WSS: {' '.join(again.order_by_wss)}",
            f"by mean TNR: {' '.join(again.order_by_tnr)}",
            *map(_claim, again.claims),
            *map(str, figures),
        ]
    )


def _averages(again: Reproduction) -> str:
    header = ["model", "WSS printed", "recomputed", "TNR printed", "recomputed"]
    models = len(again.averages) // 2
    pairs = zip(again.averages[:models], again.averages[models:], strict=True)
    return text_table(
        header,
        [
            [wss.model, wss.printed, wss.recomputed, tnr.printed, tnr.recomputed]
            for wss, tnr in pairs
        ],
    )


def _claim(claim: Claim) -> str:
    verdict = "agrees" if claim.agrees else "differs"
    return (
        f"{claim.what}: printed {claim.printed}, recomputed {claim.recomputed:g}, "
        f"{verdict}" + (f" ({claim.note})" if claim.note else "")
    )
