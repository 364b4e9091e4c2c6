"""TF-IDF: scikit-learn's weights, counted by sorting."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.feature_extraction.text import TfidfVectorizer

from thresher.errors import InputError
from thresher.records.citation import Citation
from thresher.screening.features import counts
from thresher.screening.features.matrix import Features
from thresher.screening.features.tfidf import TfIdf
from thresher.screening.features.tokens import tokens_of

TEXT = st.text(alphabet="abcÄß12_ -.", max_size=40)
PILE = st.lists(TEXT, min_size=1, max_size=8)


def citations(texts: list[str]) -> list[Citation]:
    return [Citation(id=str(at), abstract=text) for at, text in enumerate(texts)]


@given(
    texts=PILE,
    pairs=st.booleans(),
    sublinear=st.booleans(),
    most_common=st.sampled_from([0.5, 0.95, 1.0]),
)
def test_the_weights_are_those_of_scikit_learn(
    texts: list[str], *, pairs: bool, sublinear: bool, most_common: float
) -> None:
    reference = TfidfVectorizer(
        ngram_range=(1, 2 if pairs else 1), sublinear_tf=sublinear, max_df=most_common
    )
    try:
        expected = reference.fit_transform([text.strip() for text in texts]).toarray()
    except ValueError:  # no word, or none seldom enough
        return
    ours = TfIdf(pairs=pairs, sublinear=sublinear, most_common=most_common)(
        citations(texts)
    )
    columns = [reference.vocabulary_[term] for term in ours.terms]
    others = np.delete(expected, columns, axis=1)
    np.testing.assert_allclose(
        ours.matrix.toarray(), expected[:, columns], rtol=1e-6, atol=1e-7
    )
    np.testing.assert_allclose(ours.alone_square, (others**2).sum(axis=1), atol=1e-9)
    np.testing.assert_allclose(ours.alone_sum, others.sum(axis=1), atol=1e-9)
    assert ours.alone_terms == others.shape[1]


def test_english_stop_words_go_before_pairs_are_made() -> None:
    texts = ["sleep and the dialysis", "sleep dialysis"]
    assert sorted(TfIdf(stop_words=True)(citations(texts)).terms) == [
        "dialysis",
        "sleep",
        "sleep dialysis",
    ]


def test_a_title_counts_as_often_as_asked() -> None:
    pile = [Citation(id=str(i), title="sleep", abstract="kidney") for i in range(2)]
    weights = TfIdf(sublinear=False, title_times=3, pairs=False)(pile)
    row = dict(zip(weights.terms, weights.matrix.toarray()[0], strict=True))
    assert row["sleep"] == pytest.approx(3 * row["kidney"])


def test_key_words_are_read_when_asked_and_never_paired_with_each_other() -> None:
    pile = [
        Citation(id=str(i), title="sleep", keywords=("kidney", "renal care"))
        for i in range(2)
    ]
    assert "kidney" not in TfIdf()(pile).terms
    terms = TfIdf(keywords=True)(pile).terms
    assert {"kidney", "renal care"} <= set(terms)
    assert "kidney renal" not in terms


@pytest.mark.parametrize("texts", [[""], ["a . b"], []])
def test_a_pile_without_words_is_refused(texts: list[str]) -> None:
    with pytest.raises(InputError, match="no word to learn from"):
        TfIdf()(citations(texts))


def test_impossible_settings_are_refused() -> None:
    with pytest.raises(InputError, match="most_common"):
        TfIdf(most_common=0)
    with pytest.raises(InputError, match="title_times"):
        TfIdf(title_times=0)


def test_too_many_words_for_one_count_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(counts, "MOST_WORDS", 3)
    with pytest.raises(InputError, match="split the file"):
        TfIdf()(citations(["sleep", "kidney"]))


def test_features_must_fit_together() -> None:
    good = TfIdf()(citations(["sleep", "sleep"]))
    with pytest.raises(InputError, match="2 rows need as many"):
        Features(matrix=good.matrix, alone_square=np.zeros(1), alone_sum=good.alone_sum)
    with pytest.raises(InputError, match="float32"):
        Features(
            matrix=good.matrix.astype(np.float64),
            alone_square=good.alone_square,
            alone_sum=good.alone_sum,
        )


@given(texts=PILE, part=st.integers(1, 12))
def test_parts_of_a_pile_count_as_the_whole(texts: list[str], part: int) -> None:
    tokens = tokens_of([text] for text in texts)
    whole = counts.counts_of(tokens)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(counts, "PART", part)
        parts = counts.counts_of(tokens)
    for name in ("record", "count", "spread", "first", "second"):
        assert getattr(parts, name).tolist() == getattr(whole, name).tolist()
