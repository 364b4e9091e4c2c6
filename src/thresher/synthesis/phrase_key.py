"""What makes two phrases the same: spelling, doses and filler words put aside."""

import functools
import re
from collections.abc import Mapping
from enum import StrEnum

from thresher.synthesis.synonyms import MAYBE_SAME, canonical
from thresher.synthesis.words import stem

__all__ = ["FILLER", "SORTS", "Kind", "key_of", "plain", "written_out"]


class Kind(StrEnum):
    """What a phrase names."""

    INTERVENTION = "intervention"
    OUTCOME = "outcome"


BRACKETED = re.compile(r"\s*[(\[]\s*([^()\[\]]{1,40}?)\s*[)\]]")
LETTERS = (
    r"\b(?P<name>vitamin [a-k]|[a-z]{1,3}|omega|menaquinone|interleukin|phase|type"
    r"|stage)"
)
DASH = r"\s*[-\u2010-\u2013]\s*"
BEHIND = r"(?:(?<=vitamin [a-k])|(?<=type)|(?<=phase)|(?<=stage)) "
JOINED = re.compile(rf"{LETTERS}(?:{DASH}|{BEHIND})(?P<number>\d{{1,2}})\b")
BRACKETED_NUMBER = re.compile(
    rf"{LETTERS}\s?\(\s?(?P<number>\d{{1,2}})\s?\)", re.IGNORECASE
)
SHORT_FORM = re.compile(r"(?=.*[A-Z\d])(?!.*[a-z]{3})")
DOSE = re.compile(
    r"\b\d+(?:[.,]\d+)?\s*(?:mg|mcg|\u00b5g|\u03bcg|g|kg|ml|l|iu|units?|mmol|%|percent)"
    r"(?:\s?/\s?\w+)*(?:\s(?:per|a|each)\s\w+)*(?!\w)"
)
WORD = re.compile(r"[^\W_]+")
ASIDE = re.compile(r"\s*[;:,]\s*")
BRITISH = (
    (re.compile(r"(?<=[a-z])ae(?=[a-z])|^ae(?=[a-z])"), "e"),
    (re.compile(r"(?<=[a-z])oe(?=[dlmst])|^oe(?=[a-z])"), "e"),
    (re.compile(r"our(?=$|s$|ed$|al$|ing$)"), "or"),
    (re.compile(r"is(?=ation|ed$|ing$|e$)"), "iz"),
    (re.compile(r"ogue$"), "og"),
    (re.compile(r"(?<=[bt])re$"), "er"),
    (re.compile(r"ll(?=ed$|ing$)"), "l"),
)
_FILLER = {
    Kind.INTERVENTION: (
        "supplementation supplement supplements supplemented treatment treatments"
        " therapy therapies administration intake intervention interventions"
        " programme program programmes programs tablets tablet capsules capsule"
        " regimen daily weekly twice once receiving received treated patients arm"
    ),
    Kind.OUTCOME: (
        "risk risks incidence rate rates occurrence number numbers score scores mean"
        " change changes value values measure measures measurement outcome outcomes"
        " patients frequency level levels episode episodes development extent serum"
        " plasma circulating case cases proportion percentage"
    ),
}
_SORTS = (
    "vitamin acid oil extract drug agent device diet vaccine vaccination antibiotic"
    " training exercise exercises program education counselling counseling advice"
    " rehabilitation psychotherapy stimulation chemotherapy radiotherapy surgery"
    " implant implantation injection exposure elevated plasma serum combination"
    " combined combining"
)
SORTS = frozenset(map(stem, _SORTS.split()))  # of many things: alone they name none
_SMALL = "a an and at by for from in of on or the to with"
SMALL = frozenset(_SMALL.split())  # "no", "without" and "other" are not: they tell
FILLER = {kind: frozenset(words.split()) | SMALL for kind, words in _FILLER.items()}


@functools.lru_cache(maxsize=50_000)
def plain(phrase: str) -> str:
    """Phrase in lower case, numbers joined to their letters, known names made one.

    Examples
    --------
    >>> plain("Menaquinone (MK-7)"), plain("Vitamin K(2), 45 mg/day")
    ('vitamin k2', 'vitamin k2')
    """
    lowered = BRACKETED_NUMBER.sub(r"\g<name>\g<number>", phrase)
    lowered = BRACKETED.sub(_unless_needed, lowered).lower()
    lowered = DOSE.sub(" ", JOINED.sub(r"\g<name>\g<number>", lowered))
    return canonical(" ".join(_american(word) for word in WORD.findall(lowered)))


def _unless_needed(found: re.Match[str]) -> str:
    """Drop a bracket that only repeats the words before it; keep any other's words.

    "(BMD)" repeats "bone mineral density"; "(SBP)" tells "blood pressure" more.
    """
    inside, before = found[1].lower(), found.string[: found.start()].lower()
    if _is_form_of(inside, before):
        return " "
    repeats = (
        inside[0].isdigit()
        or "=" in inside
        or any(word.startswith(inside[0]) for word in WORD.findall(before))
    )
    return " " if repeats and SHORT_FORM.match(found[1]) else f" {found[1]}"


def _is_form_of(inside: str, before: str) -> bool:
    """Whether all that a bracket names are known forms of what stands before it."""
    named = [JOINED.sub(r"\g<name>\g<number>", one) for one in ASIDE.split(inside)]
    plain_named = [canonical(" ".join(WORD.findall(one))) for one in named]
    outer = canonical(" ".join(WORD.findall(before)))
    return bool(outer) and all(
        one == outer or MAYBE_SAME.get(one) == outer for one in plain_named if one
    )


@functools.lru_cache(maxsize=50_000)
def _american(word: str) -> str:
    for form, spelled in BRITISH:
        word = form.sub(spelled, word)
    return word


@functools.lru_cache(maxsize=50_000)
def key_of(phrase: str, kind: Kind) -> frozenset[str]:
    """Stems that tell a phrase from others of its kind; never empty.

    Words that turn a direction around (loss, reduction, prevention) are kept, and so
    are routes and strengths (oral, high, low): what they tell apart is not the same.

    Examples
    --------
    >>> same = key_of("vitamin K2 supplementation", Kind.INTERVENTION)
    >>> same == key_of("menaquinone (MK-7)", Kind.INTERVENTION)
    True
    >>> key_of("tumour size", Kind.OUTCOME) == key_of("size of tumors", Kind.OUTCOME)
    True
    """
    words = plain(phrase).split() or [phrase.strip().lower()]
    telling = [word for word in words if word not in FILLER[kind]]
    return frozenset(map(stem, telling or words))


def written_out(phrase: str, short_forms: Mapping[str, str]) -> str:
    """Phrase with the abbreviations of its text written out.

    Examples
    --------
    >>> written_out("hip BMD", {"BMD": "bone mineral density"})
    'hip bone mineral density'
    """
    found = [short for short in short_forms if short in phrase]
    for short in sorted(found, key=len, reverse=True):
        form = re.compile(rf"(?<![\w-]){re.escape(short)}s?(?![\w-])")
        long = short_forms[short]
        if long.lower() not in phrase.lower():
            phrase = form.sub(lambda _, long=long: long, phrase)  # type: ignore[misc]
    return phrase
