"""Statistics of a data set, as MS²'s Tables 3, 4 and 12 and section 3 give them."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from statistics import fmean, median

from thresher.errors import InputError
from thresher.synthesis.corpus.entry import Entry
from thresher.synthesis.review_roles import ReviewPart, ReviewRole, review_part
from thresher.synthesis.words import words

__all__ = ["PUBLISHED", "Statistics", "statistics_of"]

ORDER = ("increases", "no_change", "decreases")
PUBLISHED = {
    "reviews": 20_000,
    "studies": 470_000,
    "median_studies_per_review": 17,
    "mean_studies_per_review": 23,
    "most_studies_of_a_review": 401,
    "median_reviews_per_study": 1,
    "mean_reviews_per_study": 1.9,
    "median_background_sentences": 3,
    "median_target_sentences": 2,
    "tokens_per_summary": 61.3,
    "tokens_per_document": 365.3,
    "median_input_tokens": 6_700,
    "mean_input_tokens": 9_400,
    "mean_participants": 3.0,
    "mean_interventions": 3.5,
    "mean_outcomes": 5.4,
    "median_review_year": 2016,
    "median_study_year": 2007,
    "review_directions": {
        "increases": 0.296,
        "no_change": 0.570,
        "decreases": 0.134,
    },
    "study_directions": {
        "increases": 0.236,
        "no_change": 0.607,
        "decreases": 0.157,
    },
    "directions_like_their_review": 0.538,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Statistics:
    """What a data set holds; None where it has no such layer.

    Tokens are our own words and marks: the paper does not say what it counted. Pairs
    that no sentence reports have no direction here; the paper gave every pair one.
    `agreement` has the direction in the review, then in the study, and how often.
    """

    reviews: int
    studies: int
    median_studies_per_review: float
    mean_studies_per_review: float
    most_studies_of_a_review: int
    median_reviews_per_study: float
    mean_reviews_per_study: float
    median_background_sentences: float | None
    median_target_sentences: float | None
    tokens_per_summary: float
    tokens_per_document: float
    median_input_tokens: float
    mean_input_tokens: float
    mean_participants: float | None
    mean_interventions: float | None
    mean_outcomes: float | None
    median_review_year: float | None
    median_study_year: float | None
    pairs: int
    pairs_reported: int
    review_directions: dict[str, float] | None
    study_directions: dict[str, float] | None
    directions_like_their_review: float | None
    agreement: dict[str, dict[str, int]] | None


@dataclass(slots=True)
class _Tally:
    """Running counts, so that a data set need not be held in memory."""

    per_review: list[int] = field(default_factory=list)
    cited: Counter[str] = field(default_factory=Counter)
    parts: dict[ReviewPart, list[int]] = field(
        default_factory=lambda: {part: [] for part in ReviewPart}
    )
    summary: list[int] = field(default_factory=list)
    documents: list[int] = field(default_factory=list)
    inputs: list[int] = field(default_factory=list)
    phrases: list[tuple[int, int, int]] = field(default_factory=list)
    review_years: list[int] = field(default_factory=list)
    study_years: dict[str, int] = field(default_factory=dict)
    lengths: dict[str, int] = field(default_factory=dict)
    pairs: int = 0
    of_reviews: Counter[str] = field(default_factory=Counter)
    of_studies: Counter[str] = field(default_factory=Counter)
    both: Counter[tuple[str, str]] = field(default_factory=Counter)


def statistics_of(entries: Iterable[Entry]) -> Statistics:
    """Statistics of the reviews of a data set, or of one part of it.

    A study is one, under however many reviews: its first name tells it.

    Raises
    ------
    InputError
        There is no review.
    """
    tally = _Tally()
    for entry in entries:
        _count_studies(entry, tally)
        _count_texts(entry, tally)
        _count_directions(entry, tally)
    if not tally.per_review:
        raise InputError("there is no review to count")
    return _statistics(tally)


def _count_studies(entry: Entry, tally: _Tally) -> None:
    tally.per_review.append(len(entry.pmid))
    names = [min(one) for one in entry.names]
    tally.cited.update(set(names))
    inputs = 0
    texts = zip(names, entry.title, entry.abstract, strict=True)
    for at, (name, title, abstract) in enumerate(texts):
        if name not in tally.lengths:
            tally.lengths[name] = _tokens(f"{title} {abstract}")
        inputs += tally.lengths[name]
        if entry.study_years and (year := entry.study_years[at]) is not None:
            tally.study_years[name] = year
    tally.inputs.append(inputs)


def _count_texts(entry: Entry, tally: _Tally) -> None:
    tally.summary.append(_tokens(entry.target))
    if entry.review_year is not None:
        tally.review_years.append(entry.review_year)
    if entry.sentences:
        parts = Counter(review_part(ReviewRole(role)) for *_, role in entry.sentences)
        for part in ReviewPart:
            tally.parts[part].append(parts[part])
    if entry.spans:
        sides = entry.participants, entry.interventions, entry.outcomes
        tally.phrases.append((len(sides[0]), len(sides[1]), len(sides[2])))


def _count_directions(entry: Entry, tally: _Tally) -> None:
    tally.pairs += len(entry.pairs)
    ours = [_likeliest(one) for one in entry.directions]
    tally.of_reviews.update(filter(None, ours))
    for study in entry.study_directions:
        for mine, plain in zip(ours, study, strict=True):
            said = _likeliest(plain)
            if said:
                tally.of_studies[said] += 1
            if said and mine:
                tally.both[mine, said] += 1


def _likeliest(plain: Sequence[float] | None) -> str:
    """Return the likeliest direction of a pair; none where it is not reported."""
    if plain is None:
        return ""
    return max(zip(plain[:3], ORDER, strict=True))[1]


def _tokens(text: str) -> int:
    return len(words(text))


def _statistics(tally: _Tally) -> Statistics:
    cited = [*tally.cited.values()]
    matched = sum(n for (mine, said), n in tally.both.items() if mine == said)
    compared = tally.both.total()
    people, arms, ends = zip(*tally.phrases, strict=True) if tally.phrases else [()] * 3
    return Statistics(
        reviews=len(tally.per_review),
        studies=len(cited),
        median_studies_per_review=median(tally.per_review),
        mean_studies_per_review=fmean(tally.per_review),
        most_studies_of_a_review=max(tally.per_review),
        median_reviews_per_study=median(cited or [0]),
        mean_reviews_per_study=fmean(cited or [0]),
        median_background_sentences=_median(tally.parts[ReviewPart.BACKGROUND]),
        median_target_sentences=_median(tally.parts[ReviewPart.TARGET]),
        tokens_per_summary=fmean(tally.summary),
        tokens_per_document=fmean(tally.lengths.values() or [0]),
        median_input_tokens=median(tally.inputs),
        mean_input_tokens=fmean(tally.inputs),
        mean_participants=_mean(people),
        mean_interventions=_mean(arms),
        mean_outcomes=_mean(ends),
        median_review_year=_median(tally.review_years),
        median_study_year=_median([*tally.study_years.values()]),
        pairs=tally.pairs,
        pairs_reported=tally.of_reviews.total(),
        review_directions=_shares(tally.of_reviews),
        study_directions=_shares(tally.of_studies),
        directions_like_their_review=matched / compared if compared else None,
        agreement={
            mine: {said: tally.both[mine, said] for said in ORDER} for mine in ORDER
        }
        if compared
        else None,
    )


def _median(values: Sequence[int]) -> float | None:
    return median(values) if values else None


def _mean(values: Sequence[int]) -> float | None:
    return fmean(values) if values else None


def _shares(counts: Counter[str]) -> dict[str, float] | None:
    total = counts.total()
    return {name: counts[name] / total for name in ORDER} if total else None
