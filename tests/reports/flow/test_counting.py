"""A flow from what a screening counts."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.errors import FlowError, InputError
from thresher.reports.flow import (
    Counted,
    OtherMethods,
    PreviousReview,
    ScreeningCounts,
    counted_flow,
)

few = st.integers(0, 40)


@given(
    identified=st.integers(0, 500),
    duplicates=few,
    excluded=few,
    included=few,
    missing=few,
    reasons=st.dictionaries(st.sampled_from(["a", "b"]), few),
    reports=st.none() | few,
    stopped=st.booleans(),
)
def test_a_screening_that_is_possible_gives_a_flow_that_loses_nobody(
    identified: int,
    duplicates: int,
    excluded: int,
    included: int,
    missing: int,
    reasons: dict[str, int],
    reports: int | None,
    stopped: bool,  # noqa: FBT001
) -> None:
    counts = ScreeningCounts(
        databases={"MEDLINE": identified},
        duplicates=duplicates,
        excluded=excluded,
        included=included,
        stopped=stopped,
        not_retrieved=missing,
        reasons=reasons,
        included_reports=reports,
    )
    later = missing + sum(reasons.values()) + (reports or 0)
    possible = excluded + included <= identified - duplicates and later <= included
    if not possible:
        with pytest.raises(FlowError):
            counted_flow(counts)
        return
    flow = counted_flow(counts)
    assert identified == (
        flow.duplicates
        + flow.excluded_by_humans
        + flow.excluded_by_automation
        + flow.awaiting_screening
        + flow.not_retrieved
        + sum(one.count for one in flow.excluded)
        + flow.awaiting_assessment
        + flow.included_reports
    )
    assert flow.awaiting_screening == 0 or not stopped
    assert flow.excluded_by_automation == 0 or stopped
    assert flow.awaiting_assessment == 0 or reports is not None


def test_both_other_arms_are_taken_over() -> None:
    other = OtherMethods(
        websites=3, sought=3, assessed=3, excluded=(Counted(name="x", count=1),)
    )
    flow = counted_flow(
        ScreeningCounts(
            databases={"MEDLINE": 9},
            registers={"ICTRP": 1},
            excluded=6,
            included=4,
            included_studies=5,
        ),
        other=other,
        previous=PreviousReview(studies=7, reports=8),
    )
    assert (flow.included_reports, flow.included_studies) == (6, 5)
    assert (flow.total_studies, flow.total_reports) == (12, 14)


@pytest.mark.parametrize(
    "change", [{"excluded": -1}, {"databases": {"": 9}}, {"duplicates": -1}]
)
def test_impossible_counts_are_refused(change: dict[str, Any]) -> None:
    given_: dict[str, Any] = {"databases": {"MEDLINE": 9}, **change}
    with pytest.raises(InputError):
        counted_flow(ScreeningCounts(**given_))
