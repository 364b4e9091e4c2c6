"""Arms are named once, and what they are compared with is none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.synthesis.arm_names import arm_names, as_combination
from thresher.synthesis.control_arms import is_control
from thresher.synthesis.spans import PicoKind, Span
from thresher.synthesis.study_arms import study_arms
from thresher.synthesis.study_outcomes import outcome_names, study_outcomes

CONTROLS = (
    "placebo",
    "either placebo",
    "matching placebo tablets",
    "a 2-week placebo period",
    "usual care",
    "care as usual",
    "standard treatment",
    "the control group",
    "controls",
    "sham acupuncture",
    "waiting list",
    "no treatment",
    "normal saline",
    "zinc plus placebo",
    "attention control condition",
    "diet-treated controls",
)
TREATMENTS = (
    "zinc",
    "placebo-controlled zinc",
    "birth control pills",
    "tight glucose control",
    "hypertonic saline",
    "standard polyethylene lavage",
    "sham feeding with chewing gum",
)
PARTS = (*CONTROLS, *TREATMENTS, "or", "and", "versus", "was", "(", ")", ",", "20 mg")


@pytest.mark.parametrize("phrase", CONTROLS)
def test_what_others_are_compared_with_is_no_intervention(phrase: str) -> None:
    assert is_control(phrase)
    assert arm_names(phrase) == ()
    assert arm_names(f"zinc or {phrase}") == ("zinc",)
    assert arm_names(f"Zinc versus {phrase}") == ("Zinc",)


@pytest.mark.parametrize("phrase", TREATMENTS)
def test_a_treatment_is_none_of_them(phrase: str) -> None:
    assert not is_control(phrase)
    assert arm_names(phrase)


@pytest.mark.parametrize(
    ("phrase", "names"),
    [
        ("received zinc 20 mg/day for 12 weeks or placebo", ("zinc",)),
        ("zinc 20 mg and placebo", ("zinc",)),
        ("zinc or copper", ("zinc", "copper")),
        ("oral or intravenous iron", ("oral or intravenous iron",)),
        ("zinc and copper", ("zinc and copper",)),
        ("zinc, copper, or iron", ("zinc", "copper", "iron")),
        ("Zinc was given twice daily at a dose of 20 mg", ("Zinc",)),
        ("The intervention group received group singing", ("group singing",)),
        ("the placebo group received sugar drops", ()),
        ("All women also received calcium 500 mg", ()),
        ("receive or not to receive zinc", ("zinc",)),
        ("zinc, a trace element", ("zinc",)),
        ("zinc with that of copper", ("zinc", "copper")),
        ("while continuing diuretics", ()),
        ("standard methods", ()),
        ("was stopped early", ()),
        ("", ()),
    ],
)
def test_a_phrase_gives_the_arms_it_names(phrase: str, names: tuple[str, ...]) -> None:
    assert arm_names(phrase) == names


def spans(text: str, *phrases: str) -> list[Span]:
    return [
        Span(
            kind=PicoKind.INTERVENTIONS,
            start=text.index(phrase),
            end=text.index(phrase) + len(phrase),
            text=phrase,
            confidence=0.9,
        )
        for phrase in phrases
    ]


def arms(text: str, *phrases: str, told: str | None = None) -> tuple[str, ...]:
    return study_arms(
        spans(text, *phrases),
        text,
        told=text if told is None else told,
        short_forms={"PT": "pelvic training"},
    )


def test_near_duplicates_are_one_arm() -> None:
    text = "Oral zinc 20 mg/day; zinc sulphate tablets; zinc therapy; zinc; placebo"
    named = text.split("; ")
    assert arms(text, *named[:1], *named[2:]) == ("zinc",)
    assert arms("PT or pelvic training", "PT", "pelvic training") == ("PT",)


def test_a_list_of_the_arms_is_no_arm_but_a_combination_is() -> None:
    text = "zinc and copper were compared; zinc; copper; zinc plus copper"
    assert set(arms(text, "zinc and copper", "zinc", "copper")) == {"zinc", "copper"}
    assert "zinc plus copper" in arms(text, "zinc plus copper", "zinc", "copper")


def test_what_everyone_was_given_is_no_arm() -> None:
    text = "Patients took zinc or placebo. All patients received melphalan daily."
    assert arms(text, "zinc or placebo", "melphalan") == ("zinc",)


def test_an_arm_only_the_methods_name_is_left_out_if_there_are_others() -> None:
    text = "Zinc was tested. Anaesthesia was with halothane. Zinc worked."
    assert arms(text, "Zinc", "halothane", told="Zinc was tested.") == ("Zinc",)
    assert arms(text, "halothane", told="It worked.") == ("halothane",)


def test_a_name_in_brackets_is_not_another_arm() -> None:
    text = "We gave etidronate disodium (EHDP). EHDP helped."
    assert arms(text, "etidronate disodium", "EHDP") == ("etidronate disodium",)


def test_an_arm_bears_the_name_that_the_study_mostly_uses() -> None:
    text = "We gave intraoperative zinc. Zinc helped. Zinc was safe. Use zinc."
    assert arms(text, "intraoperative zinc", "Zinc") == ("Zinc",)


def test_two_allotted_sorts_stay_two() -> None:
    text = "Slow zinc gum or fast zinc gum. Zinc gum; zinc gum; zinc gum; zinc gum."
    found = study_arms(
        spans(text, "Slow zinc gum", "fast zinc gum", "zinc gum"),
        text,
        told=text,
        short_forms={},
        given=["Walnut zinc gum or almond zinc gum"],
    )
    assert {"Walnut zinc gum", "almond zinc gum"} <= set(found)


def test_a_measurement_is_no_intervention_unless_it_is_allotted() -> None:
    text = "Polysomnography was done. Zinc helped."
    assert arms(text, "Polysomnography", "Zinc") == ("Zinc",)
    assert arms("Polysomnography was done.", "Polysomnography") == ()
    assert study_arms(
        spans(text, "Polysomnography"),
        text,
        told=text,
        short_forms={},
        given=["polysomnography or usual care"],
    )


def test_words_of_a_title_are_no_part_of_an_arm() -> None:
    assert arm_names("Niacin revisited") == ("Niacin",)
    assert arm_names("we compared zinc with copper") == ("zinc", "copper")


@pytest.mark.parametrize(
    ("phrase", "names"),
    [
        ("reduced hyperactivity", ("hyperactivity",)),
        ("All doses lowered supine blood pressure", ("supine blood pressure",)),
        ("lower back pain", ("lower back pain",)),
        ("weight loss", ("weight loss",)),
        ("efficacy and safety", ()),
        ("relative risk (RR)", ()),
        ("pain, and a shortening of hospital stay", ("pain", "hospital stay")),
        ("pain, sleep and mood, and fatigue", ("pain", "sleep and mood", "fatigue")),
        ("mood was", ("mood",)),
        ("sleep quality nor sleep duration", ("sleep quality", "sleep duration")),
        ("abstinence at 12 months", ("abstinence",)),
        ("Sleep quality improved more with saffron", ("Sleep quality",)),
        ("LDL cholesterol between", ("LDL cholesterol",)),
        ("hazard ratio for hip fracture", ("hip fracture",)),
    ],
)
def test_a_phrase_gives_the_outcomes_it_names(
    phrase: str, names: tuple[str, ...]
) -> None:
    assert outcome_names(phrase) == names


def test_an_outcome_is_named_once_and_is_no_arm() -> None:
    text = "zinc; rate of infections; infections"
    found = study_outcomes(
        spans(text, "zinc", "rate of infections", "infections"),
        arms=["zinc"],
        short_forms={},
    )
    assert found == ("infections",)


@given(st.text(max_size=80) | st.lists(st.sampled_from(PARTS)).map(" ".join))
def test_names_are_made_of_the_phrases_own_words(phrase: str) -> None:
    for name in (*arm_names(phrase), *outcome_names(phrase)):
        assert name.strip() == name != ""
        assert all(word in phrase for word in name.split())
    assert not any(is_control(name) for name in arm_names(phrase))


def named(text: str, *phrases: str) -> tuple[str, ...]:
    """Arms of a text in which a tagger marked some phrases."""
    spans = [
        Span(
            kind=PicoKind.INTERVENTIONS,
            start=text.index(phrase),
            end=text.index(phrase) + len(phrase),
            text=phrase,
            confidence=0.9,
        )
        for phrase in phrases
    ]
    return study_arms(spans, text, told=text, short_forms={})


@pytest.mark.parametrize(
    ("phrase", "names"),
    [
        ("zinc 5 mg, copper 100 mg or placebo", ("zinc", "copper")),
        ("zinc and/or copper", ("zinc", "copper")),
        ("zinc, copper and placebo, respectively", ("zinc", "copper")),
        ("combined with sequential copper", ("sequential copper",)),
        ("2 years of intensive coaching", ("intensive coaching",)),
        ("experimental group, zinc", ("zinc",)),
        ("refusing zinc", ()),
        ("neither", ()),
        ("robust doses", ()),
        ("Prophylactic treatment", ()),
        ("vaginal", ()),
        ("transdermal zinc 50 microg/24 h", ("transdermal zinc",)),
        ("1 mg zinc/0.25 mg copper", ("zinc/copper",)),
        ("combined zinc + copper", ("zinc + copper",)),
        ("combined contraceptives", ("combined contraceptives",)),
        ("3-month coaching in addition to standard medical care", ("coaching",)),
        ("stabilised with standard zinc", ()),
    ],
)
def test_lists_and_the_words_around_names_are_taken_apart(
    phrase: str, names: tuple[str, ...]
) -> None:
    assert arm_names(phrase) == names


def test_two_arms_listed_with_their_trade_names_are_two() -> None:
    text = "Zinc (ZENTA) and copper (COPPA) were compared. Zinc beat copper by far."
    found = named(text, "Zinc (ZENTA) and copper (COPPA)", "Zinc", "copper")
    assert len(found) == 2
    assert not any(" and " in name for name in found)


def test_an_arm_with_a_remark_in_brackets_is_no_second_one() -> None:
    text = "We gave zinc (ward III-IV) or nothing. Zinc helped."
    assert named(text, "zinc (ward III-IV)", "Zinc") == ("Zinc",)


def test_both_parts_of_a_combination_tested_alone_are_arms() -> None:
    text = "They had zinc alone, copper alone, zinc + copper, or placebo. All helped."
    found = named(text, "zinc alone", "copper alone", "zinc + copper")
    assert set(found) == {"zinc alone", "copper alone", "zinc + copper"}


def test_what_is_tested_alone_against_an_addition_is_the_control() -> None:
    text = "Zinc plus microfractures did better than microfractures alone."
    found = named(text, "Zinc plus microfractures", "microfractures alone")
    assert found == ("Zinc plus microfractures",)


@pytest.mark.parametrize(
    "phrase",
    [
        "magnetic resonance imaging (MRI)",
        "knee evaluation",
        "chronic pain",
        "Word Test B",
    ],
)
def test_what_is_looked_at_is_not_given(phrase: str) -> None:
    text = f"Zinc was given. {phrase} followed. Zinc helped."
    assert named(text, "Zinc", phrase) == ("Zinc",)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        (
            "stimulus control and sleep restriction",
            "stimulus control + sleep restriction",
        ),
        ("calcium and vitamin D", "calcium + vitamin D"),
        ("cognitive and behavioural therapy", "cognitive and behavioural therapy"),
        ("zinc", "zinc"),
    ],
)
def test_two_treatments_given_together_are_named_as_a_combination(
    name: str, shown: str
) -> None:
    assert as_combination(name) == shown


@pytest.mark.parametrize(
    ("phrase", "names"),
    [
        ("zinc was well tolerated", ()),
        ("whereas attention", ("attention",)),
        ("several of which", ()),
        ("baseline weight", ()),
        ("mean (SE) pain intensity", ("pain intensity",)),
        ("incontinence episodes per 24 hours", ("incontinence episodes",)),
        ("hot flushes rapidly", ("hot flushes",)),
        ("end point, HbA1c", ("HbA1c",)),
        ("Ethical approval and informed consent", ()),
        ("sustained until", ()),
        ("free", ()),
    ],
)
def test_an_outcome_is_named_without_what_is_said_around_it(
    phrase: str, names: tuple[str, ...]
) -> None:
    assert outcome_names(phrase) == names


def test_two_outcomes_that_stand_alone_elsewhere_are_no_third() -> None:
    spans = [
        Span(kind=PicoKind.OUTCOMES, start=0, end=9, text=text, confidence=0.9)
        for text in (
            "pain intensity and sleep quality",
            "pain intensity",
            "sleep quality",
        )
    ]
    found = study_outcomes(spans, arms=(), short_forms={})
    assert set(found) == {"pain intensity", "sleep quality"}
