"""Better and worse as up and down: pain that improves falls, strength rises."""

import re

from thresher.synthesis.finding import Direction

__all__ = ["improved_direction", "tells_a_change"]

BAD = re.compile(
    r"\b(?:pain|disabilit\w+|stiffness|symptoms?|severity|depress\w+|anxiety|fatigue"
    r"|nausea|vomiting|distress|anger|stress|burden|disease activity|dysfunctions?"
    r"|impairments?|insomnia|headaches?|migraines?|bleeding|incontinence|inflammation"
    r"|swelling|dyspn\w+|breathlessness|itch\w*|pruritus|flush\w*|flash\w*|mortality"
    r"|deaths?|relapses?|recurrences?|complications?|adverse|side[- ]effects?"
    r"|infections?|o?edema|constipation|craving|loneliness|sleepiness|tremor|spasticity"
    r"|aggression|womac|vas|nrs|oswestry|bdi|madrs|hads|phq|panss|updrs|edss|psqi|psychopatholog\w*|suicid\w*|self-harm|falls|fractures?)\b"
)
GOOD = re.compile(
    r"\b(?:quality of life|qol|function(?:s|ing)?|survival|recovery|remission|relief"
    r"|responses?|abilit(?:y|ies)|strength|mobility|satisfaction|adherence|compliance"
    r"|knowledge|well-?being|quality|cure|healing|capacity|performance|endurance|coping"
    r"|self-efficacy|balance|range of motion|memory|cognition|attention|adjustment"
    r"|tolerability|ikdc|lysholm|tegner|mocart|koos|sf-?36|eq-?5d|barthel|karnofsky|mmse|gaf"
    r"|alertness|vision|acuity|freedom|free|alleviation|improvements?)\b"
)
TURNED = re.compile(  # names that turn what they hold, or that no one can turn
    r"\b(?:improve\w*|reductions?|reduced|decreases?|relief|relieved|alleviation|free"
    r"|freedom|resolution|prevention|control|absence|without|time to|worse\w*"
    r"|deteriorat\w*|thresholds?|tolerance|free from|response|responders?|change)\b"
)
BETTER = re.compile(r"\b(?:improv\w+|ameliorat\w+|better|superior|superiority)\b")
WORSE = re.compile(r"\b(?:worse\w*|deteriorat\w+|poorer|inferior)\b")
DEGREE = re.compile(  # how much better, not more of it
    r"\b(?:(?:more|greater|larger|higher|much|significantly|faster) (?:\w+ )?"
    r"(?=improv|better|ameliorat)|(?<=improved )(?:\w+ly )?more)\b"
)
UP = (
    r"\b(?:increas\w+|higher|greater|more|rose|rise|rises|raised|elevat\w+|longer"
    r"|larger|gain\w*|prolong\w*|slow\w*|delay\w*)\b"
)
DOWN = (
    r"\b(?:decreas\w+|lower\w*|less|fewer|reduc\w+|fell|falls?|declin\w+|short\w+"
    r"|smaller|diminish\w*|drop(?:s|ped)?(?! ?-?outs?\b)|attenuat\w*|prevent\w*"
    r"|suppress\w*|reliev\w*"
    r"|allevia\w*|lost|loss|lessen\w*|earlier|faster|sooner)\b"
)
CHANGE = re.compile(
    rf"{UP}|{DOWN}"
    r"|\b(?:improv\w+|better|best|superior\w*|ameliorat\w+|worse\w*"
    r"|deteriorat\w+|poorer|inferior\w*|favou?r\w*|enhanc\w+|benefi\w+|effective\w*"
    r"|protect\w*|doubl\w+|halv\w+|half|later|low|high|tripl\w+|fold|times|greatest|highest|lowest|most"
    r"|least|resol\w+|cured?|eliminat\w+|abolish\w*|inhibit\w*|stimulat\w*|induc\w+"
    r"|promot\w+|accelerat\w*|augment\w*|potentiat\w*|upregulat\w*|downregulat\w*"
    r"|impair\w*|exacerbat\w*|aggravat\w*|rarer?|rarely|common\w*|frequent\w*|only"
    r"|no|not|none|nobody|never|without|disappear\w*|free|succe\w+|grew|grow\w*|strong\w*"
    r"|weak\w*|excess\w*|surpass\w*|exceed\w*|outperform\w*|cut|helped|risk)\b"
)
AGAINST = {
    Direction.INCREASES: re.compile(DOWN),
    Direction.DECREASES: re.compile(UP),
}
DENIED = re.compile(r"\b(?:no|not|nor|neither|without|similar\w*|comparable|fail\w*)\b")
TIME = re.compile(r"\btime (?:to|until|for)\b|\bonset\b|\bduration\b|\blatency\b")
SOONER = re.compile(r"\b(?:earlier|sooner|faster|quicker|more (?:rapid\w*|quickly))\b")
LATER = re.compile(r"\b(?:later|slower|delayed)\b")
ASIDE = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")


def improved_direction(text: str, outcome: str) -> Direction | None:
    """Where an outcome goes that a sentence only calls better or worse.

    None where the sentence has words that go the other way, or that deny a change, and
    where it is not known whether the outcome is a good or a bad thing.

    Examples
    --------
    >>> improved_direction("Stiffness improved with zinc.", "stiffness").value
    'decreases'
    >>> improved_direction("Grip strength improved with zinc.", "grip strength").value
    'increases'
    >>> improved_direction("Stiffness scores improved and rose.", "stiffness")
    >>> improved_direction("Healing was faster with zinc.", "time to healing").value
    'decreases'
    """
    named = ASIDE.sub(" ", outcome.lower())
    if TIME.search(named):
        return _timed(ASIDE.sub(" ", text.lower()))
    said = DEGREE.sub(" ", ASIDE.sub(" ", text.lower()))
    is_better, is_worse = bool(BETTER.search(said)), bool(WORSE.search(said))
    if is_better == is_worse or DENIED.search(said):
        return None
    if TURNED.search(named):
        return None
    is_bad, is_good = bool(BAD.search(named)), bool(GOOD.search(named))
    if is_bad == is_good:
        return None
    told = Direction.INCREASES if is_good == is_better else Direction.DECREASES
    return None if AGAINST[told].search(said) else told


def _timed(said: str) -> Direction | None:
    """Return where a time goes that a sentence calls earlier or later."""
    is_sooner, is_later = bool(SOONER.search(said)), bool(LATER.search(said))
    if is_sooner == is_later or DENIED.search(said):
        return None
    return Direction.DECREASES if is_sooner else Direction.INCREASES


def tells_a_change(text: str) -> bool:
    """Whether a sentence has a word of change, and not numbers alone.

    Examples
    --------
    >>> tells_a_change("Relapse was seen in 8%, 12% and 9% of the three groups.")
    False
    >>> tells_a_change("Relapse was rarer with zinc.")
    True
    """
    return bool(CHANGE.search(text.lower()))
