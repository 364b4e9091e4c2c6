"""Generated summaries judged against targets, and hallucinations caught."""

import gzip
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import pytest

from thresher.errors import FileError, InputError, UndefinedMeasureError
from thresher.synthesis.agreement.delta_ei import Base
from thresher.synthesis.agreement.direction_f1 import direction_f1
from thresher.synthesis.agreement.judging import JudgedReview, judged, macro_f1
from thresher.synthesis.agreement.summaries_file import read_inputs, read_summaries
from thresher.synthesis.agreement.support import Why, unsupported
from thresher.synthesis.finding import Direction, Directions
from thresher.synthesis.sentences import sentences
from thresher.synthesis.spans import PicoKind
from thresher.synthesis.stated_directions import stated_directions
from thresher.synthesis.study import Study
from thresher.synthesis.text_models import Pair, TextModels

TREATMENTS = ("vitamin K", "aspirin", "zinc")
OUTCOMES = ("fractures", "pain", "death")


def phrases(text: str) -> Mapping[PicoKind, tuple[str, ...]]:
    """Phrases of a known list."""
    lowered = text.lower()
    return {
        PicoKind.INTERVENTIONS: tuple(t for t in TREATMENTS if t.lower() in lowered),
        PicoKind.OUTCOMES: tuple(o for o in OUTCOMES if o in lowered),
    }


def directions(text: str, pairs: Sequence[Pair]) -> tuple[Directions | None, ...]:
    """Certain directions read off the words of the first sentence on an outcome."""
    return tuple(_direction(text, outcome) for _, outcome in pairs)


def _direction(text: str, outcome: str) -> Directions | None:
    for sentence in sentences(text):
        if outcome in sentence.text and (said := stated_directions(sentence.text)):
            chances = {one.value: (one in said) / len(said) for one in Direction}
            return Directions(**chances)
    return None


MODELS = TextModels(
    phrases=phrases, directions=directions, evidence_name="by words", evidence_f1=0.5
)
TARGETS = {
    "1": "Vitamin K reduced fractures.",
    "2": "Aspirin did not reduce pain. Death was not studied.",
    "3": "Nothing is known.",
}
STUDIES = {
    "1": (
        Study(id="a", abstract="Vitamin K reduced fractures in 120 women."),
        Study(id="b", abstract="With vitamin K there was no difference in fractures."),
    )
}


def rng() -> np.random.Generator:
    return np.random.default_rng(1)


def by_id(reviews: Sequence[JudgedReview]) -> dict[str, JudgedReview]:
    return {one.review: one for one in reviews}


def test_a_summary_like_its_target_is_perfect() -> None:
    found = judged(TARGETS, TARGETS, models=MODELS, rng=rng())
    assert found.means["rouge1"].value == 1
    assert found.means["delta_ei"].value == 0
    assert found.means["direction_f1"].value == 1
    assert found.means["interventions"].value == 1
    assert "supported" not in found.means
    assert found.evidence_name == "by words"


@pytest.mark.parametrize("base", list(Base))
def test_a_turned_direction_is_as_far_away_as_can_be(base: Base) -> None:
    wrong = TARGETS | {"1": "Vitamin K increased fractures."}
    found = judged(TARGETS, wrong, models=MODELS, rng=rng(), base=base)
    first = by_id(found.reviews)["1"]
    assert first.delta_ei == pytest.approx(base.most)
    assert first.directions == ((Direction.DECREASES, Direction.INCREASES),)
    assert by_id(found.reviews)["3"].delta_ei is None
    assert found.means["delta_ei"].reviews == 2


def test_silence_about_a_pair_is_counted_and_not_taken_for_a_direction() -> None:
    quiet = TARGETS | {"1": "More research is needed."}
    found = by_id(judged(TARGETS, quiet, models=MODELS, rng=rng()).reviews)["1"]
    assert (found.pairs, found.silent_pairs, found.directions) == (1, 1, ())
    assert 0 < (found.delta_ei or 0) < 1


def test_the_interval_holds_the_mean_and_follows_the_seed() -> None:
    wrong = TARGETS | {"1": "Vitamin K increased fractures."}
    one, other = (
        judged(TARGETS, wrong, models=MODELS, rng=rng()).means for _ in range(2)
    )
    assert one == other
    for mean in one.values():
        assert mean.interval.low - 1e-9 <= mean.value <= mean.interval.high + 1e-9


def test_a_planted_hallucination_is_caught() -> None:
    generated = TARGETS | {
        "1": "Vitamin K reduced fractures in 120 women. Zinc increased fractures 37%."
    }
    found = judged(TARGETS, generated, models=MODELS, rng=rng(), studies=STUDIES)
    first = by_id(found.reviews)["1"]
    assert {flaw.why for flaw in first.unsupported} == {
        Why.NUMBER,
        Why.INTERVENTION,
        Why.DIRECTION,
    }
    assert all("Zinc" in flaw.sentence for flaw in first.unsupported)
    assert first.supported == 0.5
    assert by_id(found.reviews)["2"].supported is None


def test_what_the_studies_say_is_supported() -> None:
    said = "Of 2 studies, one of 120 women found that vitamin K reduced fractures."
    assert unsupported(said, STUDIES["1"], models=MODELS) == ()


def test_an_outcome_that_no_study_names_is_found() -> None:
    [flaw] = unsupported("Vitamin K and death.", STUDIES["1"], models=MODELS)
    assert (flaw.why, flaw.what) == (Why.OUTCOME, "death")


def test_every_pair_of_a_sentence_is_looked_at() -> None:
    studies = [
        Study(id="1", abstract="Vitamin K reduced fractures. Vitamin K reduced pain."),
    ]
    said = "Vitamin K increases fractures and reduces pain."
    [flaw] = unsupported(said, studies, models=MODELS)
    assert (flaw.sentence, flaw.why) == (said, Why.DIRECTION)
    assert flaw.what == "increases: vitamin K, fractures"
    both = "Vitamin K increases fractures and has no effect on pain."
    assert [one.what for one in unsupported(both, studies, models=MODELS)] == [
        "increases: vitamin K, fractures",
        "no_change: vitamin K, pain",
    ]


def test_strange_words_are_told_as_they_stand() -> None:
    studies = [Study(id="1", abstract="Vitamin K reduced fractures.")]
    said = "Curing headaches remains hard in Iceland."
    [flaw] = unsupported(said, studies, models=MODELS)
    assert flaw.why is Why.TOPIC
    assert flaw.what == "Curing, headaches, remains, hard, Iceland"


def test_an_unsure_direction_is_no_statement() -> None:
    said = "Vitamin K increased or reduced fractures, or made no difference."
    assert unsupported(said, STUDIES["1"], models=MODELS) == ()


def test_reviews_must_be_the_same_on_both_sides() -> None:
    with pytest.raises(InputError, match="2 of them in both"):
        judged(TARGETS, {"1": "", "2": "", "4": ""}, models=MODELS, rng=rng())
    with pytest.raises(InputError):
        judged({}, {}, models=MODELS, rng=rng())


def test_macro_f1_of_counts_is_that_of_pairs() -> None:
    up, same, down = Direction
    first, second = [up, up, down, same], [up, down, down, up]
    counts = np.zeros((3, 3))
    for one, other in zip(first, second, strict=True):
        counts[list(Direction).index(one), list(Direction).index(other)] += 1
    assert macro_f1(counts) == pytest.approx(direction_f1(first, second))
    with pytest.raises(UndefinedMeasureError):
        macro_f1(np.zeros((3, 3)))


def test_files_are_read_plain_and_gzipped(tmp_path: Path) -> None:
    plain, packed = tmp_path / "t.csv", tmp_path / "t.csv.gz"
    text = ',ReviewID,Target\n0,CD1,"One, and\ntwo."\n1,CD2,\n'
    plain.write_text(text)
    packed.write_bytes(gzip.compress(text.encode()))
    wanted = {"CD1": "One, and\ntwo.", "CD2": ""}
    assert read_summaries(plain, column="Target") == wanted
    assert read_summaries(packed, column="Target") == wanted
    studies = tmp_path / "i.csv"
    studies.write_text("ReviewID,PMID,Title,Abstract\nCD1,7,<b>T</b>,A\nCD1,8,U,B\n")
    assert [study.title for study in read_inputs(studies)["CD1"]] == ["T", "U"]


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"ReviewID,Other\n1,a\n", "no column target"),
        (b"ReviewID,Target\n1,a\n1,b\n", "line 3.*repeats review 1"),
        (b"ReviewID,Target\n,a\n", "line 2.*no ReviewID"),
        (b"ReviewID,Target\n1,a, b\n", "line 2.*3 cells under 2 columns"),
        (b"ReviewID,Target\n", "holds no summaries"),
        (b"", "the file is empty"),
        (b"\xff\xfe", "not in UTF-8"),
        (b"\x1f\x8b\x00", "cannot be read"),
        (b'ReviewID,Target\n1,"a\n' + b"x" * 10_000_001, "is not CSV"),
    ],
)
def test_a_file_that_is_wrong_is_refused_with_its_line(
    tmp_path: Path, content: bytes, why: str
) -> None:
    path = tmp_path / "t.csv"
    path.write_bytes(content)
    with pytest.raises(FileError, match=why):
        read_summaries(path, column="Target")


def test_inputs_without_ids_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "i.csv"
    path.write_text("ReviewID,PMID,Title,Abstract\nCD1,,T,A\n")
    with pytest.raises(FileError, match="no PMID"):
        read_inputs(path)
