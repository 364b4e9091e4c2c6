"""Figures and speed of the text models, beside published ones and their tests.

    python benchmarks/synthesis.py --data FOLDER [--json]

The figures are on the validation parts; test parts are kept aside.
"""

import argparse
import json
import os
import resource
import time
from pathlib import Path

from thresher.synthesis.evidence import directions
from thresher.synthesis.pico import pico
from thresher.synthesis.roles import roles
from thresher.synthesis.sentences import abstract_sentences
from thresher.synthesis.study import Study
from thresher.synthesis.training.data_files import json_lines
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

PUBLISHED = {
    "roles": "trial CNN-BiGRU-CRF .916 (other RCT abstracts); Dernoncourt 2017 .900"
    " (PubMed 20k test, another test)",
    "pico": "CRF of the spec .595 on these abstracts; SciBERT .723, bi-LSTM .663"
    " (EBM-NLP's test of 191, expert labels: another test)",
    "evidence": "BERT pipeline .780 (whole Evidence Inference 2.0 test); spec's trial"
    " .771 given, .696 end to end (247 test prompts): other tests",
}
SPEED_ABSTRACTS = 300


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    folder = os.environ.get("THRESHER_DATA", "../shared/data")
    parser.add_argument("--data", type=Path, default=Path(folder))
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    facts = {
        "roles": role_figures(role_corpus(given.data), load("roles")),
        "pico": _pico(given.data),
        "evidence": _evidence(given.data),
        "speed": _speed(given.data),
    }
    if given.json:
        print(json.dumps(facts, indent=2))
        return
    for name, figures in facts.items():
        print(f"{name}: {json.dumps(figures)}")
        if name in PUBLISHED:
            print(f"  published: {PUBLISHED[name]}")


def _pico(data: Path) -> dict[str, float]:
    weights = load("pico")
    clusters = Clusters(weights["cluster_keys"], weights["cluster_groups"])
    held = [text for text in pico_corpus(data) if text.held_out]
    texts = [prepared(text, clusters) for text in held]
    return pico_figures(texts, pico_chances(texts, weights))


def _evidence(data: Path) -> dict[str, object]:
    found, abstracts = prompts(data), articles(data)
    weights = load("evidence")
    return {
        **evidence_figures(found, abstracts, weights),
        "curve": abstention_curve(found, abstracts, weights),
    }


def _speed(data: Path) -> dict[str, float]:
    """Abstracts a CPU second: roles, PICO spans, and a pair for each I and O found."""
    rows = json_lines(data / "synthesis" / "ebm_nlp" / "docs.jsonl.gz")
    studies = []
    for row, _ in zip(rows, range(SPEED_ABSTRACTS), strict=False):
        title, _, abstract = row["text"].partition("\n\n")
        studies.append(Study(id=row["pmid"], title=title, abstract=abstract))
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


if __name__ == "__main__":
    main()
