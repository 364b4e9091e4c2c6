"""A direction comes only with a sentence that reports it."""

import pytest

from thresher.errors import InputError
from thresher.synthesis.evidence import directions
from thresher.synthesis.finding import Direction, Finding
from thresher.synthesis.study import Study

METHODS = "We randomised 120 adults to aspirin or placebo for 12 weeks. "


def asked(results: str, outcome: str, *, intervention: str = "aspirin") -> Finding:
    study = Study(id="s", title="Aspirin in adults", abstract=METHODS + results)
    (found,) = directions(study, [(intervention, outcome)])
    return found


@pytest.mark.parametrize(
    ("results", "outcome", "direction"),
    [
        ("Pain was significantly lower with aspirin than with placebo (P<0.001).",
         "pain", Direction.DECREASES),
        ("Aspirin significantly reduced mortality compared with placebo (P=0.01).",
         "mortality", Direction.DECREASES),
        ("Sleep duration was significantly longer in the aspirin group (P=0.02).",
         "sleep duration", Direction.INCREASES),
        ("Aspirin significantly increased bleeding compared with placebo (P=0.01).",
         "bleeding", Direction.INCREASES),
        ("There was no significant difference in weight between groups (P=0.44).",
         "weight", Direction.NO_CHANGE),
        ("Aspirin was noninferior to placebo for relapse.",
         "relapse", Direction.NO_CHANGE),
        ("Aspirin did not reduce depression compared with placebo (P = 0.06).",
         "depression", Direction.NO_CHANGE),
        ("Aspirin was associated with insignificant decreases in blood pressure.",
         "blood pressure", Direction.NO_CHANGE),
        ("Ejection fraction was unchanged in the placebo group but increased by 2.4% in"
         " the aspirin group (P=0.001).", "ejection fraction", Direction.INCREASES),
        ("Bleeding (p=0.03) and nausea (p=0.20) were less common with aspirin.",
         "nausea", Direction.NO_CHANGE),
        ("Walking distance increased with aspirin (p<0.001 versus placebo), while the"
         " number of falls decreased (p=0.19 versus placebo).",
         "number of falls", Direction.NO_CHANGE),
        ("Mortality did not differ between aspirin and placebo (OR 0.92, 95% CI"
         " 0.61-1.40; p=0.06).", "mortality", Direction.NO_CHANGE),
    ],
)  # fmt: skip
def test_plain_reports_are_read_right(
    results: str, outcome: str, direction: Direction
) -> None:
    found = asked(results, outcome)
    assert found.directions is not None
    assert found.directions.likeliest is direction
    assert found.evidence is not None
    assert found.evidence.text == results


def test_the_evidence_stands_where_it_says() -> None:
    study = Study(
        id="s",
        title="Aspirin",
        abstract=METHODS + "Pain was lower with aspirin than placebo (P<0.01).",
    )
    (found,) = directions(study, [("aspirin", "pain")])
    assert found.evidence is not None
    assert study.text[found.evidence.start : found.evidence.end] == found.evidence.text
    assert found.numbers.p_values[0].value == 0.01


def test_an_outcome_no_sentence_names_is_not_reported() -> None:
    found = asked("Pain was lower with aspirin than with placebo.", "renal function")
    assert (found.directions, found.evidence) == (None, None)


def test_an_outcome_that_is_only_measured_is_not_reported() -> None:
    assert not asked("Fatigue was assessed at baseline.", "fatigue").is_reported


def test_an_intervention_the_study_never_names_is_not_reported() -> None:
    results = "Pain was significantly lower with aspirin than with placebo (P<0.001)."
    assert not asked(results, "pain", intervention="acupuncture").is_reported


def test_a_prognostic_sentence_is_no_intervention_effect() -> None:
    results = "The risk of fracture increased in women with elevated ucOC."
    assert not asked(results, "fracture").is_reported


@pytest.mark.parametrize(
    "abstract",
    ["", "   ", "...", "<p></p>", "Das ist ein deutscher Satz über Schmerz."],
)
def test_an_abstract_that_tells_nothing_reports_nothing(abstract: str) -> None:
    study = Study(id="s", title="Aspirin for pain", abstract=abstract)
    (found,) = directions(study, [("aspirin", "pain")])
    assert not found.is_reported


def test_a_very_long_abstract_is_read() -> None:
    study = Study(id="s", abstract=METHODS * 1700)
    (found,) = directions(study, [("aspirin", "pain")])
    assert not found.is_reported


def test_a_higher_threshold_never_reports_more() -> None:
    study = Study(id="s", abstract=METHODS + "Pain was lower with aspirin (P<0.01).")
    kept = [
        directions(study, [("aspirin", "pain")], threshold=t)[0].is_reported
        for t in (0.0, 0.3, 0.6, 0.9, 1.0)
    ]
    assert kept == sorted(kept, reverse=True)
    assert kept[0]
    assert not kept[-1]


def test_wrong_questions_are_refused() -> None:
    study = Study(id="s", abstract=METHODS)
    with pytest.raises(InputError, match="outcome"):
        directions(study, [("aspirin", " ")])
    with pytest.raises(InputError, match="threshold"):
        directions(study, [], threshold=2)
