"""Ids of records from several files."""

from hypothesis import given
from hypothesis import strategies as st

from thresher.records.citation import Citation
from thresher.records.distinct_ids import distinct_ids


@given(st.lists(st.sampled_from(["1", "1-2", "1-3", "2", "1-2-2"]), max_size=12))
def test_ids_are_distinct_and_the_first_of_each_is_kept(ids: list[str]) -> None:
    found = [one.id for one in distinct_ids(Citation(id=i) for i in ids)]
    assert len(set(found)) == len(ids)
    assert all(
        after.startswith(before) for before, after in zip(ids, found, strict=True)
    )
    if ids:
        assert found[0] == ids[0]
