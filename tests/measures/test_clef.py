"""The official CLEF TAR 2019 figures, reproduced for every run and topic at hand."""

import csv
import gzip
import tarfile
from collections import defaultdict
from pathlib import Path

import pytest

from thresher.measures.area import average_precision
from thresher.measures.discovery import last_relevant
from thresher.measures.effort import reliability_loss
from thresher.measures.registry import MEASURES
from thresher.screening.reading import Reading
from thresher.screening.runs import open_runs

ROUNDED = 0.0005 + 1e-9  # the official tool prints three decimals
TOPICS = {"abs": 111, "content": 50}  # in all runs together
LEVELS = {"abs": "rel_abstract", "content": "rel_content"}


def judgements(data: Path, column: str) -> dict[str, dict[str, bool]]:
    """Relevance of every document of the 2019 test topics."""
    path = data / "screening" / "clef2017" / "qrels" / "clef_tar_all_qrels.csv.gz"
    judged: dict[str, dict[str, bool]] = defaultdict(dict)
    with gzip.open(path, "rt", newline="") as file:
        for row in csv.DictReader(file):
            if (row["year"], row["split"]) == ("2019", "test"):
                judged[row["topic"]][row["pmid"]] = row[column] != "0"
    return judged


def official(data: Path) -> dict[tuple[str, str], dict[str, dict[str, float]]]:
    """Figures by (level, run), topic and name, from the official tool's output."""
    folder = data / "screening" / "clef2017" / "golden2019" / "official_eval"
    figures: dict[tuple[str, str], dict[str, dict[str, float]]] = {}
    with tarfile.open(folder / "official_eval.tar.gz") as archive:
        for member in archive:
            path = Path(member.name)
            opened = archive.extractfile(member) if path.suffix == ".out" else None
            if opened is None or path.name.startswith("."):
                continue
            topics: dict[str, dict[str, float]] = defaultdict(dict)
            for line in opened.read().decode().splitlines():
                match line.split():
                    case [topic, name, value] if value[0] in "-.0123456789":
                        topics[topic][name] = float(value)
            figures[str(path.parent), path.stem] = topics
    return figures


@pytest.mark.parametrize("level", LEVELS)
def test_every_run_and_topic_has_the_official_figures(data: Path, level: str) -> None:
    judged = judgements(data, LEVELS[level])
    compared = 0
    for (folder, name), topics in official(data).items():
        run = data / "screening" / "clef2017" / "golden2019" / "runs" / f"{name}.gz"
        if Path(folder).name != level or not run.exists():
            continue
        for found in open_runs(run, qrels=judged):
            topic = found.name.split("/")[-1]
            if topic in topics and found.reading.relevant:
                compare(by_rank_alone(found.reading), topics[topic])
                compared += 1
    assert compared == TOPICS[level]


def by_rank_alone(reading: Reading) -> Reading:
    """The official tool looks at ranks, also where scores are tied."""
    return Reading(
        labels=reading.labels, records=reading.records, relevant=reading.relevant
    )


def compare(reading: Reading, expected: dict[str, float]) -> None:
    """Check one topic's figures."""

    def of(name: str, level: float) -> float:
        return MEASURES[name].of(reading, level=level, convention="clef")

    assert of("wss", 0.95) == pytest.approx(expected["wss_95"], abs=ROUNDED)
    assert of("wss", 1.0) == pytest.approx(expected["wss_100"], abs=ROUNDED)
    for percent in range(1, 101):
        printed = expected[f"recall@{percent:.1f}%"]
        assert of("recall", percent / 100) == pytest.approx(printed, abs=ROUNDED)
    assert average_precision(reading) == pytest.approx(expected["ap"], abs=ROUNDED)
    assert last_relevant(reading) == expected["last_rel"]
    stopped = reliability_loss(reading, read=int(expected["threshold"]))
    assert stopped == pytest.approx(expected["loss_er"], abs=0.002)
