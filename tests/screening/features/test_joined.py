"""Blocks side by side: likeness adds up."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array
from tests.screening.piles import small_pile

from thresher.errors import InputError
from thresher.records.citation import Citation
from thresher.screening.features import joined
from thresher.screening.features.joined import Block, Joined
from thresher.screening.features.matrix import Extractor, Features
from thresher.screening.features.references import References
from thresher.screening.features.similarity import similarity_to
from thresher.screening.features.tfidf import TfIdf
from thresher.screening.features.titles import Titles


def kernel(features: Features) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    matrix = features.matrix.toarray().astype(np.float64)
    return matrix @ matrix.T + np.diag(features.alone_square)


@given(weights=st.tuples(st.floats(0.01, 9), st.floats(0.01, 9)))
def test_two_records_are_as_alike_as_the_blocks_together_say(
    weights: tuple[float, float],
) -> None:
    extractors: tuple[Extractor, ...] = (TfIdf(), Titles())
    blocks = [
        Block(extractor=extractor, weight=weight)
        for extractor, weight in zip(extractors, weights, strict=True)
    ]
    pile = small_pile().citations[:20]
    joined = Joined(blocks=tuple(blocks))(pile)
    parts = [
        weight * kernel(one(pile))
        for one, weight in zip(extractors, weights, strict=True)
    ]
    np.testing.assert_allclose(kernel(joined), sum(parts), rtol=1e-5, atol=1e-6)
    sums = [
        np.sqrt(weight) * (one(pile).matrix.sum(axis=1) + one(pile).alone_sum)
        for one, weight in zip(extractors, weights, strict=True)
    ]
    own = joined.matrix.sum(axis=1) + joined.alone_sum
    np.testing.assert_allclose(own, sum(sums), rtol=1e-5)
    assert len(joined.terms) == joined.matrix.shape[1]
    assert joined.alone_terms == sum(one(pile).alone_terms for one in extractors)


def test_an_empty_block_changes_nothing() -> None:
    pile = small_pile().citations
    both = (Block(extractor=TfIdf()), Block(extractor=References(), weight=3.0))
    joined, alone = Joined(blocks=both)(pile), TfIdf()(pile)
    assert joined.matrix.toarray().tolist() == alone.matrix.toarray().tolist()
    assert joined.alone_square.tolist() == alone.alone_square.tolist()


def test_likeness_stays_a_cosine_however_long_the_rows() -> None:
    pile = [Citation(id=str(at), title=text) for at, text in enumerate(["ab", "ab cd"])]
    blocks = (Block(extractor=TfIdf(), weight=3.0), Block(extractor=Titles()))
    alike = similarity_to(Joined(blocks=blocks)(pile), np.array([0]))
    assert alike[0] == pytest.approx(1)
    assert 0 < alike[1] < 1


def test_titles_are_read_without_abstracts() -> None:
    pile = [
        Citation(id="1", title="sleep", abstract="kidney"),
        Citation(id="2", title="Sleep", abstract="kidney"),
    ]
    assert Titles()(pile).terms == ["title: sleep"]


def test_a_pile_without_titles_has_no_column() -> None:
    features = Titles()([Citation(id="1", abstract="kidney"), Citation(id="2")])
    assert features.matrix.shape == (2, 0)
    assert not features.alone_square.any()


def test_no_block_or_a_weight_that_is_none_is_refused() -> None:
    with pytest.raises(InputError, match="need a block"):
        Joined(blocks=())
    with pytest.raises(InputError, match="must be positive"):
        Block(extractor=TfIdf(), weight=0)


@given(seed=st.integers(0, 10**6), records=st.integers(1, 9), piece=st.integers(1, 4))
def test_blocks_side_by_side_are_scipys_whatever_the_pieces(
    seed: int, records: int, piece: int
) -> None:
    rng = np.random.default_rng(seed)
    matrices = [
        csr_array(rng.integers(0, 3, (records, width)).astype(np.float32))
        for width in (3, 0, 5, 2)
    ]
    factors = [1.0, 2.0, 0.5, 3.0]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(joined, "RECORDS", piece)
        found = joined._side_by_side(matrices, factors=factors)
    scaled = [
        factor * matrix.toarray()
        for factor, matrix in zip(factors, matrices, strict=True)
    ]
    np.testing.assert_array_equal(found.toarray(), np.hstack(scaled))
    assert found.has_canonical_format
