"""Filters: what passes, what does not, and that nothing goes without a reason."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.records.citation import Citation
from thresher.synthesis.corpus.candidates import Candidates, Filters, candidates
from thresher.synthesis.corpus.links import Links
from thresher.synthesis.corpus.study_filter import publication_types

WORDS = "In this trial the patients were given zinc and the colds of most were shorter."
REVIEW = Citation(
    id="r", pmid="1", title="Zinc for colds: a systematic review", abstract=WORDS
)
TRIAL = Citation(
    id="t", pmid="2", title="Zinc", abstract=WORDS, raw=(("PT", "Clinical Trial"),)
)
CASE = replace(TRIAL, id="c", pmid="3", raw=(("PT", "Case Reports"),))
OTHER = replace(TRIAL, id="o", pmid="4", raw=(("PT", "Editorial"),))
BRITISH = replace(TRIAL, id="b", pmid="5", raw=(), title="A randomised trial of zinc")
EMPTY = replace(TRIAL, id="e", pmid="6", abstract="")
GERMAN = "Die Wirkung von Zink auf kranke Kinder wurde von uns hier genau gezeigt"
STUDIES = (TRIAL, CASE, OTHER, BRITISH, EMPTY)


def found(
    *cited: str, review: Citation = REVIEW, filters: Filters | None = None
) -> Candidates:
    links = Links(studies={review.id: cited})
    return candidates([review], STUDIES, links=links, filters=filters or Filters())


def test_trials_by_type_and_by_either_spelling_pass() -> None:
    passed = found("t", "b")
    [one] = passed.found
    assert [study.id for study, _ in one.studies] == ["t", "b"]
    assert passed.left_out == ()
    assert passed.funnel == dict.fromkeys(
        ("given", "keyword", "pubmed", "text", "studies"), 1
    )


def test_a_review_that_cites_a_case_report_is_left_out_as_in_appendix_a() -> None:
    passed = found("t", "c")
    assert passed.found == ()
    [left] = passed.left_out
    assert (left.stage, "cites c" in left.why) == ("studies", True)
    assert (passed.funnel["text"], passed.funnel["studies"]) == (1, 0)


def test_the_case_report_alone_is_left_out_if_asked() -> None:
    passed = found("t", "c", filters=Filters(cull_citing_cases=False))
    assert [study.id for study, _ in passed.found[0].studies] == ["t"]
    assert [(one.review, one.study) for one in passed.left_out] == [("r", "c")]


def test_studies_of_no_interest_are_left_out_with_the_reason() -> None:
    passed = found("o", "e")
    assert passed.found == ()
    assert [one.why for one in passed.left_out] == [
        "is no trial or observational study, by its types or words",
        "has no abstract: nothing could be read",
        "no study of interest is known for it",
    ]


@pytest.mark.parametrize(
    ("change", "stage"),
    [
        ({"title": "Zinc for colds"}, "keyword"),
        ({"pmid": ""}, "pubmed"),
        ({"abstract": ""}, "text"),
        (
            {"abstract": GERMAN},
            "text",
        ),
    ],
)
def test_the_first_filter_that_a_review_fails_is_named(
    change: dict[str, str], stage: str
) -> None:
    [left] = found("t", review=replace(REVIEW, **change)).left_out  # type: ignore[arg-type]
    assert left.stage == stage


def test_reviews_of_other_sources_pass_if_asked() -> None:
    elsewhere = replace(REVIEW, pmid="")
    filters = Filters(pubmed_only=False)
    assert found("t", review=elsewhere, filters=filters).found


def test_a_second_record_of_a_review_or_a_study_is_left_out() -> None:
    twin, again = replace(REVIEW, id="r2"), replace(TRIAL, id="t2")
    links = Links(studies={"r": ("t", "t2"), "r2": ("t",)})
    passed = candidates(
        [REVIEW, twin], [*STUDIES, again], links=links, filters=Filters()
    )
    assert [one.review.id for one in passed.found] == ["r"]
    assert {(one.review, one.study) for one in passed.left_out} == {
        ("r", "t2"),
        ("r2", ""),
    }


@given(
    cited=st.lists(st.sampled_from([one.id for one in STUDIES]), unique=True),
    cull=st.booleans(),
)
def test_every_study_and_review_is_in_or_left_out_with_a_reason(
    cited: list[str],
    cull: bool,  # noqa: FBT001
) -> None:
    passed = found(*cited, filters=Filters(cull_citing_cases=cull))
    kept = {study.id for one in passed.found for study, _ in one.studies}
    named = {one.study for one in passed.left_out}
    gone = any(not one.study for one in passed.left_out)
    assert gone != bool(passed.found)
    assert gone or kept | named == set(cited)
    assert not kept & named
    assert all(one.why for one in passed.left_out)


def test_types_are_read_off_any_export() -> None:
    raw = (("PublicationType", "Review"), ("Publication Type", "A; B"), ("PT", "A"))
    assert publication_types(Citation(id="1", raw=raw)) == ("Review", "A", "B")
