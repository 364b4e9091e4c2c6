"""A damaged or altered project file is never worse than a refusal."""

import contextlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from thresher.errors import FileError
from thresher.records.asreview_file import read_project

WriteZip = Callable[[Mapping[str, object]], Path]
Layout = Callable[..., dict[str, Any]]


@given(data=st.data())
@settings(
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
    max_examples=60,
)
def test_a_project_cut_off_anywhere_is_refused(
    data: st.DataObject, layout: Layout, write_zip: WriteZip
) -> None:
    path = write_zip(layout(data.draw(st.sampled_from("0123"))))
    whole = path.read_bytes()
    cut = data.draw(st.integers(0, len(whole) - 1))
    path.write_bytes(whole[:cut])
    with pytest.raises(FileError):
        read_project(path)


@given(data=st.data())
@settings(
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
    max_examples=60,
)
def test_a_damaged_database_in_a_sound_archive_is_never_worse_than_a_refusal(
    data: st.DataObject, layout: Layout, write_zip: WriteZip
) -> None:
    entries = layout("3")
    content = bytearray(entries["results.db"])
    at = data.draw(st.integers(0, len(content) - 1))
    content[at] = data.draw(st.integers(0, 255))
    path = write_zip(entries | {"results.db": bytes(content)})
    with contextlib.suppress(FileError):
        read_project(path)


odd: st.SearchStrategy[Any] = st.sampled_from(
    [None, True, -1, 0.5, 10**30, "", "x", [], [[]], {}, {"a": 1}]
)


def alter(value: Any, data: st.DataObject) -> Any:  # noqa: ANN401  JSON is anything
    """Put something odd somewhere into a JSON value."""
    keys: list[Any] = []
    if isinstance(value, dict):
        keys = [*value]
    elif isinstance(value, list):
        keys = [*range(len(value))]
    if not keys or data.draw(st.integers(0, 5)) == 0:
        return data.draw(odd)
    key = data.draw(st.sampled_from(keys))
    value[key] = alter(value[key], data)
    return value


@given(data=st.data())
@settings(
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
    max_examples=150,
)
def test_json_that_holds_something_odd_is_never_worse_than_a_refusal(
    data: st.DataObject, layout: Layout, write_zip: WriteZip
) -> None:
    entries = layout(data.draw(st.sampled_from("0013")))
    plain = [name for name in entries if name.endswith(".json")]
    name = data.draw(st.sampled_from(plain))
    entries[name] = alter(entries[name], data)
    with contextlib.suppress(FileError):
        read_project(write_zip(entries))
