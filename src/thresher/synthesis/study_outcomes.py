"""What a study measures, from the spans that name outcomes: each once."""

import re
from collections.abc import Iterable, Mapping, Sequence

from thresher.synthesis.phrase_key import FILLER, Kind, key_of, plain, written_out
from thresher.synthesis.phrase_lists import list_items
from thresher.synthesis.spans import Span
from thresher.synthesis.words import plain_words, stems

__all__ = ["outcome_names", "study_outcomes"]

BROKEN = re.compile(r"\s*[(\[][^)\]]*$|^[^(\[]*[)\]]\s*")
ASIDE = re.compile(r"\s*[(\[][^()\[\]]*(?:\d|=)[^()\[\]]*[)\]]")
TREATED = re.compile(
    r"\b(?:was|were|is|are) (?:\w+ )?(?:well[- ]tolerated|safe|effective|efficacious"
    r"|ineffective|superior|inferior)\b"
)
BEFORE = re.compile(r"^(?:\w+ )?baseline\b|\bat baseline$", re.IGNORECASE)
STATED = re.compile(
    r"\b(?:was|were|is|are|had|has|did|peaked|predominated|deteriorated|remained|rose"
    r"|worsened|changed|fell|declined|dropped|while)\b"
)
DONE = re.compile(
    r"\b(?:reduced|decreased|increased|improved|developed|included|prevented|showed"
    r"|ameliorated|lowered|comprising|shortened|prolonged|raised|reported|experienced"
    r"|occurred|suffered from|attenuated|enhanced|led to|resulted in"
    r"|changes(?! (?:in|of|from|on|over)\b))\b"
)
OF_THE_VERB = re.compile(
    r"^(?:more|less|most|significantly|markedly|slightly|only|with|by|in|from|to|after"
    r"|during|at|on|over|between|among|and|or|but|than)\b"
)
_PERIOD = r"(?:hours?|h|days?|weeks?|months?|years?|yrs?|min(?:utes)?)"
_COUNT = (
    r"(?:\d+(?:\.\d+)?|one|two|three|four|five|six|eight|ten|twelve|first|last|day"
    r"|week|month|year)"
)
WHEN = re.compile(
    rf"[\s,]+(?:(?:at|after|during|within|over|in|on|from) (?:the )?{_COUNT}\b.*"
    r"|(?:at|after|before|during) (?:the )?(?:delivery|discharge|follow-?up|baseline"
    r"|end|treatment|surgery|birth)\b.*"
    rf"|per (?:\d+ )?{_PERIOD}\b.*|(?:between|among|compared|versus|vs|than)\b.*)$",
    re.IGNORECASE,
)
_BODY = "back|limb|extremit|respiratory|urinary|esoph|oesoph|abdom|body|leg|lip|jaw|gi"
LEAD = re.compile(
    r"^(?:(?:no|not|significant(?:ly)?|an?|the|any|in|of|on|for|and|or|nor|with|to|both"
    r"|regards|only|associated|but|also|their|its|from|by|by the|including|since"
    r"|whereas|though|although|while|mean \((?:se|sd|sem)\)"
    rf"|lower(?:ed)?(?! (?:{_BODY}))|higher|greater|better|worse|less|more|fewer|longer"
    r"|shorter|elevated)\s+"
    r"|(?:high|low)\s+(?=(?:\w+ )?(?:levels?|concentrations?)\b)"
    r"|(?:rates?|percent(?:age)?) (?:of )?changes? (?:in|of)\s+"
    r"|(?:relative risks?|(?:hazard|odds|risk|rate) ratios?|odds) (?:of|for)\s+"
    r"|\d+-?\s?(?:hour|h|day|week|month|year)s?\s+"
    r"|(?:(?:end ?)?point|study|baseline|follow-?up|treatment|weeks?|months?"
    r"|years?),\s+"
    r"|(?:increas|decreas|reduc|improv|shorten|prolong|rais|enhanc|prevent|affect|alter"
    r"|influenc|worsen|lower)(?:ed|es?|ing|s)\s+(?:the\s+)?"
    r"|(?:improve|affect|alter|influence|shorten|prolong|reduce|prevent|worsen"
    r"|change(?! (?:in|of|from|scores?)))\s+"
    r"|(?:changes?|(?:beneficial )?effects?|falls?|rises?|differences?"
    r"|reductions?|improvements?|increases?|decreases?|lengthening"
    r"|shortening) (?:of|in|on)\s+)+",
    re.IGNORECASE,
)
TAIL = re.compile(
    r"(?:\s+(?:in|of|on|and|or|nor|with|to|the|by|a|at|than|for|from|was|were|significantly"
    r"|compared|but|not|while|during|after|per|rapidly|markedly|slightly|respectively"
    r"|occurring|required|until|leading|attributable|related|due))+$",
    re.IGNORECASE,
)
AND = re.compile(r",?\s+and\s+|,\s+", re.IGNORECASE)
OF_TWO = re.compile(r"\s+(?:and|or|versus|vs\.?)\s+|,\s+", re.IGNORECASE)
AND_ONE = re.compile(r"\s*,\s+(?:and|or|but|nor)\s+|\s+nor\s+", re.IGNORECASE)
_EMPTY = (
    "efficacy efficacious effective effectiveness safe safety tolerability"
    " tolerable tolerated tolerance well result results effect effects relative"
    " ratio odds hazard difference differences clinical treatment treatments"
    " overall evaluation assessment assessments end point points endpoint endpoints"
    " primary secondary benefit benefits significant parameters variables data"
    " analysis baseline follow up p ci confidence interval n study drug therapy"
    " therapeutic group groups rr or hr increase increases decrease decreases"
    " reduction reductions improvement improvements loss gain age sex gender race"
    " background characteristics initial they them which that this these those several"
    " some many other others trend tendency greater lesser according first"
    " second third fourth patient moderate mild intensity ethical ethics approval"
    " randomization randomisation enrolment enrollment recruitment allocation"
    " informed consent sustained until free leading relating"
)
EMPTY = frozenset(_EMPTY.split()) | FILLER[Kind.OUTCOME]
FEWEST_LETTERS = 3


def study_outcomes(
    spans: Iterable[Span], *, arms: Sequence[str], short_forms: Mapping[str, str]
) -> tuple[str, ...]:
    """Names of the outcomes a study measures, the most spoken of first.

    Left out: words that name no outcome ("efficacy and tolerability"), and those that
    name one of its `arms`. Wordings that differ only in filler words are one outcome.
    """
    arm_stems = [_any_form(arm, short_forms) for arm in arms]
    found: dict[frozenset[str], dict[str, float]] = {}
    for span in spans:
        for name in outcome_names(span.text):
            if _names_arms(name, arm_stems):
                continue
            key = key_of(written_out(name, short_forms), Kind.OUTCOME)
            scores = found.setdefault(key, {})
            scores[name] = scores.get(name, 0.0) + span.confidence
    kept = [scores for key, scores in found.items() if not _is_list(scores, key, found)]
    ranked = sorted(kept, key=lambda scores: -sum(scores.values()))
    return tuple(min(scores, key=len) for scores in ranked)


def _any_form(arm: str, short_forms: Mapping[str, str]) -> frozenset[str]:
    """Return the stems of an arm's name, of its short form and of known synonyms."""
    shorts = (
        short for short, long in short_forms.items() if long.lower() in arm.lower()
    )
    forms = (arm, *shorts, plain(written_out(arm, short_forms)))
    return frozenset(one for form in forms for one in stems(form))


def _names_arms(name: str, arms: Sequence[frozenset[str]]) -> bool:
    """Whether a name has nothing but arms: "zinc", or "between zinc and copper"."""
    parts = [
        {frozenset(stems(part)), frozenset(stems(plain(part)))}
        for part in OF_TWO.split(name)
        if stems(part)
    ]
    return all(any(form <= arm for form in forms for arm in arms) for forms in parts)


def _is_list(
    scores: Mapping[str, float],
    key: frozenset[str],
    found: Mapping[frozenset[str], object],
) -> bool:
    """Whether a name is "A and B" of which both are outcomes by themselves."""
    parts = AND.split(min(scores, key=len))
    keys = [key_of(part, Kind.OUTCOME) for part in parts]
    return len(parts) > 1 and all(one != key and one in found for one in keys)


def outcome_names(phrase: str) -> tuple[str, ...]:
    """Outcomes that a phrase names, without what it says of them.

    Examples
    --------
    >>> outcome_names("All doses reduced supine blood pressure")
    ('supine blood pressure',)
    >>> outcome_names("diastolic blood pressure, and a shortening of the PEP")
    ('diastolic blood pressure', 'PEP')
    >>> outcome_names("efficacy and tolerability")
    ()
    """
    items = list_items(ASIDE.sub("", phrase))
    parts = [part for item in items for part in AND_ONE.split(item)]
    names = map(_cleaned, parts)
    return tuple(dict.fromkeys(name for name in names if _tells(name)))


def _cleaned(phrase: str) -> str:
    name = BROKEN.sub("", phrase).strip(" .,:;-'\"[]")
    if TREATED.search(name) or BEFORE.search(name):
        return ""  # "zinc was well tolerated" names what was given
    if done := DONE.search(name):
        before, after = name[: done.start()], name[done.end() :].strip(" .,:;")
        is_subject = OF_THE_VERB.match(after) and _tells(before)
        name = after if _tells(after) and not is_subject else before
    if stated := STATED.search(name):
        name = name[: stated.start()]
    name = WHEN.sub("", name.strip(" .,:;"))
    while (shorter := TAIL.sub("", LEAD.sub("", name)).strip(" .,:;-'\"[]")) != name:
        name = shorter
    return name


def _tells(name: str) -> bool:
    """Whether a name has a word that tells what was measured."""
    return any(
        len(word) >= FEWEST_LETTERS or word.upper() in name.split()
        for word in plain_words(name)
        if word not in EMPTY and word[0].isalpha()
    )
