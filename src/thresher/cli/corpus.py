"""`thresher corpus`: data sets of reviews and the studies they rest on."""

import click

from thresher.cli.lazy import LazyGroup

__all__ = ["corpus"]

COMMANDS = {
    "build": (
        "thresher.cli.corpus_build:build",
        "Filter reviews and studies; find targets, spans, directions.",
    ),
    "split": (
        "thresher.cli.corpus_split:split",
        "Train, validation and test parts that share no study.",
    ),
    "statistics": (
        "thresher.cli.corpus_statistics:statistics",
        "What a data set holds, beside MS²'s Tables 3, 4 and 12.",
    ),
}


@click.group(cls=LazyGroup, lazy=COMMANDS)
def corpus() -> None:
    """Build a data set of reviews and their studies in the manner of MS².

    DeYoung et al. (2021), doi:10.18653/v1/2021.emnlp-main.594.
    """
