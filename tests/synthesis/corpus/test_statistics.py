"""Statistics of a data set, worked by hand; and its files."""

import csv
import gzip
import json
from dataclasses import replace
from pathlib import Path

import pytest

from thresher.errors import FileError, InputError
from thresher.synthesis.agreement.summaries_file import read_inputs, read_summaries
from thresher.synthesis.corpus.entry import (
    Entry,
    entry_line,
    read_entries,
    split_review,
)
from thresher.synthesis.corpus.parts_files import part_files
from thresher.synthesis.corpus.split import Review, split_reviews, topics
from thresher.synthesis.corpus.statistics import PUBLISHED, Statistics, statistics_of
from thresher.synthesis.text_repair import repaired

UP, SAME, DOWN = [1, 0, 0, 0, 4, 1], [0, 1, 0, 0, 4, 1], [0, 0, 1, 0, 4, 1]
FIRST = Entry(
    review_id="1",
    pmid=("7", "8", "9"),
    title=("Zinc", "Iron", "Tea"),
    abstract=("one two three", "one", "one two, three"),
    target="It helps them",
    background="Does it help?",
    review_year=2016,
    study_years=(2000, None, 2010),
    sentences=((0, 5, "BACKGROUND"), (5, 9, "GOAL"), (9, 12, "EFFECT")),
    participants=("adults",),
    interventions=("zinc", "iron"),
    outcomes=("colds",),
    spans=(("outcomes", 0, 3, 0.9),),
    pairs=(("zinc", "colds"), ("iron", "colds")),
    directions=(UP, None),
    study_directions=((UP, UP), (SAME, None), (None, DOWN)),
)
SECOND = replace(
    FIRST,
    review_id="2",
    pmid=("9",),
    title=("Tea",),
    abstract=("one two, three",),
    study_years=(2010,),
    directions=(DOWN, DOWN),
    study_directions=((DOWN, None),),
)


def test_the_tables_are_as_counted_by_hand() -> None:
    found = statistics_of([FIRST, SECOND])
    assert (found.reviews, found.studies) == (2, 3)
    assert found.median_studies_per_review == 2
    assert (found.mean_studies_per_review, found.most_studies_of_a_review) == (2, 3)
    assert found.median_reviews_per_study == 1
    assert found.mean_reviews_per_study == pytest.approx(4 / 3)
    assert found.median_background_sentences == 2
    assert found.median_target_sentences == 1
    assert found.tokens_per_summary == 3
    assert found.tokens_per_document == pytest.approx((4 + 2 + 5) / 3)
    assert (found.median_input_tokens, found.mean_input_tokens) == (8, 8)
    assert (found.mean_participants, found.mean_interventions) == (1, 2)
    assert (found.median_review_year, found.median_study_year) == (2016, 2005)
    assert (found.pairs, found.pairs_reported) == (4, 3)
    assert found.review_directions == pytest.approx(
        {"increases": 1 / 3, "no_change": 0, "decreases": 2 / 3}
    )
    assert found.study_directions == pytest.approx(
        {"increases": 0.4, "no_change": 0.2, "decreases": 0.4}
    )
    assert found.directions_like_their_review == pytest.approx(2 / 3)
    assert found.agreement == {
        "increases": {"increases": 1, "no_change": 1, "decreases": 0},
        "no_change": {"increases": 0, "no_change": 0, "decreases": 0},
        "decreases": {"increases": 0, "no_change": 0, "decreases": 1},
    }


def test_a_file_without_layers_has_the_rest() -> None:
    plain = Entry(**{name: getattr(FIRST, name) for name in list(PLAIN)})
    found = statistics_of([plain])
    assert (found.studies, found.tokens_per_summary) == (3, 3)
    lacking = (found.median_target_sentences, found.agreement, found.mean_outcomes)
    assert lacking == (None, None, None)
    with pytest.raises(InputError, match="no review"):
        statistics_of([])


PLAIN = ("review_id", "pmid", "title", "abstract", "target", "background")


def test_what_the_paper_prints_stands_beside_each_figure() -> None:
    assert set(PUBLISHED) <= set(Statistics.__dataclass_fields__)


def test_an_entry_survives_its_file(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    path.write_text("".join(entry_line(one) + "\n" for one in (FIRST, SECOND)))
    assert [entry_line(one) for one in read_entries(path)] == [
        entry_line(FIRST),
        entry_line(SECOND),
    ]
    assert tuple(json.loads(path.read_text().splitlines()[0]))[:6] == PLAIN


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "holds no reviews"),
        ("nonsense\n", "line 1: is no review in MSLR's columns"),
        ('{"review_id": "1"}\n', "no pmid"),
        (entry_line(FIRST) + "\n[1]\n", "line 2: is no review"),
        (
            json.dumps({**dict.fromkeys(PLAIN, ""), "pmid": ["1"], "title": []}),
            "1 ids of studies, 0 titles",
        ),
    ],
)
def test_a_file_of_something_else_is_refused(
    tmp_path: Path, text: str, said: str
) -> None:
    path = tmp_path / "r.jsonl"
    path.write_text(text)
    with pytest.raises(FileError, match=said):
        list(read_entries(path))
    with pytest.raises(FileError, match="cannot be read"):
        list(read_entries(tmp_path / "none"))


@pytest.mark.parametrize("wrong", [{"study_years": (1,)}, {"directions": (UP,)}])
def test_layers_of_another_length_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(InputError, match="review 1"):
        replace(FIRST, **wrong)  # type: ignore[arg-type]


def test_the_csv_files_are_those_the_judge_reads(tmp_path: Path) -> None:
    for name, lines in part_files("validation", lambda: [FIRST, SECOND]).items():
        (tmp_path / name).write_text("".join(lines))
    targets = read_summaries(tmp_path / "dev-targets.csv", column="Target")
    assert targets == {"1": FIRST.target, "2": SECOND.target}
    inputs = read_inputs(tmp_path / "dev-inputs.csv")
    assert [study.id for study in inputs["1"]] == ["7", "8", "9"]
    with (tmp_path / "dev-reviews-info.csv").open() as file:
        assert next(csv.reader(file)) == ["", "ReviewID", "Background"]
    assert len(list(read_entries(tmp_path / "validation.jsonl"))) == 2


def test_one_study_under_two_ids_keeps_its_reviews_together() -> None:
    other = replace(SECOND, review_id="3", pmid=("99",), title=("TEA!",))
    names = [split_review(one).studies for one in (FIRST, other)]
    assert names[0] & names[1] == {"title tea"}
    known = replace(SECOND, study_names=(("pmid 5", "10.1/x"),))
    assert split_review(known).studies == {"pmid 5", "10.1/x"}


def test_many_reviews_find_topics_without_all_distances() -> None:
    rng = __import__("numpy").random.default_rng(1)
    words = [[f"w{topic}x{at}" for at in range(20)] for topic in range(4)]
    reviews = [
        Review(
            id=str(at), studies=frozenset(), text=" ".join(rng.choice(words[at % 4], 9))
        )
        for at in range(5200)
    ]
    found = topics(reviews, number=4)
    assert len({(at % 4, topic) for at, topic in enumerate(found)}) == 4
    parts = split_reviews(reviews, rng=rng, topic_of=found)
    assert sum(map(len, parts.reviews.values())) == 5200


def test_the_ms2_sample_has_the_size_it_is_known_by(data: Path) -> None:
    path = data / "synthesis" / "mslr" / "ms2_sample" / "sample.json.gz"
    review = json.loads(gzip.decompress(path.read_bytes()))
    papers = [one["references"][0] for one in review["included_studies"]]
    entry = Entry(
        review_id=review["docid"],
        pmid=tuple(one["pmid"] for one in papers),
        title=tuple(one["title"] for one in papers),
        abstract=tuple(repaired(one["abstract"]) for one in papers),
        target="",
        background="",
    )
    found = statistics_of([entry])
    assert (found.reviews, found.studies) == (1, 20)
    assert 200 < found.tokens_per_document < 500
