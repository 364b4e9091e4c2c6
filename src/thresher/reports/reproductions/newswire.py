"""Newswire stories with topics: Reuters-21578, parts of RCV1, and RCV1-v2 itself."""

import gzip
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from scipy.sparse import csr_array

from thresher.arrays import Labels
from thresher.errors import FileError, MissingDataError
from thresher.records.citation import Citation
from thresher.screening.features.matrix import Features
from thresher.screening.features.tfidf import TfIdf

__all__ = ["Newswire", "load_rcv1", "load_rcv1_part", "load_reuters"]

RCV1_PARTS = ("rcv1sub1", "rcv1sub2")
LEAST_PREVALENCE = 0.031  # of a topic, as in the paper


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Newswire:
    """Stories as numbers, and which of them each topic holds."""

    name: str
    features: Features
    topics: Mapping[str, Labels]

    def common_topics(self, *, most: int) -> list[str]:
        """Return the commonest topics that are common enough, at most so many."""
        shares = {name: float(labels.mean()) for name, labels in self.topics.items()}
        able = [name for name, share in shares.items() if share >= LEAST_PREVALENCE]
        return sorted(able, key=lambda name: (-shares[name], name))[:most]


def load_reuters(folder: Path) -> Newswire:
    """Return the stories of Reuters-21578 whose topics were assigned.

    Raises
    ------
    MissingDataError
        The file is not there.
    FileError
        A line of it is no story.
    """
    path = folder / "reuters21578" / "reuters21578.jsonl.gz"
    stories = [story for story in _stories(path) if story["topics_attr"] == "YES"]
    citations = [
        Citation(
            id=str(one["id"]), title=one["title"] or "", abstract=one["body"] or ""
        )
        for one in stories
    ]
    names = sorted({topic for story in stories for topic in story["topics"]})
    held = [set(story["topics"]) for story in stories]
    return Newswire(
        name="Reuters-21578",
        features=TfIdf(pairs=False, sublinear=True)(citations),
        topics={name: np.array([name in one for one in held]) for name in names},
    )


def load_rcv1_part(folder: Path, name: str) -> Newswire:
    """Return one of the parts of RCV1, with the weights it came with.

    Raises
    ------
    MissingDataError
        The file is not there.
    FileError
        It is not in svmlight's format.
    """
    path = folder / "rcv1sub" / f"{name}.svm.gz"
    if not path.is_file():
        raise MissingDataError(f"certification/rcv1sub/{path.name}")
    from sklearn.datasets import load_svmlight_file  # noqa: PLC0415  heavy

    try:
        with gzip.open(path) as file:
            matrix, held = load_svmlight_file(
                file, multilabel=True, zero_based=True, dtype=np.float32
            )
    except (ValueError, OSError) as error:
        raise FileError(path, "is not in svmlight's format") from error
    numbers = sorted({int(topic) for story in held for topic in story})
    sets = [frozenset(map(int, story)) for story in held]
    return Newswire(
        name=name,
        features=_features(csr_array(matrix)),
        topics={
            f"class {number + 1}": np.array([number in one for one in sets])
            for number in numbers
        },
    )


def load_rcv1(*, download: bool, records: int, rng: np.random.Generator) -> Newswire:
    """Return a random part of RCV1-v2, from scikit-learn's own copy.

    Parameters
    ----------
    download
        Whether scikit-learn may fetch its 650 MB if it has none.
    records
        How many stories to draw.
    rng
        Draws them.

    Raises
    ------
    MissingDataError
        There is no copy, and none may be fetched.
    """
    from sklearn.datasets import fetch_rcv1  # noqa: PLC0415  heavy

    try:
        whole = fetch_rcv1(download_if_missing=download)
    except OSError as error:
        raise MissingDataError(
            "RCV1-v2 in scikit-learn's data folder (or say --download)"
        ) from error
    drawn = np.sort(rng.choice(whole.data.shape[0], records, replace=False))
    target = whole.target[drawn].toarray().astype(np.bool_)
    return Newswire(
        name="RCV1-v2",
        features=_features(csr_array(whole.data[drawn])),
        topics=dict(zip(map(str, whole.target_names), target.T, strict=True)),
    )


def _features(matrix: csr_array) -> Features:
    nothing = np.zeros(matrix.shape[0])
    return Features(
        matrix=matrix.astype(np.float32), alone_square=nothing, alone_sum=nothing
    )


def _stories(path: Path) -> Iterator[dict[str, Any]]:
    if not path.is_file():
        raise MissingDataError(f"certification/reuters21578/{path.name}")
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            try:
                story = json.loads(line)
            except ValueError as error:
                raise FileError(path, "is no story", line=number) from error
            yield story
