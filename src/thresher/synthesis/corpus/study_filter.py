"""Filters of MS²'s Appendix A, with the terms that MEDLINE really has."""

import re
from collections.abc import Iterable

from thresher.records.citation import Citation

__all__ = [
    "EXCLUDED_TYPES",
    "STUDY_TYPES",
    "has_excluded_type",
    "is_study_of_interest",
    "is_systematic_review",
    "publication_types",
]

STUDY_TYPES = frozenset(
    {
        "Adaptive Clinical Trial",
        "Clinical Study",
        "Clinical Trial",
        "Clinical Trial, Phase I",
        "Clinical Trial, Phase II",
        "Clinical Trial, Phase III",
        "Clinical Trial, Phase IV",
        "Comparative Study",
        "Controlled Clinical Trial",
        "Equivalence Trial",
        "Observational Study",
        "Pragmatic Clinical Trial",
        "Randomized Controlled Trial",
    }
)
EXCLUDED_TYPES = frozenset(
    {
        "Case Reports",  # the paper prints "Case Report", which MEDLINE has nowhere
        "Clinical Trial, Veterinary",
        "Observational Study, Veterinary",
        "Randomized Controlled Trial, Veterinary",
    }
)
_EXCLUDED = frozenset(one.casefold() for one in EXCLUDED_TYPES)
REVIEW_TYPES = frozenset({"Systematic Review", "Meta-Analysis"})
RANDOMISED = re.compile(r"\brandomi[sz]ed\b", re.IGNORECASE)
REVIEW = re.compile(r"\bsystematic(?:ally)? reviews?\b", re.IGNORECASE)

TYPE_FIELDS = frozenset(
    {"pt", "publicationtype", "publication type", "publication_types", "document type"}
)


def publication_types(citation: Citation) -> tuple[str, ...]:
    """Publication types of a record, as MEDLINE or an export names them.

    Examples
    --------
    >>> raw = (("PT", "Clinical Trial, Phase I"), ("PT", "Case Reports"))
    >>> publication_types(Citation(id="1", raw=raw))
    ('Clinical Trial, Phase I', 'Case Reports')
    """
    fields = (text for name, text in citation.raw if name.casefold() in TYPE_FIELDS)
    parts = (part.strip() for text in fields for part in re.split(r"[;|\n]", text))
    return tuple(dict.fromkeys(part for part in parts if part))


def has_excluded_type(types: Iterable[str]) -> bool:
    """Whether a paper is a case report or about animals, by its types.

    Examples
    --------
    >>> has_excluded_type(["Journal Article", "Case Reports"])
    True
    """
    return bool({one.strip().casefold() for one in types} & _EXCLUDED)


def is_study_of_interest(types: Iterable[str], text: str) -> bool:
    """Whether a paper is a study that a review may rest on.

    Its publication types say so, or, since most papers carry none, its title or
    abstract says "randomized" in either spelling; unless an excluded type is among
    them. The paper's own spelling alone misses about 15 % of British papers.

    Examples
    --------
    >>> is_study_of_interest(["Journal Article"], "A randomised trial of zinc.")
    True
    >>> is_study_of_interest(["Case Reports"], "A randomized trial of zinc.")
    False
    """
    given = {one.strip().casefold() for one in types}
    if given & _EXCLUDED:
        return False
    named = given & {one.casefold() for one in STUDY_TYPES}
    return bool(named) or bool(RANDOMISED.search(text))


def is_systematic_review(types: Iterable[str], text: str) -> bool:
    """Whether a paper is a systematic review: by its type, or by its own words.

    Examples
    --------
    >>> is_systematic_review([], "Zinc for colds: a systematic review")
    True
    """
    given = {one.strip().casefold() for one in types}
    named = given & {one.casefold() for one in REVIEW_TYPES}
    return bool(named) or bool(REVIEW.search(text))
