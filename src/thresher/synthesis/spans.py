"""Participants, interventions and outcomes as stretches of a text."""

import enum
from collections.abc import Iterable
from dataclasses import dataclass

from thresher.errors import InputError

__all__ = ["PicoKind", "Span", "marked", "without_contained"]


class PicoKind(enum.StrEnum):
    """What a stretch of text names."""

    PARTICIPANTS = "participants"
    INTERVENTIONS = "interventions"
    OUTCOMES = "outcomes"


MARKERS = {
    PicoKind.PARTICIPANTS: "pop",
    PicoKind.INTERVENTIONS: "int",
    PicoKind.OUTCOMES: "out",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """A stretch of a text that names participants, an intervention or an outcome."""

    kind: PicoKind
    start: int
    end: int
    text: str
    confidence: float

    def __post_init__(self) -> None:
        if not 0 <= self.start < self.end:
            raise InputError(f"a span needs 0 <= start < end, got {self}")


def without_contained(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Spans whose words no other span of the same kind holds, each wording once.

    Examples
    --------
    >>> def outcome(text):
    ...     end = len(text)
    ...     kind = PicoKind.OUTCOMES
    ...     return Span(kind=kind, start=0, end=end, text=text, confidence=1.0)
    >>> kept = without_contained([outcome("pain"), outcome("Pain scores")])
    >>> [span.text for span in kept]
    ['Pain scores']
    """
    longest = sorted(spans, key=lambda span: (-len(span.text), span.start))
    kept: list[Span] = []
    for span in longest:
        words = f" {span.text.lower()} "
        if not any(
            span.kind == other.kind and words in f" {other.text.lower()} "
            for other in kept
        ):
            kept.append(span)
    return tuple(sorted(kept, key=lambda span: span.start))


def marked(text: str, spans: Iterable[Span]) -> str:
    """Text with <pop>, <int> and <out> around its spans, for a model's input.

    Examples
    --------
    >>> pain = Span(
    ...     kind=PicoKind.OUTCOMES, start=0, end=4, text="Pain", confidence=0.9
    ... )
    >>> marked("Pain fell.", [pain])
    '<out> Pain </out> fell.'
    """
    pieces, done = [], 0
    for span in sorted(spans, key=lambda span: (span.start, span.end)):
        if span.start < done:
            continue
        name = MARKERS[span.kind]
        pieces += [
            text[done : span.start],
            f"<{name}> {text[span.start : span.end]} </{name}>",
        ]
        done = span.end
    return "".join([*pieces, text[done:]])
