"""A model's draft is kept only where rows bear it out."""

import json
from collections.abc import Callable

import pytest

from thresher.errors import DraftError
from thresher.synthesis.draft import Rejection, drafted, stated_directions
from thresher.synthesis.finding import Direction
from thresher.synthesis.findings import FindingsTable
from thresher.synthesis.grounding import grounding_faults

Maker = Callable[..., FindingsTable]
QUOTE = "the fractures went down in 40 patients"


def answering(*sentences: object) -> Callable[[str, str], str]:
    return lambda _system, _user: json.dumps({"sentences": sentences})


def test_a_sentence_that_rests_on_its_rows_is_kept(disputed: FindingsTable) -> None:
    said = {
        "text": "One study of 40 patients reports a decrease in fractures (R1).",
        "rows": ["R1"],
        "quotes": [{"row": "R1", "quote": QUOTE}],
    }
    draft = drafted(disputed, answering(said))
    [kept] = draft.summary.sentences
    assert kept.references[0].row == "R1"
    assert not kept.remark
    assert grounding_faults(draft.summary, disputed) == ()
    assert "check" in draft.summary.label
    assert not draft.rejected


@pytest.mark.parametrize(
    ("said", "why", "detail"),
    [
        ({"text": "All is well.", "rows": []}, Rejection.NO_ROWS, ""),
        ({"text": "All is well.", "rows": ["R77"]}, Rejection.UNKNOWN_ROW, "R77"),
        ({"text": "As R77 says.", "rows": ["R1"]}, Rejection.UNKNOWN_ROW, "R77"),
        (
            {"text": "Of 940 people.", "rows": ["R1"]},
            Rejection.UNSUPPORTED_NUMBER,
            "940",
        ),
        (
            {
                "text": "Well.",
                "rows": ["R1"],
                "quotes": [{"row": "R1", "quote": "cured"}],
            },
            Rejection.UNSUPPORTED_QUOTE,
            "cured",
        ),
        (
            {"text": "Well.", "rows": ["R1"], "quotes": [{"row": "R1", "quote": ""}]},
            Rejection.UNSUPPORTED_QUOTE,
            "an empty quote",
        ),
        (
            {"text": "Well.", "rows": ["R1"], "quotes": "cured"},
            Rejection.UNSUPPORTED_QUOTE,
            '"cured"',
        ),
        ({"rows": ["R1"]}, Rejection.NO_SENTENCE, ""),
        ("Just words.", Rejection.NO_SENTENCE, ""),
    ],
)
def test_what_its_rows_do_not_bear_out_is_rejected(
    disputed: FindingsTable, said: object, why: Rejection, detail: str
) -> None:
    draft = drafted(disputed, answering(said))
    assert not draft.summary.sentences
    assert [(one.why, one.detail) for one in draft.rejected] == [(why, detail)]


def test_a_row_without_a_sentence_is_not_given(disputed: FindingsTable) -> None:
    silent = next(row.id for row in disputed.rows if not row.finding.is_reported)
    given: list[str] = []

    def ask(_system: str, user: str) -> str:
        given.append(user)
        return json.dumps({"sentences": [{"text": "Bone pain.", "rows": [silent]}]})

    draft = drafted(disputed, ask)
    assert f'"{silent}"' not in given[0]
    assert draft.rejected[0].why is Rejection.UNKNOWN_ROW


def test_a_direction_the_table_does_not_have_is_remarked(
    disputed: FindingsTable,
) -> None:
    said = {"text": "Vitamin K2 increases fractures.", "rows": ["R1"]}
    [kept] = drafted(disputed, answering(said)).summary.sentences
    assert "no row here that increases" in kept.remark


def test_an_answer_in_a_code_fence_is_read(disputed: FindingsTable) -> None:
    said = json.dumps({"sentences": [{"text": "Fractures fell.", "rows": ["R1"]}]})
    draft = drafted(disputed, lambda _s, _u: f"```json\n{said}\n```")
    assert len(draft.summary.sentences) == 1


@pytest.mark.parametrize("answer", ["", "I cannot.", "[]", '{"sentences": "none"}'])
def test_nonsense_is_an_error_with_a_sentence(
    disputed: FindingsTable, answer: str
) -> None:
    with pytest.raises(DraftError, match="the model"):
        drafted(disputed, lambda _s, _u: answer)


def test_half_a_character_of_an_answer_can_be_written(disputed: FindingsTable) -> None:
    said = json.dumps({"sentences": [{"text": "Less \ud800.", "rows": ["R1"]}]})
    [kept] = drafted(disputed, lambda _s, _u: said).summary.sentences
    assert kept.text == "Less ?."


def test_without_a_reported_row_nothing_is_asked(make_table: Maker) -> None:
    def never(_system: str, _user: str) -> str:
        pytest.fail("asked")

    with pytest.raises(DraftError, match="nothing can be drafted"):
        drafted(make_table(("a", "aspirin", "pain", None)), never)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Pain was lower with aspirin.", {Direction.DECREASES}),
        ("There was no significant difference in pain.", {Direction.NO_CHANGE}),
        ("Aspirin did not reduce pain.", {Direction.NO_CHANGE}),
        (
            "It increased sleep and reduced pain.",
            set(Direction) - {Direction.NO_CHANGE},
        ),
        ("Aspirin was studied.", set()),
    ],
)
def test_directions_are_read_off_words(text: str, found: set[Direction]) -> None:
    assert stated_directions(text) == found
