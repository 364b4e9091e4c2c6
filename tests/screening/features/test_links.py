"""Citation links: coupling and citation, by hand and by law."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.records.citation import Citation
from thresher.screening.cycle import Known, features_for, ranked
from thresher.screening.features.links import works_cited
from thresher.screening.features.references import References
from thresher.screening.recipes import RECIPES

LINKS = References(most_common=1.0)
WORKS = st.lists(st.integers(100, 112), max_size=6)


def citing(at: int, works: list[int], **names: str) -> Citation:
    value = ";".join(f"https://openalex.org/W{work}" for work in works)
    raw = (("referenced_works", value),) if works else ()
    return Citation(id=str(at), title="same words", raw=raw, **names)  # type: ignore[arg-type]


def test_a_list_nested_beyond_reason_costs_its_links_and_nothing_else() -> None:
    deep = Citation(id="1", raw=(("references", "[" * 100_000),))
    found = LINKS([deep, citing(2, [100]), citing(3, [100])])
    assert found.records == 3
    assert found.matrix[[1, 2]].nnz == 2


def test_records_that_cite_the_same_work_are_alike() -> None:
    pile = [citing(0, [100, 101]), citing(1, [101, 102]), citing(2, [103])]
    found = LINKS(pile)
    alike = (found.matrix @ found.matrix.T).toarray()
    assert alike[0, 1] > 0
    assert alike[0, 2] == alike[1, 2] == 0
    assert found.alone_terms == 3


@pytest.mark.parametrize(
    ("field", "value", "names"),
    [
        ("referenced_works", '["https://openalex.org/W777"]', {"openalex_id": "W777"}),
        ("CR", "Ito K, 2010, V1, DOI 10.1234/AbC.", {"doi": "10.1234/abc"}),
        ("References", "x | PMID: 4711 | y", {"pmid": "4711"}),
        (
            "references",
            "https://doi.org/10.1234/x",
            {"doi": "https://doi.org/10.1234/X"},
        ),
    ],
)
def test_a_record_is_like_one_that_it_cites(
    field: str, value: str, names: dict[str, str]
) -> None:
    pile = [Citation(id="0", raw=((field, value),)), citing(1, [], **names)]
    matrix = LINKS(pile).matrix.toarray()
    assert matrix.shape == (2, 1)
    assert (matrix > 0).all()


def test_a_work_known_by_two_names_is_one() -> None:
    pile = [
        Citation(id="0", raw=(("references", "10.1234/x; W777"),)),
        Citation(id="1", raw=(("references", "W777"),)),
        citing(2, [], doi="10.1234/x", openalex_id="https://openalex.org/W777"),
    ]
    assert LINKS(pile).matrix.toarray().shape == (3, 1)


@given(lists=st.lists(WORKS, min_size=1, max_size=8))
def test_rows_have_length_one_or_none(lists: list[list[int]]) -> None:
    pile = [citing(at, works) for at, works in enumerate(lists)]
    found = LINKS(pile)
    assert found.records == len(pile)
    length = np.asarray(found.matrix.multiply(found.matrix).sum(axis=1)).ravel()
    expected = [float(bool(works)) for works in lists]
    np.testing.assert_allclose(length + found.alone_square, expected, atol=1e-6)
    for at, works in enumerate(lists):
        for other, others in enumerate(lists):
            shared = (found.matrix[[at]] @ found.matrix[[other]].T).toarray()[0, 0]
            if at != other:
                assert (shared > 0) == bool(set(works) & set(others))


def test_a_rare_work_weighs_more_than_a_common_one() -> None:
    pile = [citing(at, [100, 101] if at < 2 else [100]) for at in range(6)]
    row = LINKS(pile).matrix.toarray()[0]
    assert row[1] > row[0] > 0


def test_a_field_that_is_no_list_is_read_as_words() -> None:
    raw = (("CR", "[not json"), ("CR", " ; "), ("note", "10.1/not-a-reference"))
    assert works_cited(Citation(id="1", raw=raw)) == ("not json",)


def test_links_lift_a_record_that_words_cannot_tell_apart() -> None:
    pile = [citing(at, [100 + at % 2, 200]) for at in range(12)]
    recipe = RECIPES["linked"]
    known = Known(rows=np.array([0, 1]), labels=np.array([True, False]))
    found = ranked(recipe, features_for(recipe, pile), known)
    best = found.unread[np.argsort(-found.scores, kind="stable")[:5]]
    assert set(best) == {2, 4, 6, 8, 10}


def test_without_links_only_words_rank() -> None:
    pile = [Citation(id=str(at), title=f"word{at % 3} sleep") for at in range(9)]
    known = Known(rows=np.array([0, 1]), labels=np.array([True, False]))
    orders = []
    for name in ("linked", "elas_u4"):
        recipe = RECIPES[name]
        found = ranked(recipe, features_for(recipe, pile), known)
        orders.append(np.argsort(-found.scores, kind="stable").tolist())
    assert orders[0] == orders[1]
