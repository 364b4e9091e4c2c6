"""Everything one training command does: read, learn, measure, describe."""

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import numpy as np

from thresher.progress import Report
from thresher.synthesis.training.cards import Card
from thresher.synthesis.training.clusters import word_clusters
from thresher.synthesis.training.crf_fit import FitSettings
from thresher.synthesis.training.evidence import train_evidence
from thresher.synthesis.training.evidence_corpus import articles, prompts
from thresher.synthesis.training.evidence_figures import (
    abstention_curve,
    cross_checked,
    evidence_figures,
)
from thresher.synthesis.training.made import ENGLISH, PARTIAL, Made
from thresher.synthesis.training.pico import (
    best_bias,
    pico_chances,
    pico_figures,
    prepared,
    train_pico,
)
from thresher.synthesis.training.pico_corpus import (
    cluster_texts,
    crowd_corpus,
    pico_corpus,
)
from thresher.synthesis.training.role_corpus import role_corpus
from thresher.synthesis.training.roles import role_figures, train_roles
from thresher.synthesis.weights import unpacked
from thresher.synthesis.word_attributes import Clusters

__all__ = ["JOBS", "made_evidence", "made_pico", "made_roles"]


def made_roles(data: Path, *, seed: int, report: Report) -> Made:
    """Role models from the structured abstracts of the data folder."""
    abstracts = role_corpus(data)
    weights = train_roles(abstracts, seed=seed, report=report)
    return Made(
        weights=weights,
        card=Card(
            model="roles",
            task="role of each sentence of an abstract, five classes, headings unseen",
            corpora=("structured",),
            split="by article: Evidence Inference's validation articles and one in ten"
            " of all held out; its test articles left out altogether",
            figures={"weighted_f1": role_figures(abstracts, unpacked(weights))},
            limits=(
                ENGLISH,
                "Aims under a heading Background count as background for their authors,"
                " so that objective is the weakest class.",
            ),
        ),
    )


def made_evidence(data: Path, *, seed: int, report: Report) -> Made:
    """Evidence models from the prompts of the data folder; nothing in them is drawn."""
    del seed
    found, abstracts = prompts(data), articles(data)
    weights = train_evidence(found, abstracts, report=report)
    plain = unpacked(weights)
    return Made(
        weights=weights,
        card=Card(
            model="evidence",
            task="sentence that reports a pair, whether one does, and the direction",
            corpora=("evidence_inference", "extra_frames"),
            split="Evidence Inference's own validation articles held out; five_fold: a"
            " fifth of all articles held out in turn",
            figures={
                **evidence_figures(found, abstracts, plain),
                "five_fold": cross_checked(found, abstracts, report=report),
                "abstention": abstention_curve(found, abstracts, plain),
            },
            limits=(
                ENGLISH,
                PARTIAL,
                "The comparator is not asked for: a sentence that compares two other"
                " arms may be misread. A direction that only a placebo or control group"
                " shows is never given to the treatment.",
                "Direction is up or down, not better or worse.",
            ),
        ),
    )


def made_pico(data: Path, *, seed: int, report: Report) -> Made:
    """PICO tagger and word groups from the tagged abstracts of the data folder."""
    report("grouping words", done=0, total=1)
    keys, groups = word_clusters(cluster_texts(data), seed=seed)
    clusters, settings = Clusters(keys, groups), FitSettings()
    texts = pico_corpus(data)
    known = [prepared(text, clusters) for text in texts if not text.held_out]
    held = [prepared(text, clusters) for text in texts if text.held_out]
    extra = [prepared(text, clusters) for text in crowd_corpus(data, but=texts)]
    rng = np.random.default_rng(seed)
    weights = train_pico(known, extra, settings, rng=rng, report=report)
    said = pico_chances(held, weights)
    bias = best_bias([text.labels for text in held], said)
    return Made(
        weights={
            **weights,
            "bias": bias.astype(np.float32),
            "cluster_keys": keys,
            "cluster_groups": groups,
        },
        card=Card(
            model="pico",
            task="words that name participants, interventions and outcomes",
            corpora=("ebm_nlp", "crowd", "structured", "evidence_inference"),
            split="by article: one in eight of EBM-NLP's joined parts held out; the"
            " factors of the labels tuned on one half for the other",
            figures={"token_f1": pico_figures(held, said)},
            limits=(ENGLISH, PARTIAL, "The held-out labels are crowd workers'."),
            settings=asdict(settings),
        ),
    )


JOBS: dict[str, Callable[..., Made]] = {
    "roles": made_roles,
    "pico": made_pico,
    "evidence": made_evidence,
}
