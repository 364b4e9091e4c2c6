"""Arms that are there only for comparison: placebo, sham, usual care, no treatment."""

import re

from thresher.synthesis.words import plain_words

__all__ = ["CONTROLLED", "is_control"]

CONTROLLED = re.compile(r"\b(?:placebo|sham|vehicle|saline)[- ]controlled\b", re.I)
DUMMY = re.compile(
    r"\b(?:placebos?|sham|dummy|dummies|waitlist|wait(?:ing)?[- ]list"
    r"|sub-?therapeutic)\b"
)
ACTIVE_SHAM = re.compile(r"\bsham feeding\b")  # chewing gum: a treatment all the same
NOTHING = re.compile(
    r"^(?:no|not|without|untreated|nothing)\b|\bcontrols$"
    r"|^(?:an? |the )?(?:control|comparison) (?:group|arm|condition)s?\b(?! received)"
)
_CORE = (
    "control controls comparator comparators comparison usual standard conventional"
    " routine untreated vehicle saline inert inactive traditional"
)
_AROUND = (
    "a an the or and with of to in as either both matching matched identical alone only"
    " group groups arm arms condition conditions treatment treatments therapy therapies"
    " care practice method methods procedure procedures management regimen medical"
    " normal physiological physiologic isotonic solution infusion injection injections"
    " oral intravenous tablet tablets capsule capsules cream gel attention active"
    " passive healthy patients subjects participants period oil drops spray dose"
    " intervention interventions received receiving given"
)
CORE = frozenset(_CORE.split())
AROUND = CORE | frozenset(_AROUND.split()) | {"0", "%"}


def is_control(phrase: str) -> bool:
    """Whether a phrase names nothing but what the treatment is compared with.

    Something given "plus placebo" is a control, too: the arm without the addition.

    Examples
    --------
    >>> [is_control(p) for p in ("either placebo", "usual care", "control group")]
    [True, True, True]
    >>> [is_control(p) for p in ("aspirin", "birth control", "standard lavage")]
    [False, False, False]
    """
    lowered = CONTROLLED.sub(" ", phrase.lower()).strip()
    if DUMMY.search(lowered) and not ACTIVE_SHAM.search(lowered):
        return True
    if NOTHING.search(lowered):
        return True
    found = set(plain_words(lowered))
    return bool(found & CORE) and found <= AROUND
