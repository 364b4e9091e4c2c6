"""The table of a review holds each finding once, in its groups."""

from collections.abc import Callable

import pytest

from thresher.errors import InputError
from thresher.synthesis.finding import Directions, Finding
from thresher.synthesis.findings import FindingsTable, Row, findings_table
from thresher.synthesis.groups import Group, Grouping
from thresher.synthesis.headings import Role
from thresher.synthesis.phrase_key import Kind
from thresher.synthesis.read_study import ReadStudy
from thresher.synthesis.sentences import Sentence
from thresher.synthesis.spans import PicoKind, Span
from thresher.synthesis.study import Study
from thresher.synthesis.study_facts import Design, study_facts

UP = Directions(increases=1, no_change=0, decreases=0)


def test_synonyms_and_near_duplicates_share_a_group(disputed: FindingsTable) -> None:
    assert {row.intervention for row in disputed.rows} == {"vitamin K2"}
    assert {row.outcome for row in disputed.rows} == {"fractures", "falls", "bone pain"}


def test_a_row_without_a_sentence_stays_in_the_table(disputed: FindingsTable) -> None:
    silent = [row for row in disputed.rows if not row.finding.is_reported]
    assert [row.outcome for row in silent] == ["bone pain"]
    assert len(disputed.reported) == 6


def test_rows_have_ids_of_their_own(disputed: FindingsTable) -> None:
    ids = [row.id for row in disputed.rows]
    assert ids == [f"R{number}" for number in range(1, len(ids) + 1)]


def test_near_duplicate_phrases_of_one_study_give_one_row_a_sentence(
    read_specs: Callable[..., list[ReadStudy]],
) -> None:
    [read] = read_specs(("a", "vitamin K2", "pain", "up"))
    first = read.findings[0]
    again = Finding(
        study="a",
        intervention="menaquinone",
        outcome="pain score",
        directions=first.directions,
        evidence=first.evidence,
        confidence=0.99,
    )
    silent = Finding(
        study="a",
        intervention="vitamin K2",
        outcome="pain scores",
        directions=None,
        evidence=None,
        confidence=0.1,
    )
    both = ReadStudy(
        study=read.study,
        sentences=read.sentences,
        roles=read.roles,
        findings=(first, silent, again),
    )
    [row] = findings_table([both]).rows
    assert row.finding is again


def test_abbreviations_are_written_out_by_the_study_that_introduces_them() -> None:
    first = _study("1", "Daytime sleepiness scale (DSS) was filled in.", "DSS")
    second = _study("2", "No more was said.", "daytime sleepiness scale")
    found = findings_table([first, second])
    assert len(found.outcomes.groups) == 1


def test_a_short_form_is_never_written_out_where_its_own_study_does_not() -> None:
    massage = _study("1", "Perceived pain intensity (PPI) was asked for.", "PPI")
    stomach = _study("2", "Patients took a PPI for a week.", "PPI and cure rate")
    other = _study("3", "The scale was not named.", "PPI")
    found = findings_table([massage, stomach, other])
    assert [row.outcome for row in found.rows] == [
        "Perceived pain intensity",
        "PPI and cure rate",
        "PPI",
    ]


def test_a_short_form_of_another_study_is_offered() -> None:
    first = _study("1", "Daytime sleepiness scale (DSS) was filled in.", "DSS")
    second = _study("2", "No more was said.", "DSS")
    [offer] = findings_table([first, second]).outcomes.offers
    assert (offer.first, offer.second) == ("Daytime sleepiness scale", "DSS")
    assert offer.why == "a study abbreviates the one to the other"


def test_names_that_a_reader_calls_the_same_are_one_group() -> None:
    first = _study("1", "It was so.", "sleep onset")
    second = _study("2", "It was so.", "time awake")
    apart = findings_table([first, second])
    assert len(apart.outcomes.groups) == 2
    found = findings_table([first, second], same=[("time awake", "Sleep onset")])
    assert [group.name for group in found.outcomes.groups] == ["time awake"]
    assert {row.outcome for row in found.rows} == {"time awake"}
    assert not found.outcomes.offers


def test_a_name_that_no_study_has_cannot_be_the_same_as_another() -> None:
    only = _study("1", "It was so.", "sleep onset")
    with pytest.raises(InputError, match="'sleep onset' and 'sleap' are no two"):
        findings_table([only], same=[("sleep onset", "sleap")])


def test_an_abbreviation_of_two_meanings_is_kept_apart() -> None:
    one = _study("1", "Multiple sclerosis (MS) was seen.", "MS")
    other = _study("2", "Mitral stenosis (MS) was seen.", "MS")
    silent = _study("3", "No more was said.", "MS")
    found = findings_table([one, other, silent])
    assert [group.name for group in found.outcomes.groups] == [
        "Multiple sclerosis",
        "Mitral stenosis",
        "MS",
    ]


def _study(study: str, abstract: str, outcome: str) -> ReadStudy:
    finding = Finding(
        study=study,
        intervention="aspirin",
        outcome=outcome,
        directions=None,
        evidence=None,
        confidence=0.0,
    )
    return ReadStudy(study=Study(id=study, abstract=abstract), findings=(finding,))


def test_a_sentence_that_is_not_in_the_text_is_refused() -> None:
    study = Study(id="1", abstract="Pain rose.")
    strange = Sentence(text="Pain fell.", start=0, end=10)
    finding = Finding(
        study="1",
        intervention="a",
        outcome="b",
        directions=UP,
        evidence=strange,
        confidence=1,
    )
    with pytest.raises(InputError, match="no such sentence"):
        ReadStudy(study=study, findings=(finding,))
    with pytest.raises(InputError, match="not one of 2"):
        ReadStudy(study=Study(id="2"), findings=(finding,))
    with pytest.raises(InputError, match="as many roles"):
        ReadStudy(study=study, roles=(Role.RESULTS,))


def test_two_studies_of_one_id_are_refused() -> None:
    one = ReadStudy(study=Study(id="1"))
    with pytest.raises(InputError, match="two studies"):
        findings_table([one, one])


def test_a_row_of_an_unknown_study_is_refused(disputed: FindingsTable) -> None:
    row = disputed.rows[0]
    with pytest.raises(InputError, match="no study 'a'"):
        FindingsTable(
            studies=(),
            rows=(Row(id="R1", intervention="x", outcome="y", finding=row.finding),),
            interventions=Grouping(kind=Kind.INTERVENTION, groups=()),
            outcomes=Grouping(kind=Kind.OUTCOME, groups=()),
        )


def test_a_readers_groups_decide(read_specs: Callable[..., list[ReadStudy]]) -> None:
    read = read_specs(
        ("a", "vitamin K2", "pain", "up"), ("b", "menatetrenone", "pain", "down")
    )
    mine = {
        Kind.INTERVENTION: [Group(name="K", members=("vitamin K2", "menatetrenone"))]
    }
    assert {row.intervention for row in findings_table(read).rows} != {"K"}
    assert {row.intervention for row in findings_table(read, known=mine).rows} == {"K"}


def test_contained_spans_are_left_out_of_a_studys_phrases() -> None:
    text = "oral vitamin K and vitamin K"
    spans = [
        Span(
            kind=PicoKind.INTERVENTIONS,
            start=start,
            end=end,
            text=text[start:end],
            confidence=1,
        )
        for start, end in ((0, 14), (19, 28))
    ]
    read = ReadStudy(study=Study(id="1", abstract=text), spans=tuple(spans))
    assert read.phrases(PicoKind.INTERVENTIONS) == ("oral vitamin K",)
    assert read.phrases(PicoKind.OUTCOMES) == ()


@pytest.mark.parametrize(
    ("text", "size", "design"),
    [
        ("A total of 1,204 women were randomised.", 1204, Design.RANDOMISED),
        ("We included 45 older patients and 12 controls.", 45, Design.UNKNOWN),
        ("A non-randomized trial of 30 men.", 30, Design.CONTROLLED),
        ("A retrospective cohort of 300 adults aged 65 years.", 300, Design.COHORT),
        ("A survey in 12 countries.", None, Design.CROSS_SECTIONAL),
        ("A systematic review of randomised trials.", None, Design.REVIEW),
        ("We report the case of a boy.", None, Design.CASES),
    ],
)
def test_size_and_design_are_read_off_the_abstract(
    text: str, size: int | None, design: Design
) -> None:
    found = study_facts(text)
    assert (found.size, found.design) == (size, design)
