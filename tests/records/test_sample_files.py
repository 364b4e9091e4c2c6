"""Made-up exports: untidy, overlapping, and with nothing lost."""

from pathlib import Path

import numpy as np
import pytest

from thresher.records import read
from thresher.records.sample_files import sample_exports
from thresher.records.samples import sample_review


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    where = tmp_path_factory.mktemp("searches")
    review = sample_review(records=200, rng=np.random.default_rng(5))
    for export in sample_exports(review, rng=np.random.default_rng(6)):
        (where / export.name).write_bytes(export.content)
    return where


def test_every_record_of_the_review_comes_out_of_some_file(folder: Path) -> None:
    review = sample_review(records=200, rng=np.random.default_rng(5))
    found = {one.id for path in folder.iterdir() for one in read(path).records}
    assert found == {one.id for one in review.citations}


def test_the_files_overlap(folder: Path) -> None:
    counts = [len(read(path).records) for path in folder.iterdir()]
    assert 220 < sum(counts) < 280


def test_the_files_say_how_many_records_they_hold(folder: Path) -> None:
    review = sample_review(records=200, rng=np.random.default_rng(5))
    for export in sample_exports(review, rng=np.random.default_rng(6)):
        assert len(read(folder / export.name).records) == export.records


def test_titles_survive_but_for_case_and_a_full_stop(folder: Path) -> None:
    review = sample_review(records=200, rng=np.random.default_rng(5))
    titles = {one.id: one.title.casefold() for one in review.citations}
    paths = [*folder.glob("*.ris")]
    assert paths
    for path in paths:
        for one in read(path).records:
            assert one.title.casefold().rstrip(".") == titles[one.id].rstrip(".")
