"""A small table for the tests of table-to-table."""

import pytest

from thresher.synthesis.finding import Directions, Finding
from thresher.synthesis.findings import FindingsTable, findings_table
from thresher.synthesis.read_study import ReadStudy
from thresher.synthesis.sentences import Sentence
from thresher.synthesis.study import Study

DOWN = Directions(increases=0, no_change=0, decreases=1)


@pytest.fixture(scope="session")
def small_table() -> FindingsTable:
    """Two studies that report less pain, and one that reports nothing."""
    text = "Pain fell with aspirin."
    evidence = Sentence(text=text, start=0, end=len(text))
    studies = [
        ReadStudy(
            study=Study(id=one, abstract=text),
            findings=(
                Finding(
                    study=one,
                    intervention="aspirin",
                    outcome="pain",
                    directions=DOWN if one != "c" else None,
                    evidence=evidence if one != "c" else None,
                    confidence=1.0,
                ),
            ),
        )
        for one in "abc"
    ]
    return findings_table(studies)
