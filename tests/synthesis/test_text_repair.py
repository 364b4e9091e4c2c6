"""Broken texts are mended, whole ones left."""

import pytest

from thresher.synthesis.text_repair import rejoined, repaired, without_markup


@pytest.mark.parametrize(
    ("cut", "whole"),
    [
        ("r and omized", "randomized"),
        ("R and omised trials", "Randomised trials"),
        ("st and ard care", "standard care"),
        ("m and ibular", "mandibular"),
        ("underst and ing", "understanding"),
        ("ib and ronate", "ibandronate"),
        ("two review s of", "two reviews of"),
    ],
)
def test_words_cut_at_an_inner_and_are_joined(cut: str, whole: str) -> None:
    assert rejoined(cut) == whole


@pytest.mark.parametrize(
    "text",
    ["men and women", "head and neck", "vitamin C and iron", "h and p", "Vitamin K s"],
)
def test_words_that_were_never_cut_stay(text: str) -> None:
    assert rejoined(text) == text


def test_markup_goes_and_signs_stay() -> None:
    assert without_markup("<i>P</i> &lt; 0.05 and n < 20") == "P < 0.05 and n < 20"
    assert without_markup("<jats:p>Yes</jats:p>") == "Yes"
    assert repaired("<int>r and omly</int>") == "randomly"
