"""How well the rules of suitability do on 130 systematic reviews.

    python benchmarks/suitability.py --data FOLDER

The labels (suitability_labels.csv, by a hash of the title) are one annotator's, a
language model's, after titles and the ends of abstracts and before the rules were run.
The rules were tuned on the first 70; the other 60 are fresh.
"""

import argparse
import csv
import gzip
import hashlib
import io
import os
from collections import Counter
from pathlib import Path

from thresher.synthesis.corpus.suitability import suitability
from thresher.synthesis.pico import pico
from thresher.synthesis.preparation import prepared
from thresher.synthesis.study import Study

LABELS = Path(__file__).with_name("suitability_labels.csv")
LETTERS = 16
LONGEST_CELL = 10_000_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    folder = os.environ.get("THRESHER_DATA", "../shared/data")
    parser.add_argument("--data", type=Path, default=Path(folder))
    given = parser.parse_args()
    with LABELS.open() as file:
        labels = {row["title_sha256"]: row for row in csv.DictReader(file)}
    counts: Counter[tuple[str, bool, bool]] = Counter()
    for key, study in _reviews(given.data, set(labels)).items():
        row = labels[key]
        found = suitability(study.title, study.abstract, pico(study)).is_suitable
        counts[row["part"], row["suitable"] == "1", found] += 1
    for part in ("tuned", "fresh"):
        right, missed = counts[part, True, True], counts[part, True, False]
        wrong, left = counts[part, False, True], counts[part, False, False]
        print(
            f"{part}: {right + missed + wrong + left} reviews, precision {right} of "
            f"{right + wrong} ({right / (right + wrong):.2f}), recall {right} of "
            f"{right + missed} ({right / (right + missed):.2f})"
        )


def _reviews(data: Path, wanted: set[str]) -> dict[str, Study]:
    """Return the labelled reviews, found again among the screening corpora."""
    csv.field_size_limit(LONGEST_CELL)
    found: dict[str, Study] = {}
    for path in sorted((data / "screening").glob("*/*.csv.gz")):
        text = gzip.decompress(path.read_bytes()).decode(errors="replace")
        for row in csv.DictReader(io.StringIO(text, newline="")):
            title = (row.get("title") or "").strip()
            key = hashlib.sha256(title.lower().encode()).hexdigest()[:LETTERS]
            abstract = (row.get("abstract") or "").strip()
            if key in wanted and key not in found and len(abstract) > 400:
                study = Study(id=key, title=title, abstract=abstract)
                found[key] = prepared(study).study
    return found


if __name__ == "__main__":
    main()
