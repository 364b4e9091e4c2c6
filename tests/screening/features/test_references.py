"""Links: cited works as terms."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.feature_extraction.text import TfidfVectorizer

from thresher.errors import InputError
from thresher.records.citation import Citation
from thresher.screening.features.links import works_cited
from thresher.screening.features.references import References

LISTS = st.lists(
    st.lists(st.integers(1000, 1006), max_size=5, unique=True), min_size=1, max_size=7
)


def citing(*works: str, field: str = "referenced_works", name: str = "") -> Citation:
    return Citation(id="x", openalex_id=name, raw=((field, " ".join(works)),))


@given(lists=LISTS, most_common=st.sampled_from([0.5, 1.0]))
def test_works_are_weighed_as_scikit_learn_weighs_words(
    lists: list[list[int]], most_common: float
) -> None:
    pile = [citing(*(f"W{work}" for work in works)) for works in lists]
    ours = References(most_common=most_common)(pile)
    texts = [[f"w{work}" for work in works] for works in lists]
    reference = TfidfVectorizer(analyzer=lambda works: works, max_df=most_common)
    try:
        expected = reference.fit_transform(texts).toarray()
    except ValueError:  # no work, or none seldom enough
        assert ours.matrix.shape == (len(lists), 0)
        return
    names = [term.removeprefix("cites ") for term in ours.terms]
    columns = [reference.vocabulary_[name] for name in names]
    others = np.delete(expected, columns, axis=1)
    np.testing.assert_allclose(
        ours.matrix.toarray(), expected[:, columns], rtol=1e-6, atol=1e-7
    )
    np.testing.assert_allclose(ours.alone_square, (others**2).sum(axis=1), atol=1e-9)
    np.testing.assert_allclose(ours.alone_sum, others.sum(axis=1), atol=1e-9)


def test_a_record_resembles_those_that_cite_it() -> None:
    pile = [
        citing("W1111", "W5555", name="https://openalex.org/W9999"),
        citing("W9999"),
        citing("W2222"),
        citing("W3333"),
    ]
    matrix = References()(pile).matrix.toarray()
    assert (matrix @ matrix.T)[0, 1] > 0 == (matrix @ matrix.T)[0, 2]


def test_a_work_that_most_records_cite_tells_nothing() -> None:
    pile = [citing("W1111"), citing("W1111"), citing("W2222")]
    assert References().__call__(pile).matrix.nnz == 0


def test_a_pile_without_references_has_no_column_and_no_length() -> None:
    features = References()([Citation(id="1", title="sleep"), Citation(id="2")])
    assert features.matrix.shape == (2, 0)
    assert features.alone_square.tolist() == [0.0, 0.0]
    assert features.alone_square.dtype == np.float64


@pytest.mark.parametrize(
    ("field", "value", "works"),
    [
        ("referenced_works", "https://openalex.org/W1234|W5678", ["w1234", "w5678"]),
        ("References", "10.1000/Ab; 10.1000/ab; ", ["10.1000/ab"]),
        ("CR", "Ma J, 1999, LANCET\nIto K  2001", ["ma j 1999 lancet", "ito k 2001"]),
        ("notes", "W1234", []),
    ],
)
def test_works_are_known_by_their_numbers_or_else_as_printed(
    field: str, value: str, works: list[str]
) -> None:
    assert list(works_cited(Citation(id="1", raw=((field, value),)))) == works


@pytest.mark.parametrize("share", [0.0, 1.1])
def test_a_share_that_is_none_is_refused(share: float) -> None:
    with pytest.raises(InputError, match="most_common"):
        References(most_common=share)
