"""Recipes for very large piles."""

from thresher.screening.features.joined import Joined
from thresher.screening.features.tfidf import TfIdf
from thresher.screening.recipes import DEFAULT, LARGE, RECIPES, find_recipe, model_for


def test_only_the_default_and_only_on_a_very_large_pile_is_another_model() -> None:
    for name in RECIPES:
        assert model_for(name, records=LARGE) == name
        changes = model_for(name, records=LARGE + 1) != name
        assert changes == (name == DEFAULT)
    assert model_for("a plug-in's", records=LARGE + 1) == "a plug-in's"


def test_the_model_of_very_large_piles_reads_no_pairs_and_nothing_twice() -> None:
    recipe = find_recipe(model_for(DEFAULT, records=LARGE + 1))
    for part in recipe.parts:
        assert not isinstance(part.extractor, Joined)
        assert not isinstance(part.extractor, TfIdf) or not part.extractor.pairs
    assert len({(one.extractor, one.ranker) for one in recipe.parts}) == len(
        recipe.parts
    )


def test_the_model_of_very_large_piles_has_all_the_votes_of_the_default() -> None:
    large, usual = find_recipe(f"{DEFAULT}-large"), find_recipe(DEFAULT)
    assert sum(part.weight for part in large.parts) == sum(
        part.weight for part in usual.parts
    )
    assert {part.name for part in large.parts} == {part.name for part in usual.parts}
