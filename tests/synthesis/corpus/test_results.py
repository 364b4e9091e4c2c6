"""Results of stages: kept as they come, whole after any death."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.errors import FileError
from thresher.synthesis.corpus.results import Results, key_of


def opened(path: Path, *pairs: tuple[str, object]) -> Results:
    results = Results(path)
    results.keep(pairs)
    return results


def test_what_is_kept_is_there_after_opening_again(tmp_path: Path) -> None:
    path = tmp_path / "spans.jsonl"
    opened(path, ("a", [1]), ("b", {"ü": None})).close()
    again = opened(path, ("c", "x"))
    assert [again[key] for key in "abc"] == [[1], {"ü": None}, "x"]
    assert "d" not in again
    again.close()


def test_a_result_is_kept_once(tmp_path: Path) -> None:
    results = opened(tmp_path / "s", ("a", 1), ("a", 2), ("a", 3))
    assert results["a"] == 1
    results.close()
    assert len((tmp_path / "s").read_text().splitlines()) == 1


@given(cut=st.integers(1, 200))
def test_a_file_cut_anywhere_keeps_every_whole_line(
    tmp_path_factory: pytest.TempPathFactory, cut: int
) -> None:
    path = tmp_path_factory.mktemp("cut") / "s"
    opened(path, *((str(at), "é" * at) for at in range(9))).close()
    whole = path.read_bytes()
    kept = whole[: max(0, len(whole) - cut)]
    path.write_bytes(kept)
    lines = kept.count(b"\n")
    results = Results(path)
    assert len(results.places) == lines
    results.keep([(str(at), "é" * at) for at in range(9)])
    assert all(results[str(at)] == "é" * at for at in range(9))
    results.close()
    assert path.read_bytes() == whole


@pytest.mark.parametrize("line", ["nonsense", "[1]", '{"value": 1}'])
def test_another_bad_line_is_refused_with_its_number(tmp_path: Path, line: str) -> None:
    good = json.dumps({"key": "a", "value": 1})
    (tmp_path / "s").write_text(f"{good}\n{line}\n{good}\n")
    with pytest.raises(FileError, match="line 2: is no result"):
        Results(tmp_path / "s")


def test_a_folder_is_no_file_of_results(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="cannot be used for results"):
        Results(tmp_path)


def test_a_key_changes_with_every_part() -> None:
    keys = {key_of("a", "b"), key_of("ab"), key_of("b", "a"), key_of("a", ["b"])}
    assert len(keys) == 4
