"""What a study says it allotted to its patients, word for word."""

import re
from collections.abc import Iterable

__all__ = ["allotted"]

_SPLIT = (
    r"(?:randomi[sz]ed|randomly \w+|assigned|allocated|allotted|divided|distributed)"
)
_STUDY = r"(?:stud(?:y|ies)|trials?|compar\w*|evaluat\w*|designed)\b"
_TO = r"(?:to|between|into|for)"
_GOT = r"(?:received?|receiving|given|gave|took|take|taking|treated with|administered)"
_CONTROL = (
    r"(?:placebo|sham|saline|vehicle|usual|standard|routine|conventional|control"
    r"|no|waiting|wait-?list|diet alone|advice alone)\b"
)
_AGAINST = r"(?:or|and|versus|vs\.?|against|with|to|rather than)"
RANDOMISED = re.compile(
    rf"\b{_SPLIT}\b,?(?: (?!{_STUDY})[^\s:;]+){{0,9}}? {_TO} "
    rf"(?!evaluate|assess|determine|compare|investigate|examine|study)(?:be )?"
    rf"(?:{_GOT} )?"
    r"(?:either |both )?(?P<arms>[^:]{3,300})",
    re.IGNORECASE,
)
GIVEN = re.compile(
    rf"\b{_GOT} (?:either )?(?P<arms>[^;:]{{3,100}}?(?:,| or| and| versus| vs\.?)"
    rf"(?: an?| the| either| matching| inert| oral| identical)* {_CONTROL}"
    r"[^;:]{0,40})",
    re.IGNORECASE,
)
COMPARED = re.compile(
    rf"\b(?:compar(?:ed?|ing|ison of)|trial of|study of) (?:the )?(?:effects? of )?"
    rf"(?!(?:with|to)\b)(?P<arms>[^;:,]{{3,80}}?) {_AGAINST}"
    rf"(?: an?| the| matching| inert)* {_CONTROL}",
    re.IGNORECASE,
)
FORMS = (RANDOMISED, GIVEN, COMPARED)
GROUPS = re.compile(
    r"^(?:(?:one|either|each|the|of|treatment|study|equal|parallel|different"
    r"|\d+|two|three|four|five|six) )*(?:groups?|arms?|treatments?|interventions?"
    r"|conditions?|regimens?|sequences?)\b"
)
PEOPLE = re.compile(
    r"^(?:\w+ )?(?:patients|subjects|participants|adults|women|men|children)"
    r" (?:with|who)"
)
LISTED = re.compile(r":\s*(?P<arms>[^:]{3,300})")
BRACKETS = re.compile(r"\s*\([^()]*\)")


def allotted(sentences: Iterable[str]) -> tuple[str, ...]:
    """Phrases by which a study says what it gave to whom.

    None at all where it speaks of groups that it describes elsewhere: then what is
    found may not be all.

    Examples
    --------
    >>> allotted(["We randomly assigned 214 adults to zinc 5 mg daily or placebo."])
    ('zinc 5 mg daily or placebo.',)
    >>> allotted(["They were divided into two groups.", "A took zinc or placebo."])
    ()
    """
    found: list[str] = []
    for sentence in sentences:
        plain = BRACKETS.sub("", sentence)
        for arms in (said["arms"] for form in FORMS for said in form.finditer(plain)):
            if PEOPLE.match(arms.lower()):
                continue
            if not GROUPS.match(arms.lower()):
                found.append(arms)
            elif listed := LISTED.search(plain):
                found.append(listed["arms"])
            else:
                return ()
    return tuple(dict.fromkeys(found))
