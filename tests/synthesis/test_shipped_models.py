"""The shipped models as one reader; the tagger replaced where its weights are not."""

import pytest

from thresher.errors import InputError
from thresher.synthesis import shipped_models
from thresher.synthesis.pico import pico
from thresher.synthesis.shipped_models import read_studies, shipped_text_models
from thresher.synthesis.spans import PicoKind, Span
from thresher.synthesis.study import Study

ABSTRACT = (
    "BACKGROUND Pain is common in adults. METHODS We randomised 40 patients to aspirin "
    "or placebo. RESULTS Pain scores were significantly lower with aspirin than with "
    "placebo (P<0.01). There was no difference in adverse events. CONCLUSIONS Aspirin "
    "reduced pain in these patients."
)
WORDS = {
    "aspirin": PicoKind.INTERVENTIONS,
    "placebo": PicoKind.INTERVENTIONS,
    "Pain scores": PicoKind.OUTCOMES,
    "adverse events": PicoKind.OUTCOMES,
    "scores": PicoKind.OUTCOMES,
    "sleep": PicoKind.OUTCOMES,
}


def by_words(study: Study) -> tuple[Span, ...]:
    """Spans of a known list of words."""
    text = study.text
    return tuple(
        Span(
            kind=kind,
            start=text.index(word),
            end=text.index(word) + len(word),
            text=word,
            confidence=0.9,
        )
        for word, kind in WORDS.items()
        if word in text
    )


@pytest.fixture
def tagged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shipped_models, "pico", by_words)


@pytest.mark.usefixtures("tagged")
def test_a_study_is_read_with_the_sentence_behind_each_finding() -> None:
    [read] = read_studies([Study(id="1", abstract=ABSTRACT)])
    found = {
        one.outcome: one.directions and one.directions.likeliest.value
        for one in read.findings
    }
    assert found == {"pain": "decreases", "adverse events": "no_change"}
    assert {one.intervention for one in read.findings} == {"aspirin"}  # no placebo
    assert len(read.roles) == len(read.sentences) == 5
    assert read.cautions == ()


@pytest.mark.usefixtures("tagged")
def test_what_no_sentence_reports_is_not_reported() -> None:
    silent = ABSTRACT.replace("There was no difference in adverse events.", "")
    text = silent + " Further work on sleep is needed; adverse events were not counted."
    [read] = read_studies([Study(id="1", abstract=text)])
    sleep = next(one for one in read.findings if one.outcome == "sleep")
    assert not sleep.is_reported


@pytest.mark.usefixtures("tagged")
def test_a_short_text_counts_only_where_it_names_both_sides() -> None:
    both = "Pain scores were lower with aspirin than with placebo in forty patients."
    one_side = "The aspirin was given. Then adverse events were lower in all of them."
    first, second = read_studies(
        [Study(id="1", abstract=both), Study(id="2", abstract=one_side)]
    )
    assert first.findings[0].is_reported
    assert "read with less care" in first.cautions[0]
    assert not any(finding.is_reported for finding in second.findings)


@pytest.mark.usefixtures("tagged")
def test_studies_that_cannot_be_read_are_kept_with_the_reason() -> None:
    german = "Die Wirkung von Vitamin K auf Schmerzen wurde von uns hier untersucht."
    nothing = "This text is about the weather of the week and not about any of it all."
    studies = [
        Study(id="1", title="T"),
        Study(id="2", abstract=german),
        Study(id="3", abstract=nothing),
    ]
    told: list[int] = []

    def report(what: str, *, done: int, total: int) -> None:
        assert what == "Reading studies"
        told.append(done * 10 + total)

    read = read_studies(studies, report=report)
    assert [one.cautions[-1].split(":")[0] for one in read] == [
        "has no abstract",
        "is not in English, as it seems",
        "names no intervention with an outcome that could be found",
    ]
    assert told == [13, 23, 33]


def test_a_study_that_speaks_of_no_treatment_has_no_findings() -> None:
    abstract = (
        "Soft turtles had longer genomes than lizards. Body size rose over time. "
        "Aquatic dinosaurs had shorter limbs. Tail length did not differ. All were old."
    )
    assert any(
        span.kind is PicoKind.INTERVENTIONS
        for span in pico(Study(id="1", title="Turtles", abstract=abstract))
    )
    [read] = read_studies([Study(id="1", title="Turtles", abstract=abstract)])
    assert not read.findings
    assert read.cautions[-1].startswith("speaks of no treatment")


def test_what_a_text_says_people_had_is_read_with_a_caution() -> None:
    abstract = (
        "Forty adults with warts came each month. Warts were counted by two nurses. "
        "Warts were fewer after imiquimod (P=0.01). Sleep was shorter. All went home."
    )
    [read] = read_studies(
        [Study(id="1", title="Imiquimod in adults", abstract=abstract)]
    )
    assert read.cautions[-1].startswith("has no word for anything done to anybody")
    assert {one.outcome.lower() for one in read.findings if one.is_reported} == {
        "warts"
    }


@pytest.mark.usefixtures("tagged")
def test_the_judge_reads_phrases_and_forced_directions() -> None:
    models = shipped_text_models()
    said = "Pain scores were lower with aspirin."
    assert models.phrases(said)[PicoKind.INTERVENTIONS] == ("aspirin",)
    [lower, none] = models.directions(
        said, [("aspirin", "pain scores"), ("aspirin", "death")]
    )
    assert lower is not None
    assert none is None
    assert models.evidence_name
    assert models.evidence_f1 is None or 0.5 < models.evidence_f1 < 1


def test_with_the_shipped_tagger_a_study_is_read() -> None:
    try:
        spans = pico(Study(id="1", abstract=ABSTRACT))
    except ValueError as error:
        pytest.skip(f"the tagger's weights are not here yet ({error})")
    assert any(span.kind is PicoKind.INTERVENTIONS for span in spans)
    [read] = read_studies([Study(id="1", abstract=ABSTRACT)])
    assert any(finding.is_reported for finding in read.findings)


def test_with_the_encoder_a_study_is_read() -> None:
    [read] = read_studies([Study(id="1", abstract=ABSTRACT)], tagger="encoder")
    assert "aspirin" in {one.intervention.lower() for one in read.findings}
    assert any(finding.is_reported for finding in read.findings)


def test_an_unknown_tagger_is_answered_with_the_right_ones() -> None:
    with pytest.raises(InputError, match="fast"):
        read_studies([], tagger="best")
