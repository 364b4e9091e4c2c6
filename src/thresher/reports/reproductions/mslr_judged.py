"""The 18 systems of the MSLR shared task under our judge, beside released scores."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from scipy.stats import spearmanr

from thresher.progress import Report, silent
from thresher.reports.reproductions.mslr import Correlation, Scored, put_back
from thresher.reports.reproductions.mslr_files import (
    Texts,
    ms2_systems,
    submission_names,
)
from thresher.synthesis.agreement.confusion_table import Confusion, confusion, kappa
from thresher.synthesis.agreement.judging import (
    MEASURES,
    JudgedReview,
    Judgement,
    Mean,
    judged,
)
from thresher.synthesis.text_models import Pair, TextModels

__all__ = ["JudgedSystem", "JudgedTask", "People", "judged_task", "people_agree"]

PIO = ("participants", "interventions", "outcomes")
TWICE = 2
NAMES = {2: "increases", 1: "no_change", 0: "decreases", -1: "not said"}


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedSystem:
    """A system, how many reviews it was judged on, our means, the released ones."""

    system: str
    name: str
    subtask: str
    reviews: int
    means: Mapping[str, Mean]
    pairs: int
    silent_pairs: int
    released: Mapping[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedTask:
    """All systems, and how our measures follow people and the released ΔEI."""

    systems: tuple[JudgedSystem, ...]
    correlations: tuple[Correlation, ...]
    evidence_name: str
    evidence_f1: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class People:
    """Directions that people read: generated against target, and one by another.

    `against_target` has generated summaries as rows and targets as columns, as the
    paper's Table 7; `between` one annotator's view of generated summaries and the
    other's.
    """

    annotations: int
    against_target: Confusion
    target_kappa: float
    between: Confusion
    between_kappa: float


def judged_task(
    reviews: Sequence[Sequence[Scored]],
    folder: Path,
    *,
    models: TextModels,
    rng: np.random.Generator,
    report: Report = silent,
) -> JudgedTask:
    """Every system judged where targets are known.

    Parameters
    ----------
    reviews
        The annotated file, from `read_mslr`: the Cochrane targets and summaries.
    folder
        MSLR's folder, with submissions and the pilot, whose targets are those of 50
        reviews of MS²'s test part; they are known again by their background.
    models
        What reads phrases and directions.
    rng
        Draws the bootstrap samples.
    report
        Told how many systems are judged.

    Raises
    ------
    MissingDataError, FileError
        The files are not there, or not what they were.
    """
    models = _remembering(models)
    systems = [*_cochrane(reviews), *ms2_systems(folder)]
    info = submission_names(folder)
    released = _released(reviews)
    found: list[JudgedSystem] = []
    by_summary: dict[tuple[str, str], JudgedReview] = {}
    for done, (system, targets, generated) in enumerate(systems, 1):
        verdict = judged(targets, generated, models=models, rng=rng)
        by_summary |= {(one.review, system): one for one in verdict.reviews}
        theirs = released.get(system, {})
        found.append(_system(system, verdict, info=info[system], released=theirs))
        report("Judging systems", done=done, total=len(systems))
    return JudgedTask(
        systems=tuple(found),
        correlations=tuple(_correlations(reviews, by_summary)),
        evidence_name=models.evidence_name,
        evidence_f1=models.evidence_f1,
    )


def _remembering(models: TextModels) -> TextModels:
    """Return models that read a text once: targets come with every system."""
    phrases = lru_cache(maxsize=None)(models.phrases)
    directions = lru_cache(maxsize=None)(models.directions)

    def asked(text: str, pairs: Sequence[Pair]) -> object:
        return directions(text, tuple(pairs))

    return TextModels(
        phrases=phrases,
        directions=asked,  # type: ignore[arg-type]
        evidence_name=models.evidence_name,
        evidence_f1=models.evidence_f1,
    )


def _system(
    system: str,
    verdict: Judgement,
    *,
    info: Mapping[str, str],
    released: Mapping[str, float],
) -> JudgedSystem:
    return JudgedSystem(
        system=system,
        name=info["name"],
        subtask=info["subtask"],
        reviews=len(verdict.reviews),
        means=verdict.means,
        pairs=sum(one.pairs for one in verdict.reviews),
        silent_pairs=sum(one.silent_pairs for one in verdict.reviews),
        released=released,
    )


def _cochrane(
    reviews: Sequence[Sequence[Scored]],
) -> Iterator[tuple[str, Texts, Texts]]:
    """Yield each system of the annotated file with its targets and summaries."""
    targets: dict[str, Texts] = defaultdict(dict)
    generated: dict[str, Texts] = defaultdict(dict)
    for one in (one for review in reviews for one in review):
        targets[one.system][one.review] = one.target
        generated[one.system][one.review] = one.summary
    for system, texts in targets.items():
        yield system, texts, generated[system]


def _released(reviews: Sequence[Sequence[Scored]]) -> dict[str, dict[str, float]]:
    """Return the mean of each system's released scores, put back where they belong."""
    rows: dict[str, list[list[float]]] = defaultdict(list)
    for review in reviews:
        for one, later in put_back(review):
            if later.released is not None and later.released_delta is not None:
                rows[one.system].append([*later.released, later.released_delta])
    names = ("rouge1", "rouge2", "rougeL", "delta_ei")
    return {
        system: {
            "summaries": len(of),
            **dict(zip(names, np.mean(of, axis=0).tolist(), strict=True)),
        }
        for system, of in rows.items()
    }


def _correlations(
    reviews: Sequence[Sequence[Scored]],
    by_summary: Mapping[tuple[str, str], JudgedReview],
) -> Iterator[Correlation]:
    everything = [one for review in reviews for one in review]
    ours = {
        name: [_measure(name, by_summary[one.review, one.system]) for one in everything]
        for name in ("delta_ei", "pio_overlap")
    }
    people = {
        "PIO agreement": [one.pio for one in everything],
        "same direction": [one.same_direction for one in everything],
    }
    for measure, values in ours.items():
        for judgement, said in people.items():
            yield _correlation((measure, judgement), values, said)
    moved = [pair for review in reviews for pair in put_back(review)]
    mine = [_measure("delta_ei", by_summary[a.review, a.system]) for a, _ in moved]
    theirs = [later.released_delta for _, later in moved]
    yield _correlation(("delta_ei", "released ΔEI"), mine, theirs)
    for judgement in people:
        said = [a.pio if judgement[0] == "P" else a.same_direction for a, _ in moved]
        yield _correlation(("released ΔEI", judgement), theirs, said)


def _measure(name: str, review: JudgedReview) -> float | None:
    if name == "delta_ei":
        return review.delta_ei
    found = [value for kind in PIO if (value := MEASURES[kind](review)) is not None]
    return sum(found) / len(found) if found else None


def _correlation(
    names: tuple[str, str],
    first: Sequence[float | None],
    second: Sequence[float | None],
) -> Correlation:
    both = [
        (one, other)
        for one, other in zip(first, second, strict=True)
        if one is not None and other is not None
    ]
    values = np.array(both)
    return Correlation(
        measure=names[0],
        judgement=names[1],
        summaries=len(both),
        value=float(spearmanr(values[:, 0], values[:, 1]).statistic),
    )


def people_agree(reviews: Sequence[Sequence[Scored]]) -> People:
    """Directions as people saw them: 636 annotations, some summaries seen twice."""
    everything = [one for review in reviews for one in review]
    seen = [pair for one in everything for pair in one.directions]
    twice = [one.directions for one in everything if len(one.directions) == TWICE]
    against = _table([(given, wanted) for wanted, given in seen])
    between = _table([(first[1], second[1]) for first, second in twice])
    return People(
        annotations=len(seen),
        against_target=against,
        target_kappa=kappa(against),
        between=between,
        between_kappa=kappa(between),
    )


def _table(pairs: Sequence[tuple[int | None, int | None]]) -> Confusion:
    """Return the table of the pairs in which both directions were given."""
    known = [(a, b) for a, b in pairs if a is not None and b is not None]
    return confusion([NAMES[a] for a, _ in known], [NAMES[b] for _, b in known])
