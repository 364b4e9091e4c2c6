"""Reviews and studies that pass the filters, and why the others did not."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from thresher.records.citation import Citation
from thresher.screening.features.links import own_names
from thresher.synthesis.corpus.links import Links
from thresher.synthesis.corpus.study_filter import (
    has_excluded_type,
    is_study_of_interest,
    is_systematic_review,
    publication_types,
)
from thresher.synthesis.preparation import Prepared, prepared
from thresher.synthesis.study import Study

__all__ = ["Candidate", "Candidates", "Filters", "LeftOut", "candidates"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """Which filters are asked for.

    Parameters
    ----------
    pubmed_only
        Keep only reviews that have a PubMed id.
    cull_citing_cases
        Leave out reviews that cite a case report or a veterinary trial, as Appendix A
        says; otherwise only those papers are left out.
    rules
        Keep only reviews that meet the criteria of suitability.
    """

    pubmed_only: bool = True
    cull_citing_cases: bool = True
    rules: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOut:
    """A review, or a study of one, that is not in the corpus, and why."""

    review: str
    study: str = ""
    stage: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A review and its studies, as records and as clean texts."""

    review: Citation
    text: Study
    studies: tuple[tuple[Citation, Study], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidates:
    """What passed, what did not, and how many reviews were left after each filter."""

    found: tuple[Candidate, ...]
    left_out: tuple[LeftOut, ...]
    funnel: Mapping[str, int] = field(default_factory=dict)


def candidates(
    reviews: Sequence[Citation],
    studies: Iterable[Citation],
    *,
    links: Links,
    filters: Filters,
) -> Candidates:
    """Reviews that are systematic, in PubMed, and rest on studies of interest.

    Filters in the order of section 3.1 and Appendix A of DeYoung et al. (2021).
    Nothing is left out without a reason.
    """
    known = {study.id: study for study in studies}
    left: list[LeftOut] = [
        LeftOut(review=review, study=study, stage="link", why="no record of this study")
        for review, study in links.unknown
    ]
    left += [
        LeftOut(review=review, stage="link", why="no record of this review")
        for review in links.strangers
    ]
    passed: Counter[str] = Counter(given=len(reviews))
    found = []
    seen: set[str] = set()
    for review in reviews:
        stage, why = _first_refusal(review, filters)
        if not why and (twin := review.pmid or review.id) in seen:
            stage, why = "text", f"another record of review {twin} came before"
        if not why:
            cited = [known[one] for one in links.studies.get(review.id, ())]
            stage, why, kept, dropped = _studies(review, cited, filters)
            left += dropped
        passed.update(_passed(stage))
        if why:
            left.append(LeftOut(review=review.id, stage=stage, why=why))
        else:
            seen.add(review.pmid or review.id)
            text = _clean(review).study
            found.append(Candidate(review=review, text=text, studies=kept))
    funnel = {name: passed[name] for name in ("given", *STEPS)}
    return Candidates(found=tuple(found), left_out=tuple(left), funnel=funnel)


STEPS = ("keyword", "pubmed", "text", "studies")


def _passed(stopped: str) -> tuple[str, ...]:
    """Return the filters that a review passed before it was stopped."""
    return STEPS[: STEPS.index(stopped)] if stopped else STEPS


def _first_refusal(review: Citation, filters: Filters) -> tuple[str, str]:
    """Return the first filter that a review does not pass, and why."""
    if not is_systematic_review(publication_types(review), review.text):
        return "keyword", "neither its type nor its words say systematic review"
    if filters.pubmed_only and not review.pmid:
        return "pubmed", "has no PubMed id"
    ready = _clean(review)
    if not ready.is_readable:
        return "text", ready.cautions[0]
    return "", ""


def _studies(
    review: Citation, cited: Sequence[Citation], filters: Filters
) -> tuple[str, str, tuple[tuple[Citation, Study], ...], list[LeftOut]]:
    """Return filter and reason if a review is left out, its studies, and the others."""
    kept: list[tuple[Citation, Study]] = []
    dropped: list[LeftOut] = []
    seen: set[str] = set()
    for study in cited:
        types = publication_types(study)
        ready = _clean(study)
        if has_excluded_type(types):
            if filters.cull_citing_cases:
                why = f"cites {study.id}, a case report or veterinary trial"
                return "studies", why, (), []
            why = "is a case report or veterinary trial"
        elif not is_study_of_interest(types, study.text):
            why = "is no trial or observational study, by its types or words"
        elif not ready.is_readable:
            why = ready.cautions[0]
        elif seen.intersection(own_names(study)):
            why = "another record of this study came before"
        else:
            seen.update(own_names(study))
            kept.append((study, ready.study))
            continue
        dropped.append(
            LeftOut(review=review.id, study=study.id, stage="studies", why=why)
        )
    if not kept:
        return "studies", "no study of interest is known for it", (), dropped
    return "", "", tuple(kept), dropped


@lru_cache(maxsize=200_000)  # a study is cited by several reviews
def _clean(citation: Citation) -> Prepared:
    return prepared(
        Study(id=citation.id, title=citation.title, abstract=citation.abstract)
    )
