"""Statements of a generated summary that no study behind it bears out."""

import enum
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product

from thresher.synthesis.agreement.statements import (
    GENERAL,
    opposed_directions,
    share_known,
    strange_sides,
    topic_stems,
)
from thresher.synthesis.finding import Direction, Directions
from thresher.synthesis.phrase_key import Kind, key_of
from thresher.synthesis.sentences import sentences
from thresher.synthesis.single_statements import single_statements
from thresher.synthesis.spans import PicoKind
from thresher.synthesis.study import Study
from thresher.synthesis.text_models import TextModels
from thresher.synthesis.words import stem, stems

__all__ = ["Unsupported", "Why", "unsupported"]

NUMBER = re.compile(r"(?<![\w.])\d+(?:[.,\u00b7]\d+)*")
WORD = re.compile(r"[^\W_]+")
KINDS = {
    PicoKind.INTERVENTIONS: Kind.INTERVENTION,
    PicoKind.OUTCOMES: Kind.OUTCOME,
}
SURE = 0.5  # probability from which a direction counts as stated
MOST_PAIRS = 12
LEAST_KNOWN = 0.25  # of a topic's words; chosen on every other review of M3


class Why(enum.StrEnum):
    """What of a statement is not in the studies."""

    NUMBER = "a number that no study has"
    INTERVENTION = "an intervention that no study names"
    OUTCOME = "an outcome that no study names"
    DIRECTION = "a direction that no study reports"
    TOPIC = "a topic of which no study speaks"


@dataclass(frozen=True, slots=True, kw_only=True)
class Unsupported:
    """A sentence of a generated summary, and what of it the studies do not have."""

    sentence: str
    why: Why
    what: str


def unsupported(
    generated: str, studies: Sequence[Study], *, models: TextModels
) -> tuple[Unsupported, ...]:
    """Numbers, phrases and directions of a summary that none of its studies has.

    A phrase counts as named if all its stems occur in one study. A direction counts
    as borne out if at least one study reports it of the same pair, or no study reports
    anything of the pair; where the models find no pair, sentences on the same topic are
    compared by their words. A topic is strange if less than a quarter of its words are
    in any study. What is found here calls for a look, and what is not found may still
    be wrong. Directions are looked at statement by statement: "raises A and lowers B"
    are two.
    """
    sources = [_Source(study.text) for study in studies]
    known = frozenset[str]().union(*(source.stems for source in sources))
    said = [one.text for study in studies for one in sentences(study.text)]
    found: list[Unsupported] = []
    for sentence in sentences(generated):
        text = sentence.text
        found += _numbers(text, sources)
        found += _phrases(text, sources, models) or _sides(text, known)
        for part in single_statements(text):
            strange = _directions(part, studies, models) or _opposed(part, said)
            found += [replace(one, sentence=text) for one in strange]
        found += _topic(text, known)
    return tuple(found)


def _sides(text: str, known: frozenset[str]) -> list[Unsupported]:
    """Return what the tagger did not name: a side of a change that nobody knows."""
    sides = zip(
        (Why.INTERVENTION, Why.OUTCOME), strange_sides(text, known), strict=True
    )
    return [
        Unsupported(sentence=text, why=why, what=what) for why, what in sides if what
    ]


def _topic(text: str, known: frozenset[str]) -> list[Unsupported]:
    share = share_known(text, known)
    if share is None or share >= LEAST_KNOWN:
        return []
    strange = topic_stems(text) - known
    what = ", ".join(_words_of(text, strange))
    return [Unsupported(sentence=text, why=Why.TOPIC, what=what)]


def _words_of(text: str, wanted: frozenset[str]) -> list[str]:
    """Return the words of a text that have one of these stems, as they stand in it."""
    words = dict.fromkeys(WORD.findall(text))
    return [word for word in words if wanted.intersection(stems(word))]


def _opposed(text: str, said: Sequence[str]) -> list[Unsupported]:
    opposed = opposed_directions(text, said)
    if not opposed:
        return []
    what = f"sentences on the same topic say {', '.join(sorted(opposed))}"
    return [Unsupported(sentence=text, why=Why.DIRECTION, what=what)]


class _Source:
    """A study's stems and numbers."""

    def __init__(self, text: str) -> None:
        self.numbers = frozenset(NUMBER.findall(text))
        words = frozenset(stem(word) for word in WORD.findall(text.lower()))
        self.stems = words | frozenset(stems(text))
        self.key = frozenset(key_of(text, Kind.OUTCOME)) | self.stems

    def names(self, phrase: str, kind: Kind) -> bool:
        plain = frozenset(stem(word) for word in WORD.findall(phrase.lower()))
        return plain - GENERAL <= self.stems or key_of(phrase, kind) <= self.key


def _numbers(text: str, sources: Sequence[_Source]) -> list[Unsupported]:
    known = frozenset().union(*(one.numbers for one in sources))
    known |= {str(count) for count in range(len(sources) + 1)}
    return [
        Unsupported(sentence=text, why=Why.NUMBER, what=number)
        for number in dict.fromkeys(NUMBER.findall(text))
        if number not in known
    ]


def _phrases(
    text: str, sources: Sequence[_Source], models: TextModels
) -> list[Unsupported]:
    named = models.phrases(text)
    return [
        Unsupported(sentence=text, why=Why[kind.name], what=phrase)
        for pico, kind in KINDS.items()
        for phrase in named.get(pico, ())
        if not any(source.names(phrase, kind) for source in sources)
    ]


def _directions(
    text: str, studies: Sequence[Study], models: TextModels
) -> list[Unsupported]:
    named = models.phrases(text)
    pairs = list(
        product(named.get(PicoKind.INTERVENTIONS, ()), named.get(PicoKind.OUTCOMES, ()))
    )[:MOST_PAIRS]
    if not pairs:
        return []
    stated = models.directions(text, pairs)
    reported = [models.directions(study.text, pairs) for study in studies]
    found = []
    for at, pair in enumerate(pairs):
        calls = {call for one in reported if (call := _call(one[at]))}
        said = _call(stated[at])
        if said and calls and said not in calls:
            what = f"{said}: {pair[0]}, {pair[1]}"
            found.append(Unsupported(sentence=text, why=Why.DIRECTION, what=what))
    return found


def _call(directions: Directions | None) -> Direction | None:
    if directions is None or max(directions.triple) < SURE:
        return None
    return directions.likeliest
