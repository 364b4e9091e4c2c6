"""Features kept on disk are those that were made, or made anew."""

import os
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from thresher.records.citation import Citation
from thresher.screening.features.cache import Cached, load_features
from thresher.screening.features.matrix import Features
from thresher.screening.features.references import References
from thresher.screening.features.tfidf import TfIdf

PILE = [Citation(id=str(at), title=f"sleep kidney {at}x") for at in range(4)]


class Counted:
    """An extractor that counts how often it is asked."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, citations: Sequence[Citation]) -> Features:
        self.asked += 1
        return TfIdf()(citations)

    def __repr__(self) -> str:
        return "Counted"


def test_the_second_time_nothing_is_made_and_everything_is_the_same(
    tmp_path: Path,
) -> None:
    counted = Counted()
    cached = Cached(extractor=counted, folder=tmp_path / "new")
    made, kept = cached(PILE), cached(PILE)
    assert counted.asked == 1
    np.testing.assert_array_equal(made.matrix.toarray(), kept.matrix.toarray())
    assert made.matrix.shape == kept.matrix.shape
    np.testing.assert_array_equal(made.alone_square, kept.alone_square)
    np.testing.assert_array_equal(made.alone_sum, kept.alone_sum)
    assert (made.alone_terms, list(made.terms)) == (kept.alone_terms, list(kept.terms))


def test_other_texts_and_other_settings_have_another_place(tmp_path: Path) -> None:
    for extractor in (TfIdf(), TfIdf(pairs=False)):
        for pile in (PILE, PILE[:3]):
            Cached(extractor=extractor, folder=tmp_path)(pile)
    assert len(list(tmp_path.glob("*.npz"))) == 4


def test_parts_whose_writer_was_killed_are_cleared_away(tmp_path: Path) -> None:
    old, new = tmp_path / ".a.npz.1234.part", tmp_path / ".b.npz.5678.part"
    for part in (old, new):
        part.write_bytes(b"half")
    os.utime(old, (0, 0))
    Cached(extractor=TfIdf(), folder=tmp_path)(PILE)
    assert not old.exists()
    assert new.exists()


def test_damaged_files_are_made_anew(tmp_path: Path) -> None:
    counted = Counted()
    cached = Cached(extractor=counted, folder=tmp_path)
    cached(PILE)
    (kept,) = tmp_path.iterdir()
    whole = kept.read_bytes()
    kept.write_bytes(whole[: len(whole) // 2])
    assert load_features(kept) is None
    cached(PILE)
    assert counted.asked == 2
    assert load_features(kept) is not None


def test_a_folder_that_cannot_be_made_costs_only_time(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    features = Cached(extractor=TfIdf(), folder=tmp_path / "file" / "in")(PILE)
    assert features.records == 4


def test_the_same_texts_with_other_references_have_another_place(
    tmp_path: Path,
) -> None:
    def cited(work: str) -> list[Citation]:
        raw = (("referenced_works", work),)
        return [Citation(id=str(at), title="sleep", raw=raw) for at in range(2)]

    links = Cached(extractor=References(most_common=1.0), folder=tmp_path)
    assert links(cited("W1111")).terms == ["cites w1111"]
    assert links(cited("W2222")).terms == ["cites w2222"]
