"""Names of terms: those of a plain list, spelled when asked."""

from hypothesis import given
from hypothesis import strategies as st

from thresher.screening.features.names import ChainedNames

LISTS = st.lists(st.lists(st.text(max_size=3), max_size=4), max_size=4)


@given(lists=LISTS, start=st.integers(-9, 9), stop=st.integers(-9, 9))
def test_chained_names_are_those_of_one_long_list(
    lists: list[list[str]], start: int, stop: int
) -> None:
    names, plain = ChainedNames(lists), [name for one in lists for name in one]
    assert len(names) == len(plain)
    assert [*names] == plain
    assert names == plain
    assert names[start:stop] == plain[start:stop]
    if -len(plain) <= start < len(plain):
        assert names[start] == plain[start]
