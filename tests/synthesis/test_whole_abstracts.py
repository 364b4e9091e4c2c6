"""What the shipped models make of whole abstracts that were once misread."""

import pytest

from thresher.synthesis.read_study import ReadStudy
from thresher.synthesis.shipped_models import read_studies
from thresher.synthesis.study import Study

SAID = dict[tuple[str, str], str | None]


def read(title: str, abstract: str) -> ReadStudy:
    (found,) = read_studies([Study(id="1", title=title, abstract=abstract)])
    return found


def findings(title: str, abstract: str) -> SAID:
    """Direction of each pair, in lower case; None where it is not reported."""
    return {
        (one.intervention.lower(), one.outcome.lower()): (
            one.directions.likeliest.value if one.directions else None
        )
        for one in read(title, abstract).findings
    }


def test_an_arm_is_known_by_letters_that_do_not_spell_it() -> None:
    found = findings(
        "Zinc or iron for anaemia",
        "We studied 120 women. They were randomised to zinc (Zn), iron (Fe) or placebo"
        " for 12 weeks. Blood was drawn at entry and at the end. Anaemia was less"
        " frequent with Fe than with placebo (P=0.01). Nausea was similar in all.",
    )
    assert found["zinc", "anaemia"] is None
    assert found["iron", "anaemia"] == "decreases"


def test_a_salt_that_was_given_by_itself_is_an_intervention() -> None:
    found = findings(
        "Sodium and blood pressure",
        "Eighty adults were randomised to sodium or placebo for eight weeks. They were"
        " seen each week by a nurse. Blood pressure was higher with sodium than with"
        " placebo (P=0.01). Body weight did not differ between groups.",
    )
    assert found["sodium", "blood pressure"] == "increases"


def test_no_outcome_is_named_after_the_arms() -> None:
    found = findings(
        "Zinc and copper for ulcers",
        "Patients were randomised to zinc, copper or placebo. Ulcers were photographed"
        " each week by a nurse. Treatment failure was more frequent on copper (28%)"
        " than on zinc (12%); the difference was significant only between zinc and"
        " copper. Pain did not differ between groups.",
    )
    assert {outcome for _, outcome in found} == {"treatment failure", "pain"}
    assert found["zinc", "treatment failure"] is None


@pytest.mark.parametrize(
    ("title", "abstract", "pair"),
    [
        (
            "Effect of D-penicillamine on liver fibrosis in Wilson disease",
            "Liver biopsies of 40 persons were scored. Histology was read by two"
            " pathologists. Fibrosis was less severe in the D-penicillamine group"
            " (P=0.01). Copper content was measured, too.",
            ("d-penicillamine", "fibrosis"),
        ),
        (
            "Imiquimod cream for warts",
            "Forty adults applied imiquimod cream or a bland ointment each evening."
            " Warts were counted after six weeks. Pain was less severe with imiquimod"
            " cream (P=0.02). Nobody left.",
            ("imiquimod cream", "pain"),
        ),
    ],
)
def test_a_treatment_need_not_be_called_one(
    title: str, abstract: str, pair: tuple[str, str]
) -> None:
    assert findings(title, abstract)[pair] == "decreases"
    assert not read(title, abstract).cautions


def test_lengths_of_one_treatment_are_two_arms() -> None:
    found = findings(
        "Five or ten days of amoxicillin for pneumonia",
        "We compared 5-day amoxicillin with 10-day amoxicillin in 300 children with"
        " pneumonia. Children were randomised to 5-day amoxicillin or 10-day"
        " amoxicillin. Relapse was more frequent with 5-day amoxicillin than with"
        " 10-day amoxicillin (P=0.01). Diarrhoea was less frequent with 5-day"
        " amoxicillin (P=0.02).",
    )
    assert found == {
        ("5-day amoxicillin", "relapse"): "increases",
        ("5-day amoxicillin", "diarrhoea"): "decreases",
        ("10-day amoxicillin", "relapse"): None,
        ("10-day amoxicillin", "diarrhoea"): None,
    }
