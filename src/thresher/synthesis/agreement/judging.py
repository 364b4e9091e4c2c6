"""Generated summaries judged against their targets, review by review."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from thresher.errors import InputError, UndefinedMeasureError
from thresher.progress import Report, silent
from thresher.synthesis.agreement.confusion_table import Interval
from thresher.synthesis.agreement.delta_ei import Base, delta_ei
from thresher.synthesis.agreement.pio_overlap import close_overlap
from thresher.synthesis.agreement.rouge import Rouge, rouge
from thresher.synthesis.agreement.support import Unsupported, unsupported
from thresher.synthesis.finding import Direction, Directions
from thresher.synthesis.sentences import sentences
from thresher.synthesis.spans import PicoKind
from thresher.synthesis.study import Study
from thresher.synthesis.text_models import TextModels
from thresher.synthesis.text_repair import repaired

__all__ = ["MEASURES", "JudgedReview", "Judgement", "Mean", "judged", "macro_f1"]

UNKNOWN = Directions(increases=1 / 3, no_change=1 / 3, decreases=1 / 3)
MOST_PAIRS = 60  # of a review; further ones are left out
DRAWS = 1000
COVERAGE = 0.95
ORDER = tuple(Direction)


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedReview:
    """One generated summary beside its target.

    `delta_ei` is None where the target reports no pair, `supported` (the share of
    generated sentences that the studies bear out) where no studies were given.
    """

    review: str
    rouge: Rouge
    delta_ei: float | None
    pairs: int
    silent_pairs: int
    directions: tuple[tuple[Direction, Direction], ...]
    pio: Mapping[PicoKind, float | None]
    supported: float | None
    unsupported: tuple[Unsupported, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mean:
    """A measure over all reviews that have it, with its bootstrap interval."""

    value: float
    interval: Interval
    reviews: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """All reviews, the means, and with what it was judged."""

    reviews: tuple[JudgedReview, ...]
    means: Mapping[str, Mean]
    base: Base
    evidence_name: str
    evidence_f1: float | None


MEASURES: Mapping[str, Callable[[JudgedReview], float | None]] = {
    "rouge1": lambda one: one.rouge.one.f1,
    "rouge2": lambda one: one.rouge.two.f1,
    "rougeL": lambda one: one.rouge.longest.f1,
    "delta_ei": lambda one: one.delta_ei,
    "participants": lambda one: one.pio.get(PicoKind.PARTICIPANTS),
    "interventions": lambda one: one.pio.get(PicoKind.INTERVENTIONS),
    "outcomes": lambda one: one.pio.get(PicoKind.OUTCOMES),
    "supported": lambda one: one.supported,
}


def judged(
    targets: Mapping[str, str],
    generated: Mapping[str, str],
    *,
    models: TextModels,
    rng: np.random.Generator,
    studies: Mapping[str, Sequence[Study]] | None = None,
    base: Base = Base.TWO,
    report: Report = silent,
) -> Judgement:
    """Every generated summary against its target, with means over reviews.

    Parameters
    ----------
    targets, generated
        Texts by the id of their review; the same ids in both.
    models
        What reads phrases and directions off texts.
    rng
        Draws the bootstrap samples of reviews.
    studies
        The studies behind each review; with them, statements that no study bears out
        are found.
    base
        Base of the logarithm in ΔEI.
    report
        Told about progress.

    Raises
    ------
    InputError
        The ids differ, or there is no review.

    Notes
    -----
    Pairs are the interventions and outcomes of the target, crossed, where a sentence
    of it is about the outcome. A generated summary that is silent about a pair counts
    as (1/3, 1/3, 1/3), and is counted as silent. Means have percentile bootstrap
    intervals over reviews. ΔEI and direction F1 measure the evidence model, too: its
    name and own F1 belong beside them.
    """
    if set(targets) != set(generated) or not targets:
        raise InputError(
            f"targets and generated need the same reviews, got {len(targets)} and "
            f"{len(generated)}, {len(set(targets) & set(generated))} of them in both"
        )
    found = []
    for done, (review, target) in enumerate(targets.items(), 1):
        behind = studies.get(review, ()) if studies is not None else None
        pair = repaired(target), repaired(generated[review])
        found.append(_review(review, pair, models=models, behind=behind, base=base))
        report("Judging reviews", done=done, total=len(targets))
    return Judgement(
        reviews=tuple(found),
        means=_means(found, rng),
        base=base,
        evidence_name=models.evidence_name,
        evidence_f1=models.evidence_f1,
    )


def _review(
    review: str,
    texts: tuple[str, str],
    *,
    models: TextModels,
    behind: Sequence[Study] | None,
    base: Base,
) -> JudgedReview:
    target, generated = texts
    wanted, given = models.phrases(target), models.phrases(generated)
    calls = _calls(texts, wanted, models)
    known = [(one, other) for one, other in calls if other is not None]
    triples = [(one, other or UNKNOWN) for one, other in calls]
    strange = unsupported(generated, behind, models=models) if behind else ()
    return JudgedReview(
        review=review,
        rouge=rouge(target, generated),
        delta_ei=delta_ei(triples, base=base) if triples else None,
        pairs=len(triples),
        silent_pairs=len(triples) - len(known),
        directions=tuple((one.likeliest, other.likeliest) for one, other in known),
        pio={kind: _overlap(wanted, given, kind) for kind in PicoKind},
        supported=_share(generated, strange) if behind else None,
        unsupported=strange,
    )


def _calls(
    texts: tuple[str, str],
    wanted: Mapping[PicoKind, tuple[str, ...]],
    models: TextModels,
) -> list[tuple[Directions, Directions | None]]:
    """Return the triples of both texts for each pair that the target reports."""
    treatments = wanted.get(PicoKind.INTERVENTIONS, ())
    pairs = list(product(treatments, wanted.get(PicoKind.OUTCOMES, ())))[:MOST_PAIRS]
    if not pairs:
        return []
    both = zip(*(models.directions(text, pairs) for text in texts), strict=True)
    return [(one, other) for one, other in both if one is not None]


def _overlap(
    wanted: Mapping[PicoKind, tuple[str, ...]],
    given: Mapping[PicoKind, tuple[str, ...]],
    kind: PicoKind,
) -> float | None:
    found = close_overlap(wanted.get(kind, ()), given.get(kind, ()))
    return None if found is None else found.f1


def _share(generated: str, strange: Sequence[Unsupported]) -> float | None:
    texts = [sentence.text for sentence in sentences(generated)]
    wrong = {one.sentence for one in strange}
    return 1 - sum(text in wrong for text in texts) / len(texts) if texts else None


def _means(found: Sequence[JudgedReview], rng: np.random.Generator) -> dict[str, Mean]:
    means = {}
    for name, value_of in MEASURES.items():
        values = [value for one in found if (value := value_of(one)) is not None]
        if values:
            means[name] = _mean(np.array(values), rng)
    if any(one.directions for one in found):
        means["direction_f1"] = _direction_mean(found, rng)
    return means


def _mean(values: NDArray[np.float64], rng: np.random.Generator) -> Mean:
    drawn = rng.integers(len(values), size=(DRAWS, len(values)))
    low, high = _ends(values[drawn].mean(axis=1))
    return Mean(
        value=float(values.mean()),
        interval=Interval(low=low, high=high, coverage=COVERAGE),
        reviews=len(values),
    )


def _direction_mean(found: Sequence[JudgedReview], rng: np.random.Generator) -> Mean:
    """Return the macro-F1 over the pairs of all reviews, whole reviews drawn anew."""
    with_pairs = [one for one in found if one.directions]
    counts = np.zeros((len(with_pairs), 3, 3))
    for at, one in enumerate(with_pairs):
        for target, given in one.directions:
            counts[at, ORDER.index(target), ORDER.index(given)] += 1
    drawn = rng.integers(len(with_pairs), size=(DRAWS, len(with_pairs)))
    low, high = _ends(np.array([macro_f1(counts[one].sum(axis=0)) for one in drawn]))
    return Mean(
        value=macro_f1(counts.sum(axis=0)),
        interval=Interval(low=low, high=high, coverage=COVERAGE),
        reviews=len(with_pairs),
    )


def macro_f1(counts: NDArray[np.float64]) -> float:
    """Mean F1 over the labels that occur in a square table of counts.

    Raises
    ------
    UndefinedMeasureError
        The table is empty.
    """
    sides = counts.sum(axis=0) + counts.sum(axis=1)
    present = sides > 0
    if not present.any():
        raise UndefinedMeasureError("direction_f1", "no directions to compare")
    return float((2 * np.diag(counts)[present] / sides[present]).mean())


def _ends(draws: NDArray[np.float64]) -> tuple[float, float]:
    tail = 100 * (1 - COVERAGE) / 2
    low, high = np.percentile(draws, [tail, 100 - tail])
    return float(low), float(high)
