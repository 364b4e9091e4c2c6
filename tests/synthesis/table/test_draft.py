"""A model's draft is kept only where rows bear it out."""

import json
from collections.abc import Callable

import pytest

from thresher.errors import DraftError
from thresher.synthesis.draft import drafted
from thresher.synthesis.draft_check import Rejection
from thresher.synthesis.finding import Direction
from thresher.synthesis.findings import FindingsTable
from thresher.synthesis.grounding import grounding_faults
from thresher.synthesis.shipped_models import shipped_text_models
from thresher.synthesis.stated_directions import stated_directions

Maker = Callable[..., FindingsTable]
QUOTE = "the fractures went down in 40 patients"
QUOTED = [{"row": "R1", "quote": QUOTE}]
MODELS = shipped_text_models()


def answering(*sentences: object) -> Callable[[str, str], str]:
    return lambda _system, _user: json.dumps({"sentences": sentences})


def test_a_sentence_that_rests_on_its_rows_is_kept(disputed: FindingsTable) -> None:
    said = {
        "text": "One study of 40 patients reports a decrease in fractures (R1).",
        "rows": ["R1"],
        "quotes": QUOTED,
    }
    draft = drafted(disputed, answering(said), models=MODELS)
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
            {"text": "Of 940 people.", "rows": ["R1"], "quotes": QUOTED},
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
        (
            {"text": "Fractures fell with vitamin K2.", "rows": ["R1"]},
            Rejection.NO_QUOTE,
            "",
        ),
        (
            {"text": "Well.", "rows": ["R1"], "quotes": [{"row": "R1", "quote": "in"}]},
            Rejection.NO_QUOTE,
            "too short to tell: in",
        ),
        (
            {"text": "Well.", "rows": ["R2"], "quotes": QUOTED},
            Rejection.UNSUPPORTED_QUOTE,
            json.dumps(QUOTED[0]),
        ),
        (
            {
                "text": "Vitamin K2 increased fractures.",
                "rows": ["R1"],
                "quotes": QUOTED,
            },
            Rejection.UNSUPPORTED_DIRECTION,
            "increases",
        ),
        (
            {
                "text": "Vitamin K2 is safe for fractures.",
                "rows": ["R1"],
                "quotes": QUOTED,
            },
            Rejection.VERDICT,
            "safe",
        ),
        (
            {
                "text": "All studies report fewer fractures with vitamin K2.",
                "rows": ["R1"],
                "quotes": QUOTED,
            },
            Rejection.FOR_ALL,
            "All studies",
        ),
        (
            {
                "text": "Vitamin K2 reduced fractures and prevented death.",
                "rows": ["R1"],
                "quotes": QUOTED,
            },
            Rejection.UNSUPPORTED_WORDS,
            "an outcome that no study names: death",
        ),
        ({"rows": ["R1"]}, Rejection.NO_SENTENCE, ""),
        ("Just words.", Rejection.NO_SENTENCE, ""),
    ],
)
def test_what_its_rows_do_not_bear_out_is_rejected(
    disputed: FindingsTable, said: object, why: Rejection, detail: str
) -> None:
    draft = drafted(disputed, answering(said), models=MODELS)
    assert not draft.summary.sentences
    assert [(one.why, one.detail) for one in draft.rejected] == [(why, detail)]


def test_a_row_without_a_sentence_is_not_given(disputed: FindingsTable) -> None:
    silent = next(row.id for row in disputed.rows if not row.finding.is_reported)
    given: list[str] = []

    def ask(_system: str, user: str) -> str:
        given.append(user)
        return json.dumps({"sentences": [{"text": "Bone pain.", "rows": [silent]}]})

    draft = drafted(disputed, ask, models=MODELS)
    assert f'"{silent}"' not in given[0]
    assert draft.rejected[0].why is Rejection.UNKNOWN_ROW


def test_directions_are_checked_outcome_by_outcome(make_table: Maker) -> None:
    table = make_table(
        ("a", "vitamin K2", "fractures", "down"), ("a", "vitamin K2", "falls", "up")
    )
    quotes = [
        {"row": row.id, "quote": row.finding.evidence.text}
        for row in table.rows
        if row.finding.evidence
    ]
    crossed = {
        "text": "Vitamin K2 increased fractures and reduced falls.",
        "rows": ["R1", "R2"],
        "quotes": quotes,
    }
    right = {**crossed, "text": "Vitamin K2 reduced fractures and increased falls."}
    draft = drafted(table, answering(crossed, right), models=MODELS)
    assert [one.why for one in draft.rejected] == [Rejection.UNSUPPORTED_DIRECTION]
    assert [one.text for one in draft.summary.sentences] == [right["text"]]


def test_all_studies_may_be_spoken_for_where_all_say_so(make_table: Maker) -> None:
    table = make_table(
        ("a", "zinc", "colds", "down"),
        ("b", "zinc", "colds", "down"),
    )
    said = {
        "text": "Both studies report fewer colds with zinc.",
        "rows": ["R1", "R2"],
        "quotes": [{"row": "R2", "quote": "the colds went down"}],
    }
    assert drafted(table, answering(said), models=MODELS).summary.sentences


def test_an_answer_in_a_code_fence_is_read(disputed: FindingsTable) -> None:
    one = {"text": "Fractures fell.", "rows": ["R1"], "quotes": QUOTED}
    said = json.dumps({"sentences": [one]})
    draft = drafted(disputed, lambda _s, _u: f"```json\n{said}\n```", models=MODELS)
    assert len(draft.summary.sentences) == 1


@pytest.mark.parametrize("answer", ["", "I cannot.", "[]", '{"sentences": "none"}'])
def test_nonsense_is_an_error_with_a_sentence(
    disputed: FindingsTable, answer: str
) -> None:
    with pytest.raises(DraftError, match="the model"):
        drafted(disputed, lambda _s, _u: answer, models=MODELS)


def test_half_a_character_of_an_answer_can_be_written(disputed: FindingsTable) -> None:
    one = {"text": "Fewer fractures \ud800.", "rows": ["R1"], "quotes": QUOTED}
    said = json.dumps({"sentences": [one]})
    [kept] = drafted(disputed, lambda _s, _u: said, models=MODELS).summary.sentences
    assert kept.text == "Fewer fractures ?."


def test_without_a_reported_row_nothing_is_asked(make_table: Maker) -> None:
    def never(_system: str, _user: str) -> str:
        pytest.fail("asked")

    with pytest.raises(DraftError, match="nothing can be drafted"):
        drafted(make_table(("a", "aspirin", "pain", None)), never, models=MODELS)


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
