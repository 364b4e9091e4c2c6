"""Whose change a sentence tells: the treatment's, or only that of another arm."""

import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass

from thresher.synthesis.clauses import clauses_of, unbroken
from thresher.synthesis.finding import Direction, Directions
from thresher.synthesis.pair_words import TOO_COMMON, PairWords, masked
from thresher.synthesis.words import stem

__all__ = ["Attribution", "attribution", "without"]

_PEOPLE = (
    "group|arm|condition|patient|subject|participant|recipient|women|men|children"
    "|infant|period|phase"
)
CONTROL = (
    rf"(?:(?:placebo|sham|vehicle|wait(?:ing)?-?list|usual[- ]care|untreated|control"
    rf"|comparison|comparator|saline)(?:[- ]treated)?(?:[- ](?:{_PEOPLE})s?)"
    r"|placebo|sham|controls|untreated)"
)
CONTROLS = re.compile(rf"\b{CONTROL}\b(?![- ]controlled)")
COMPARED = (
    r"(?:than|compared (?:with|to)|comparison (?:with|to)|versus|vs\.?|relative to|over"
    r"|against|from|contrast (?:with|to)|superior to|inferior to|similar to"
    r"|with (?:respect|regard) to|as opposed to|in relation to)"
)
AS_OBJECT = re.compile(rf"\b{COMPARED}(?:\s+[^\s;]+){{0,5}}?\s+{CONTROL}\b")
SEGMENT = re.compile(r";|,|\b(?:but|whereas|while|although|though|however|and)\b")
OPENING = re.compile(r"(?:^|(?<=[;,] ))((?:in|among|for|with|on) [^,;]{1,60}),")
THAN = re.compile(rf"\b{COMPARED}\s+(?P<rest>.*)$")
OBJECT = re.compile(
    r"\b(?:than|compared (?:with|to)|comparison (?:with|to)|versus|vs\.?"
    r"|relative to)\s+(?P<object>[^;]*?)(?=$|;|\bbut\b|\bwhereas\b|\bwhile\b)"
)
OUTDONE = re.compile(
    r"(?<!non-)\b(?:superior|inferior) to\s+(?P<object>[^;,()]*?)"
    r"(?=$|[;,().]|\b(?:for|in|on|with|at|by|as|and|both|but|when|regarding)\b)"
)
OBJECT_END = re.compile(r"[,(]|\band\b")
UNTREATED = re.compile(
    r"\b(?:before|baseline|without|alone|only|initial\w*|pre\w*|non)\b"
)
ONLY = re.compile(
    r"\bonly (?:the )?(?P<whose>[^\W\d_]+)"
    r"|\b(?:for|with|in|after|by) (?:the )?(?P<theirs>[^\W\d_]+)(?: group)? only\b"
)
AHEAD = re.compile(r"\s*(?:as|when|in|by)?\s*")  # "As compared with placebo, zinc ..."
ALIKE = re.compile(
    r"\b(?:similar\w*|comparable|equal\w*|equivalen\w*(?! dos)|differ\w*)\b"
)
OVER_TIME = {
    Direction.INCREASES: re.compile(r"\b(?:increas(?:ed|es)|rose|gained|grew)\b"),
    Direction.DECREASES: re.compile(
        r"\b(?:decreas(?:ed|es)|declined|fell|dropped|lost|diminished|reduced)\b"
    ),
}
COMPARATIVE = {
    Direction.INCREASES: re.compile(r"\b(?:higher|greater|more|longer|larger)\b"),
    Direction.DECREASES: re.compile(r"\b(?:lower|less|fewer|shorter|smaller)\b"),
}
NONE_SEEN = re.compile(
    r"\bno (?:[\w-]+ ){1,5}(?:(?:was|were) (?:\w+ )?(?:seen|observed|reported|noted"
    r"|found|recorded|detected)|occurred)\b"
)
BETWEEN_ARMS = re.compile(r"\bdifferen(?:ces?|t)\b(?! from baseline)")
CHANGED = re.compile(r"\b(?:improve[ds]?|worsen\w*|deteriorat\w*|changed|loss)\b")
DENIED = re.compile(r"\b(?:no|not|nor|neither|without)\b")
TREATED = re.compile(
    r"\b(?:treatments?|treated|interventions?|experimental|active|drugs?|therap(?:y|ies)"
    r"|both|between|groups|arms|either|verum|study (?:group|arm)|supplement\w*)\b"
)
SEVERAL = re.compile(  # words that mean the treatment too, if another is named
    r"\b(?:both|between|groups|arms|either|all|each|treatments|interventions|drugs"
    r"|active|experimental|intervention|verum|combin\w+)\b"
)
TREATED_GROUP = re.compile(
    r"\b(?:active|experimental|intervention|study|treatment|treated|verum|drug"
    rf"|supplemented)[- ](?:treatment|{_PEOPLE})s?\b"
)
BOTH = re.compile(r"\bboth (?:\w+ )?(?:groups|arms|treatments)\b")
COMPARING = re.compile(
    r"\b(?:than|more|greater|larger|less|smaller|compared|differ\w*|versus|vs|between"
    r"|no|not|superior|only)\b"
)
WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Attribution:
    """Whether a sentence is about other arms only, and what it may not be read as."""

    is_others: bool
    vetoed: frozenset[Direction]


NOBODY = Attribution(is_others=False, vetoed=frozenset())


def attribution(
    text: str, pair: PairWords, *, rivals: frozenset[str] = frozenset()
) -> Attribution:
    """Whose change a sentence tells, for the intervention of a pair.

    Parameters
    ----------
    text
        The sentence.
    pair
        What is asked.
    rivals
        Stems of the study's other interventions.

    Notes
    -----
    A change over time in the control group alone ("bone density fell in the placebo
    group") is no finding on the treatment, and "lower with B than with A" is none on
    A. Where both are named, the treatment is not given a direction that only the
    control group shows. What happened in both groups is no effect of one.
    """
    lowered = unbroken(text.lower())
    treatment = pair.intervention_alone - TOO_COMMON - pair.outcome
    treatment = treatment - rivals or treatment  # "dim light" is not "bright light"
    named = _names(lowered, treatment)
    others = rivals - pair.intervention - pair.outcome - TOO_COMMON
    if not (named or SEVERAL.search(lowered)) and _names(lowered, others):
        return Attribution(is_others=True, vetoed=frozenset())
    if not (named or TREATED.search(_without_controls(lowered))) and (
        _is_control_over_time(lowered)
    ):
        return Attribution(is_others=True, vetoed=frozenset())
    if (
        _is_only_outdone(lowered, treatment) or _is_within(lowered, treatment, others)
        if named
        else _is_of_one_only(lowered, pair, others)
    ):
        return Attribution(is_others=True, vetoed=frozenset())
    if named and (subject := _other_subject(lowered, treatment)):
        shown = (one for one, form in COMPARATIVE.items() if form.search(subject))
        return Attribution(is_others=True, vetoed=frozenset(shown))
    if BOTH.search(lowered) and not COMPARING.search(lowered):
        return Attribution(is_others=False, vetoed=frozenset(COMPARATIVE))
    vetoed = set(_of_controls(lowered, treatment)) - set(
        _of_treatment(lowered, treatment)
    )
    return Attribution(is_others=False, vetoed=frozenset(vetoed)) if vetoed else NOBODY


def _is_only_outdone(lowered: str, treatment: frozenset[str]) -> bool:
    """Whether a treatment is named only as what others are superior or inferior to."""
    told = OUTDONE.sub(" ", lowered)
    return not (told == lowered or DENIED.search(lowered) or _names(told, treatment))


def _is_of_one_only(lowered: str, pair: PairWords, others: frozenset[str]) -> bool:
    """Whether a clause says of the outcome that only another arm changed it."""
    return any(
        stem(found["whose"] or found["theirs"]) in others
        and "OUTCOME" in masked(clause, pair)
        for clause in clauses_of(lowered)
        for found in ONLY.finditer(clause)
    )


def without(chances: Directions, vetoed: frozenset[Direction]) -> Directions:
    """Probabilities with those of the vetoed directions given to the others."""
    kept = {
        one.value: 0.0 if one in vetoed else getattr(chances, one.value)
        for one in Direction
    }
    total = sum(kept.values())
    if not vetoed or total <= 0:
        return chances
    return Directions(**{name: value / total for name, value in kept.items()})


def _names(lowered: str, wanted: frozenset[str]) -> bool:
    return any(stem(word) in wanted for word in WORD.findall(lowered))


@functools.lru_cache(maxsize=2048)
def _segments(lowered: str) -> tuple[str, ...]:
    """Return the parts of a sentence; "in the control group," belongs to the next."""
    return tuple(SEGMENT.split(OPENING.sub(r"\g<1> ", lowered)))


@functools.lru_cache(maxsize=2048)
def _without_controls(lowered: str) -> str:
    return CONTROLS.sub(" ", lowered)


@functools.lru_cache(maxsize=2048)
def _is_control_over_time(lowered: str) -> bool:
    """Whether a segment tells what happened, or did not, in a control group."""
    return any(
        CONTROLS.search(segment)
        and not AS_OBJECT.search(segment)
        and not BETWEEN_ARMS.search(segment)
        and (
            CHANGED.search(segment)
            or NONE_SEEN.search(segment)
            or any(form.search(segment) for form in OVER_TIME.values())
        )
        for segment in _segments(lowered)
    )


def _of_controls(lowered: str, treatment: frozenset[str]) -> Iterator[Direction]:
    """Yield the directions of segments whose subject is a control group."""
    for segment in _segments(lowered):
        if not CONTROLS.search(segment) or AS_OBJECT.search(segment):
            continue
        than = THAN.search(segment)
        subject = segment[: than.start()] if than else segment
        treated = _names(subject, treatment) or TREATED_GROUP.search(subject)
        if CONTROLS.search(subject) and not treated:
            yield from _told(subject)


def _of_treatment(lowered: str, treatment: frozenset[str]) -> Iterator[Direction]:
    """Yield the directions of segments that name the treatment and no control."""
    for segment in _segments(lowered):
        than = THAN.search(segment)
        subject = segment[: than.start()] if than else segment
        named = _names(subject, treatment) or TREATED_GROUP.search(subject)
        if named and not CONTROLS.search(subject):
            yield from _told(subject)


def _other_subject(lowered: str, treatment: frozenset[str]) -> str:
    """Return what is said of another arm that the treatment is only compared with."""
    compared = OBJECT.search(lowered) or OUTDONE.search(lowered)
    if not compared or DENIED.search(lowered):
        return ""
    subject, after = lowered[: compared.start()], lowered[compared.end() :]
    if AHEAD.fullmatch(subject):
        object_, _, rest = compared["object"].partition(",")
        is_other = _names(object_, treatment) and not _names(rest, treatment)
        return rest if is_other and not CONTROLS.search(rest) else ""
    more = any(form.search(subject) for form in COMPARATIVE.values())
    if ALIKE.search(lowered) and not more:
        return ""
    if any(_speaks_of(part, treatment) for part in (subject, _telling(after))):
        return ""
    return subject if _names(compared["object"], treatment) else ""


def _is_within(lowered: str, treatment: frozenset[str], others: frozenset[str]) -> bool:
    """Whether a treatment is compared with itself: another dose, another length."""
    compared = OBJECT.search(lowered)
    if not compared or DENIED.search(lowered) or ALIKE.search(lowered):
        return False
    object_ = OBJECT_END.split(compared["object"])[0]
    if CONTROLS.search(object_) or UNTREATED.search(object_) or _names(object_, others):
        return False
    first = {stem(word) for word in WORD.findall(lowered[: compared.start()])}
    second = {stem(word) for word in WORD.findall(object_)}
    return bool(first & treatment) and first & treatment <= second


def _speaks_of(part: str, treatment: frozenset[str]) -> bool:
    found = CONTROLS.search(part) or TREATED_GROUP.search(part)
    return bool(found) or _names(part, treatment)


def _telling(after: str) -> str:
    """Return the clauses that tell of a change, and do not just call it significant."""
    told = (one for one in clauses_of(after) if CHANGED.search(one) or any(_told(one)))
    return " ".join(told)


def _told(segment: str) -> Iterator[Direction]:
    if DENIED.search(segment):
        return
    for forms in (OVER_TIME, COMPARATIVE):
        for direction, form in forms.items():
            if form.search(segment):
                yield direction
