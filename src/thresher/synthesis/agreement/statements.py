"""What a statement is about, and sentences that say the same of it or the opposite."""

import re
from collections.abc import Iterable

from thresher.synthesis.finding import Direction
from thresher.synthesis.stated_directions import stated_directions
from thresher.synthesis.words import stems

__all__ = [
    "GENERAL",
    "opposed_directions",
    "share_known",
    "strange_sides",
    "topic_stems",
]

_GENERAL = (
    "study studies trial review systematic meta analysis result suggest suggested"
    " evidence show showed shown find found finding conclude conclusion indicate"
    " demonstrate demonstrated support current data available significant"
    " significantly associated association effect effective effectiveness efficacy"
    " treatment therapy intervention patient compared comparison control increase"
    " increased increasing decrease decreased reduce reduced reduction improve improved"
    " improvement worsened higher lower risk rate difference may might can could"
    " however further research needed quality limited randomized randomised controlled"
    " clinical low high moderate certainty between among use used using potential"
    " benefit beneficial outcome group placebo insufficient include included based"
    " overall present term report reported appear seem likely role factor level no not"
    " more less fewer similar one two three four five six seven eight nine ten both all"
    " each every several most some none many few agree patients people participants"
)
GENERAL = frozenset(stem for word in _GENERAL.split() for stem in stems(word)) | {"0"}
ALIKE = 0.6  # share of the words of both sides that two like sentences have in common

CHANGE = re.compile(
    r"\b(?:reduc\w*|decreas\w*|lower(?:s|ed)?|increas\w*|improv\w*|prevent\w*|rais\w*"
    r"|worsen\w*|shorten\w*|prolong\w*|reliev\w*|ha(?:d|s|ve) no (?:\w+ )?effect on)\b",
    re.IGNORECASE,
)


def topic_stems(text: str) -> frozenset[str]:
    """Stems that tell what a statement is about, not what it says of it.

    Examples
    --------
    >>> sorted(topic_stems("This review suggests that zinc reduced 12 colds."))
    ['cold', 'zinc']
    """
    return frozenset(stems(text)) - GENERAL


def share_known(text: str, known: frozenset[str]) -> float | None:
    """Share of a statement's topic that stands in the sources; None: it has none.

    Examples
    --------
    >>> share_known("Zinc shortens colds", frozenset({"cold", "zinc"})) > 0.5
    True
    """
    topic = topic_stems(text)
    return len(topic & known) / len(topic) if topic else None


def strange_sides(text: str, known: frozenset[str]) -> tuple[str, str]:
    """Both sides of a change, cause and outcome, where no word of one is known.

    Either is empty if some of it is known, or the statement names no change.

    Examples
    --------
    >>> strange_sides("Zinc reduced headache.", frozenset({"headach"}))
    ('Zinc', '')
    """
    change = CHANGE.search(text)
    if change is None:
        return "", ""
    sides = text[: change.start()], text[change.end() :]
    strange = [
        side.strip(" .,;") if (topic := topic_stems(side)) and not topic & known else ""
        for side in sides
    ]
    return strange[0], strange[1]


def opposed_directions(
    text: str, sources: Iterable[str], *, least: float = ALIKE
) -> frozenset[Direction]:
    """Directions that sentences on the same topic state, where none states this one.

    Empty where the statement has no direction, or more than one, where no sentence is
    about its topic, or where one agrees with it.

    Examples
    --------
    >>> sorted(opposed_directions("Zinc increased colds.", ["Zinc reduced colds."]))
    [<Direction.DECREASES: 'decreases'>]
    >>> opposed_directions("Zinc increased colds.", ["Zinc increased the colds."])
    frozenset()
    """
    stated, topic = stated_directions(text), topic_stems(text)
    if len(stated) != 1 or not topic:
        return frozenset()
    near = [one for one in sources if _alike(topic, topic_stems(one)) >= least]
    found = frozenset[Direction]().union(*map(stated_directions, near))
    return frozenset() if found & stated else found


def _alike(one: frozenset[str], other: frozenset[str]) -> float:
    """Return Jaccard's share of two sets of stems."""
    return len(one & other) / len(one | other)
