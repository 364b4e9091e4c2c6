"""Each field finds one place, and what has none keeps its order."""

from hypothesis import example, given, settings
from hypothesis import strategies as st

from thresher.records.formats.placing import Place, placed, split_list, year_in

SINGLE = {
    "T1": Place("title", rank=2),
    "TI": Place("title", rank=0),
    "T2": Place("title", rank=1),
    "VL": Place("volume", rank=1),
    "VO": Place("volume"),
    "PY": Place("year", normal=year_in, says_more=True),
    "DA": Place("year", rank=1, normal=year_in, says_more=True),
}
MANY = {"AU": "authors"}
tags = st.sampled_from([*SINGLE, *MANY, "ZZ"])
values = st.sampled_from(["", "1999", "2001/02", "in press", "a", "b"])


@example(pairs=[("T1", "a"), ("ZZ", "a"), ("VL", "a"), ("TI", "a"), ("VO", "a")])
@example(pairs=[("T1", "a"), ("VL", "a"), ("TI", "a"), ("VO", "a")])
@settings(max_examples=400)
@given(pairs=st.lists(st.tuples(tags, values), max_size=12))
def test_what_has_no_place_keeps_the_order_of_the_file(
    pairs: list[tuple[str, str]],
) -> None:
    numbered = [
        (tag, f"{text} #{at}" if text else "") for at, (tag, text) in enumerate(pairs)
    ]
    done = placed(numbered, single=SINGLE, many=MANY)
    assert done.raw == [field for field in numbered if field in done.raw]


@given(pairs=st.lists(st.tuples(tags, values), max_size=12))
def test_every_value_is_in_its_place_or_kept(pairs: list[tuple[str, str]]) -> None:
    done = placed(pairs, single=SINGLE, many=MANY)
    kept = [value for _, value in done.raw]
    kept += [value for values in done.many.values() for value in values]
    kept += done.single.values()
    assert {value for _, value in pairs if value} <= set(kept)


@given(pairs=st.lists(st.tuples(tags, values), max_size=12))
def test_the_best_tag_wins_and_of_its_values_the_first(
    pairs: list[tuple[str, str]],
) -> None:
    done = placed(pairs, single=SINGLE, many=MANY)
    titles = [
        (SINGLE[tag].rank, at)
        for at, (tag, text) in enumerate(pairs)
        if text and tag in ("T1", "TI", "T2")
    ]
    assert done.single.get("title") == (pairs[min(titles)[1]][1] if titles else None)


def test_a_list_without_semicolons_stays_as_it_is() -> None:
    assert split_list([]) == ()
    assert split_list(["a", "b, c"]) == ("a", "b, c")
    assert split_list(["a;", "b;c", "d; e\nf"]) == ("a", "b;c", "d", "e", "f")
