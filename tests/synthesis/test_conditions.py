"""What people have, and what papers cite, is nothing that anybody is given."""

import pytest

from thresher.synthesis.conditions import is_condition, is_reference
from thresher.synthesis.spans import PicoKind, Span
from thresher.synthesis.study_arms import study_arms
from thresher.synthesis.study_outcomes import study_outcomes


def named(kind: PicoKind, text: str, *wanted: str) -> list[Span]:
    return [
        Span(
            kind=kind,
            start=text.index(one),
            end=text.index(one) + len(one),
            text=one,
            confidence=0.9,
        )
        for one in wanted
    ]


def arms(text: str, *wanted: str) -> set[str]:
    spans = named(PicoKind.INTERVENTIONS, text, *wanted)
    return set(study_arms(spans, text, told=text, short_forms={}))


def test_a_disease_is_no_arm() -> None:
    text = (
        "All came to the River Fever Centre. Zinc may improve the"
        " treatment of river fever, and adults with severe river fever, too."
    )
    assert arms(text, "Zinc", "river fever") == {"Zinc"}


def test_a_time_is_no_arm() -> None:
    text = "They had zinc 5 mg, every 6 h for a week, copper every 2 weeks."
    assert arms(text, "zinc 5 mg", "every 6 h", "every 2 weeks") == {"zinc"}


@pytest.mark.parametrize("cited", ["MIM #277900", "NCT01234567", "Roe", "Doe (1956)"])
def test_what_is_cited_is_no_arm(cited: str) -> None:
    text = f"Zinc for gout ({cited}), as by Roe et al. before, helped: zinc is good."
    assert arms(text, "Zinc", cited) == {"Zinc"}


@pytest.mark.parametrize("name", ["zinc", "vitamin B12", "5-fluorouracil", "SB-203580"])
def test_names_with_numbers_are_no_references(name: str) -> None:
    assert not is_reference(name, f"{name} was given in 2010.")


def test_a_drug_behind_treatment_of_is_no_condition() -> None:
    said = "treatment of zinc deficiency, of patients with zinc, treatment with zinc."
    assert not is_condition("zinc", said)


@pytest.mark.parametrize(
    "name", ["acetylsalicylic acid", "ASA", "aspirin and acetylsalicylic acid"]
)
def test_no_outcome_is_another_name_of_an_arm(name: str) -> None:
    text = f"Aspirin (ASA) and {name}: no difference in pain."
    spans = named(PicoKind.OUTCOMES, text, name, "pain")
    short_forms = {"ASA": "Aspirin"}
    found = study_outcomes(spans, arms=["Aspirin"], short_forms=short_forms)
    assert found == ("pain",)
