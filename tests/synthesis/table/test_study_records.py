"""Records of one study are joined where that is sure, and only there."""

from dataclasses import replace

import pytest

from thresher.records.citation import Citation
from thresher.synthesis.study_records import (
    StudyRecords,
    counted_once,
    doubts,
    record_of,
)

TRIAL = Citation(
    id="1",
    title="Zinc lozenges and the length of colds in nurses",
    abstract="Zinc reduced the length of colds in 120 nurses who took it for a week.",
    authors=("Ito, K.",),
    year=2011,
    venue="Colds",
    pages="12-19",
)


def records(*citations: Citation) -> list[StudyRecords]:
    return [record_of(one) for one in citations]


def test_records_with_one_abstract_are_one_study() -> None:
    cut = replace(TRIAL, id="2", abstract="Zinc reduced the length of colds in 120")
    bare = replace(TRIAL, id="3", abstract="")
    [one] = counted_once(records(TRIAL, cut, bare))
    assert one.ids == ("1", "2", "3")
    assert one.view.abstract == TRIAL.abstract


@pytest.mark.parametrize(
    "abstract",
    [
        "Zinc increased the length of colds in 120 nurses who took it for a week.",
        "Zinc reduced the length of colds in 48 nurses who took it for a week.",
    ],
)
def test_one_title_with_other_findings_is_not_joined_but_doubted(abstract: str) -> None:
    both = records(TRIAL, replace(TRIAL, id="2", abstract=abstract))
    assert len(counted_once(both)) == 2
    [doubt] = doubts(both)
    assert (doubt.first, doubt.second) == ("1", "2")


def test_one_identifier_outweighs_a_revised_abstract() -> None:
    first = replace(TRIAL, doi="10.1000/zinc")
    revised = replace(first, id="2", abstract="Colds of 48 nurses were increased.")
    assert len(counted_once(records(first, revised))) == 1


def test_what_a_project_keeps_apart_stays_apart_even_through_a_third() -> None:
    apart = [
        StudyRecords(view=replace(TRIAL, id=one), ids=(one,), project="p")
        for one in ("1", "2")
    ]
    assert len(counted_once(apart)) == 2
    third = record_of(replace(TRIAL, id="3"))
    assert len(counted_once([*apart, third])) == 3


def test_records_of_two_projects_are_joined() -> None:
    both = [
        StudyRecords(view=replace(TRIAL, id=one), ids=(one, f"{one}b"), project=one)
        for one in ("1", "2")
    ]
    [one] = counted_once(both)
    assert one.ids == ("1", "1b", "2", "2b")


def test_an_address_leads_by_doi_before_pubmed_and_never_elsewhere() -> None:
    strange = record_of(Citation(id="1", doi="javascript:alert(1)", url="x:y"))
    assert (strange.address, strange.name) == ("", "")
    both = record_of(Citation(id="1", doi="https://doi.org/10.1000/A", pmid="77"))
    assert (both.address, both.name) == ("https://doi.org/10.1000/a", "doi:10.1000/a")
