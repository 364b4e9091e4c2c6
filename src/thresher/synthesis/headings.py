"""Section headings of structured abstracts, and the roles they stand for."""

import enum
import re

__all__ = ["Role", "allowed_roles", "heading_end"]


class Role(enum.StrEnum):
    """What a sentence of an abstract is there for."""

    BACKGROUND = "background"
    OBJECTIVE = "objective"
    METHODS = "methods"
    RESULTS = "results"
    CONCLUSIONS = "conclusions"


WORDS = {
    Role.BACKGROUND: "background introduction context importance rationale",
    Role.OBJECTIVE: "objective objectives aim aims purpose purposes goal goals"
    " hypothesis hypotheses question questions",
    Role.METHODS: "method methods methodology design setting settings patients"
    " participants subjects population sample samples intervention interventions"
    " measurements measurement measures measure materials material procedures"
    " procedure exposure exposures outcomes outcome endpoints registration treatment"
    " treatments selection criteria sources extraction analysis eligibility animals",
    Role.RESULTS: "results result findings finding",
    Role.CONCLUSIONS: "conclusion conclusions interpretation discussion implications"
    " limitations significance relevance comment summary",
}
ROLE_OF = {word: role for role, words in WORDS.items() for word in words.split()}
_FILLERS = (
    "and main of or the primary secondary study studies clinical trial research key"
    " data principal practice for statistical brief unlabelled level evidence"
)
FILLERS = frozenset(_FILLERS.split())
_ALONE = (  # words that head a section with only a full stop after them
    "background introduction objective objectives aim aims purpose methods results"
    " findings conclusion conclusions interpretation discussion"
)
ALONE = frozenset(_ALONE.split())
WORD = re.compile(r"[A-Za-z]+")
JOIN = re.compile(r"\s*[/&,]\s*|[ \t]+")
COLON = re.compile(r"\s*:\s*")
SHOUTED = re.compile(
    r"\s*\n\s*|\s+[-\u2013\u2014]\s+|[ \t]+(?=[A-Z0-9(\[<>\"'\u2018\u201c])"
)
LINE = re.compile(r"[ \t]*\n\s*")
STOP = re.compile(r"\.\s+(?=[A-Z])")


def allowed_roles(heading: str) -> frozenset[Role]:
    """Roles that sentences under a heading may have; all of them if it tells nothing.

    Examples
    --------
    >>> sorted(allowed_roles("METHODS AND RESULTS"))
    [<Role.METHODS: 'methods'>, <Role.RESULTS: 'results'>]
    >>> sorted(allowed_roles("Main outcome measures"))
    [<Role.METHODS: 'methods'>]
    >>> len(allowed_roles("UNLABELLED"))
    5
    """
    words = WORD.findall(heading.lower())
    return frozenset({ROLE_OF[word] for word in words if word in ROLE_OF} or Role)


def heading_end(text: str, start: int) -> tuple[int, int] | None:
    """Where a heading at `start` ends, and where its section begins; None if none is.

    Examples
    --------
    >>> heading_end("METHODS A total of 12 adults took part.", 0)
    (7, 8)
    >>> heading_end("Results: pain fell.", 0)
    (7, 9)
    >>> heading_end("Results were similar.", 0) is None
    True
    """
    ends = _known_words(text, start)
    for shouted in (False, True):
        end = _phrase_end(text, ends, shouted=shouted)
        if end and (begins := _section_start(text, start, end)):
            return end, begins
    return None


def _known_words(text: str, start: int) -> list[tuple[int, int]]:
    """Return begin and end of each word of the run of heading words at `start`."""
    spans: list[tuple[int, int]] = []
    place = start
    while found := WORD.match(text, place):
        word = found.group().lower()
        if word not in ROLE_OF and word not in FILLERS:
            break
        spans.append(found.span())
        join = JOIN.match(text, found.end())
        if not join:
            break
        place = join.end()
    return spans


def _phrase_end(
    text: str, spans: list[tuple[int, int]], *, shouted: bool
) -> int | None:
    """Return where the phrase ends: whole run, or as long as it is in capitals."""
    if shouted:
        loud = 0
        while loud < len(spans) and text[slice(*spans[loud])].isupper():
            loud += 1
        spans = spans[:loud]
    telling = [
        end
        for begin, end in spans
        if text[begin:end].lower() in ROLE_OF or text[begin:end] == "UNLABELLED"
    ]
    if not telling or not text[spans[0][0]].isupper():
        return None
    return telling[-1]


def _section_start(text: str, start: int, end: int) -> int | None:
    """Return where the section begins, if what follows `end` closes a heading."""
    heading = text[start:end]
    closers = [COLON, LINE]
    if heading.isupper():
        closers.append(SHOUTED)
    if heading.lower() in ALONE:
        closers.append(STOP)
    for closer in closers:
        if found := closer.match(text, end):
            return found.end()
    return None
