"""Made-up piles for the tests of screening."""

from functools import cache

import numpy as np

from thresher.records.citation import Citation
from thresher.screening.features.matrix import Features
from thresher.screening.features.tfidf import TfIdf
from thresher.screening.pile import Pile

TOPIC = ["dialysis", "sleep", "apnea", "kidney", "fatigue"]
OTHERS = [f"word{number}" for number in range(60)]


@cache
def small_pile(records: int = 80, relevant: int = 12, seed: int = 3) -> Pile:
    """A pile whose relevant records share a topic, with some noise."""
    rng = np.random.default_rng(seed)
    labels = rng.permutation(np.arange(records) < relevant)
    citations = []
    for at, label in enumerate(labels):
        words = [*rng.choice(OTHERS, 12)]
        if label or rng.random() < 0.15:
            words += [*rng.choice(TOPIC, 3 if label else 1)]
        text = " ".join(rng.permutation(words))
        citations.append(Citation(id=f"r{at}", title=text[:40], abstract=text[40:]))
    return Pile(name="small", citations=citations, labels=labels)


@cache
def small_features() -> Features:
    """Its words and pairs."""
    return TfIdf()(small_pile().citations)
