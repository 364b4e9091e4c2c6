"""A study's size and design, as far as its abstract says them."""

import enum
import re
from dataclasses import dataclass

__all__ = ["DESIGN_WEIGHTS", "Design", "StudyFacts", "study_facts"]

PEOPLE = (
    "patients|participants|subjects|women|men|children|adults|infants|individuals|people"
    "|volunteers|adolescents|neonates|girls|boys|mothers|students|workers|cases|pairs"
)
COUNTED = re.compile(
    rf"\b(?P<count>\d{{1,3}}(?:[,\u2009 ]\d{{3}})+|\d+)(?![.%\d])\s+"
    rf"(?:[a-z-]+\s+){{0,4}}?(?:{PEOPLE})\b",
    re.IGNORECASE,
)
TOTAL = re.compile(
    r"\b(?:total of|sample of|randomi[sz]ed|enrolled|recruited|included|N\s*=)\s*"
    r"(?P<count>\d{1,3}(?:,\d{3})+|\d+)\b(?!\s*(?:%|years|weeks|months|days|trials|studies"
    r"|to\b|:))"
)
FEWEST, MOST = 4, 10_000_000


class Design(enum.StrEnum):
    """Design of a study as its own words tell it."""

    RANDOMISED = "randomised trial"
    CONTROLLED = "other controlled trial"
    COHORT = "cohort or case-control study"
    CROSS_SECTIONAL = "cross-sectional study"
    CASES = "case report or series"
    REVIEW = "review or meta-analysis"
    UNKNOWN = "not said"


DESIGN_WEIGHTS = {
    Design.RANDOMISED: 1.0,
    Design.CONTROLLED: 0.5,
    Design.COHORT: 0.5,
    Design.CROSS_SECTIONAL: 0.25,
    Design.CASES: 0.1,
    Design.REVIEW: 1.0,
    Design.UNKNOWN: 0.25,
}
CUES = (
    (Design.REVIEW, r"systematic review|meta-?analys[ie]s|narrative review"),
    (
        Design.RANDOMISED,
        r"randomi[sz]ed|randomly (?:assigned|allocated|divided)|randomi[sz]ation"
        r"|placebo-controlled|double-blind",
    ),
    (
        Design.CONTROLLED,
        r"controlled (?:clinical )?trial|quasi-experimental|non-?randomi[sz]ed"
        r"|control group",
    ),
    (
        Design.COHORT,
        r"cohort|case-control|prospective(?:ly)?|retrospective(?:ly)?|follow-?up study"
        r"|registry",
    ),
    (Design.CROSS_SECTIONAL, r"cross-sectional|survey|prevalence study"),
    (Design.CASES, r"case report|case series|we report (?:a|the) case"),
)
PATTERNS = tuple((design, re.compile(rf"\b(?:{form})")) for design, form in CUES)
NOT_RANDOMISED = re.compile(r"\bnon-?randomi[sz]ed|\bnot randomi[sz]ed")


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyFacts:
    """Number of people a study counts, None if it says none, and its design."""

    size: int | None
    design: Design


def study_facts(text: str) -> StudyFacts:
    """Size and design that an abstract states.

    The size is the largest number of people it counts, so a figure of a whole
    population may be taken for it: check the sentence.

    Examples
    --------
    >>> study_facts("In this randomised trial, 1,204 older women took vitamin K.")
    StudyFacts(size=1204, design=<Design.RANDOMISED: 'randomised trial'>)
    """
    return StudyFacts(size=_size(text), design=_design(text.lower()))


def _size(text: str) -> int | None:
    counts = [
        int(re.sub(r"\D", "", found["count"]))
        for form in (COUNTED, TOTAL)
        for found in form.finditer(text)
    ]
    return max((count for count in counts if FEWEST <= count <= MOST), default=None)


def _design(lowered: str) -> Design:
    if NOT_RANDOMISED.search(lowered):
        return Design.CONTROLLED
    found = (design for design, form in PATTERNS if form.search(lowered))
    return next(found, Design.UNKNOWN)
