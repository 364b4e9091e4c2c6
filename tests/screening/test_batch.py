"""Batches: bit for bit what each simulation would do alone."""

import numpy as np
import pytest

from thresher.errors import InputError
from thresher.screening import batch
from thresher.screening.batch import batch_of_simulations, simulations_of
from thresher.screening.cycle import features_for
from thresher.screening.procedures import Model
from thresher.screening.recipes import RECIPES
from thresher.screening.seeded import seeded_simulation
from thresher.screening.simulate import Simulation
from thresher.screening.starts import Diverse, Drawn, Start

from .piles import small_pile

SEEDS = range(7)


def same(one: Simulation, other: Simulation) -> bool:
    return np.array_equal(one.order, other.order) and np.array_equal(
        one.scores, other.scores, equal_nan=True
    )


@pytest.mark.parametrize("ranker", RECIPES)
@pytest.mark.parametrize("start", [Drawn(), Diverse()])
def test_a_batch_reads_bit_for_bit_as_each_alone(ranker: str, start: Start) -> None:
    pile = small_pile()
    procedure = Model(ranker=ranker, strategy="mixed").procedure
    features = features_for(procedure.recipe, pile.citations)
    together = batch_of_simulations(pile, features, procedure, start=start, seeds=SEEDS)
    for seed, one in zip(SEEDS, together, strict=True):
        alone = seeded_simulation(pile, features, procedure, start=start, seed=seed)
        assert same(one, alone)


def test_one_product_gives_the_bits_of_many() -> None:
    rng = np.random.default_rng(1)
    procedure = Model(ranker="elas_u4").procedure
    (features,) = features_for(procedure.recipe, small_pile().citations)
    columns = features.matrix.shape[1]
    vectors = [rng.normal(size=columns).astype(np.float32) for _ in range(9)]
    together = batch._products(features.matrix, vectors)
    for product, vector in zip(together, vectors, strict=True):
        assert product.tobytes() == np.asarray(features.matrix @ vector).tobytes()


@pytest.mark.parametrize(("entries", "batches"), [(0, [5, 5]), (10**9, [])])
def test_many_seeds_of_a_large_pile_go_in_batches(
    entries: int, batches: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes: list[int] = []

    def spy(*given: object, seeds: range, **named: object) -> list[Simulation]:
        sizes.append(len(seeds))
        return batch_of_simulations(*given, seeds=seeds, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(batch, "batch_of_simulations", spy)
    monkeypatch.setattr(batch, "FEWEST_ENTRIES", entries)
    monkeypatch.setattr(batch, "FEWEST_TOGETHER", 3)
    monkeypatch.setattr(batch, "MOST_TOGETHER", 5)
    pile, procedure = small_pile(), Model(ranker="elas_u4", stop="records:9").procedure
    features = features_for(procedure.recipe, pile.citations)
    seeds = range(11)
    found = simulations_of(pile, features, procedure, start=Drawn(), seeds=seeds)
    for seed, one in zip(seeds, found, strict=True):
        alone = seeded_simulation(pile, features, procedure, start=Drawn(), seed=seed)
        assert same(one, alone)
    assert sizes == batches


def test_progress_is_that_of_all_together() -> None:
    told: list[int] = []

    def report(what: str, *, done: int, total: int) -> None:
        assert (what, total) == ("Screening", 80 * 7)
        told.append(done)

    pile, procedure = small_pile(), Model(ranker="elas_u4", stop="never").procedure
    features = features_for(procedure.recipe, pile.citations)
    done = batch_of_simulations(
        pile, features, procedure, start=Drawn(), seeds=SEEDS, report=report
    )
    assert told[-1] == 80 * 7
    assert told == sorted(told)
    assert all(one.cpu_seconds > 0 for one in done)


def test_a_simulation_that_fails_or_is_stopped_ends_all() -> None:
    pile, procedure = small_pile(), Model(ranker="elas_u4", stop="never").procedure
    features = features_for(procedure.recipe, pile.citations)
    with pytest.raises(InputError, match="99 relevant priors"):
        batch_of_simulations(
            pile, features, procedure, start=Drawn(relevant=99), seeds=SEEDS
        )

    def interrupted(what: str, *, done: int, total: int) -> None:
        del what, total
        if done > 200:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        batch_of_simulations(
            pile, features, procedure, start=Drawn(), seeds=SEEDS, report=interrupted
        )
