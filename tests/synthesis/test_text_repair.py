"""Broken texts are mended, whole ones left."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.synthesis.text_repair import (
    rejoined,
    repaired,
    spaced,
    without_markup,
)


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


def test_half_a_character_is_replaced() -> None:
    assert repaired("Pain \ud800 fell") == "Pain \ufffd fell"


@pytest.mark.parametrize(
    ("marked", "read"),
    [
        ("<jats:title>Aim</jats:title><jats:p>To see</jats:p>", "Aim\nTo see"),
        ("&lt;h4&gt;Results&lt;/h4&gt;Pain fell", "Results\nPain fell"),
        ("sore<br/>throat", "sore\nthroat"),
        ('<p class="a">One</p>\n\n<p>Two</p>', "One\nTwo"),
        ("a<script>alert(1)</script> b", "a b"),
        ("where n <p and p> m", "where n <p and p> m"),
    ],
)
def test_blocks_come_to_stand_on_lines_of_their_own(marked: str, read: str) -> None:
    assert without_markup(marked) == read


@pytest.mark.parametrize(
    "text",
    [
        "Pain fell.\nSleep rose.",
        "In 1.5 mg doses, i.e. half, by J.Smith and www.example.org.",
        "IL-2.5 and S.Aureus",
    ],
)
def test_what_is_no_end_of_a_sentence_is_left_alone(text: str) -> None:
    assert spaced(text) == text


@given(st.text())
def test_spaces_are_added_once_and_nothing_else(text: str) -> None:
    found = spaced(text)
    assert spaced(found) == found
    assert found.replace(" ", "") == text.replace(" ", "")


@given(st.lists(st.sampled_from(["Pain fell.", "Why?", "We gave zinc; all did."])))
def test_sections_joined_by_a_semicolon_are_sentences_again(parts: list[str]) -> None:
    assert spaced(".; ".join(part[:-1] for part in parts)).count(".;") == 0
    assert spaced("; ".join(parts)) == " ".join(parts)


@pytest.mark.parametrize(
    ("cut", "whole"),
    [
        ("zinc 2. 5 mg", "zinc 2.5 mg"),
        ("(P < 0. 001)", "(P < 0.001)"),
        ("In group 2. 5 men left.", "In group 2. 5 men left."),
    ],
)
def test_numbers_cut_at_their_point_are_joined(cut: str, whole: str) -> None:
    assert spaced(cut) == whole


@pytest.mark.parametrize(
    ("marked", "read"),
    [
        ('Pain<script>if (a<b) { x = "<p>" }</script> fell', "Pain fell"),
        ("Pain <!-- said <b>twice</b>, a<b --> fell", "Pain fell"),
        ("<![CDATA[Pain <b>fell</b>]]> here", " Pain fell here"),
        ("Pain <input disabled> fell", "Pain fell"),
        ("Pain <option selected value='1'/>fell", "Pain fell"),
        ("Pain <!-- fell, a<b", "Pain <!-- fell, a<b"),
        ("Pain <script>fell", "Pain fell"),
    ],
)
def test_nothing_that_a_browser_hides_stays(marked: str, read: str) -> None:
    assert without_markup(marked) == read


@pytest.mark.parametrize(
    "blank", [" ", "\t", "\n", " \n", "\u00a0", "<p ", "<script>", "<!--", "<p> "]
)
def test_a_text_twice_as_long_takes_about_twice_the_time(blank: str) -> None:
    def seconds(times: int) -> float:
        text = f"<p>Pain fell.{blank * times}Sleep rose.</p>"
        begun = time.process_time()
        repaired(text)
        return time.process_time() - begun

    few = min(seconds(5_000) for _ in range(3))
    many = min(seconds(40_000) for _ in range(3))
    assert many < 24 * few + 0.02  # a square would be 64 times


def test_blank_lines_are_at_most_one() -> None:
    assert repaired("Aim\n \n\t\n\nTo see.\n   Yes.") == "Aim\n\nTo see.\nYes."
