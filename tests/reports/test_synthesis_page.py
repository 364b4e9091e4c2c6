"""The page, the data and the map of a synthesis."""

import csv
import io
import json
import re
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from thresher.errors import InputError
from thresher.records.citation import Citation
from thresher.reports.document import html_page
from thresher.reports.figures.contradiction_map import MOST_PAIRS, map_figure
from thresher.reports.synthesis_facts import COLUMNS, findings_csv, synthesis_facts
from thresher.reports.synthesis_page import synthesis_page
from thresher.synthesis.contradiction import Cell
from thresher.synthesis.draft import drafted
from thresher.synthesis.finding import Directions, Finding
from thresher.synthesis.headings import Role
from thresher.synthesis.offered_merges import offered_merges
from thresher.synthesis.read_study import ReadStudy
from thresher.synthesis.reported_numbers import numbers_in
from thresher.synthesis.sentences import Sentence
from thresher.synthesis.shipped_models import shipped_text_models
from thresher.synthesis.spans import PicoKind, Span
from thresher.synthesis.study import Study
from thresher.synthesis.study_records import StudyRecords
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


def page_of(found: Synthesis) -> str:
    return html_page(synthesis_page(found, drawing=None, draft=None, origin=""))


def measured(text: str) -> ReadStudy:
    whole = f"We asked 80 adults. {text}"
    sentence = Sentence(text=text, start=20, end=len(whole))
    people = Span(
        kind=PicoKind.PARTICIPANTS, start=9, end=18, text="80 adults", confidence=0.9
    )
    finding = Finding(
        study="7",
        intervention="aspirin",
        outcome="pain",
        directions=DOWN,
        evidence=sentence,
        confidence=0.9,
        numbers=numbers_in(text),
    )
    return ReadStudy(
        study=Study(id="7", abstract=whole),
        sentences=(sentence,),
        roles=(Role.RESULTS,),
        spans=(people,),
        findings=(finding,),
    )


READ = "Pain fell with aspirin (MD -2.5, 95% CI -4 to -1; P = .02; n = 38)."


def test_numbers_and_people_stand_beside_each_sentence() -> None:
    found = synthesis(measured(READ))
    told = "mean difference −2.5 (−4 to −1); p = 0.02; n = 38"  # noqa: RUF001
    page = page_of(found)
    assert page.count(f"{told} · 80 people: 80 adults") == 3
    [row] = csv.DictReader(io.StringIO(findings_csv(found)))
    assert (row["effect"], row["interval"]) == ("mean difference -2.5", "[-4, -1]")
    assert (row["p"], row["n"]) == ("p = 0.02", "n = 38")
    assert (row["participants"], row["study_size"]) == ("80 adults", "80")
    [fact] = json.loads(json.dumps(synthesis_facts(found)))["rows"]
    assert fact["numbers"]["effects"] == [
        {"kind": "mean difference", "value": -2.5, "low": -4, "high": -1}
    ]
    assert fact["numbers"]["p_values"] == [{"relation": "=", "value": 0.02}]
    assert fact["numbers"]["sizes"] == [38]
    assert (fact["participants"], fact["study_size"]) == (["80 adults"], 80)


def test_footnotes_lead_to_the_study_and_the_study_to_its_publication(
    disputed: Synthesis,
) -> None:
    view = Citation(id="b", title="B", doi="10.1000/<x>", authors=("Ito, K.",))
    other = Citation(id="a", title="A", pmid="7654321")
    records = {
        "a": StudyRecords(view=other, ids=("a",)),
        "b": StudyRecords(view=view, ids=("b", "b-2")),
    }
    page = page_of(replace(disputed, records=records))
    up, down = ('[<a href="#study-1">1</a>]', '[<a href="#study-2">2</a>]')
    assert (
        f"1 of 2 studies reports an increase {up}; 1 reports a decrease {down}." in page
    )
    assert page.count('id="study-2"') == 1
    assert 'href="https://pubmed.ncbi.nlm.nih.gov/7654321/"' in page
    assert 'href="https://doi.org/10.1000/%3Cx%3E"' in page
    assert "records b, b-2 (counted once)" in page
    for number in re.findall(r'href="#study-(\d+)"', page):
        assert f'id="study-{number}"' in page


def test_lines_of_one_study_are_folded_below_those_of_several(
    disputed: Synthesis,
) -> None:
    page = page_of(disputed)
    folded = page.index('<details class="folded"><summary>1 line that rests on one')
    assert page.index("Aspirin and pain: 1 of 2 studies") < folded
    assert folded < page.index("Aspirin and sleep: one study reports it")
    assert '<ol class="records" start="2">' in page
    alone = page_of(synthesis(study("a", UP)))
    assert "No pair is reported by more than one study." in alone


def test_a_very_long_sentence_is_cut_and_the_rest_is_there_on_demand() -> None:
    endless = "Pain fell with aspirin and " + "again and again " * 1200 + "at last."
    page = page_of(synthesis(measured(endless)))
    shown = re.sub(r'<details class="rest">.*?</details>', "", page, flags=re.DOTALL)
    assert len(shown) < 20_000
    assert page.count("at last.</details>") == 3  # behind both claims, and in the table
    assert "the other " in page


def test_what_may_be_the_same_is_offered_at_the_top_with_its_command() -> None:
    found = synthesis(study("a", UP), study("b", DOWN, outcome="acute pain"))
    page = page_of(found)
    box = page.index('<aside class="box">')
    assert box < page.index('id="part-2"')
    assert "pain and acute pain (outcome: one has all words" in page
    assert "--same pain &#39;acute pain&#39;" in page
    assert '<aside class="box">' not in page_of(synthesis(study("a", UP)))


def test_merges_that_bring_studies_together_are_offered_first() -> None:
    found = synthesis(
        study("a", UP, outcome="sleep"),
        study("b", UP, outcome="deep sleep"),
        study("c", None, outcome="wake"),
        study("d", None, outcome="first wake"),
    )
    first, last = offered_merges(found.table, found.cells)
    assert (first.offer.second, first.gain) == ("deep sleep", 1)
    assert (last.offer.second, last.gain) == ("first wake", 0)
