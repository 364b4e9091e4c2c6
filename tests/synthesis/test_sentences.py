"""Sentences and headings keep their places."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.synthesis.headings import Role, allowed_roles, heading_end
from thresher.synthesis.sentences import abstract_sentences, sentences
from thresher.synthesis.study import Study

PIECES = st.lists(
    st.sampled_from(
        [
            "Pain fell. ",
            "METHODS ",
            "RESULTS: ",
            "Conclusions:\n",
            "vs. ",
            "et al. ",
            "2.5 mg ",
            "\n\n",
            "\n",
            "(p<0.05). ",
            "é ß 中文。",
            "A",
            ".",
            " ",
            "? Why",
        ]
    ),
    max_size=30,
)


@given(st.one_of(PIECES.map("".join), st.text(max_size=200)))
def test_sentences_and_gaps_together_are_the_text(text: str) -> None:
    rebuilt, done = "", 0
    for found in sentences(text):
        assert found.start >= done
        rebuilt += text[done : found.start] + found.text
        done = found.end
    assert rebuilt + text[done:] == text


@given(PIECES.map("".join))
def test_only_white_space_and_headings_stand_between_sentences(text: str) -> None:
    done = 0
    gaps = ""
    for found in sentences(text):
        gaps += text[done : found.start]
        done = found.end
    gaps += text[done:]
    words = re.findall(r"\w+", gaps)
    assert {word.lower() for word in words} <= {"methods", "results", "conclusions"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A fell vs. B in 2.5 mg doses. C rose.", 2),
        ("Smith et al. found it. We did not.", 2),
        ("Doses, e.g. 5 mg, were low. Fig. 2 shows it.", 2),
        ("Rate was 3.5%. In group B it was 4 (P = .03). Done!", 3),
        ("patients were enrolled . The dose was low .", 2),
        ('He said "stop." Then left.', 2),
        ("J. Smith came. He left.", 2),
        ("It grew (p<0.05). (2) It fell.", 2),
        ("The dose was no. 4 in the list.", 1),
        ("", 0),
        (" \n ", 0),
    ],
)
def test_full_stops_that_end_nothing_are_left_alone(text: str, expected: int) -> None:
    assert len(sentences(text)) == expected


@pytest.mark.parametrize(
    ("text", "heading"),
    [
        ("BACKGROUND: It is common.", "BACKGROUND"),
        ("MAIN OUTCOME MEASURES Death at one year.", "MAIN OUTCOME MEASURES"),
        ("Methods and Results: We did.", "Methods and Results"),
        ("Conclusion\nIt works.", "Conclusion"),
        ("Results. It works.", "Results"),
        ("METHODS/DESIGN A trial.", "METHODS/DESIGN"),
    ],
)
def test_headings_are_told_from_sentences(text: str, heading: str) -> None:
    (found,) = sentences(text)
    assert found.heading == heading
    assert not found.text.startswith(heading)


@pytest.mark.parametrize(
    "text",
    ["Results were good.", "Methods vary.", "the results: none", "Design", "METHODS"],
)
def test_a_word_that_heads_nothing_is_no_heading(text: str) -> None:
    assert heading_end(text, 0) is None


def test_a_heading_holds_until_the_next() -> None:
    found = sentences("AIM To see. To learn. RESULTS We saw.")
    assert [s.heading for s in found] == ["AIM", "AIM", "RESULTS"]


def test_a_heading_that_names_two_roles_allows_both() -> None:
    both = {Role.BACKGROUND, Role.OBJECTIVE}
    assert allowed_roles("BACKGROUND AND AIMS") == both


def test_abstract_sentences_are_placed_in_the_whole_text() -> None:
    study = Study(id="1", title="One. Two.", abstract="Three. Four.")
    found = abstract_sentences(study)
    assert [study.text[s.start : s.end] for s in found] == ["Three.", "Four."]


def test_a_very_long_text_is_cut_in_time() -> None:
    assert len(sentences("It fell by 2.5 mg vs. 3 mg. " * 4000)) == 4000
