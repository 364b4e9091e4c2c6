"""Strict imports: any warning refuses."""

from pathlib import Path

import pytest

from thresher.errors import FileError
from thresher.records.strictness import refuse_warnings, warnings_of
from thresher.records.tally import Caution, ImportReport


def report(*messages: str, more: int = 0) -> ImportReport:
    return ImportReport(
        name="a.ris",
        format="ris",
        encoding="utf-8",
        starts=1,
        records=1,
        cautions=tuple(
            Caution(line=line, message=message)
            for line, message in enumerate(messages, 1)
        ),
        more_cautions=more,
    )


def test_a_clean_file_is_not_refused() -> None:
    refuse_warnings(Path("a.ris"), report())


def test_the_first_warnings_are_told() -> None:
    with pytest.raises(FileError) as refused:
        refuse_warnings(Path("in/a.ris"), report("one", "two", "three", "four"))
    assert str(refused.value).startswith(
        "in/a.ris: 4 warnings in a strict import: "
        "line 1: one; line 2: two; line 3: three (and 1 more)."
    )


def test_warnings_beyond_those_kept_are_counted() -> None:
    assert list(warnings_of(report("one", more=7))) == [
        "line 1: one",
        "7 more of this kind",
    ]
