"""Experience: what past reviews tell of a record."""

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.errors import UnknownNameError
from thresher.records.citation import Citation
from thresher.screening.features import experience
from thresher.screening.features.experience import EVERY, Experience, past_words

TABLES = [EVERY, "without-cohen", "without-synergy", "without-clef"]
SOME = sorted(past_words())[::40]


@given(words=st.lists(st.sampled_from([*SOME, "thresher"]), max_size=6))
def test_a_record_gets_the_weights_of_its_terms_over_the_root_of_their_number(
    words: list[str],
) -> None:
    pieces = " . ".join(words).split()
    text = " ".join(pieces)
    singles = [word for word in pieces if len(word) > 1]
    there = {*singles, *(f"{a} {b}" for a, b in pairwise(singles))}
    weights = [past_words()[term] for term in there if term in past_words()]
    expected = sum(weights) / math.sqrt(max(1, len(weights)))
    pile = [Citation(id="1", abstract=text), Citation(id="2", title="thresher")]
    ours = Experience()(pile).matrix.toarray()[:, 0]
    np.testing.assert_allclose(ours, [expected, 0], atol=1e-6)


@pytest.mark.parametrize("table", TABLES)
def test_every_table_knows_how_a_study_speaks(table: str) -> None:
    study, opinion = (
        "Patients were randomized to either group in this study.",
        "This review is of the management of such disease, which may have been new.",
    )
    pile = [Citation(id="1", abstract=study), Citation(id="2", abstract=opinion)]
    scores = Experience(table=table)(pile).matrix.toarray()[:, 0]
    assert scores[0] > scores[1]


def test_tables_differ_in_what_taught_them() -> None:
    assert len({tuple(past_words(table).items()) for table in TABLES}) == len(TABLES)


def test_a_table_that_is_not_there_is_answered_with_those_that_are() -> None:
    with pytest.raises(UnknownNameError, match="without-synergy"):
        Experience(table="without-everything")([Citation(id="1", title="sleep")])


def test_a_pile_without_a_known_word_gets_nothing_from_it() -> None:
    assert not Experience()([Citation(id="1", title="thresher")]).matrix.toarray().any()


def test_a_large_pile_read_in_pieces_gets_the_same_numbers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pile = [Citation(id=str(at), abstract=" ".join(SOME[at::7])) for at in range(7)]
    whole = Experience()(pile).matrix.toarray()
    monkeypatch.setattr(experience, "PIECE", 3)
    np.testing.assert_allclose(Experience()(pile).matrix.toarray(), whole, rtol=1e-6)
