"""Simulations that a seed makes repeatable, from start to end."""

import os
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from thresher.progress import Report, silent
from thresher.screening.features.cache import Cached
from thresher.screening.features.matrix import Extractor, Features
from thresher.screening.pile import Pile
from thresher.screening.recipes import Recipe
from thresher.screening.simulate import Procedure, Simulation, simulate
from thresher.screening.starts import Start

__all__ = ["cache_folder", "cached_features", "seeded_simulation"]


def seeded_simulation(
    pile: Pile,
    features: Sequence[Features],
    procedure: Procedure,
    *,
    start: Start,
    seed: int,
    report: Report = silent,
) -> Simulation:
    """Simulate a screening whose start and every draw come from one seed.

    Parameters
    ----------
    pile, features, procedure, report
        As in `simulate`.
    start
        What is known or read first.
    seed
        The same seed gives the same reading, on every executor.

    Raises
    ------
    InputError
        The start cannot be made, such as more priors than there are.
    """
    rng = np.random.default_rng(seed)
    opening = start(pile, features[0], rng=rng)
    return simulate(
        pile,
        features,
        procedure,
        priors=opening.priors,
        opening=opening.read,
        rng=rng,
        report=report,
    )


def cached_features(
    recipe: Recipe, pile: Pile, *, folder: Path | None
) -> tuple[Features, ...]:
    """Features of each part of a recipe, from a folder where they were kept.

    Parameters
    ----------
    recipe, pile
        The model and what it reads; equal extractors are asked once.
    folder
        Where features are kept; ``None`` makes them anew.
    """
    made: dict[Extractor, Features] = {}
    for part in recipe.parts:
        extractor = part.extractor
        if extractor not in made:
            kept = folder and Cached(extractor=extractor, folder=folder)
            made[extractor] = (kept or extractor)(pile.citations)
    return tuple(made[part.extractor] for part in recipe.parts)


def cache_folder() -> Path:
    """Return where features are kept for the next time, by the system's custom."""
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "thresher" / "features"
