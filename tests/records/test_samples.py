"""Laws of the sample review."""

import itertools
from collections import Counter
from dataclasses import asdict

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from thresher.errors import InputError
from thresher.records import sample_text, sample_twins
from thresher.records.citation import Citation
from thresher.records.sample_topics import IRRELEVANT, RELEVANT
from thresher.records.samples import SampleReview, sample_records, sample_review

RELEVANT_NAMES = {topic.name for topic in RELEVANT}
sizes = st.integers(10, 120)
shares = st.floats(0, 1)


def review(seed: int = 1, *, records: int = 1000, share: float = 0.05) -> SampleReview:
    rng = np.random.default_rng(seed)
    return sample_review(records=records, relevant_share=share, rng=rng)


def letters(title: str) -> str:
    return "".join(c for c in title.lower() if c.isalnum())


def test_the_same_seed_gives_the_same_review_and_another_seed_another() -> None:
    one, same, other = review(1), review(1), review(2)
    assert one.citations == same.citations
    assert one.topics == same.topics
    assert np.array_equal(one.labels, same.labels)
    assert one.citations != other.citations


@given(records=sizes, share=shares, noise=shares)
@settings(deadline=None, max_examples=60)
def test_the_number_of_records_and_of_relevant_ones_is_exact(
    records: int, share: float, noise: float
) -> None:
    rng = np.random.default_rng(1)
    made = sample_review(
        records=records, relevant_share=share, label_noise=noise, rng=rng
    )
    wanted = max(round(records * share), 1) if share else 0
    assert len(made.citations) == len(made.topics) == len(made.repeats) == records
    assert int(made.labels.sum()) == wanted


@given(records=sizes, share=shares)
@settings(deadline=None, max_examples=60)
def test_ids_are_unique_and_titles_never_empty(records: int, share: float) -> None:
    made = review(records=records, share=share)
    assert len({c.id for c in made.citations}) == records
    assert all(c.title.strip() for c in made.citations)


def test_no_sentence_is_left_with_a_gap() -> None:
    for citation in review(records=3000).citations:
        assert "{" not in citation.text
        assert "}" not in citation.text


def test_without_noise_the_label_says_what_the_topic_says() -> None:
    made = review()
    for relevant, topic in zip(made.labels, made.topics, strict=True):
        assert relevant == (topic in RELEVANT_NAMES)


def test_noise_swaps_that_share_of_the_relevant_labels() -> None:
    rng = np.random.default_rng(1)
    made = sample_review(records=1000, relevant_share=0.1, label_noise=0.2, rng=rng)
    wrong = [
        relevant != (topic in RELEVANT_NAMES)
        for relevant, topic in zip(made.labels, made.topics, strict=True)
    ]
    assert sum(wrong) == 40


@pytest.mark.parametrize("topics", [RELEVANT, IRRELEVANT])
def test_the_shares_of_the_topics_add_up(topics: tuple[object, ...]) -> None:
    assert sum(t.share for t in topics) == pytest.approx(1)  # type: ignore[attr-defined]


def test_every_topic_is_there_in_its_share() -> None:
    made = review(records=4000, share=0.05)
    counted = Counter(made.topics)
    for topic in RELEVANT:
        assert counted[topic.name] == pytest.approx(200 * topic.share, abs=8)
    for topic in IRRELEVANT:
        assert counted[topic.name] == pytest.approx(3800 * topic.share, abs=40)


def test_few_relevant_records_go_to_the_topics_with_the_largest_remainders() -> None:
    """Five records in shares .36 .30 .24 .10 are 1.8, 1.5, 1.2 and 0.5 of them."""
    made = review(records=100, share=0.05)
    counted = Counter(made.topics)
    assert [counted[topic.name] for topic in RELEVANT] == [2, 2, 1, 0]


def test_about_one_abstract_in_twelve_is_missing() -> None:
    made = review(records=5000)
    missing = sum(not c.abstract for c in made.citations) / 5000
    assert missing == pytest.approx(0.08, abs=0.012)


def test_some_titles_are_bracketed_with_their_language_kept() -> None:
    foreign = [c for c in review(records=3000).citations if c.raw]
    assert len(foreign) / 3000 == pytest.approx(0.04, abs=0.012)
    assert all("[" in c.title or "..." in c.title for c in foreign)
    assert any(not c.title.isascii() for c in foreign)


def test_near_duplicates_are_known_and_come_after_their_originals() -> None:
    made = review(records=2000)
    pairs = [(i, j) for i, j in enumerate(made.repeats) if j is not None]
    assert len(pairs) == 60
    for later, earlier in pairs:
        again, first = made.citations[later], made.citations[earlier]
        assert earlier < later
        assert made.labels[later] == made.labels[earlier]
        assert made.topics[later] == made.topics[earlier]
        assert letters(first.title).startswith(letters(again.title))
        assert asdict(again) != asdict(first) | {"id": again.id}


def test_no_record_is_in_two_pairs() -> None:
    made = review(records=2000)
    pairs = [(i, j) for i, j in enumerate(made.repeats) if j is not None]
    assert len(set(itertools.chain(*pairs))) == 2 * len(pairs)


@pytest.mark.parametrize("twinner", sample_twins.TWINNERS)
def test_every_kind_of_twin_differs_and_no_two_share_a_made_up_doi(
    twinner: sample_twins.Twinner,
) -> None:
    original = review().citations[0]
    first, second = twinner(original, 1), twinner(original, 2)
    assert first != original
    assert first.doi in {"", original.doi} or first.doi != second.doi


def test_a_twin_without_a_year_stays_without() -> None:
    undated = Citation(id="1", title="A title long enough to be cut in the middle")
    assert sample_twins.TWINNERS[0](undated, 1).year is None


def test_made_up_identifiers_cannot_be_taken_for_real_ones() -> None:
    for citation in review(records=500).citations:
        assert not citation.doi or citation.doi.startswith("10.5555/")
        assert not citation.pmid or int(citation.pmid) > sample_text.FIRST_PMID


def test_the_rare_topic_shares_few_words_with_the_others() -> None:
    def vocabulary(*topics: object) -> set[str]:
        parts = itertools.chain.from_iterable(
            (*t.people, *t.care, *t.outcomes)  # type: ignore[attr-defined]
            for t in topics
        )
        return {word for part in parts for word in part.split() if len(word) > 3}

    rare, others = vocabulary(RELEVANT[-1]), vocabulary(*RELEVANT[:-1])
    assert len(rare & others) / len(rare) < 0.15


def test_records_come_one_at_a_time_and_are_those_of_the_review() -> None:
    stream = sample_records(records=1_000_000, rng=np.random.default_rng(1))
    assert next(stream).citation.id == "S0000001"
    told = list(sample_records(records=100, rng=np.random.default_rng(3)))
    made = sample_review(records=100, rng=np.random.default_rng(3))
    assert tuple(record.citation for record in told) == made.citations


@pytest.mark.parametrize("records", [9, 1_000_001])
def test_impossible_sizes_are_refused_at_once(records: int) -> None:
    with pytest.raises(InputError, match=f"10 to 1000000, got {records}"):
        sample_records(records=records, rng=np.random.default_rng(1))


@pytest.mark.parametrize("name", ["relevant_share", "label_noise"])
@pytest.mark.parametrize("share", [-0.1, 1.1, float("nan")])
def test_impossible_shares_are_refused_by_name(name: str, share: float) -> None:
    with pytest.raises(InputError, match=name):
        sample_records(**{name: share}, rng=np.random.default_rng(1))  # type: ignore[arg-type]
