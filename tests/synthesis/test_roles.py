"""Roles follow headings where there are any, and the model where not."""

import pytest

from thresher.synthesis.headings import Role
from thresher.synthesis.review_roles import (
    ReviewPart,
    ReviewRole,
    review_part,
    review_role,
    review_roles,
)
from thresher.synthesis.roles import role_probabilities, roles
from thresher.synthesis.sentences import sentences

PLAIN = (
    "Chronic pain is common in older adults and its treatment is often poor. "
    "The aim of this study was to compare aspirin with placebo. "
    "We randomly assigned 120 patients to aspirin or placebo for 12 weeks. "
    "The primary outcome was pain at 12 weeks. "
    "Pain was significantly lower with aspirin than with placebo (P<0.001). "
    "Adverse events occurred in 12% and 14% of patients, respectively. "
    "In conclusion, aspirin may be an effective treatment for chronic pain."
)


def test_an_abstract_without_headings_is_read_in_order() -> None:
    found = [call.role for call in roles(sentences(PLAIN))]
    assert found[0] is Role.BACKGROUND
    assert found[1] in {Role.OBJECTIVE, Role.BACKGROUND}
    assert found[2:] == [
        Role.METHODS,
        Role.METHODS,
        Role.RESULTS,
        Role.RESULTS,
        Role.CONCLUSIONS,
    ]


def test_a_heading_decides() -> None:
    text = "RESULTS We randomised 120 adults. CONCLUSIONS Pain was lower (P<0.01)."
    found = [call.role for call in roles(sentences(text))]
    assert found == [Role.RESULTS, Role.CONCLUSIONS]


def test_a_heading_of_two_roles_leaves_the_choice_between_them() -> None:
    text = f"METHODS AND RESULTS {PLAIN}"
    found = {call.role for call in roles(sentences(text))}
    assert found <= {Role.METHODS, Role.RESULTS}


def test_probabilities_add_up_to_one() -> None:
    rows = role_probabilities(sentences(PLAIN))
    assert rows.sum(axis=1) == pytest.approx(1)


def test_nothing_has_no_roles() -> None:
    assert roles(()) == ()
    assert len(roles(sentences("Ein Satz auf Deutsch."))) == 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Vitamin K reduces hip fractures in older women.", ReviewRole.EFFECT),
        ("Vitamin K did not change bone density.", ReviewRole.EFFECT),
        ("Further randomised trials are needed.", ReviewRole.FURTHER_STUDY),
        ("Clinicians should offer exercise.", ReviewRole.RECOMMENDATION),
        ("The quality of the evidence was very low.", ReviewRole.EVIDENCE_QUALITY),
        ("This review was registered.", ReviewRole.ETC),
    ],
)
def test_conclusions_are_told_apart_by_their_words(
    text: str, expected: ReviewRole
) -> None:
    assert review_role(text, Role.CONCLUSIONS) is expected


def test_only_effects_are_targets() -> None:
    targets = [role for role in ReviewRole if review_part(role) is ReviewPart.TARGET]
    assert targets == [ReviewRole.EFFECT]
    background = {r for r in ReviewRole if review_part(r) is ReviewPart.BACKGROUND}
    assert background == {ReviewRole.BACKGROUND, ReviewRole.GOAL}


def test_results_are_detailed_findings() -> None:
    found = review_roles(sentences("RESULTS Pain fell. CONCLUSION It reduces pain."))
    assert found == (ReviewRole.DETAILED_FINDINGS, ReviewRole.EFFECT)
