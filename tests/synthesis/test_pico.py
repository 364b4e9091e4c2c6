"""Spans stand in the text, and broken texts do no harm."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from thresher.errors import InputError
from thresher.synthesis.pico import pico, spans_from, study_words
from thresher.synthesis.spans import PicoKind, Span, marked, without_contained
from thresher.synthesis.study import Study

TRIAL = Study(
    id="1",
    title="Aspirin versus placebo for migraine in adults: a randomised trial",
    abstract="OBJECTIVE To compare aspirin with placebo in adults with migraine."
    " METHODS We randomised 120 adults with migraine to aspirin 900 mg or placebo."
    " RESULTS Headache intensity and nausea were lower with aspirin than with placebo.",
)


def test_spans_stand_where_they_say() -> None:
    found = pico(TRIAL)
    assert found
    for span in found:
        assert TRIAL.text[span.start : span.end] == span.text
        assert 0 < span.confidence <= 1
    assert all(a.end <= b.start for a, b in itertools.pairwise(found))


def test_a_plain_trial_is_read() -> None:
    found = pico(TRIAL)
    texts = {
        kind: " ".join(s.text for s in found if s.kind is kind) for kind in PicoKind
    }
    assert "aspirin" in texts[PicoKind.INTERVENTIONS].lower()
    assert "placebo" in texts[PicoKind.INTERVENTIONS]
    assert "migraine" in texts[PicoKind.PARTICIPANTS]
    assert "intensity" in texts[PicoKind.OUTCOMES]


def test_headings_are_never_tagged() -> None:
    words = {word.text for word in study_words(TRIAL).words}
    assert not {"OBJECTIVE", "METHODS", "RESULTS"} & words


@given(st.text(max_size=120), st.text(max_size=200))
@settings(max_examples=20)
def test_any_text_is_tagged_without_harm(title: str, abstract: str) -> None:
    study = Study(id="1", title=title, abstract=abstract)
    assert all(study.text[s.start : s.end] == s.text for s in pico(study))


@pytest.mark.parametrize("text", ["", "   ", "\n\n", "METHODS"])
def test_nothing_has_no_spans(text: str) -> None:
    assert all(span.text == "METHODS" for span in pico(Study(id="1", abstract=text)))


def test_a_hundred_thousand_characters_are_tagged() -> None:
    long = Study(id="1", abstract="aspirin and pain " * 6000)
    assert max(study_words(long).lengths) <= 150
    assert len(pico(long)) > 0


def test_marks_at_the_ends_of_a_run_are_left_out() -> None:
    study = Study(id="1", abstract="( aspirin (ASA) ) , pain")
    read = study_words(study)
    chances = np.tile([0.1, 0.1, 0.7, 0.1], (len(read.words), 1))
    (span,) = spans_from(study.text, read, chances)
    assert span.text.startswith("aspirin (ASA)")
    assert span.confidence == pytest.approx(0.7)


def test_contained_spans_of_the_same_kind_are_removed_and_others_kept() -> None:
    def span(text: str, kind: PicoKind, start: int) -> Span:
        end = start + len(text)
        return Span(kind=kind, start=start, end=end, text=text, confidence=0.5)

    drug, end_point = PicoKind.INTERVENTIONS, PicoKind.OUTCOMES
    given = [
        span("vitamin K2", drug, 0),
        span("Vitamin K2", drug, 20),
        span("K2", end_point, 40),
        span("oral vitamin K2 tablets", drug, 60),
        span("K", drug, 90),
    ]
    kept = without_contained(given)
    assert [s.text for s in kept] == ["K2", "oral vitamin K2 tablets", "K"]


def test_markers_stand_around_their_spans() -> None:
    text = "Aspirin for pain."
    drug = Span(
        kind=PicoKind.INTERVENTIONS, start=0, end=7, text="Aspirin", confidence=1
    )
    pain = Span(kind=PicoKind.OUTCOMES, start=12, end=16, text="pain", confidence=1)
    inside = Span(kind=PicoKind.OUTCOMES, start=13, end=15, text="ai", confidence=1)
    assert marked(text, [pain, drug, inside]) == (
        "<int> Aspirin </int> for <out> pain </out>."
    )


def test_an_empty_span_cannot_be() -> None:
    with pytest.raises(InputError, match="span"):
        Span(kind=PicoKind.OUTCOMES, start=4, end=4, text="", confidence=1)
