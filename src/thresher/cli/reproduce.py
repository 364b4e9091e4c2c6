"""`thresher reproduce`: the tables and figures of the papers, recomputed."""

import click

from thresher.cli.lazy import LazyGroup

__all__ = ["reproduce"]

COMMANDS = {
    "kusa": (
        "thresher.cli.reproduce_kusa:kusa",
        "WSS and TNR on 15 reviews (Kusa et al. 2023).",
    ),
    "millard": (
        "thresher.cli.reproduce_millard:millard",
        "Rate-weighted AUC (Millard, Flach, Higgins).",
    ),
    "bagdouri": (
        "thresher.cli.reproduce_bagdouri:bagdouri",
        "The cost of certified classification (Bagdouri et al. 2013).",
    ),
    "ms2": (
        "thresher.cli.reproduce_ms2:ms2",
        "Human evaluation and ΔEI of MS² (DeYoung et al. 2021).",
    ),
    "all": ("thresher.cli.reproduce_all:everything", "All of them, one by one."),
}


@click.group(cls=LazyGroup, lazy=COMMANDS)
def reproduce() -> None:
    """Recompute the tables and figures of the papers, and say what differs."""
