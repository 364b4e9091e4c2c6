"""A summary says no more than its sentences."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.errors import InputError
from thresher.synthesis.contradiction import contradiction_map
from thresher.synthesis.extractive import extractive_summary
from thresher.synthesis.finding import Direction
from thresher.synthesis.findings import FindingsTable, findings_table
from thresher.synthesis.grounding import FaultKind, grounding_faults
from thresher.synthesis.read_study import ReadStudy
from thresher.synthesis.sentences import sentences
from thresher.synthesis.study import Study
from thresher.synthesis.summary import (
    Reference,
    Summary,
    SummarySentence,
    structured_summary,
)

Maker = Callable[..., FindingsTable]


def summarised(table: FindingsTable) -> Summary:
    return structured_summary(table, contradiction_map(table))


def test_counts_and_studies_are_told_not_a_verdict(make_table: Maker) -> None:
    calls = ["same", "down", "same", "same"]
    specs = [
        (one, "aspirin", "pain", call) for one, call in zip("abcd", calls, strict=True)
    ]
    [sentence] = summarised(make_table(*specs)).sentences
    assert sentence.text == (
        "Aspirin and pain: 3 of 4 studies report no difference [1, 3, 4]; "
        "1 reports a decrease [2]."
    )
    assert sentence.remark == "MIXED: check the sentences"


def test_a_contradiction_is_remarked(disputed: FindingsTable) -> None:
    first = summarised(disputed).sentences[0]
    assert first.remark.startswith("CONTRADICTORY")
    assert "1 reports an increase [2]" in first.text
    assert "1 reports a decrease [1]" in first.text


def test_one_study_is_insufficient_to_compare(make_table: Maker) -> None:
    found = summarised(make_table(("a", "aspirin", "pain", "up")))
    assert "insufficient evidence" in found.sentences[0].text
    assert "one study only" in found.notes[0]


def test_what_no_sentence_reports_is_said_to_be_so(make_table: Maker) -> None:
    found = summarised(make_table(("a", "aspirin", "pain", None)))
    assert not found.sentences
    assert "insufficient evidence for any statement" in found.notes[0]
    assert summarised(findings_table([])).notes == ("There is no study.",)


def test_silent_studies_and_further_pairs_are_counted(make_table: Maker) -> None:
    table = make_table(
        ("a", "aspirin", "pain", "up"),
        ("b", "aspirin", "pain", None),
        ("c", "aspirin", "pain", None),
        ("a", "aspirin", "sleep", "up"),
    )
    found = structured_summary(table, contradiction_map(table), most=1)
    assert found.sentences[0].remark.startswith("2 further studies name both")
    assert any("1 further pairs" in note for note in found.notes)


def test_a_study_that_points_both_ways_is_named(make_table: Maker) -> None:
    table = make_table(("a", "aspirin", "pain", "up"), ("a", "aspirin", "pain", "down"))
    [sentence] = summarised(table).sentences
    assert "point in different directions [1]" in sentence.remark


@given(
    st.lists(
        st.tuples(
            st.sampled_from("abcde"),
            st.sampled_from(["aspirin", "vitamin K2", "menaquinone"]),
            st.sampled_from(["pain", "death", "risk of death", "sleep"]),
            st.sampled_from(["up", "same", "down", None]),
        ),
        unique_by=lambda spec: spec[:3],
        max_size=15,
    )
)
def test_every_sentence_of_every_summary_rests_on_the_source(
    make_table: Maker, specs: list[tuple[str, str, str, str | None]]
) -> None:
    table = make_table(*specs)
    for summary in (summarised(table), extractive_summary(table)):
        assert grounding_faults(summary, table) == ()
        for sentence in summary.sentences:
            for one in sentence.references:
                assert table.texts[one.study][one.start : one.end] == one.quote


@pytest.mark.parametrize(
    ("changed", "kind"),
    [
        ({"study": "nobody"}, FaultKind.UNKNOWN_STUDY),
        ({"quote": "Fractures vanished."}, FaultKind.WRONG_PLACE),
        ({"start": 0}, FaultKind.WRONG_PLACE),
        ({"row": "R99"}, FaultKind.UNKNOWN_ROW),
        ({"row": "R2"}, FaultKind.WRONG_ROW),
        ({"direction": Direction.INCREASES}, FaultKind.WRONG_COUNT),
    ],
)
def test_the_check_finds_what_is_not_in_the_source(
    disputed: FindingsTable, changed: dict[str, object], kind: FaultKind
) -> None:
    summary = summarised(disputed)
    first = summary.sentences[0]
    wrong = replace(first.references[0], **changed)  # type: ignore[arg-type]
    broken = replace(first, references=(wrong, *first.references[1:]))
    faults = grounding_faults(replace(summary, sentences=(broken,)), disputed)
    assert kind in {fault.kind for fault in faults}


def test_a_sentence_without_grounds_cannot_exist() -> None:
    with pytest.raises(InputError, match="behind it"):
        SummarySentence(text="Aspirin helps.", references=())
    some = Reference(study="a", start=0, end=1, quote="x")
    with pytest.raises(InputError, match="needs words"):
        SummarySentence(text=" ", references=(some,))


def test_the_extract_quotes_one_sentence_a_study_and_heeds_the_question(
    make_table: Maker,
) -> None:
    table = make_table(
        ("a", "aspirin", "pain", "up"),
        ("a", "aspirin", "sleep", "up"),
        ("b", "aspirin", "pain", "down"),
    )
    found = extractive_summary(table, question="What of sleep?")
    assert [one.references[0].study for one in found.sentences] == ["a", "b"]
    assert "sleep" in found.sentences[0].text
    assert len(extractive_summary(table, most=1).sentences) == 1


def test_a_study_without_results_is_quoted_from_its_abstract() -> None:
    from thresher.synthesis.headings import Role  # noqa: PLC0415

    study = Study(id="1", title="A title of many words", abstract="Only this was said.")
    cut = sentences(study.text)
    read = ReadStudy(study=study, sentences=cut, roles=(Role.METHODS,) * len(cut))
    [sentence] = extractive_summary(findings_table([read])).sentences
    assert sentence.text == "Only this was said."
