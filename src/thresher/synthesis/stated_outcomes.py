"""Outcomes that a sentence of results states in so many words, found by grammar."""

import re
from collections.abc import Iterator, Sequence

from thresher.synthesis.cues import claims_equal
from thresher.synthesis.headings import Role
from thresher.synthesis.sentences import Sentence
from thresher.synthesis.spans import PicoKind, Span

__all__ = ["stated_outcomes"]

_ADVERB = r"(?:(?:also|not|only|\w+ly|no|more|less|much|far) )*"
_STOP = (
    r"(?=\s*[,;:.()]|$| (?:in|with|by|was|were|is|are|between|among|than|at|after"
    r"|during|from|compared|when|while|but|for|to|did|occurred|as|over|within|and|per|on)\b)"
)
_THING = r"(?P<thing>(?!(?:the|this|these|it|they|there|we|no|neither|both|all)\b)"
_NOUN = rf"(?:the |a |an |any )?{_THING}[a-z][\w-]*(?: (?:of )?[\w-]+){{0,4}}?)"
_MORE = r"(?:fewer|less|more|lower|higher|longer|shorter|greater|better|worse)"
_DO = (
    r"(?:reduc|decreas|increas|lower|improv|shorten|prolong|prevent|rais|worsen|affect"
    r"|chang|alter|influenc|diminish|attenuat)"
)
_WHEN = (
    r"(?:at|in|during|after|by|over|within) (?:the )?(?:[\w-]+ ){0,3}?"
    r"(?:hours?|days?|weeks?|months?|years?|follow-?up|discharge|end)"
)
DIFFERENCE = re.compile(
    r"\b(?:no|little|any|a) (?:[\w-]+ ){0,3}?(?:differences?|changes?|effects?"
    r"|reductions?|increases?|decreases?|improvements?|benefits?|impact|influence)"
    rf"(?: of [\w -]{{3,60}}?)? (?:in|on|for) {_NOUN}{_STOP}",
    re.IGNORECASE,
)
ACTIVE = re.compile(
    rf"\b{_DO}(?:ed|es?|ing|s)? (?!(?:by|from|in|to|with|significantly)\b)"
    rf"{_NOUN}{_STOP}",
    re.IGNORECASE,
)
PASSIVE = re.compile(
    rf"(?:^|[:;,] |\band |\bbut |\bwhereas |\bwhile )(?:{_WHEN},? )?{_NOUN} "
    r"(?:at [\w ]{1,20} )?"
    rf"(?:(?:was|were|is|are) {_ADVERB}(?:{_MORE}|{_DO}\w*|similar|comparable"
    r"|unchanged|unaffected|common|frequent|seen|observed|performed|reported|noted"
    r"|recorded|diagnosed|required|needed|necessary|found)"
    r"|(?:did not|failed to|occurred|developed|fell|rose|dropped|declined|increased"
    r"|decreased|improved|worsened|remained))\b",
    re.IGNORECASE,
)
COMPARED = re.compile(
    rf"\b(?:there were|had|reported|showed|experienced|suffered) {_ADVERB}(?:an? )?"
    rf"(?:significantly )?{_MORE} {_NOUN}{_STOP}",
    re.IGNORECASE,
)
_ABOUT = (
    r"(?:for|regarding|(?:with|in) (?:respect|regard) to|in terms of"
    r"|(?:in|at) (?:preventing|reducing|lowering)|on|in)"
)
AS_GOOD = re.compile(
    r"\b(?:(?:non-?)?inferior|superior|equivalent)(?:ity|ce)?\b[^.;:()]{0,80}?"
    rf" {_ABOUT} (?:rates? of )?{_NOUN}{_STOP}",
    re.IGNORECASE,
)
AS_GOOD_FIRST = re.compile(
    rf"^{_ABOUT} (?:rates? of )?{_NOUN}, [^.;:()]{{3,80}}?\b(?:non-?)?inferior\b",
    re.IGNORECASE,
)
AS_GOOD_FORMS = (AS_GOOD, AS_GOOD_FIRST)
FORMS = (PASSIVE, DIFFERENCE, COMPARED, ACTIVE, *AS_GOOD_FORMS)
PEOPLE = re.compile(
    r"\b(?:patients?|subjects?|participants?|groups?|women|men|children|adults|people"
    r"|differences?|results?|treatments?|we|trials?|study|studies|arms?|placebo)\b",
    re.IGNORECASE,
)
BROKEN = re.compile(
    r"^(?:until|since|where|while|over|within|per|\d+|at|between|when|after|before|during|if|among|with|by|from|in|on|for|than|as"
    r"|further|future|strong|significant|non-?significant|similar|more|most|only|our"
    r"|their|other|another|each|some|such|that|which|what|\w+ly)\b"
    r"|(?:ly|ed|ing|ic|ous|ive|able|ible|oral|nal|ical)$|\b(?:varied|compliance"
    r"|correlations?|associations?|hypothesis|findings?|estimates?)\b",
    re.IGNORECASE,
)
TELLING = frozenset({Role.RESULTS, Role.CONCLUSIONS})
CONFIDENCE = 0.5  # of a span found by grammar: it stands behind a tagger's


def stated_outcomes(
    sentences: Sequence[Sentence], roles: Sequence[Role], known: Sequence[Span]
) -> Iterator[Span]:
    """Spans that name outcomes in sentences of results, where none is known yet.

    Parameters
    ----------
    sentences, roles
        Of one study; only results and conclusions are searched, and for what one
        treatment is as good as another wherever that is claimed.
    known
        Outcomes found otherwise.

    Examples
    --------
    >>> text = "There were fewer deaths with zinc than with placebo."
    >>> told = [Sentence(text=text, start=0, end=len(text))]
    >>> [span.text for span in stated_outcomes(told, [Role.RESULTS], [])]
    ['deaths']
    """
    for sentence, role in zip(sentences, roles, strict=True):
        is_claim = claims_equal(sentence.text)
        if role not in TELLING and not is_claim:
            continue
        for form in FORMS if role in TELLING else AS_GOOD_FORMS:
            for found in form.finditer(sentence.text):
                span = _span(found, sentence.start)
                if _names_a_thing(span.text) and not _is_known(span, known):
                    yield span


def _names_a_thing(phrase: str) -> bool:
    return not PEOPLE.search(phrase) and not BROKEN.search(phrase)


def _is_known(span: Span, known: Sequence[Span]) -> bool:
    return any(one.start < span.end and span.start < one.end for one in known)


def _span(found: re.Match[str], shift: int) -> Span:
    return Span(
        kind=PicoKind.OUTCOMES,
        start=found.start("thing") + shift,
        end=found.end("thing") + shift,
        text=found["thing"],
        confidence=CONFIDENCE,
    )
