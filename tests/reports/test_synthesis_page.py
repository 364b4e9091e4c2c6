"""The page, the data and the map of a synthesis."""

import csv
import io
import json
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from thresher.errors import InputError
from thresher.reports.document import html_page
from thresher.reports.figures.contradiction_map import MOST_PAIRS, map_figure
from thresher.reports.synthesis_facts import COLUMNS, findings_csv, synthesis_facts
from thresher.reports.synthesis_page import synthesis_page
from thresher.synthesis.contradiction import Cell
from thresher.synthesis.draft import drafted
from thresher.synthesis.finding import Directions, Finding
from thresher.synthesis.headings import Role
from thresher.synthesis.read_study import ReadStudy
from thresher.synthesis.sentences import Sentence
from thresher.synthesis.shipped_models import shipped_text_models
from thresher.synthesis.study import Study
from thresher.synthesis.synthesis import Synthesis, synthesised

UP = Directions(increases=0.8, no_change=0.1, decreases=0.1)
DOWN = Directions(increases=0.1, no_change=0.1, decreases=0.8)


def study(id_: str, call: Directions | None, *, outcome: str = "pain") -> ReadStudy:
    text = f"Aspirin & <b>{outcome}</b> were related in 30 patients of study {id_}."
    sentence = Sentence(text=text, start=0, end=len(text))
    finding = Finding(
        study=id_,
        intervention="aspirin",
        outcome=outcome,
        directions=call,
        evidence=sentence if call else None,
        confidence=0.9,
    )
    return ReadStudy(
        study=Study(id=id_, abstract=text),
        sentences=(sentence,),
        roles=(Role.RESULTS,),
        findings=(finding,),
        cautions=("is short",),
    )


def synthesis(*read: ReadStudy) -> Synthesis:
    return synthesised([one.study for one in read], reader=lambda _: tuple(read))


@pytest.fixture
def disputed() -> Synthesis:
    return synthesis(
        study("a", UP),
        study("b", DOWN),
        study("c", None),
        study("d", UP, outcome="sleep"),
    )


def test_the_page_shows_summary_map_table_and_cautions(disputed: Synthesis) -> None:
    figure = map_figure(disputed.cells, numbers={"a": 1, "b": 2, "c": 3, "d": 4})
    drawn = io.BytesIO()
    figure.savefig(drawn, format="svg")
    page = html_page(
        synthesis_page(disputed, drawing=drawn.getvalue(), draft=None, origin="test")
    )
    assert "CONTRADICTORY" in page
    assert "Draft for human checking" in page
    assert "Aspirin &amp; &lt;b&gt;pain&lt;/b&gt; were related" in page
    assert "<b>pain" not in page
    assert "is short" in page
    assert 'title="[1] Aspirin' in page
    assert "data:image/svg+xml" in page


def test_a_page_without_findings_says_so() -> None:
    nothing = synthesis(study("a", None))
    page = html_page(synthesis_page(nothing, drawing=None, draft=None, origin=""))
    assert "insufficient evidence for any statement" in page
    assert "there is no map" in page


def test_a_drafts_rejected_sentences_are_shown(disputed: Synthesis) -> None:
    said = {
        "sentences": [
            {
                "text": "Pain differs.",
                "rows": ["R1", "R2"],
                "quotes": [{"row": "R1", "quote": "30 patients of study a"}],
            },
            {"text": "All are cured.", "rows": ["R99"]},
        ]
    }
    draft = drafted(
        disputed.table, lambda _s, _u: json.dumps(said), models=shipped_text_models()
    )
    page = html_page(synthesis_page(disputed, drawing=None, draft=draft, origin=""))
    assert "Pain differs." in page
    assert "All are cured." in page
    assert "does not exist" in page
    facts = synthesis_facts(disputed, draft=draft)
    assert facts["draft"]["rejected"][0]["detail"] == "R99"


def test_every_reference_in_the_data_is_found_at_its_place(
    disputed: Synthesis,
) -> None:
    facts = json.loads(json.dumps(synthesis_facts(disputed)))
    texts = {one["id"]: one["text"] for one in facts["studies"]}
    found = 0
    for part in ("summary", "extract"):
        for sentence in facts[part]["sentences"]:
            assert sentence["references"]
            for one in sentence["references"]:
                assert texts[one["study"]][one["start"] : one["end"]] == one["quote"]
                found += 1
    assert found >= 6
    assert facts["map"][0]["flag"] == "CONTRADICTORY"
    assert facts["map"][0]["not_reporting"] == ["c"]


def test_the_table_has_a_line_for_every_finding(disputed: Synthesis) -> None:
    rows = list(csv.DictReader(io.StringIO(findings_csv(disputed))))
    assert tuple(rows[0]) == COLUMNS
    assert [row["direction"] for row in rows] == [
        "increases",
        "decreases",
        "not reported",
        "increases",
    ]
    assert rows[2]["sentence"] == ""


def test_the_map_draws_a_box_for_every_study(disputed: Synthesis) -> None:
    figure = map_figure(disputed.cells, numbers={"a": 1, "b": 2, "c": 3, "d": 4})
    ax = figure.axes[0]
    said = {text.get_text().strip() for text in ax.texts}
    assert {"1", "2", "4", "CONTRADICTORY", "SINGLE STUDY"} <= said
    assert "3" not in said
    assert len(ax.patches) == 3


def test_many_studies_of_one_direction_become_a_bar() -> None:
    read = [study(str(at), UP) for at in range(14)]
    numbers = {str(at): at + 1 for at in range(14)}
    figure = map_figure(synthesis(*read).cells, numbers=numbers)
    assert "14 studies" in {text.get_text() for text in figure.axes[0].texts}
    drawn = io.BytesIO()
    figure.savefig(drawn, format="svg")
    assert ET.fromstring(drawn.getvalue()) is not None  # noqa: S314  our own drawing


def test_a_dispute_that_the_map_has_no_room_for_is_named() -> None:
    calls = {"a": UP, "b": UP, "c": UP}
    agreed = [
        study(f"{one}{at}", call, outcome=f"{chr(97 + at)}ness")
        for at in range(MOST_PAIRS)
        for one, call in calls.items()
    ]
    found = synthesis(
        *agreed, study("x", UP, outcome="sleep"), study("y", DOWN, outcome="sleep")
    )
    numbers = {read.study.id: at for at, read in enumerate(found.table.studies, 1)}
    figure = map_figure(found.cells, numbers=numbers)
    assert f"The first {MOST_PAIRS} of {MOST_PAIRS + 1} pairs" in (
        figure.axes[0].get_title(loc="left")
    )
    page = html_page(synthesis_page(found, drawing=b"<svg/>", draft=None, origin=""))
    assert "studies that are drawn: aspirin and sleep." in page


def test_without_a_report_there_is_no_map() -> None:
    silent = Cell(intervention="x", outcome="y", votes=())
    with pytest.raises(InputError, match="no map to draw"):
        map_figure([silent], numbers={})


def test_an_ungrounded_synthesis_cannot_exist(disputed: Synthesis) -> None:
    first = disputed.summary.sentences[0]
    reference = replace(first.references[0], quote="Invented.")
    wrong = replace(first, references=(reference,))
    with pytest.raises(InputError, match="not grounded"):
        replace(disputed, summary=replace(disputed.summary, sentences=(wrong,)))


def test_no_study_is_an_error() -> None:
    with pytest.raises(InputError, match="no study"):
        synthesised([], reader=lambda _: ())
