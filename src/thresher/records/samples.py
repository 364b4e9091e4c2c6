"""A made-up review of any size, with the difficulties of a real one."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from thresher.arrays import Indices, Labels
from thresher.errors import InputError
from thresher.records.citation import Citation
from thresher.records.sample_text import drawn_citation, uniform_draws
from thresher.records.sample_topics import IRRELEVANT, QUESTION, RELEVANT, Topic
from thresher.records.sample_twins import twin_of

__all__ = ["SampleRecord", "SampleReview", "sample_records", "sample_review"]

FEWEST, MOST = 10, 1_000_000
TWINS = 0.03  # share of records that repeat an earlier one
TOPICS = RELEVANT + IRRELEVANT


@dataclass(frozen=True, slots=True, kw_only=True)
class SampleRecord:
    """A citation with the truth about it.

    Parameters
    ----------
    citation
        What a reader sees.
    relevant
        The label; with label noise it may contradict the topic.
    topic
        The corner of the pile it was written for.
    repeats
        Position of the earlier record that this one repeats, ``None`` for most.
    """

    citation: Citation
    relevant: bool
    topic: str
    repeats: int | None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SampleReview:
    """A whole made-up review: its question, its records and the truth about them."""

    question: str
    citations: tuple[Citation, ...]
    labels: Labels
    topics: tuple[str, ...]
    repeats: tuple[int | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Layout:
    """What stands where: a topic for each position, labels, and who repeats whom."""

    topics: Indices
    labels: Labels
    repeats: dict[int, int]


def sample_review(
    *,
    records: int = 2000,
    relevant_share: float = 0.03,
    label_noise: float = 0.0,
    rng: np.random.Generator,
) -> SampleReview:
    """Made-up review about nights with kidney disease, held in memory.

    Parameters
    ----------
    records
        How many records, 10 to 1,000,000.
    relevant_share
        Share of relevant records, in [0, 1]; their number is rounded, and at least
        one where the share is above 0.
    label_noise
        Share of the relevant records whose label is swapped with that of an
        irrelevant one, in [0, 1]. The number of relevant labels does not change.
    rng
        The same generator state gives the same review, byte for byte.

    Raises
    ------
    InputError
        A number is outside its range.

    Notes
    -----
    Relevant records belong to four hidden topics, one of them rare and with words
    of its own. Irrelevant ones mostly share a population, a treatment or an outcome
    with them, or have the right question and the wrong design. About 8 % have no
    abstract, 4 % were not written in English, and 3 % repeat an earlier record.
    All words and sentences are Thresher's own; drugs and journals are invented.

    Examples
    --------
    >>> review = sample_review(records=200, rng=np.random.default_rng(1))
    >>> len(review.citations), int(review.labels.sum())
    (200, 6)
    """
    told = list(
        sample_records(
            records=records,
            relevant_share=relevant_share,
            label_noise=label_noise,
            rng=rng,
        )
    )
    return SampleReview(
        question=QUESTION,
        citations=tuple(record.citation for record in told),
        labels=np.array([record.relevant for record in told], dtype=np.bool_),
        topics=tuple(record.topic for record in told),
        repeats=tuple(record.repeats for record in told),
    )


def sample_records(
    *,
    records: int = 2000,
    relevant_share: float = 0.03,
    label_noise: float = 0.0,
    rng: np.random.Generator,
) -> Iterator[SampleRecord]:
    """Yield the records of `sample_review`, one at a time, for piles of any size.

    Examples
    --------
    >>> first = next(sample_records(records=50, rng=np.random.default_rng(1)))
    >>> first.citation.id
    'S0000001'
    """
    if not FEWEST <= records <= MOST:
        raise InputError(f"records must be {FEWEST} to {MOST}, got {records}")
    for name, share in (
        ("relevant_share", relevant_share),
        ("label_noise", label_noise),
    ):
        if not 0 <= share <= 1:
            raise InputError(f"{name} must be in [0, 1], got {share}")
    relevant = min(records, max(round(records * relevant_share), relevant_share > 0))
    layout = _laid_out(records, relevant, label_noise=label_noise, rng=rng)
    return _told(layout, rng=rng)


def _told(layout: _Layout, *, rng: np.random.Generator) -> Iterator[SampleRecord]:
    """Yield the records of a layout; originals are kept only until repeated."""
    draws = uniform_draws(rng)
    awaited = set(layout.repeats.values())
    originals: dict[int, Citation] = {}
    for at, kind in enumerate(layout.topics.tolist()):
        earlier = layout.repeats.get(at)
        if earlier is None:
            citation = drawn_citation(TOPICS[kind], draws, serial=at + 1)
        else:
            citation = twin_of(originals.pop(earlier), draws, serial=at + 1)
        if at in awaited:
            originals[at] = citation
        yield SampleRecord(
            citation=citation,
            relevant=bool(layout.labels[at]),
            topic=TOPICS[kind].name,
            repeats=earlier,
        )


def _laid_out(
    records: int, relevant: int, *, label_noise: float, rng: np.random.Generator
) -> _Layout:
    """Draw which position holds which topic, and which repeats which."""
    shuffled = rng.permutation(records)
    chosen, others = shuffled[:relevant], shuffled[relevant:]
    topics = np.zeros(records, dtype=np.intp)
    topics[chosen] = _apportioned(RELEVANT, relevant)
    topics[others] = _apportioned(IRRELEVANT, others.size) + len(RELEVANT)
    labels = np.zeros(records, dtype=np.bool_)
    labels[chosen] = True
    repeats = _paired(chosen, topics, rng=rng) | _paired(others, topics, rng=rng)
    swapped = round(label_noise * min(relevant, others.size))
    labels[rng.choice(chosen, swapped, replace=False)] = False
    labels[rng.choice(others, swapped, replace=False)] = True
    return _Layout(topics=topics, labels=labels, repeats=repeats)


def _apportioned(topics: tuple[Topic, ...], total: int) -> Indices:
    """Return `total` topic numbers in the topics' shares, by largest remainders."""
    exact = total * np.array([topic.share for topic in topics])
    counts = np.floor(exact).astype(np.intp)
    left = total - int(counts.sum())
    counts[np.argsort(counts - exact, kind="stable")[:left]] += 1
    return np.repeat(np.arange(len(topics), dtype=np.intp), counts)


def _paired(
    positions: Indices, topics: Indices, *, rng: np.random.Generator
) -> dict[int, int]:
    """Return later position → earlier one; the later takes the earlier's topic."""
    count = round(TWINS * positions.size)
    pairs = rng.choice(positions, (count, 2), replace=False)
    pairs.sort(axis=1)
    topics[pairs[:, 1]] = topics[pairs[:, 0]]
    return {int(later): int(earlier) for earlier, later in pairs}
