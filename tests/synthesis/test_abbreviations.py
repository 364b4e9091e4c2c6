"""Short forms are read where a text introduces them, and nowhere else."""

import pytest

from thresher.synthesis.abbreviations import abbreviations


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("body mass index (BMI)", {"BMI": "body mass index"}),
        ("low-density lipoprotein cholesterol (LDL-C)", {}),
        ("length of stay (LOS), and", {"LOS": "length of stay"}),
        ("pain (severe) and sleep (12)", {}),
        ("we used it (SPSS)", {}),
    ],
)
def test_an_abbreviation_is_spelled_by_the_words_before_it(
    text: str, expected: dict[str, str]
) -> None:
    assert {k: v for k, v in abbreviations(text).items() if k in expected} == expected
    assert "SPSS" not in abbreviations(text)


@pytest.mark.parametrize(
    ("text", "short", "long"),
    [
        ("thirty had zinc (Zn)", "Zn", "zinc"),
        ("to ezetimibe (EZ), or", "EZ", "ezetimibe"),
        ("less haemoglobin (Hb)", "Hb", "haemoglobin"),
        ("total cholesterol (TT), triglycerides (TG)", "TG", "triglycerides"),
        ("total thyroxine (TT), triglycerides (TG)", "TG", "triglycerides"),
    ],
)
def test_two_letters_may_stand_for_one_word(text: str, short: str, long: str) -> None:
    assert abbreviations(text)[short] == long


def test_two_words_are_preferred_to_the_last_of_them() -> None:
    assert abbreviations("energy expenditure (EE)") == {"EE": "energy expenditure"}


def test_two_letters_of_several_words_each_begin_one() -> None:
    assert abbreviations("some found the iron (FE) to be bitter") == {}


def test_no_long_form_holds_a_bracket() -> None:
    text = "of tar (TR), resin and gum (TG); total oil (peanut) in gel (TOG)"
    longs = abbreviations(text).values()
    assert not any(mark in long for long in longs for mark in "()[]")


def test_square_brackets_are_read_like_round_ones() -> None:
    assert abbreviations("a proton pump inhibitor [PPI].") == {
        "PPI": "proton pump inhibitor"
    }


def test_a_known_name_may_have_letters_that_do_not_spell_it() -> None:
    text = "They took oral iron (Fe) or zinc (Zn)."
    assert abbreviations(text, names=["iron", "oral iron"])["Fe"] == "oral iron"
    assert "Fe" not in abbreviations(text, names=["environ"])
