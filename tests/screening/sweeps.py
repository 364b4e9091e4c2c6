"""Small sweeps for tests: two made-up reviews, a configuration, and its proof."""

import csv
from collections import Counter
from pathlib import Path

import numpy as np

from thresher.records.samples import sample_review
from thresher.screening.manifest import read_manifest

CONFIG = """
data = ["data/*.csv"]
models = ["elas_u4", {ranker = "logistic", stop = "never"}]
seeds = 6
"""


def laid_out(folder: Path, config: str = CONFIG, *, records: int = 60) -> Path:
    """Write two data sets and a configuration of 24 simulations."""
    (folder / "data").mkdir(exist_ok=True)
    for number in (1, 2):
        rng = np.random.default_rng(number)
        review = sample_review(records=records, relevant_share=0.15, rng=rng)
        with (folder / "data" / f"d{number}.csv").open("w", newline="") as file:
            out = csv.writer(file)
            out.writerow(["record_id", "title", "abstract", "included"])
            for citation, label in zip(review.citations, review.labels, strict=True):
                out.writerow(
                    [citation.id, citation.title, citation.abstract, int(label)]
                )
    path = folder / "sweep.toml"
    path.write_text(config)
    return path


def assert_each_was_done_once(folder: Path, *, simulations: int) -> None:
    """Prove by the manifest that every simulation was completed once."""
    entries = read_manifest(folder)
    done = Counter(entry.task for entry in entries if entry.event == "done")
    assert len(done) == simulations
    assert set(done.values()) == {1}
    assert {entry.run for entry in entries} == {p.name for p in folder.glob("*.json")}
    ended = set()
    for entry in entries:  # nobody began a task that was done
        assert not (entry.event == "begun" and entry.task in ended)
        if entry.event == "done":
            ended.add(entry.task)
