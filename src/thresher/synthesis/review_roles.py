"""Sentences of a systematic review's abstract in MS²'s nine classes, and in three."""

import enum
import re
from collections.abc import Sequence

from thresher.synthesis.headings import Role
from thresher.synthesis.roles import roles
from thresher.synthesis.sentences import Sentence

__all__ = ["ReviewPart", "ReviewRole", "review_part", "review_role", "review_roles"]


class ReviewRole(enum.StrEnum):
    """The nine classes of DeYoung et al. (2021), Table 9."""

    BACKGROUND = "BACKGROUND"
    GOAL = "GOAL"
    METHODS = "METHODS"
    DETAILED_FINDINGS = "DETAILED_FINDINGS"
    EFFECT = "EFFECT"
    FURTHER_STUDY = "FURTHER_STUDY"
    EVIDENCE_QUALITY = "EVIDENCE_QUALITY"
    RECOMMENDATION = "RECOMMENDATION"
    ETC = "ETC"


class ReviewPart(enum.StrEnum):
    """What the nine classes are for: what is asked, what is answered, the rest."""

    BACKGROUND = "BACKGROUND"
    TARGET = "TARGET"
    OTHER = "OTHER"


OF_ROLE = {
    Role.BACKGROUND: ReviewRole.BACKGROUND,
    Role.OBJECTIVE: ReviewRole.GOAL,
    Role.METHODS: ReviewRole.METHODS,
    Role.RESULTS: ReviewRole.DETAILED_FINDINGS,
}
PARTS = {
    ReviewRole.BACKGROUND: ReviewPart.BACKGROUND,
    ReviewRole.GOAL: ReviewPart.BACKGROUND,
    ReviewRole.EFFECT: ReviewPart.TARGET,
}
CUES = (  # the first that fits decides
    (
        ReviewRole.FURTHER_STUDY,
        r"\b(?:further|future|more|additional|larger|well-?designed|high-?quality)\b"
        r"[^.]{0,60}\b(?:research|stud(?:y|ies)|trials?|rcts?|investigations?|work|data"
        r"|evaluation)\b[^.]{0,60}\b(?:need|requir|warrant|necessar|should|recommend"
        r"|explor|must|essential|focus|examin)|\bneed(?:s|ed)? for (?:further|more"
        r"|future"
        r"|larger)|\bfurther (?:research|study|studies|trials|investigation)s?\b"
        r"|\bremains? to be (?:determined|established|elucidated|seen)",
    ),
    (
        ReviewRole.RECOMMENDATION,
        r"\b(?:we|authors?) (?:\w+ )?recommend|\b(?:is|are|be|cannot be|not) (?:\w+ )?"
        r"(?:recommended|advised)\b|\bshould (?:not |also |therefore )?(?:be |consider"
        r"|use|receive|offer)|\b(?:clinicians|physicians|practitioners|providers|nurses"
        r"|policy ?-?makers) (?:should|may|can|must|need)",
    ),
    (
        ReviewRole.EVIDENCE_QUALITY,
        r"\b(?:quality|certainty|strength|level|lack|paucity|body|amount) of (?:the )?"
        r"(?:available |current |existing |included )?(?:evidence|data|studies|trials)"
        r"|\b(?:low|very low|moderate|poor|high|methodological)[- ]quality\b"
        r"|risk of bias"
        r"|\bheterogene|\b(?:insufficient|limited|inconclusive|scarce|weak|scant"
        r"|conflicting|inconsistent|little|no high-?quality) (?:\w+ )?(?:evidence|data)"
        r"|\bevidence (?:is|was|remains) (?:\w+ )?(?:insufficient|limited|inconclusive"
        r"|weak|lacking|scarce|conflicting|sparse|uncertain)|\bcautio|\blimitations?\b"
        r"|\bfirm conclusions?|\bsmall (?:number|sample)",
    ),
    (
        ReviewRole.EFFECT,
        r"\b(?:increas|decreas|reduc|improv|lower|higher|better|worse|superior|inferior"
        r"|effective|efficac|effects?\b|benefi|associated|risk|prevent|differen|safe"
        r"|similar|comparable|more|less|fewer|greater|no evidence|lead|led|result"
        r"|promot|enhanc|impact|influenc|useful|reliev|help|chang|alter|affect|shorten"
        r"|prolong|worsen|delay)",
    ),
)
PATTERNS = [(role, re.compile(form)) for role, form in CUES]


def review_role(text: str, role: Role) -> ReviewRole:
    """One of nine classes from a sentence's section role and its wording.

    Examples
    --------
    >>> review_role("Exercise reduces falls.", Role.CONCLUSIONS).value
    'EFFECT'
    >>> review_role("Further trials are needed.", Role.CONCLUSIONS).value
    'FURTHER_STUDY'
    """
    if role in OF_ROLE:
        return OF_ROLE[role]
    lowered = text.lower()
    fits = (found for found, form in PATTERNS if form.search(lowered))
    return next(fits, ReviewRole.ETC)


def review_roles(found: Sequence[Sentence]) -> tuple[ReviewRole, ...]:
    """One of nine classes for each sentence of a review's abstract."""
    calls = zip(found, roles(found), strict=True)
    return tuple(review_role(sentence.text, call.role) for sentence, call in calls)


def review_part(role: ReviewRole) -> ReviewPart:
    """Whether a class is background, target, or neither.

    Examples
    --------
    >>> review_part(ReviewRole.GOAL).value, review_part(ReviewRole.ETC).value
    ('BACKGROUND', 'OTHER')
    """
    return PARTS.get(role, ReviewPart.OTHER)
