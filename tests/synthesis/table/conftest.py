"""Small reviews with known findings."""

from collections.abc import Callable

import pytest

from thresher.synthesis.finding import Directions, Finding
from thresher.synthesis.findings import FindingsTable, findings_table
from thresher.synthesis.headings import Role
from thresher.synthesis.read_study import ReadStudy
from thresher.synthesis.sentences import sentences
from thresher.synthesis.study import Study

CALLS = {
    "up": Directions(increases=0.8, no_change=0.1, decreases=0.1),
    "same": Directions(increases=0.1, no_change=0.8, decreases=0.1),
    "down": Directions(increases=0.1, no_change=0.1, decreases=0.8),
}
Spec = tuple[str, str, str, str | None]  # study, intervention, outcome, call
Maker = Callable[..., FindingsTable]


def sentence_for(spec: Spec) -> str:
    _, intervention, outcome, call = spec
    return f"With {intervention} the {outcome} went {call} in 40 patients."


def read_study(study: str, specs: list[Spec]) -> ReadStudy:
    told = [sentence_for(spec) for spec in specs if spec[3]]
    abstract = " ".join(["We did a randomised trial.", *told])
    kept = Study(id=study, title=f"Trial {study}", abstract=abstract)
    offset = len(kept.text) - len(abstract)
    found = {
        s.text: type(s)(text=s.text, start=s.start + offset, end=s.end + offset)
        for s in sentences(abstract)
    }
    findings = [
        Finding(
            study=study,
            intervention=spec[1],
            outcome=spec[2],
            directions=CALLS[spec[3]] if spec[3] else None,
            evidence=found[sentence_for(spec)] if spec[3] else None,
            confidence=0.9 if spec[3] else 0.1,
        )
        for spec in specs
    ]
    roles = [Role.METHODS, *[Role.RESULTS] * (len(found) - 1)]
    return ReadStudy(
        study=kept,
        sentences=tuple(found.values()),
        roles=tuple(roles),
        findings=tuple(findings),
    )


def read_all(*specs: Spec) -> list[ReadStudy]:
    ids = dict.fromkeys(spec[0] for spec in specs)
    return [read_study(one, [s for s in specs if s[0] == one]) for one in ids]


@pytest.fixture(scope="session")
def make_table() -> Maker:
    """A function that builds a table from (study, intervention, outcome, call)."""

    def made(*specs: Spec) -> FindingsTable:
        return findings_table(read_all(*specs))

    return made


@pytest.fixture(scope="session")
def read_specs() -> Callable[..., list[ReadStudy]]:
    return read_all


@pytest.fixture
def disputed(make_table: Maker) -> FindingsTable:
    """On fractures the studies contradict each other, on falls they agree."""
    return make_table(
        ("a", "vitamin K2", "fractures", "down"),
        ("b", "menaquinone (MK-7)", "fracture", "up"),
        ("c", "Vitamin K2 supplementation", "risk of fractures", "same"),
        ("d", "vitamin K2", "fractures", "same"),
        ("a", "vitamin K2", "falls", "same"),
        ("b", "vitamin K2", "falls", "same"),
        ("c", "vitamin K2", "bone pain", None),
    )
