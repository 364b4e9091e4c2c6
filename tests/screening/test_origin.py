"""Where runs come from, and which files of a folder are runs."""

from pathlib import Path

import pytest

from thresher.errors import FileError
from thresher.screening.origin import origin_of, run_files
from thresher.screening.reading import as_reading
from thresher.screening.run import Run


def made(source: str | None, **settings: object) -> Run:
    path = None if source is None else Path(source)
    return Run(name="x", reading=as_reading([1, 0]), settings=settings, source=path)


def test_a_run_of_ours_says_where_it_comes_from() -> None:
    procedure = {"recipe": {"name": "svm"}}
    told = {"procedure": procedure, "data": "d", "data_sha256": "h", "seed": 0}
    swept = origin_of(made("a/b.json", model="svm+mixed", **told))
    assert (swept.model, swept.data, swept.data_hash, swept.seed) == (
        "svm+mixed",
        "d",
        "h",
        "0",
    )
    assert origin_of(made("a/b.json", **told)).model == "svm"
    assert origin_of(made("a/b.json", procedure="?", data="d")).model == "a"


def test_other_runs_are_known_by_folder_and_file() -> None:
    found = origin_of(made("nb/Smid_2020.csv.gz", model={"name": "elas"}))
    assert (found.model, found.data, found.seed) == ("nb", "Smid_2020", "")
    assert origin_of(made(None)).model == "x"


def test_runs_of_a_folder_are_those_of_the_best_kind_each_once(tmp_path: Path) -> None:
    for name in ("b.csv", "a.csv", "notes.md", "manifest.jsonl"):
        (tmp_path / name).touch()
    assert [p.name for p in run_files([tmp_path])] == ["a.csv", "b.csv"]
    (tmp_path / "p.asreview").touch()
    assert [p.name for p in run_files([tmp_path])] == ["p.asreview"]
    (tmp_path / "r.json").touch()
    given = [tmp_path / "b.csv", tmp_path, tmp_path / "r.json"]
    assert [p.name for p in run_files(given)] == ["b.csv", "r.json"]
    (tmp_path / "empty").mkdir()
    with pytest.raises(FileError, match="holds no run"):
        run_files([tmp_path / "empty"])
