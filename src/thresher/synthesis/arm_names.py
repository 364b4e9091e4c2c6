"""Names of the interventions that a phrase lists, without doses, timing and verbs."""

import re

from thresher.synthesis.control_arms import CONTROLLED, is_control
from thresher.synthesis.phrase_key import FILLER, Kind
from thresher.synthesis.phrase_lists import list_items
from thresher.synthesis.words import STOPWORDS, plain_words, stem

__all__ = ["BARE", "EVERYONE", "JOINED", "arm_names", "as_combination", "tells"]

SPLIT = re.compile(
    r"\s+(?:versus|vs\.?|compared (?:with|to)|against|rather than|followed by|and/or"
    r"|with (?:that|those) of)\s+|\s+or(?: to)?(?: either)?\s+",
    re.IGNORECASE,
)
JOINED = re.compile(r"\s*,?\s+and\s+|\s*,\s*", re.IGNORECASE)
COMMA = re.compile(r"\s*,\s+")  # of "A, B or placebo"
COMPARED = re.compile(
    r"^(?:we )?compar(?:ed?|ing|ison of) (.{3,60}?) (?:with|to|and) ", re.IGNORECASE
)
OR_NOT = re.compile(r"\bor not(?: to)? (?:receive|be given)\b", re.IGNORECASE)
AMOUNT = re.compile(
    r"(?:\b(?:up to|about)\s+)?\b\d+(?:[.,-]\d+)*-?\s*"
    r"(?:mg|mcg|[\u00b5\u03bc]g|g|kg|ml|l|iu|units?|mmol|micrograms?|microg|milligrams?|%|percent)"
    r"(?:\s?/\s?\w+(?:\s(?:h|hrs?|hours?|d|days?|weeks?)\b)?)*"
    r"(?:\s(?:per|a|each)\s\w+)*(?!\w)",
    re.IGNORECASE,
)
DANGLING = re.compile(r"\b(of|plus|and|or|with) (?:either )?of ")
SLASH = re.compile(r"(?<=\w)/ (?=\w)")  # of "1 mg A/2 mg B"
BE = frozenset({"was", "were", "is", "are"})
VERB = re.compile(
    r"\b(?:was|were|is|are|has|have|had|received|receives?|reduce[ds]?"
    r"|ameliorates?|improve[ds]?|developed|prevents?|enhances?|increase[ds]"
    r"|decrease[ds]|allows?|participated|assessed|targeting|revisited"
    r"|identified|measured|followed|showed|revealed|entered|completed|tended"
    r"|can|may|should|does|do|did)\b"
)
LEAD = re.compile(
    r"^(?:(?:(?:experimental|intervention|treatment|study|active) )?groups?\s*[:,]\s*"
    r"|(?:combined|in combination|together) with\s+"
    r"|combined\s+(?=.*(?:\+|\bplus\b|\band\b))"
    r"|\d+-?\s?(?:hour|day|week|month|year|session)s?\s+"
    r"|(?:combin|contain|includ)(?:es|ing)\s+"
    r"|(?:years?|months?|weeks?|days?|hours?) of\s+|mg\s+|i{1,3}\)\s*"
    r"|(?:and|or|the|an?|either|both|of|to|in|on|with|by|using|plus|new|also|then"
    r"|two|three|four|five|six|different|\d+(?:[.,]\d+)?|patients|subjects|they"
    r"|participants|randomly|assigned|allocated|allotted|randomi[sz]ed|receiv(?:e|ed|ing)|given"
    r"|administered|orally|intravenously|treated|continued?|underwent"
    r"|undergoing|participated|session|single|annual|monthly|weekly|daily|nightly"
    r"|therapeutic|active)\s+"
    r"|(?:treatment|therapy|interventions?|administration|infusions?|injections?"
    r"|doses?|use|effects?|combinations?|comparison|addition|supplementation"
    r"|courses?|trial|bolus|sessions?|tablets?|capsules?)\s+(?:of|with|by)\s+:?\s*)+",
    re.IGNORECASE,
)
PLACE = re.compile(
    r"(?<!training)(?<!education)(?<!reduction)(?<!counselling)(?<!counseling)"
    r"(?<!instruction)(?<!increase)(?<!skills)\s+in\s+(?!combination|addition).*$",
    re.IGNORECASE,
)
TAIL = re.compile(
    r"\s+in addition to (?:an? |the )?(?:standard|usual|routine|conventional|optim\w+"
    r"|regular|best)\b.*$"
    r"|\s+(?:for|as|during|after|before|starting|given|daily|weekly|twice|once|every"
    r"|per|over|until|if|at|on day|i\.?v\b|i\.?m\b|p\.?o\b|orally|intravenously"
    r"|intramuscularly|subcutaneously|each|assessed|while|under|via)\b.*$"
    r"|(?:\s+(?:groups?|arms?|in|of|on|and|or|with|to|the|by|a|no|was|were|than"
    r"|[\d.,%]+))+$",
    re.IGNORECASE,
)
APART = re.compile(r",\s+(?:an?|the|which|who)\b.*$", re.IGNORECASE)
ASIDE = re.compile(r"\s*[(\[][^()\[\]]*(?:\d|=|group|arm|study)[^()\[\]]*[)\]]", re.I)
BROKEN = re.compile(r"\s*[(\[][^)\]]*$|^[^(\[]*[)\]]\s*")
AVOIDED = re.compile(
    r"^\s*(?:refus\w+|instead of|(?:an? )?alternatives? to|avoid\w+|withdrawal of"
    r"|(?:stabili[sz]ed|maintained) (?:with|on))\b",
    re.IGNORECASE,
)
HEAD = re.compile(  # last words of names that stand by themselves
    r"(?:^|\s)(?:\w*therap(?:y|ies)|training|exercises?|education|\w*stimulation|control"
    r"|counsell?ing|restriction|acupuncture|\w*surgery|diets?|massage|hygiene|advice"
    r"|relaxation|supplement(?:s|ation)|medication|vitamin \w+|calcium|zinc|iron|acid"
    r"|\w{4,}(?:in|ol|ine|ide|ate|one|am|il|an|ab|ib|ir|um))$",
    re.IGNORECASE,
)
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
    " vaginal rectal nasal transdermal sublingual percutaneous buccal"
    " route releasing delivering respectively also concomitant dose doses dosage"
    " low high higher lower"
    " standard conventional period"
    " washout run phase order every hourly interval intervals day days week weeks"
    " month months year years hour hours min minutes time times new different same"
    " first second third three two four five various condition conditions strategy"
    " strategies approach use"
    " experimental protocol test tests testing control monitoring injection"
    " injections infusion infusions session sessions usual placebo randomized"
    " randomised either both combination therapeutic solution course courses"
    " questionnaire logistic regression analysis statistical tests scale follow"
    " followed measured identified true real verum neither nor robust acting"
    " additional extra"
    " clinical parameters parameter optimum optimal best adjustment"
)
_FORM = (
    "sustained release extended slow immediate formulation monotherapy"
    " long term short regular once prophylaxis"
    " supplemental adjunctive regimen annual monthly nightly night prophylactic"
)
_SALTS = "sodium disodium hydrochloride acetate mesylate maleate"  # alone, they tell
FORM = frozenset(_FORM.split())
EMPTY = frozenset(_EMPTY.split()) | FILLER[Kind.INTERVENTION] | STOPWORDS | {"until"}
NAMELESS = EMPTY | FORM
BARE = frozenset(map(stem, NAMELESS | set(_SALTS.split())))
FEWEST_LETTERS = 3


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
    compared = COMPARED.match(plain)
    sides = [compared[1], plain[compared.end() :]] if compared else [plain]
    items = (item for side in sides for item in list_items(side))
    parts = [part for item in items for part in _parts(item)]
    names = [
        _cleaned(part)
        for part in parts
        if not is_control(part) and not AVOIDED.match(part)
    ]
    kept = (
        name
        for name in names
        if tells(name) and not is_control(name) and ";" not in name
    )
    return tuple(dict.fromkeys(kept))


def _parts(phrase: str) -> list[str]:
    """Return the arms of "A or B" and "A and placebo", not those of "A and B"."""
    parts = SPLIT.split(phrase)
    if not all(tells(_cleaned(part)) or is_control(part) for part in parts):
        parts = [_without_controls(phrase)]
    found = []
    for part in parts:
        joined = JOINED.split(part)
        apart = len(joined) > 1 and any(is_control(one) for one in joined)
        listed = COMMA.split(APART.sub("", part)) if len(parts) > 1 else [part]
        each = len(listed) > 1 and all(tells(_cleaned(one)) for one in listed)
        found += joined if apart else listed if each else [part]
    return found


def _without_controls(phrase: str) -> str:
    """Return "A 2 or 5 mg or placebo" without controls at its ends."""
    joints = list(SPLIT.finditer(phrase))
    starts = [0, *(joint.end() for joint in joints)]
    ends = [*(joint.start() for joint in joints), len(phrase)]
    kept = [
        (start, end)
        for start, end in zip(starts, ends, strict=True)
        if tells(_cleaned(phrase[start:end])) or not is_control(phrase[start:end])
    ]
    return phrase[kept[0][0] : kept[-1][1]] if kept else ""


def _cleaned(phrase: str) -> str:
    """Return a phrase without doses, timing, verbs and words that name nothing."""
    name = BROKEN.sub("", APART.sub("", phrase)).strip(" .,:;-'\"[]")
    if verb := VERB.search(name):
        before, after = name[: verb.start()], name[verb.end() :]
        if is_control(before.strip()) or (verb[0] in BE and not tells(before)):
            return ""
        name = before if tells(before) else after
    name = SLASH.sub("/", " ".join(AMOUNT.sub(" ", name).split()))
    name = DANGLING.sub(r"\1 ", name).strip(" .,:;-'\"[]")
    name = PLACE.sub("", name) if tells(PLACE.sub("", name)) else name
    while (shorter := TAIL.sub("", LEAD.sub("", name)).strip(" .,:;-'\"[]")) != name:
        name = shorter
    return name[: name.find("(")].strip() if name.count("(") > name.count(")") else name


def as_combination(name: str) -> str:
    """Name of two treatments given together, written as what it is.

    Examples
    --------
    >>> as_combination("diet and resistance training")
    'diet + resistance training'
    >>> as_combination("head and neck radiotherapy")
    'head and neck radiotherapy'
    """
    parts = name.split(" and ")
    return " + ".join(parts) if all(map(HEAD.search, parts)) else name


def tells(name: str) -> bool:
    """Whether a name has a word that tells what was done."""
    return any(
        len(word) >= FEWEST_LETTERS or (len(word) > 1 and word.upper() in name.split())
        for word in plain_words(name)
        if word not in NAMELESS and word[0].isalpha()
    )
