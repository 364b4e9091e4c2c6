"""The cycle and simulations: same seed, same reading, on every path."""

import json
from pathlib import Path

import numpy as np
import pytest

from thresher.errors import InputError
from thresher.measures.loss import loss
from thresher.screening.cycle import Known, features_for, known_of, next_of, ranked
from thresher.screening.ledger import Chosen, Decision, Ledger
from thresher.screening.pile import Pile, read_pile
from thresher.screening.priors import drawn_priors
from thresher.screening.rankers import kernel as kernels
from thresher.screening.recipes import RECIPES, Part, Recipe, find_recipe, settings_of
from thresher.screening.schedules import Growing
from thresher.screening.simulate import Procedure, Simulation, simulate
from thresher.screening.stoppers import AfterRecords, never
from thresher.screening.strategies import Mixed, Strategy, anything, best_first

from .piles import small_pile


def simulated(procedure: Procedure, *, seed: int = 1) -> Simulation:
    pile, rng = small_pile(), np.random.default_rng(seed)
    priors = drawn_priors(pile.labels, rng=rng)
    features = features_for(procedure.recipe, pile.citations)
    return simulate(pile, features, procedure, priors=priors, rng=rng)


@pytest.mark.parametrize("name", RECIPES)
def test_every_recipe_reads_the_whole_pile_once_and_beats_chance(name: str) -> None:
    done = simulated(Procedure(recipe=RECIPES[name], stopper=never))
    assert sorted(done.order.tolist()) == list(range(80))
    assert loss(done.reading.without_priors()) < 0.3
    assert np.isnan(done.scores[:2]).all()
    assert np.isfinite(done.scores[2:]).all()


@pytest.mark.parametrize("strategy", [best_first, Mixed(explore=0.3), anything])
def test_the_same_seed_gives_the_same_reading(strategy: Strategy) -> None:
    procedure = Procedure(recipe=RECIPES["ensemble"], strategy=strategy)
    one, two = simulated(procedure), simulated(procedure)
    assert one.order.tolist() == two.order.tolist()
    other = simulated(procedure, seed=2)
    assert one.order.tolist() != other.order.tolist()


@pytest.mark.parametrize("name", RECIPES)
def test_the_reading_is_the_same_if_no_kernel_is_kept_whole(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    procedure = Procedure(recipe=RECIPES[name], stopper=never)
    fast = simulated(procedure)
    monkeypatch.setattr(kernels, "LARGEST", 0)
    assert simulated(procedure).order.tolist() == fast.order.tolist()


def test_growing_batches_learn_less_often() -> None:
    recipe = RECIPES["elas_u4"]
    rare = simulated(
        Procedure(recipe=recipe, schedule=Growing(share=0.2), stopper=never)
    )
    assert rare.lessons < 40
    assert rare.order.size == 80


def test_a_stopped_simulation_still_knows_what_it_missed() -> None:
    procedure = Procedure(recipe=RECIPES["elas_u4"], stopper=AfterRecords(records=5))
    reading = simulated(procedure).reading
    assert (reading.read, reading.records, reading.relevant) == (5, 80, 12)


def test_a_run_tells_how_to_repeat_it() -> None:
    done = simulated(Procedure(recipe=RECIPES["elas_u4"]), seed=4)
    settings = done.run("r", seed=4).settings
    assert settings["seed"] == 4
    assert settings["data_sha256"] == small_pile().fingerprint
    plain = json.loads(json.dumps(settings, allow_nan=False))
    part = plain["procedure"]["recipe"]["parts"][0]
    assert part["ranker"] == {"kind": "LinearSvm", "cost": 0.11}
    assert plain["procedure"]["stopper"] == "at_last_relevant"


def test_the_fingerprint_changes_with_any_label() -> None:
    pile = small_pile()
    labels = pile.labels.copy()
    labels[0] = not labels[0]
    other = Pile(name=pile.name, citations=pile.citations, labels=labels)
    assert other.fingerprint != pile.fingerprint


def test_the_cycle_learns_from_a_ledger_as_from_labels() -> None:
    pile, recipe = small_pile(), RECIPES["elas_u4"]
    priors = drawn_priors(pile.labels, rng=np.random.default_rng(1))
    ledger = Ledger().with_rows(
        [
            Decision(
                record=pile.citations[at].id,
                label=bool(pile.labels[at]),
                chosen=Chosen.PRIOR,
            )
            for at in priors
        ]
    )
    features = features_for(recipe, pile.citations)
    ranking = ranked(recipe, features, known_of(ledger, pile.citations))
    direct = ranked(recipe, features, Known(rows=priors, labels=pile.labels[priors]))
    np.testing.assert_array_equal(ranking.scores, direct.scores)
    assert set(ranking.unread) == set(range(80)) - set(priors.tolist())
    rng = np.random.default_rng()
    picked, scores = next_of(ranking, best_first, size=3, rng=rng)
    assert scores.tolist() == sorted(ranking.scores, reverse=True)[:3]
    assert not set(picked) & set(priors)
    with pytest.raises(InputError, match="99 records were asked for, but 78"):
        next_of(ranking, best_first, size=99, rng=rng)


def test_a_ledger_of_another_pile_is_refused() -> None:
    row = Decision(record="strange", label=True, chosen=Chosen.PRIOR)
    with pytest.raises(InputError, match="'strange', which is not in the pile"):
        known_of(Ledger(rows=(row,)), small_pile().citations)


def test_priors_of_one_kind_are_refused() -> None:
    pile, recipe = small_pile(), RECIPES["elas_u4"]
    rows = np.flatnonzero(pile.labels)[:2]
    with pytest.raises(InputError, match="label one of each"):
        simulate(
            pile,
            features_for(recipe, pile.citations),
            Procedure(recipe=recipe),
            priors=rows,
            rng=np.random.default_rng(1),
        )


def test_impossible_recipes_are_refused() -> None:
    with pytest.raises(InputError, match="has no part"):
        Recipe(name="empty", parts=())
    part = RECIPES["elas_u4"].parts[0]
    with pytest.raises(InputError, match="weight must be positive"):
        Part(
            extractor=part.extractor,
            ranker=part.ranker,
            balance=part.balance,
            weight=0,
        )
    assert find_recipe("elas_u3") is RECIPES["elas_u3"]
    assert "object" in str(settings_of(object()))


@pytest.mark.parametrize(
    ("name", "ai", "labelled", "expected"),
    [
        ("Nelson_2002", "elas_u4", 275, 0.138),
        ("van_der_Valk_2021", "elas_u4", 444, 0.146),
        ("Nelson_2002", "elas_u3", 245, 0.152),
        ("Smid_2020", "elas_u3", 504, 0.038),
    ],
)
def test_elas_reads_as_many_records_as_in_asreview(
    data: Path, name: str, ai: str, labelled: int, expected: float
) -> None:
    """Figures of `asreview simulate` 3.0.8 with seed and prior seed 42."""
    pile = read_pile(data / "screening" / "synergy" / f"{name}.csv.gz")
    recipe, kinds = RECIPES[ai], (pile.labels, ~pile.labels)
    priors = [  # as ASReview draws them
        np.random.RandomState(42).choice(np.flatnonzero(kind), 1, replace=False)[0]
        for kind in kinds
    ]
    done = simulate(
        pile,
        features_for(recipe, pile.citations),
        Procedure(recipe=recipe),
        priors=np.array(priors),
        rng=np.random.default_rng(1),
    )
    assert done.order.size == labelled
    assert loss(done.reading.without_priors()) == pytest.approx(expected, abs=5e-4)
