"""Planted contradictions and made-up statements, with the shipped models themselves."""

import csv
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from thresher.cli.main import cli

PEOPLE = "adults with migraine"


def abstract(verb: str, *, people: int) -> str:
    return (
        "BACKGROUND: The role of aspirin is unclear. "
        f"METHODS: {people} {PEOPLE} were randomised to aspirin or placebo. "
        f"RESULTS: Compared with placebo, aspirin {verb} headache pain (P < 0.05). "
        f"CONCLUSIONS: Aspirin {verb} headache pain."
    )


STUDIES = [("7", "reduced", 120), ("8", "increased", 240)]


@pytest.fixture
def table(tmp_path: Path) -> Callable[[str, list[str], list[list[str]]], str]:
    def written(name: str, header: list[str], rows: list[list[str]]) -> str:
        path = tmp_path / name
        with path.open("w", newline="") as file:
            csv.writer(file).writerows([header, *rows])
        return str(path)

    return written


def test_a_planted_contradiction_is_shown_as_one(
    table: Callable[[str, list[str], list[list[str]]], str],
) -> None:
    rows = [
        [one, "Aspirin and headache pain: a trial", abstract(verb, people=people)]
        for one, verb, people in STUDIES
    ]
    path = table("studies.csv", ["record_id", "title", "abstract"], rows)
    found = CliRunner().invoke(cli, ["synthesise", path, "--json"])
    cells = json.loads(found.stdout)["map"]
    assert "CONTRADICTORY" in {cell["flag"] for cell in cells}
    text = CliRunner().invoke(cli, ["synthesise", path]).stdout
    assert "an increase [2]" in text
    assert "a decrease [1]" in text


@pytest.mark.parametrize(
    ("planted", "why"),
    [
        ("Aspirin reduced headache pain in 4937 adults.", "a number that no study has"),
        ("Zinc lozenges reduced headache pain.", "that no study names"),
        ("Aspirin reduced heart attacks.", "that no study names"),
        (
            "Aspirin had no effect on headache pain.",
            "a direction that no study reports",
        ),
    ],
)
def test_a_planted_hallucination_is_caught_and_the_rest_is_not(
    table: Callable[[str, list[str], list[list[str]]], str], planted: str, why: str
) -> None:
    true = f"Aspirin reduced headache pain in {PEOPLE}."
    inputs = [
        ["1", one, "Aspirin", abstract(verb, people=n)] for one, verb, n in STUDIES
    ]
    files = [
        ["--targets", table("t.csv", ["ReviewID", "Target"], [["1", true]])],
        [
            "--generated",
            table("g.csv", ["ReviewID", "Generated"], [["1", f"{true} {planted}"]]),
        ],
        ["--inputs", table("i.csv", ["ReviewID", "PMID", "Title", "Abstract"], inputs)],
    ]
    asked = ["judge", *(part for pair in files for part in pair)]
    facts = json.loads(CliRunner().invoke(cli, [*asked, "--json"]).stdout)
    flaws = facts["reviews"][0]["unsupported"]
    assert {flaw["sentence"] for flaw in flaws} == {planted}
    assert any(why in flaw["why"] for flaw in flaws)
    assert facts["means"]["supported"]["value"] == 0.5
    gate = CliRunner().invoke(cli, [*asked, "--fail-below", "supported=1"])
    assert gate.exit_code == 1


@pytest.mark.parametrize(
    "said",
    [
        "Edoxaban was noninferior to warfarin for stroke.",
        "Edoxaban was non-inferior to warfarin with respect to stroke (P<0.001).",
        "Noninferiority of edoxaban to warfarin was shown for stroke.",
        "For stroke, edoxaban was noninferior to warfarin.",
    ],
)
def test_what_is_not_inferior_makes_a_row_of_no_change(
    table: Callable[[str, list[str], list[list[str]]], str], said: str
) -> None:
    told = (
        "We randomised 900 patients with atrial fibrillation to edoxaban or warfarin."
        f" They were followed for two years. {said} Major bleeding was less frequent"
        " with edoxaban (P=0.01)."
    )
    rows = [["1", "Edoxaban or warfarin: a non-inferiority trial", told]]
    path = table("studies.csv", ["record_id", "title", "abstract"], rows)
    found = CliRunner().invoke(cli, ["synthesise", path, "--json"])
    directions = {
        (row["intervention"].lower(), row["outcome"].lower()): row["direction"]
        for row in json.loads(found.stdout)["rows"]
    }
    assert directions["edoxaban", "stroke"] == "no_change"
    assert directions["edoxaban", "major bleeding"] == "decreases"
