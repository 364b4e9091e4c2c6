"""How well the evidence models do on prompts held out."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from sklearn.metrics import f1_score, roc_auc_score

from thresher.progress import Report, silent
from thresher.synthesis.abbreviations import abbreviations
from thresher.synthesis.evidence import (
    reported_chance,
    sentence_direction,
    sentence_scores,
)
from thresher.synthesis.finding import Direction
from thresher.synthesis.pair_words import pair_words
from thresher.synthesis.training.evidence import Question, questions, train_evidence
from thresher.synthesis.training.evidence_corpus import Article, Prompt
from thresher.synthesis.training.splits import fold_of
from thresher.synthesis.weights import Arrays, unpacked

__all__ = ["abstention_curve", "cross_checked", "evidence_figures"]

SIGN = {Direction.INCREASES: 1, Direction.NO_CHANGE: 0, Direction.DECREASES: -1}
TOP = (1, 3)
FOLDS = 5
COUNTED = ("prompts", "prompts_in_abstract")


def evidence_figures(
    found: Sequence[Prompt], abstracts: Mapping[str, Article], weights: Arrays
) -> dict[str, float]:
    """Figures of the held-out prompts.

    `top_1` and `top_3`: an evidence sentence is among the first, where the abstract
    has one. `direction_given`: macro-F1 on the marked sentences. `end_to_end`:
    macro-F1 on the sentence ranked first, where the abstract has one, no abstention.
    `abstention_auc`: how well the confidence tells abstracts with evidence from those
    without.
    """
    held = [prompt for prompt in found if prompt.held_out]
    asked = questions(held, abstracts)
    told = [question for question in asked if question.told.any()]
    ranks = [_first_rank(question, weights) for question in told]
    chances = [_chance(question, weights) for question in asked]
    here = [bool(question.told.any()) for question in asked]
    return {
        "prompts": len(held),
        "prompts_in_abstract": len(told),
        **{f"top_{k}": _round(np.mean([rank < k for rank in ranks])) for k in TOP},
        "direction_given": _macro(held, [_given(prompt, weights) for prompt in held]),
        "end_to_end": _macro(
            [question.prompt for question in told],
            [_asked(question, weights) for question in told],
        ),
        "abstention_auc": _round(roc_auc_score(here, chances)),
    }


def cross_checked(
    found: Sequence[Prompt],
    abstracts: Mapping[str, Article],
    *,
    report: Report = silent,
) -> dict[str, float]:
    """Figures over all articles, each fifth of them held out in turn.

    One set of validation articles is small: a single prompt moves `top_1` by a point.
    """
    parts = []
    for fold in range(FOLDS):
        report("checking the evidence models", done=fold, total=FOLDS)
        split = [
            replace(prompt, held_out=prompt.full and is_held)
            for prompt in found
            if (is_held := fold_of(prompt.article, folds=FOLDS) == fold) <= prompt.full
        ]
        weights = unpacked(train_evidence(split, abstracts))
        parts.append(evidence_figures(split, abstracts, weights))
    sizes = [part["prompts"] for part in parts]
    return {
        name: sum(part[name] for part in parts)
        if name in COUNTED
        else _round(np.average([part[name] for part in parts], weights=sizes))
        for name in parts[0]
    }


def abstention_curve(
    found: Sequence[Prompt], abstracts: Mapping[str, Article], weights: Arrays
) -> list[dict[str, float]]:
    """At each threshold: share kept where evidence is there, and where it is not."""
    asked = questions([prompt for prompt in found if prompt.held_out], abstracts)
    chances = np.array([_chance(question, weights) for question in asked])
    here = np.array([question.told.any() for question in asked])
    return [
        {
            "threshold": threshold,
            "kept_if_reported": _round((chances[here] >= threshold).mean()),
            "refused_if_not": _round((chances[~here] < threshold).mean()),
        }
        for threshold in (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8)
    ]


def _first_rank(question: Question, weights: Arrays) -> int:
    _, scores = sentence_scores(question.reading, question.pair, weights)
    order = np.argsort(-scores, kind="stable")
    return int(np.flatnonzero(question.told[order])[0])


def _chance(question: Question, weights: Arrays) -> float:
    rows, scores = sentence_scores(question.reading, question.pair, weights)
    return reported_chance(rows, scores, int(scores.argmax()), weights=weights)


def _asked(question: Question, weights: Arrays) -> int:
    _, scores = sentence_scores(question.reading, question.pair, weights)
    text = question.reading.sentences[int(scores.argmax())].text
    outcome = question.prompt.outcome
    call = sentence_direction(text, question.pair, outcome=outcome, weights=weights)
    return SIGN[call.likeliest]


def _given(prompt: Prompt, weights: Arrays) -> int:
    """Return the direction of the marked sentences, their chances averaged."""
    triples = []
    for text in prompt.evidence:
        pair = pair_words(
            prompt.intervention, prompt.outcome, short_forms=abbreviations(text)
        )
        call = sentence_direction(text, pair, outcome=prompt.outcome, weights=weights)
        triples.append(call.triple)
    return (1, 0, -1)[int(np.mean(triples, axis=0).argmax())]


def _macro(found: Sequence[Prompt], called: Sequence[int]) -> float:
    return _round(f1_score([prompt.label for prompt in found], called, average="macro"))


def _round(value: float | np.floating) -> float:
    return round(float(value), 4)
