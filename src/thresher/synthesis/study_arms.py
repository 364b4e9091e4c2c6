"""What a study tests, from the spans that name interventions: each arm once."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from thresher.synthesis.control_arms import CONTROLLED, is_control
from thresher.synthesis.phrase_key import FILLER, Kind, key_of, written_out
from thresher.synthesis.phrase_lists import list_items
from thresher.synthesis.spans import Span
from thresher.synthesis.words import plain_words, stem, stems

__all__ = ["arm_names", "study_arms"]

SPLIT = re.compile(
    r"\s+(?:versus|vs\.?|compared (?:with|to)|against|rather than|followed by"
    r"|with (?:that|those) of)\s+|\s+or(?: to)?(?: either)?\s+",
    re.IGNORECASE,
)
JOINED = re.compile(r"\s*,?\s+and\s+|\s*,\s*", re.IGNORECASE)
TOGETHER = re.compile(r"\b(?:and|plus|with|combined)\b|\+|/")
ADDED = re.compile(r"\s+(?:plus|with|combined with)\s+|\s*\+\s*")
OR_NOT = re.compile(r"\bor not(?: to)? (?:receive|be given)\b", re.IGNORECASE)
AMOUNT = re.compile(
    r"(?:\b(?:up to|about)\s+)?\b\d+(?:[.,-]\d+)*-?\s*"
    r"(?:mg|mcg|[\u00b5\u03bc]g|g|kg|ml|l|iu|units?|mmol|micrograms?|milligrams?|%|percent)(?:\s?/\s?\w+)*"
    r"(?:\s(?:per|a|each)\s\w+)*(?!\w)",
    re.IGNORECASE,
)
DANGLING = re.compile(r"\b(of|plus|and|or|with) (?:either )?of ")
BE = frozenset({"was", "were", "is", "are"})
VERB = re.compile(
    r"\b(?:was|were|is|are|has|have|had|received|receives?|reduce[ds]?|sustains?"
    r"|ameliorates?|improve[ds]?|developed|prevents?|enhances?|increase[ds]"
    r"|decrease[ds]|allows?|participated|assessed|damage|targeting)\b"
)
LEAD = re.compile(
    r"^(?:(?:and|or|the|an?|either|both|of|to|in|on|with|by|using|plus|new|also|then"
    r"|two|three|four|five|six|different|\d+(?:[.,]\d+)?|patients|subjects|they"
    r"|participants|assigned|allocated|randomi[sz]ed|receiv(?:e|ed|ing)|given"
    r"|administered|orally|intravenously|treated|continued?|underwent|undergoing|participated|session)\s+"
    r"|(?:treatment|therapy|interventions?|administration|infusions?|injections?"
    r"|doses?|use|effects?|combinations?|comparison|addition|supplementation"
    r"|courses?|trial)\s+(?:of|with|by)\s+:?\s*)+",
    re.IGNORECASE,
)
PLACE = re.compile(
    r"(?<!training)(?<!education)(?<!reduction)(?<!counselling)(?<!counseling)"
    r"(?<!instruction)(?<!increase)(?<!skills)\s+in\s+(?!combination|addition).*$",
    re.IGNORECASE,
)
TAIL = re.compile(
    r"\s+(?:for|as|during|after|before|starting|given|daily|weekly|twice|once|every"
    r"|per|over|until|if|at|on day|i\.?v\b|i\.?m\b|p\.?o\b|orally|intravenously"
    r"|intramuscularly|subcutaneously|each|assessed|while)\b.*$"
    r"|(?:\s+(?:groups?|arms?|in|of|on|and|or|with|to|the|by|a|no|was|were|than"
    r"|[\d.,%]+))+$",
    re.IGNORECASE,
)
APART = re.compile(r",\s+(?:an?|the|which|who)\b.*$", re.IGNORECASE)
ASIDE = re.compile(r"\s*[(\[][^()\[\]]*(?:\d|=|group|arm|study)[^()\[\]]*[)\]]", re.I)
BROKEN = re.compile(r"\s*[(\[][^)\]]*$|^[^(\[]*[)\]]\s*")
EVERYONE = re.compile(
    r"\b(?:all|both|each|every)\b(?:\s+[\w-]+){0,4}?\s+(?:also\s+)?(?:received?|receiving"
    r"|were (?:also )?(?:given|treated with|on)|underwent|had|took)\b[^.;]*$"
    r"|\balso (?:received|given)\b[^.;]*$|\bwhile continuing\b",
    re.IGNORECASE,
)
_EMPTY = (
    "group groups arm arms care alone only no controlled double single blind"
    " blinded trial open label drug drugs agent agents method methods procedure"
    " procedures technique techniques active study studies medication medications"
    " oral orally intravenous intravenously intramuscular subcutaneous topical"
    " route dose doses dosage low high higher lower standard conventional period"
    " washout run phase order day days week weeks month months year years hour"
    " hours min minutes time times new different same first second third three two"
    " four five various condition conditions strategy strategies approach use"
    " experimental protocol test tests testing control monitoring injection"
    " injections infusion infusions session sessions usual placebo randomized"
    " randomised either both combination therapeutic solution course courses"
    " questionnaire logistic regression analysis statistical tests scale follow"
)
_FORM = (
    "sustained release extended slow immediate formulation monotherapy sodium disodium"
    " hydrochloride acetate mesylate maleate long term short regular once prophylaxis"
    " supplemental adjunctive regimen"
)
EMPTY = frozenset(_EMPTY.split()) | FILLER[Kind.INTERVENTION]
BARE = frozenset(map(stem, EMPTY | set(_FORM.split())))
FEWEST_LETTERS = 3
IN_TITLE = 2.0


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

    Notes
    -----
    Left out: arms for comparison (`is_control`) and what all patients were given.
    Wordings that differ only in dose, form or filler words are one arm.
    """
    wordings: dict[frozenset[str], dict[str, float]] = defaultdict(dict)
    for span in spans:
        if EVERYONE.search(text[max(0, span.start - 120) : span.start]):
            continue
        weight = span.confidence * (IN_TITLE if span.start < title_end else 1.0)
        for name in arm_names(span.text):
            key = _key(name, short_forms)
            wordings[key][name] = wordings[key].get(name, 0.0) + weight
    arms = [
        _Arm(key=key, name=min(names, key=len), score=sum(names.values()))
        for key, names in wordings.items()
    ]
    arms = _without_lists(_specific(_aliased(arms, text)), short_forms)
    spoken = set(stems(told))
    outside = [arm for arm in arms if _is_told(arm, spoken)]
    ranked = sorted(outside or arms, key=lambda arm: -arm.score)
    return tuple(arm.name for arm in ranked)


def arm_names(phrase: str) -> tuple[str, ...]:
    """Arms that a phrase names, without those for comparison.

    Examples
    --------
    >>> arm_names("received risedronate 2.5 or 5 mg/day or placebo")
    ('risedronate',)
    >>> arm_names("oral verapamil 480 mg/day and placebo"), arm_names("usual care")
    (('oral verapamil',), ())
    >>> arm_names("Nitrendipine was given orally at a dosage of 20 mg")
    ('Nitrendipine',)
    """
    if EVERYONE.search(phrase):
        return ()
    plain = OR_NOT.sub(" ", CONTROLLED.sub(" ", ASIDE.sub("", phrase)))
    parts = [part for item in list_items(plain) for part in _parts(item)]
    names = [_cleaned(part) for part in parts if not is_control(part)]
    kept = (name for name in names if _tells(name) and not is_control(name))
    return tuple(dict.fromkeys(kept))


def _parts(phrase: str) -> list[str]:
    """Return the arms of "A or B" and "A and placebo", not those of "A and B"."""
    parts = SPLIT.split(phrase)
    if not all(_tells(_cleaned(part)) or is_control(part) for part in parts):
        parts = [
            " or ".join(p for p in parts if _tells(_cleaned(p)) or not is_control(p))
        ]
    found = []
    for part in parts:
        joined = JOINED.split(part)
        apart = len(joined) > 1 and any(is_control(one) for one in joined)
        found += joined if apart else [part]
    return found


def _cleaned(phrase: str) -> str:
    """Return a phrase without doses, timing, verbs and words that name nothing."""
    name = BROKEN.sub("", APART.sub("", phrase)).strip(" .,:;-'\"[]")
    if verb := VERB.search(name):
        before, after = name[: verb.start()], name[verb.end() :]
        if is_control(before.strip()) or (verb[0] in BE and not _tells(before)):
            return ""
        name = before if _tells(before) else after
    name = DANGLING.sub(r"\1 ", " ".join(AMOUNT.sub(" ", name).split())).strip(
        " .,:;-'\"[]"
    )
    name = PLACE.sub("", name) if _tells(PLACE.sub("", name)) else name
    while (shorter := TAIL.sub("", LEAD.sub("", name)).strip(" .,:;-'\"[]")) != name:
        name = shorter
    return name[: name.find("(")].strip() if name.count("(") > name.count(")") else name


def _tells(name: str) -> bool:
    """Whether a name has a word that tells what was done."""
    return any(
        len(word) >= FEWEST_LETTERS or word.upper() in name.split()
        for word in plain_words(name)
        if word not in EMPTY and word[0].isalpha()
    )


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
        if not others or len(arm.name.split()) > 1:
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
        if not (alone and all(_key(part, short_forms) in keys for part in parts)):
            kept.append(arm)
    return kept


def _is_told(arm: _Arm, spoken: set[str]) -> bool:
    wanted = set(stems(arm.name)) - BARE
    return bool(wanted & spoken) or not wanted
