"""The audited certificate as a rule."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from thresher.certification.stopping.audited import (
    audited,
    certificate,
    certified_so_far,
)
from thresher.certification.stopping.goal import Goal
from thresher.errors import UnjudgedRuleError

from .rankings import AT_95, labelled, urn


@settings(max_examples=20)
@given(seed=st.integers(0, 10_000), percent=st.sampled_from([70, 80, 95]))
def test_a_review_read_with_audits_stops_where_it_was_certified(
    seed: int, percent: int
) -> None:
    rng, goal = np.random.default_rng(seed), Goal(target=percent / 100)
    history = urn(rng, records=600, relevant=40, bias=20)
    read = audited(history, goal, rng=rng)
    assert read.random is not None
    assert sorted(read.labels) == sorted(history.labels)
    stop = certificate(read, goal)
    assert stop is not None
    assert read.random[stop:].sum() == 0
    later = certificate(replace(read, first_look=min(stop + 5, 600)), goal)
    assert later == min(stop + 5, 600)


def test_without_audits_only_what_is_certain_counts() -> None:
    with pytest.raises(UnjudgedRuleError, match="no record was drawn at random"):
        certificate(labelled(1, 0, 0, records=9), AT_95)
    none_drawn = replace(
        labelled(1, 0, 0, records=9), random=np.zeros(3, dtype=np.bool_)
    )
    with pytest.raises(UnjudgedRuleError, match="no record was drawn at random"):
        certificate(none_drawn, AT_95)
    assert certificate(labelled(*[1] * 19, 0, records=21), AT_95) == 20


def test_the_bound_so_far_is_told() -> None:
    found = labelled(1, 1, 0, records=8)
    assert certified_so_far(found, AT_95) == "recall of 0.285 or more so far"
    drawn = replace(found, random=np.array([False, False, True]))
    assert certificate(drawn, AT_95) is None
    assert certified_so_far(drawn, AT_95).startswith("recall of 0.285")
