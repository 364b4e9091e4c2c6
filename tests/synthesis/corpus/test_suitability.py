"""Criteria of suitability: one by one."""

import pytest

from thresher.synthesis.corpus.suitability import CRITERIA, suitability
from thresher.synthesis.spans import PicoKind, Span

SPANS = tuple(
    Span(kind=kind, start=0, end=4, text="text", confidence=1.0) for kind in PicoKind
)
GOOD = "Zinc for the treatment of colds in adults: a systematic review of trials"


@pytest.mark.parametrize(
    ("title", "abstract", "unmet"),
    [
        (GOOD, "", ()),
        (GOOD.replace("adults", "mice"), "", ("human",)),
        ("A systematic review of zinc", "Effects in rats and in vitro.", ("human",)),
        ("Animal studies and trials of patients", "Effects in patients.", ("human",)),
        ("Treatment of a rare cancer: review of case reports", "", ("several",)),
        ("Treatment of cancer", "We found 7 case reports.", ("several",)),
        ("Treatment of cancer", "2 case reports and 5 trials; effects.", ()),
        ("Prevalence of asthma in adults: a systematic review", "", ("effect",)),
        ("Diagnostic accuracy of ultrasound in patients", "", ("effect",)),
        ("Risk factors for falls in older people", "", ("effect",)),
        ("Effect of treatment on predictors of falls in people", "", ()),
    ],
)
def test_criteria_that_are_not_met_are_named(
    title: str, abstract: str, unmet: tuple[str, ...]
) -> None:
    assert suitability(title, abstract, SPANS).unmet == unmet


@pytest.mark.parametrize("kind", list(PicoKind))
def test_each_kind_of_span_is_needed(kind: PicoKind) -> None:
    spans = [span for span in SPANS if span.kind is not kind]
    found = suitability(GOOD, "", spans)
    assert found.unmet == (
        {"participants": "population"}.get(kind.value, kind.value[:-1]),
    )
    assert not found.is_suitable


def test_every_criterion_is_explained() -> None:
    assert tuple(suitability(GOOD, "", SPANS).met) == tuple(CRITERIA)
