"""Figures and speed of the text models, beside published ones and their tests.

    python benchmarks/synthesis.py --data FOLDER [--only evidence] [--json]

The figures are on the validation parts; test parts are kept aside.
"""

import argparse
import csv
import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from thresher.synthesis.encoder import pico_encoded
from thresher.synthesis.evidence import directions
from thresher.synthesis.pico import pico
from thresher.synthesis.roles import roles
from thresher.synthesis.sentences import abstract_sentences
from thresher.synthesis.study import Study
from thresher.synthesis.training.cards import PUBLISHED
from thresher.synthesis.training.data_files import json_lines
from thresher.synthesis.training.encoder import heard_together
from thresher.synthesis.training.evidence_corpus import articles, prompts
from thresher.synthesis.training.evidence_figures import (
    abstention_curve,
    evidence_figures,
)
from thresher.synthesis.training.pico import pico_chances, pico_figures, prepared
from thresher.synthesis.training.pico_corpus import pico_corpus
from thresher.synthesis.training.role_corpus import role_corpus
from thresher.synthesis.training.roles import role_figures
from thresher.synthesis.weights import load
from thresher.synthesis.word_attributes import Clusters

SPEED_ABSTRACTS = 300
SYNTHESISED = 1000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    folder = os.environ.get("THRESHER_DATA", "../shared/data")
    parser.add_argument("--data", type=Path, default=Path(folder))
    parser.add_argument("--only", choices=sorted(PARTS), action="append")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    wanted = given.only or list(PARTS)
    # the synthesis is first: a child's peak memory counts its parent's at its start
    facts = {name: part(given.data) for name, part in PARTS.items() if name in wanted}
    if given.json:
        print(json.dumps(facts, indent=2))
        return
    for name, figures in facts.items():
        print(f"{name}: {json.dumps(figures)}")
        if name in PUBLISHED:
            print(f"  published, on other tests: {'; '.join(PUBLISHED[name])}")


def _roles(data: Path) -> dict[str, float]:
    return role_figures(role_corpus(data), load("roles"))


def _pico(data: Path) -> dict[str, float]:
    weights = load("pico")
    clusters = Clusters(weights["cluster_keys"], weights["cluster_groups"])
    held = [text for text in pico_corpus(data) if text.held_out]
    texts = [prepared(text, clusters) for text in held]
    return pico_figures(texts, pico_chances(texts, weights))


def _encoder(data: Path) -> dict[str, object]:
    """Token F1 of encoder and tagger, alone and together, and the encoder's speed."""
    held = [text for text in pico_corpus(data) if text.held_out]
    studies = _studies(data, 50)
    pico_encoded(studies[0])  # weights are loaded
    start = time.process_time()
    for study in studies:
        pico_encoded(study)
    per_second = len(studies) / (time.process_time() - start)
    return {**heard_together(held, load("encoder"))[1], "per_s": round(per_second, 1)}


def _evidence(data: Path) -> dict[str, object]:
    found, abstracts = prompts(data), articles(data)
    weights = load("evidence")
    return {
        **evidence_figures(found, abstracts, weights),
        "curve": abstention_curve(found, abstracts, weights),
    }


def _studies(data: Path, count: int) -> list[Study]:
    rows = json_lines(data / "synthesis" / "ebm_nlp" / "docs.jsonl.gz")
    studies = []
    for row, _ in zip(rows, range(count), strict=False):
        title, _, abstract = row["text"].partition("\n\n")
        studies.append(Study(id=row["pmid"], title=title, abstract=abstract))
    return studies


def _synthesis(data: Path) -> dict[str, object]:
    """CPU seconds and memory of `thresher synthesise`, from a file to six files."""
    with TemporaryDirectory() as folder:
        table = Path(folder) / "studies.csv"
        with table.open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow(["title", "abstract"])
            found = _studies(data, SYNTHESISED)
            writer.writerows([study.title, study.abstract] for study in found)
        command = [sys.executable, "-m", "thresher", "synthesise", str(table)]
        output = ["-o", str(Path(folder) / "out")]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([*command, *output], check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return {
        "studies": SYNTHESISED,
        "cpu_s": round(spent, 1),
        "peak_memory_mb": round(after.ru_maxrss / 1024),
    }


def _speed(data: Path) -> dict[str, float]:
    """Abstracts a CPU second: roles, PICO spans, and a pair for each I and O found."""
    studies = _studies(data, SPEED_ABSTRACTS)
    pico(studies[0])  # weights are loaded
    times = {"roles": 0.0, "pico": 0.0, "evidence": 0.0}
    pairs_asked = 0
    for study in studies:
        start = time.process_time()
        roles(abstract_sentences(study))
        times["roles"] += time.process_time() - start
        start = time.process_time()
        spans = pico(study)
        times["pico"] += time.process_time() - start
        arms = sorted({s.text for s in spans if s.kind == "interventions"})
        ends = sorted({s.text for s in spans if s.kind == "outcomes"})
        pairs = [(arm, end) for arm in arms[:3] for end in ends[:5]]
        pairs_asked += len(pairs)
        start = time.process_time()
        directions(study, pairs)
        times["evidence"] += time.process_time() - start
    per_second = {f"{name}_per_s": len(studies) / t for name, t in times.items()}
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {
        **{name: round(value, 1) for name, value in per_second.items()},
        "all_per_s": round(len(studies) / sum(times.values()), 1),
        "pairs_per_abstract": round(pairs_asked / len(studies), 1),
        "peak_memory_mb_with_corpora": round(memory),
    }


PARTS: dict[str, Callable[[Path], dict[str, Any]]] = {
    "synthesis": _synthesis,
    "roles": _roles,
    "pico": _pico,
    "encoder": _encoder,
    "evidence": _evidence,
    "speed": _speed,
}


if __name__ == "__main__":
    main()
