"""What a study tests, from the spans that name interventions: each arm once."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass

from thresher.synthesis.arm_names import BARE, EVERYONE, JOINED, arm_names
from thresher.synthesis.conditions import is_condition, is_reference
from thresher.synthesis.phrase_key import SORTS, Kind, key_of, written_out
from thresher.synthesis.spans import Span
from thresher.synthesis.words import stems

__all__ = ["is_only_part", "study_arms"]

TOGETHER = re.compile(r"\b(?:and|plus|with|combined)\b|\+|/")
ADDED = re.compile(r"\s+(?:plus|with|combined with)\s+|\s*\+\s*")
BRACKETS = re.compile(r"\s*\([^()]*\)")
ALONE = re.compile(r"\s(?:alone|only)$", re.IGNORECASE)
MEASURED = re.compile(
    r"(?:graphy|metry|graphic|metric|gram|\bscans?|imaging|analys[ie]s|assays?"
    r"|model(?:s|l?ing)?|regressions?|questionnaires?|interviews?|surveys?"
    r"|inventor(?:y|ies)|\bfactors?|diseases?|disorders?|scores?|measurements?"
    r"|cohorts?|follow-?up|evaluations?|assessments?|examinations?|receptors?|pains?"
    r"|recommendations?|reports?|therapists?|syndromes?|defects?"
    r"|infarctions?|failure|cancers?|infections?|hypertension|diabetes|arthritis"
    r"|asthma|migraines?|depression|schizophrenia|dementia|strokes?|recipients?|responders)(?:\s*\([^()]*\))?$"
    r"|\b(?:tests?|questionnaires?|checklists?|inventor(?:y|ies)|rating scales?)\b",
    re.IGNORECASE,
)
IN_TITLE = 2.0
SURE = 1.0
LONGEST_GIVEN = 5  # words of a name that only grammar finds
GROUP = re.compile(
    r"\b(?:groups?|arms?|by|women|men|patients)\b|[;:(\[]", re.IGNORECASE
)
MOSTLY = 2 / 3
UNCOMPARED = r"(?<!inferior to )(?<!superior to )(?<!than )"  # "than zinc for pain"
OFTEN = 2  # times from which a name is the study's own word for its arm


@dataclass(frozen=True, slots=True, kw_only=True)
class _Arm:
    """One arm: the wordings that name it, and how much the text makes of it."""

    key: frozenset[str]
    name: str
    score: float


def study_arms(
    spans: Iterable[Span],
    text: str,
    *,
    told: str,
    short_forms: Mapping[str, str],
    title_end: int = 0,
    given: Sequence[str] = (),
    measured: Set[frozenset[str]] = frozenset(),
) -> tuple[str, ...]:
    """Names of the interventions a study tests, the most spoken of first.

    Parameters
    ----------
    spans
        Stretches of `text` that name interventions.
    text
        Title and abstract; the title ends at `title_end`.
    told
        What it says outside its methods. An arm that only the methods name is left
        out if there are others: everyone got it, or it is how things were measured.
    short_forms
        The text's abbreviations.
    given
        Phrases by which it says what it allotted. Other arms are left out, if one of
        these is found: they are what the patients had anyway.
    measured
        Keys of its outcomes: "zinc and colds" of a title is zinc.

    Notes
    -----
    Left out: arms for comparison (`is_control`), what all patients were given, and
    ways of measuring and counting.
    Wordings that differ only in dose, form or filler words are one arm, and it bears
    the name that the study itself mostly uses.
    """
    wordings: dict[frozenset[str], dict[str, float]] = defaultdict(dict)
    for part, weight in _wordings(spans, text, title_end=title_end, given=given):
        name = _whole(part, short_forms)
        key = _key(name, short_forms)
        wordings[key][name] = wordings[key].get(name, 0.0) + weight
    arms = [
        _Arm(key=key, name=_commonest(names, text.lower()), score=sum(names.values()))
        for key, names in wordings.items()
    ]
    allotted = {_key(name, short_forms) for one in given for name in arm_names(one)}
    arms = [
        arm
        for arm in arms
        if arm.key in allotted
        or not (
            MEASURED.search(written_out(arm.name, short_forms))
            or is_condition(arm.name, text[title_end:].lower())
            or is_reference(arm.name, text.lower())
        )
    ]
    arms = [arm for arm in arms if not _is_topic(arm, arms, measured)] or arms
    arms = _without_lists(_without_asides(arms, short_forms), short_forms)
    arms = _without_titles(arms, text, title_end=title_end, allotted=allotted)
    arms = _called(_aliased(arms, text), text, allotted)
    arms = _specific(_without_backgrounds(arms))
    names = [arm.name for arm in arms]
    arms = [arm for arm in arms if not is_only_part(arm.name, names, text.lower())]
    spoken = set(stems(told))
    arms = [arm for arm in arms if _is_told(arm, spoken)] or arms
    arms = [arm for arm in arms if _is_one_of(arm, allotted)] or arms
    arms = [
        arm
        for arm in arms
        if arm.key in allotted or arm.key not in measured or arm.score >= OFTEN
    ] or arms
    return tuple(arm.name for arm in sorted(arms, key=lambda arm: -arm.score))


def is_only_part(name: str, arms: Iterable[str], lowered: str) -> bool:
    """Whether a text names something only within "ARM for it" or "ARM at it".

    Examples
    --------
    >>> said = "therapy for insomnia helped; we advise therapy for insomnia"
    >>> is_only_part("insomnia", ["therapy"], said)
    True
    >>> is_only_part("insomnia", ["therapy"], f"{said}, since insomnia was less")
    False
    """
    wanted = re.escape(name.lower())
    longer = "|".join(re.escape(arm.lower()) for arm in arms if arm != name)
    if not longer:
        return False
    arm = rf"{UNCOMPARED}\b(?:{longer})"
    whole = rf"{arm} (?:for|at|in|on|of)(?: the)?(?: \w+ and)? {wanted}\b"
    parts = len(re.findall(whole, lowered))
    return 0 < parts == len(re.findall(rf"\b{wanted}\b", lowered))


def _wordings(
    spans: Iterable[Span], text: str, *, title_end: int, given: Sequence[str]
) -> Iterable[tuple[str, float]]:
    """Yield the names of arms and how much each mention counts."""
    for span in spans:
        if EVERYONE.search(text[max(0, span.start - 120) : span.start]):
            continue
        weight = span.confidence * (IN_TITLE if span.start < title_end else 1.0)
        for name in arm_names(span.text):
            yield name, weight
    for phrase in given:
        for name in arm_names(phrase):
            if len(name.split()) <= LONGEST_GIVEN and not GROUP.search(name):
                yield name, SURE


def _commonest(names: Iterable[str], lowered: str) -> str:
    """Return the wording that the text mostly uses by itself; else the shortest."""
    forms = {name: lowered.count(name.lower()) for name in names}

    def alone(name: str) -> int:
        longer = [n for n in forms if len(n) > len(name) and name.lower() in n.lower()]
        return forms[name] - max((forms[one] for one in longer), default=0)

    return min(forms, key=lambda name: (-alone(name), len(name)))


def _whole(name: str, short_forms: Mapping[str, str]) -> str:
    """Return the long form of an abbreviation whose last words a name is."""
    longs = (long for long in short_forms.values() if long.lower() != name.lower())
    ends = (long for long in longs if long.lower().endswith(f" {name.lower()}"))
    return next(ends, name)


def _key(name: str, short_forms: Mapping[str, str]) -> frozenset[str]:
    whole = key_of(written_out(name, short_forms), Kind.INTERVENTION)
    return (whole - BARE) or whole


def _aliased(arms: Sequence[_Arm], text: str) -> list[_Arm]:
    """Return the arms without short names that stand in brackets behind another.

    "Etidronate disodium (EHDP)": the letters need not spell it.
    """
    kept = []
    for arm in arms:
        place = text.find(f"({arm.name})")
        before = stems(text[max(0, place - 40) : place])[-2:] if place > 0 else ()
        others = [one for one in arms if one is not arm and one.key & set(before)]
        is_bare = arm.key == set(stems(arm.name))  # no long form of it is known
        if not others or len(arm.name.split()) > 1 or not is_bare:
            kept.append(arm)
    return kept


def _is_topic(arm: _Arm, arms: Sequence[_Arm], measured: Set[frozenset[str]]) -> bool:
    """Whether a name is an arm "and" something that is measured."""
    return JOINED.search(arm.name) is not None and any(
        other.key < arm.key and any(arm.key - other.key <= key for key in measured)
        for other in arms
    )


def _without_titles(
    arms: Sequence[_Arm],
    text: str,
    *,
    title_end: int,
    allotted: Set[frozenset[str]],
) -> list[_Arm]:
    """Return the arms without "A and B" of the title, if A alone is spoken of later."""
    title, later = text[:title_end].lower(), text[title_end:].lower()
    return [
        arm
        for arm in arms
        if arm.key in allotted
        or not JOINED.search(arm.name)
        or arm.name.lower() in later
        or arm.name.lower() not in title
        or not any(
            one.key < arm.key and later.count(one.name.lower()) >= OFTEN for one in arms
        )
    ]


def _called(
    arms: Sequence[_Arm], text: str, allotted: Set[frozenset[str]]
) -> list[_Arm]:
    """Return the arms without passing wordings of one that mostly has a shorter name.

    "Intraoperative ketamine" of the methods is "ketamine" in all the rest. Two sorts
    that were allotted stay two, and so does what was given together.
    """
    lowered = text.lower()
    used = {arm.name: lowered.count(arm.name.lower()) for arm in arms}
    kept = []
    for arm in arms:
        shorter = [
            one
            for one in arms
            if one.key < arm.key
            and not one.key <= SORTS
            and sum(one.key < key for key in allotted) < OFTEN
            and not TOGETHER.search(arm.name)
        ]
        needed = used[arm.name] * (1 if arm.key in allotted else MOSTLY)
        passing = any(
            used[one.name] - used[arm.name] >= max(OFTEN, needed) for one in shorter
        )
        if not passing:
            kept.append(arm)
    return kept


def _specific(arms: Sequence[_Arm]) -> list[_Arm]:
    """Return the arms without those that just one other words more closely.

    "Chemotherapy" is "continuous chemotherapy" in a study of that. "Exercise" stays
    beside "diet and exercise", and beside two sorts of exercise.
    """
    kept = []
    for arm in arms:
        closer = [
            other
            for other in arms
            if arm.key < other.key and not TOGETHER.search(other.name)
        ]
        nearest = [
            one for one in closer if not any(two.key < one.key for two in closer)
        ]
        if len(nearest) != 1:
            kept.append(arm)
    return kept


def _without_lists(arms: Sequence[_Arm], short_forms: Mapping[str, str]) -> list[_Arm]:
    """Return the arms without "A and B" where A and B are arms themselves."""
    keys = {arm.key for arm in arms}
    kept = []
    for arm in arms:
        parts = JOINED.split(arm.name)
        alone = len(parts) > 1 and not ADDED.search(arm.name)
        others = keys - {arm.key}
        named = (_key(part, short_forms) for part in parts)
        if not (alone and all(any(one <= key for one in others) for key in named)):
            kept.append(arm)
    return kept


def _without_asides(arms: Sequence[_Arm], short_forms: Mapping[str, str]) -> list[_Arm]:
    """Return the arms without those that are another one with a remark in brackets."""
    keys = {arm.key: arm for arm in arms}
    kept = []
    for arm in arms:
        bare = BRACKETS.sub("", arm.name).strip()
        same = keys.get(_key(bare, short_forms)) if bare else None
        if bare == arm.name or same is None or same is arm:
            kept.append(arm)
    return kept


def _without_backgrounds(arms: Sequence[_Arm]) -> list[_Arm]:
    """Return the arms without "A alone" where "A plus B" was tested against it.

    Where B alone was tested as well, both are arms.
    """
    keys = {arm.key for arm in arms}
    return [
        arm
        for arm in arms
        if not ALONE.search(arm.name)
        or not any(
            arm.key < one.key
            and ADDED.search(one.name)
            and one.key - arm.key not in keys
            for one in arms
        )
    ]


def _is_one_of(arm: _Arm, allotted: Set[frozenset[str]]) -> bool:
    return any(arm.key & key - SORTS for key in allotted)


def _is_told(arm: _Arm, spoken: set[str]) -> bool:
    wanted = set(stems(arm.name)) - BARE
    return bool(wanted & spoken) or not wanted
