"""Words by which a sentence reports, compares, denies, or only associates."""

import re

from thresher.synthesis.reported_numbers import numbers_in
from thresher.synthesis.words import stem

__all__ = [
    "CUES",
    "claims_equal",
    "cue_counts",
    "gives_something",
    "is_at_baseline",
    "is_definition",
    "is_linked_to_use",
    "is_prognostic",
    "lists_signed_changes",
    "other_of_two",
    "says_no_change",
    "shows_no_difference",
    "tells_a_state",
    "tells_a_switch",
]

CUES = {
    "up": r"\b(?:increas\w*|higher|greater|more|rose|rise|raised|elevat\w*|longer"
    r"|larger"
    r"|better|improv\w*|enhanc\w*|superior\w*|gain\w*|prolong\w*|faster|earlier)\b",
    "down": r"\b(?:decreas\w*|lower\w*|less|fewer|reduc\w*|fell|declin\w*|shorter\w*"
    r"|smaller|worse\w*|diminish\w*|inferior|drop\w*|attenuat\w*|prevent\w*"
    r"|suppress\w*)\b",
    "same": r"\b(?:similar\w*|insignifican\w*|comparable|equal\w*|equivalen\w*"
    r"|unchanged|identical"
    r"|non-?inferior\w*|no (?:\w+ ){0,3}(?:differ\w*|effect\w*|change\w*|evidence"
    r"|benefit"
    r"|improvement|increase|decrease|reduction|association|impact|influence)"
    r"|not (?:\w+ ){0,2}(?:differ\w*|affect\w*|chang\w*|improv\w*|increas\w*|decreas\w*"
    r"|reduc\w*|alter\w*|influenc\w*|significant\w*)|nor did|neither|did not)\b",
    "significant": r"\b(?:significan\w*)\b",
    "compared": r"\b(?:compared?|versus|vs|than|between|relative to|respectively)\b",
    "group": r"\b(?:groups?|arms?|placebo|controls?|treated|receiving|assigned"
    r"|randomi[sz]ed)\b",
    "p_value": r"\bp(?:\s*-?\s*values?)?\s*[<>=\u2264\u2265]",
    "interval": r"\bci\b|confidence interval",
    "number": r"\d",
    "percent": r"%|percent",
    "measured": r"\b(?:were|was) (?:\w+ )?(?:measured|assessed|evaluated|recorded"
    r"|collected"
    r"|randomi[sz]ed|assigned|defined|determined|analy[sz]ed|obtained|performed)\b",
    "aim": r"\b(?:aim\w*|objective|purpose|to (?:evaluate|assess|determine|compare"
    r"|examine"
    r"|investigate|test|study|explore)|hypothes\w*|primary (?:outcome|end ?-?point))\b",
    "baseline": r"\b(?:baseline|before (?:the )?(?:intervention|treatment)|at entry"
    r"|eligib\w*|inclusion)\b",
    "concluded": r"\b(?:conclu\w*|suggest\w*|may|should|could|future|further)\b",
    "we_found": r"\b(?:found|showed|shown|demonstrated|observed|reported|resulted"
    r"|led to)\b",
}
NON_INFERIOR = re.compile(r"\bnon-?inferior|\bnot (?:\w+ )?inferior")
CLAIMED = re.compile(
    r"\bnot inferior to|\b(?:was|were) (?:\w+ )?non-?inferior to"
    r"|\bnon-?inferiority\b.* (?:was|were) (?:\w+ )?(?:shown|met|proved|proven|achieved"
    r"|established|demonstrated|reached|confirmed)\b"
    r"|\b(?:met|reached|achieved|showed|demonstrated)\b.*\bnon-?inferiority\b"
)
ASKED = re.compile(
    r"\b(?:whether|if|hypothes\w+|would|defined|considered|designed|margin|to be)\b"
)
PATTERNS = {name: re.compile(form) for name, form in CUES.items()}
PROGNOSTIC = re.compile(
    r"\b(?:(?:risk|contributing) factors?|predict(?:s|ed|ors?|ive)?|prognostic"
    r"|(?:was|were|is|are|be)"
    r" (?:\w+ly )?(?:associated|correlated)|correlat(?:ed|ion|ions)|"
    r"in (?:women|men|patients|those|subjects|participants|children|adults|individuals)"
    r" with (?:an? )?(?:elevated|higher?|lower?|increased|decreased|reduced|low-?er)"
    r"|per (?:unit|standard deviation|sd|quartile|tertile)|quartiles?|tertiles?"
    r"|quintiles?)\b"
)
RANDOMISED = re.compile(
    r"\b(?:placebo|control(?:s| group| arm)?|randomi[sz]\w+|assigned|allocated"
    r"|arms?|versus"
    r"|vs|groups?|treated|treatment|received|receiving|supplement\w*|intervention\w*"
    r"|therapy|administ\w+|compared (?:with|to))\b"
)
GIVING = re.compile(
    r"\b(?:placebo|sham|randomi[sz]\w+|randomly|(?:assigned|allocated) to|received?"
    r"|receiving|(?:was|were|been|be) (?:\w+ )?(?:given|administered|treated|offered)"
    r"|treat(?:ed|ment) with|administration of|supplement\w*|intervention|underwent"
    r"|control group|crossover|cross-over|trial)\b"
)
DONE_TO = re.compile(  # wider: a word by which a text may speak of what was done
    r"\b(?:interventions|therap\w+|treat\w*|use(?:rs?)? of|users|dos(?:e|es|ing|age)"
    r"|prescri\w+|drugs?|medic(?:ine|ation)s?|administ\w+|inject\w+|infus\w+"
    r"|appl(?:y|ied|ication)|effects? of|efficacy|effective\w*|vaccin\w+"
    r"|immuni[sz]\w+|surg(?:ery|ical)|exposed to|exposure to|intake|consum\w+"
    r"|programmes?|training|exercise|diets?|took(?! (?:place|part)\b)|tolerated|mg"
    r"|groups?|arms|controls?|controlled|compared|versus|vs)\b"
)
BEFORE = re.compile(
    r"\b(?:(?:at|on|groups? at) (?:the time of )?(?:baseline|entry|enrol?lment"
    r"|randomi[sz]ation|(?:first |initial )?(?:diagnosis|presentation|admission))"
    r"|(?:baseline|demographic|initial) (?:\w+ )?(?:characteristics?|parameters?|data"
    r"|values?|variables?|features)|well[- ](?:matched|balanced)|initial \w+"
    r"|differ\w* (?:significantly )?in (?:mean |their )?age)\b"
)
SINCE = re.compile(
    r"\b(?:after|from baseline|follow-?up|end of|later|treatment effect|during|weeks?"
    r"|months?|increas\w*|decreas\w*|reduc\w*|improv\w*|fell|rose|chang\w*)\b"
)
STATE = re.compile(  # what people have, not what they came to have
    r"\b(?:had|have|has|having|with|showed|an?|of)(?: an?)? (?:\w+ly )?(?:increased"
    r"|decreased|reduced|elevated|raised|impaired|lowered|improved)(?= \w)"
)
LINKED_TO = re.compile(
    r"\b(?:after|following|than|compared|comparison|versus|vs|between|groups?|arms?"
    r"|placebo|controls?|treated|treatment|therapy|receiving|received|during|more|less"
    r"|fewer|no|not|p)\b"
)
SWITCHED = re.compile(
    r"\b(?:was|were|been) (?:\w+ )?(?:changed|switched|converted|transferred|replaced"
    r"|substituted)\b.*\b(?:due to|because of|owing to|on account of|as a result of)\b"
)
DEFINED = re.compile(
    r"\b(?:regarded|considered|defined|deemed|counted|classified) (?:as |to be )?.*?"
    r"\b(?:if|when|as)\b"
)
INSIGNIFICANT = re.compile(
    r"\b(?:insignificant|non-?significant)(?:ly)? (?:\w+ )?"
    r"(?:increas|decreas|reduc|improve|ris|fall|declin|low|high)\w*"
    r"|\b(?:no|not) (?:significantly )?"
    r"(?:higher|lower|greater|better|worse|fewer|shorter) (?:\w+ ){0,6}than\b"
    r"|\bno between-group differences?\b"
    r"|\bno (?:significant )?differences? between (?:the )?(?:two |2 )?"
    r"(?:drugs|treatments|groups|arms)\b"
    r"|\bto (?:a|the) (?:similar|same) (?:extent|degree)\b"
)
ASIDE = re.compile(r"\s*\([^()]*\)")
CONTRASTED = re.compile(r";|\b(?:but|whereas|while|although|however)\b")
LINKED = re.compile(r"\b(?:associated|correlat\w+|linked|predict\w*)\b")
LEVEL = re.compile(
    r"\b(?:levels?|concentrations?|serum|plasma|urinary|status|deficien\w+|elevated"
    r"|high(?:er)?|low(?:er)?|increas\w+|decreas\w+|baseline|genotypes?|polymorphisms?"
    r"|variants?|respon\w+)\b"
)
SIGNED = re.compile(r"\bchanges? (?:in|of|from)\b.*(?<![\w)])[-\u2212+]\s?\d")
DENIED = re.compile(
    r"\b(?:no|not|nor|neither|without|none|fail\w*|same|ns|both|either|alike|equally"
    r"|un(?:affected|altered|influenced)"
    r"|(?:remain\w*|stayed|kept|was|were) (?:\w+ly )?(?:stationary|stable|constant))\b"
)
TWO = (
    ("low", "high"),
    ("ldl", "hdl"),
    ("systolic", "diastolic"),
    ("left", "right"),
    ("upper", "lower"),
    ("maternal", "neonatal"),
    ("inspiratory", "expiratory"),
)
WORD = re.compile(r"[^\W\d_]+")


def lists_signed_changes(text: str) -> bool:
    """Whether a sentence tells changes by signed numbers alone, which is not read.

    Examples
    --------
    >>> lists_signed_changes("It led to changes in LDL and HDL of -35% and +8%.")
    True
    >>> lists_signed_changes("There was no change in LDL (-1%).")
    False
    """
    return bool(SIGNED.search(text.lower())) and not says_no_change(text)


def says_no_change(text: str) -> bool:
    """Whether a sentence says that nothing changed: in words, or by its p-values.

    Examples
    --------
    >>> says_no_change("Weight did not differ."), says_no_change("Cost was 50 dollars.")
    (True, False)
    """
    lowered = text.lower()
    said = DENIED.search(lowered) or PATTERNS["same"].search(lowered)
    return bool(said) or shows_no_difference(text)


def claims_equal(text: str) -> bool:
    """Whether a sentence claims that one treatment is not inferior to another.

    That is a result wherever it stands; what a trial asks or defines is none.

    Examples
    --------
    >>> claims_equal("Zinc was non-inferior to copper for relapse.")
    True
    >>> claims_equal("We asked whether zinc was non-inferior to copper.")
    False
    """
    lowered = text.lower()
    return bool(CLAIMED.search(lowered)) and not ASKED.search(lowered)


def other_of_two(outcome: str, text: str) -> bool:
    """Whether a sentence names the opposite of an outcome, and not the outcome's own.

    Examples
    --------
    >>> other_of_two("low density lipoprotein", "High density lipoprotein rose.")
    True
    >>> other_of_two("systolic pressure", "Systolic and diastolic pressure fell.")
    False
    """
    asked = set(WORD.findall(outcome.lower()))
    said = set(WORD.findall(text.lower()))
    return any(
        (one in asked and two not in asked and two in said and one not in said)
        or (two in asked and one not in asked and one in said and two not in said)
        for one, two in TWO
    )


def cue_counts(text: str) -> list[float]:
    """How often each kind of cue occurs, at most three times counted.

    Examples
    --------
    >>> cue_counts("Pain was lower")[:2]
    [0.0, 1.0]
    """
    lowered = text.lower()
    return [float(min(3, len(form.findall(lowered)))) for form in PATTERNS.values()]


def is_prognostic(text: str) -> bool:
    """Whether a sentence links an outcome to a trait, not to something done.

    Examples
    --------
    >>> is_prognostic("Fracture risk increased in women with elevated ucOC.")
    True
    >>> is_prognostic("Fracture risk was lower with vitamin K than with placebo.")
    False
    """
    lowered = text.lower()
    return bool(PROGNOSTIC.search(lowered)) and not RANDOMISED.search(lowered)


def gives_something(text: str) -> bool:
    """Whether a text says that somebody was given something, or went without.

    Examples
    --------
    >>> gives_something("Patients received zinc for a week.")
    True
    >>> gives_something("Anger was measured in 400 soldiers before deployment.")
    False
    """
    return bool(GIVING.search(text.lower()))


def speaks_of_treatment(text: str) -> bool:
    """Whether a text has any word for something done to somebody, or for groups.

    Examples
    --------
    >>> speaks_of_treatment("Warts were fewer in the imiquimod group.")
    True
    >>> speaks_of_treatment("Femoral bowing of early dinosaurs rose with body size.")
    False
    """
    return gives_something(text) or bool(DONE_TO.search(text.lower()))


def is_at_baseline(text: str) -> bool:
    """Whether a sentence only says that groups were alike before anything was done.

    Examples
    --------
    >>> is_at_baseline("At baseline, age and weight did not differ between groups.")
    True
    >>> is_at_baseline("Weight fell from baseline, and did not differ later on.")
    False
    """
    lowered = STATE.sub(" ", text.lower())
    return bool(BEFORE.search(lowered)) and not SINCE.search(lowered)


def tells_a_state(text: str) -> bool:
    """Whether a sentence says what people had, and of no time or group since when.

    Examples
    --------
    >>> tells_a_state("Of these, 20 (95%) had increased excretion of zinc.")
    True
    >>> tells_a_state("After a year 20 (95%) had increased excretion of zinc.")
    False
    """
    lowered = text.lower()
    rest, states = STATE.subn(" ", lowered)
    return states > 0 and not (LINKED_TO.search(rest) or SINCE.search(rest))


def tells_a_switch(text: str) -> bool:
    """Whether a sentence says that one thing was given instead of another, and why.

    Examples
    --------
    >>> tells_a_switch("Zinc was changed to copper because of nausea.")
    True
    """
    return bool(SWITCHED.search(text.lower()))


def is_definition(text: str) -> bool:
    """Whether a sentence only says what would count as what.

    Examples
    --------
    >>> is_definition("Zinc was considered a success if pain was less than before.")
    True
    >>> is_definition("Pain was less with zinc than with placebo.")
    False
    """
    return bool(DEFINED.search(text.lower()))


def is_linked_to_use(text: str, treatment: frozenset[str]) -> bool:
    """Whether what a sentence links an outcome to is having had the treatment.

    `treatment` holds its stems. What a level of it in the blood goes with is a trait.

    Examples
    --------
    >>> zinc = frozenset({"zinc"})
    >>> is_linked_to_use("Use of zinc was associated with fewer colds.", zinc)
    True
    >>> is_linked_to_use("Serum zinc was associated with fewer colds.", zinc)
    False
    """
    lowered = text.lower()
    linked = LINKED.search(lowered)
    subject = lowered[: linked.start()] if linked else ""
    named = any(stem(word) in treatment for word in WORD.findall(subject))
    return named and not LEVEL.search(subject)


def shows_no_difference(text: str) -> bool:
    """Whether the rules of testing say so: non-inferior, or no p-value below 5 %.

    So does a change that is called insignificant, or the same in all groups.

    Examples
    --------
    >>> shows_no_difference("Aspirin was non-inferior to heparin for relapse.")
    True
    >>> shows_no_difference("Pain fell more with aspirin (P = 0.06).")
    True
    >>> shows_no_difference("Pain fell (P = 0.01), but sleep did not (P = 0.4).")
    False
    >>> shows_no_difference("Pain was no worse with aspirin than with placebo.")
    True
    """
    lowered = text.lower()
    said = ASIDE.sub("", lowered)
    if INSIGNIFICANT.search(said) and not CONTRASTED.search(said):
        return True
    if NON_INFERIOR.search(lowered) and "superior" not in lowered:
        return True
    found = numbers_in(text).p_values
    return bool(found) and not any(value.is_significant for value in found)
