"""The weights of words in past reviews that the default model begins with.

Usage: python benchmarks/experience.py [OUT.tsv]
Data come from THRESHER_DATA. One table is made from every collection and one without
each, so that a model can be judged on reviews that it has not seen. Reviews and records
that stand in two collections never teach the model that is judged on the other.
"""

import os
import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
from quality import COLLECTIONS, Review, reviews
from scipy.sparse import csr_array, diags_array, hstack, vstack
from sklearn.linear_model import LogisticRegression

from thresher.screening.features.counts import counts_of
from thresher.screening.features.tokens import BREAK, tokens_of

OUT = Path(__file__).parents[1] / "src/thresher/screening/features/experience.tsv"
SHARE_OF_REVIEWS = 0.7  # a word must be common in so many of them
SHARE_OF_RECORDS, FEWEST = 0.005, 3  # and in a review it is common if so many have it
COST, CONSTANT = 1.0, 5.0  # the constant of a review is hardly held back
TWINS = {
    "Nelson_2002": "Estrogens",
    "Chou_2003": "Opiods",
    "Chou_2004": "SkeletalMuscleRelaxants",
}  # the same review in SYNERGY and in Cohen's collection


def terms_of(review: Review) -> tuple[csr_array, list[str]]:
    """Return which terms stand in which records, and the terms that are common."""
    tokens = tokens_of([citation.text] for citation in review.citations)
    counts = counts_of(tokens)
    least = max(FEWEST, SHARE_OF_RECORDS * len(review.citations))
    common = counts.spread >= least
    column = np.cumsum(common) - 1
    entry = common[counts.term]
    matrix = csr_array(
        (
            np.ones(np.count_nonzero(entry), dtype=np.float32),
            (counts.record[entry], column[counts.term[entry]]),
        ),
        shape=(len(review.citations), int(common.sum())),
    )
    pairs = zip(
        counts.first[common].tolist(), counts.second[common].tolist(), strict=True
    )
    words = tokens.words
    return matrix, [
        words[a] if b == BREAK else f"{words[a]} {words[b]}" for a, b in pairs
    ]


def plain(title: str) -> str:
    """Return a title without all that is written differently in two places."""
    return re.sub(r"\W", "", title.casefold())


def taught(
    those: Sequence[Review],
    made: dict[str, tuple[csr_array, list[str]]],
    seen: set[str],
) -> dict[str, float]:
    """Return the weights that some reviews teach, without records already `seen`."""
    spread: dict[str, int] = {}
    for review in those:
        for term in made[review.name][1]:
            spread[term] = spread.get(term, 0) + 1
    vocabulary = sorted(
        term for term, many in spread.items() if many >= SHARE_OF_REVIEWS * len(those)
    )
    place = {term: at for at, term in enumerate(vocabulary)}
    rows, labels, weights = [], [], []
    for at, review in enumerate(those):
        new = [plain(citation.title) not in seen for citation in review.citations]
        kept = np.flatnonzero(new)
        truth = review.labels[kept]
        matrix = placed(*made[review.name], place)[kept]
        many = np.maximum(matrix.sum(axis=1), 1)
        constant = np.zeros((kept.size, len(those)), dtype=np.float32)
        constant[:, at] = CONSTANT
        rows.append(
            hstack([diags_array(1 / np.sqrt(many)) @ matrix, csr_array(constant)])
        )
        labels.append(truth)
        halves = np.where(truth, 0.5 / truth.sum(), 0.5 / (~truth).sum())
        weights.append(halves)
    model = LogisticRegression(C=COST, fit_intercept=False, max_iter=500, tol=1e-4)
    model.fit(
        vstack(rows).tocsr(),
        np.concatenate(labels),
        sample_weight=np.concatenate(weights),
    )
    return dict(zip(vocabulary, model.coef_[0].tolist(), strict=False))


def placed(matrix: csr_array, terms: list[str], place: dict[str, int]) -> csr_array:
    """Return the columns of a common list of terms."""
    at = [(column, place[term]) for column, term in enumerate(terms) if term in place]
    here, there = np.array(at).T
    moves = csr_array(
        (np.ones(here.size, dtype=np.float32), (here, there)),
        shape=(len(terms), len(place)),
    )
    return matrix @ moves


def told_apart(all_reviews: Iterable[Review], without: str) -> list[Review]:
    """Return the reviews that may teach when those of one collection are judged."""
    twins = TWINS.values() if without == "synergy" else TWINS
    return [
        review
        for review in all_reviews
        if review.collection != without and review.name not in twins
    ]


def main() -> None:
    """Teach all tables and write them side by side."""
    out = Path(sys.argv[1]) if len(sys.argv) > 1 else OUT
    data = Path(os.environ.get("THRESHER_DATA", "../shared/data"))
    every = list(reviews(data))
    made = {review.name: terms_of(review) for review in every}
    tables = {}
    for without in ("", *COLLECTIONS):
        seen = {
            plain(citation.title)
            for review in every
            if review.collection == without
            for citation in review.citations
        }
        name = f"without-{without}" if without else "every"
        tables[name] = taught(told_apart(every, without), made, seen)
        print(name, len(tables[name]), "terms", flush=True)
    terms = sorted(set().union(*tables.values()))
    lines = ["\t".join(["term", *tables])]
    lines += [
        "\t".join(
            [term, *(f"{t[term]:.5f}" if term in t else "" for t in tables.values())]
        )
        for term in terms
    ]
    out.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
