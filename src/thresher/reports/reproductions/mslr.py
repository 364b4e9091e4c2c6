"""Summaries of the MSLR shared task: our scores, the released ones, and people's."""

import gzip
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from scipy.stats import spearmanr

from thresher.errors import FileError, MissingDataError
from thresher.synthesis.agreement.rouge import Rouge, rouge

__all__ = ["Correlation", "Mslr", "Scored", "mslr", "put_back", "read_mslr"]

FILE = Path("annotations", "data_with_overlap_scores_w_ann.jsonl.gz")
PUBLISHED = ("rouge1_f", "rouge2_f", "rougeL_f")
FACETS = ("population", "intervention", "outcome")
DIGITS = 6
MOST_MOVED = 5  # places that scores stand too far on, at most


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """One generated summary: its system, our ROUGE, the released one, people's.

    `released` and `released_delta` are what the file has beside the summary, which
    belongs to another one: see `put_back`.
    """

    review: str
    system: str
    target: str
    summary: str
    ours: Rouge
    released: tuple[float, ...] | None
    released_delta: float | None
    directions: tuple[tuple[int | None, int | None], ...]
    pio: float | None
    same_direction: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Correlation:
    """Spearman's correlation of a measure with what people said."""

    measure: str
    judgement: str
    summaries: int
    value: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Mslr:
    """What came out again, and how the measures follow people."""

    summaries: int
    in_place: int
    comparable: int
    matched: int
    systems: Mapping[str, tuple[float, float, float]]
    correlations: tuple[Correlation, ...]


def read_mslr(folder: Path) -> list[list[Scored]]:
    """All summaries, review by review.

    Raises
    ------
    MissingDataError
        The file is not there.
    FileError
        It is not what it was.
    """
    path = folder / FILE
    if not path.is_file():
        raise MissingDataError("synthesis/mslr")
    try:
        lines = gzip.decompress(path.read_bytes()).decode().splitlines()
        return [list(_scored(json.loads(line))) for line in lines]
    except (OSError, ValueError, KeyError, EOFError) as error:
        raise FileError(path, f"is not MSLR's annotated file ({error})") from error


def _scored(review: Mapping[str, Any]) -> Iterator[Scored]:
    for one in review["predictions"]:
        released = one.get("scores")
        judged = one["annotations"]
        yield Scored(
            review=review["review_id"],
            system=one["exp_short"],
            target=review["target"],
            summary=one["prediction"],
            ours=rouge(review["target"], one["prediction"]),
            released=_rounded([released[name] for name in PUBLISHED])
            if released
            else None,
            released_delta=released["ei_score"] if released else None,
            directions=tuple((j["ed_target"], j["ed_generated"]) for j in judged),
            pio=_mean([sum(j[facet] for facet in FACETS) for j in judged])
            if all(isinstance(j.get(f), int) for j in judged for f in FACETS)
            else None,
            same_direction=_mean(
                [float(j["ed_agree"]) for j in judged if j["ed_agree"] is not None]
            ),
        )


def mslr(reviews: Sequence[Sequence[Scored]]) -> Mslr:
    """Released scores found again, means of the systems, and correlations.

    Notes
    -----
    In the released file the scores of a review stand one to five summaries further on
    than the summaries they were computed from. They are compared where they belong;
    the first ones of a review belong to summaries that are not in the file.
    """
    everything = [one for review in reviews for one in review]
    moved = [pair for review in reviews for pair in put_back(review)]
    return Mslr(
        summaries=len(everything),
        in_place=sum(_f1s(one.ours) == one.released for one in everything),
        comparable=len(moved),
        matched=sum(map(_matches, moved)),
        systems=_systems(everything),
        correlations=tuple(_correlations(everything)),
    )


def put_back(review: Sequence[Scored]) -> list[tuple[Scored, Scored]]:
    """Summaries of one review, each with the one beside which its scores stand."""
    best: list[tuple[Scored, Scored]] = []
    most = 0
    for places in range(1, MOST_MOVED + 1):
        pairs = list(zip(review, review[places:], strict=False))
        matched = sum(map(_matches, pairs))
        if matched > most:
            best, most = pairs, matched
    return best


def _matches(pair: tuple[Scored, Scored]) -> bool:
    return _f1s(pair[0].ours) == pair[1].released


def _systems(found: Sequence[Scored]) -> dict[str, tuple[float, float, float]]:
    means: dict[str, tuple[float, float, float]] = {}
    for system in dict.fromkeys(one.system for one in found):
        rows = np.array([_f1s(one.ours) for one in found if one.system == system])
        first, second, longest = rows.mean(axis=0).tolist()
        means[system] = (first, second, longest)
    return means


def _correlations(found: Sequence[Scored]) -> Iterator[Correlation]:
    judged = {
        "PIO agreement": [(one, one.pio) for one in found if one.pio is not None],
        "same direction": [
            (one, one.same_direction) for one in found if one.same_direction is not None
        ],
    }
    for judgement, pairs in judged.items():
        scores = np.array([_f1s(one.ours) for one, _ in pairs])
        said = np.array([value for _, value in pairs])
        for column, measure in enumerate(("rouge1", "rouge2", "rougeL")):
            yield Correlation(
                measure=measure,
                judgement=judgement,
                summaries=len(pairs),
                value=float(spearmanr(scores[:, column], said).statistic),
            )


def _f1s(scores: Rouge) -> tuple[float, ...]:
    return _rounded([scores.one.f1, scores.two.f1, scores.longest.f1])


def _rounded(values: Sequence[float]) -> tuple[float, ...]:
    return tuple(round(value, DIGITS) for value in values)


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None
