"""Starts: what a simulated screening knows or reads before its model learns."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from thresher.arrays import Indices, Labels, Scores
from thresher.records.citation import Citation
from thresher.screening.cold_start import diverse_order, likeness_to_texts
from thresher.screening.features.matrix import Extractor, Features
from thresher.screening.pile import Pile
from thresher.screening.priors import drawn_priors

__all__ = ["STARTS", "Diverse", "Drawn", "LikeTexts", "Opening", "Start"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Opening:
    """Positions known beforehand, and those read before the model can learn.

    Priors do not count in the figures; what was read to find the first relevant
    record does.
    """

    priors: Indices
    read: Indices


class Start(Protocol):
    """Anything that opens a simulation."""

    def __call__(
        self, pile: Pile, features: Features, *, rng: np.random.Generator
    ) -> Opening:
        """Return an opening that holds records of both kinds."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """Some relevant and some irrelevant records, drawn at random and known."""

    relevant: int = 1
    irrelevant: int = 1

    def __call__(
        self, pile: Pile, features: Features, *, rng: np.random.Generator
    ) -> Opening:
        """Draw the priors; see `drawn_priors` for what is refused."""
        del features
        priors = drawn_priors(
            pile.labels, relevant=self.relevant, irrelevant=self.irrelevant, rng=rng
        )
        return Opening(priors=priors, read=np.zeros(0, dtype=np.intp))


@dataclass(frozen=True, slots=True, kw_only=True)
class Diverse:
    """Records as unlike each other as can be, until both kinds were read."""

    def __call__(
        self, pile: Pile, features: Features, *, rng: np.random.Generator
    ) -> Opening:
        """Read one after the other; the first is drawn."""
        order = diverse_order(features, rng=rng)
        nothing = np.zeros(0, dtype=np.intp)
        return _read_until_both(pile.labels, nothing, order)


@dataclass(frozen=True, slots=True, kw_only=True)
class LikeTexts:
    """Records most like a question or key papers first, until both kinds were read.

    Parameters
    ----------
    texts
        The question, or the parts of a PICO question.
    papers
        Papers known to matter. One that is in the pile, by DOI, PubMed id or title, is
        a prior: it was known.
    extractor
        What turns texts into numbers.
    """

    texts: tuple[str, ...] = ()
    papers: tuple[Citation, ...] = ()
    extractor: Extractor

    def __call__(
        self, pile: Pile, features: Features, *, rng: np.random.Generator
    ) -> Opening:
        """Read the likest first; equal ones in the pile's order."""
        del features, rng
        texts = [*self.texts, *(paper.text for paper in self.papers)]
        alike: Scores = likeness_to_texts(
            pile.citations, texts, extractor=self.extractor
        )
        priors = _places(self.papers, pile.citations)
        order = np.argsort(-alike, kind="stable")
        others = order[~np.isin(order, priors)]
        return _read_until_both(pile.labels, priors, others.tolist())


STARTS: Mapping[str, Start] = {"priors": Drawn(), "diverse": Diverse()}


def _read_until_both(labels: Labels, priors: Indices, order: Iterable[int]) -> Opening:
    read: list[int] = []
    kinds = {bool(label) for label in labels[priors]}
    places = iter(order)
    while kinds != {False, True}:  # a pile has both
        read.append(next(places))
        kinds.add(bool(labels[read[-1]]))
    return Opening(priors=priors, read=np.array(read, dtype=np.intp))


def _places(papers: Sequence[Citation], pile: Sequence[Citation]) -> Indices:
    """Return where papers stand in a pile, each place once."""
    place: dict[str, int] = {}
    for at, citation in enumerate(pile):
        for name in _names(citation):
            place.setdefault(name, at)
    found = [place[n] for paper in papers for n in _names(paper) if n in place]
    return np.array([*dict.fromkeys(found)], dtype=np.intp)


def _names(citation: Citation) -> list[str]:
    title = "".join(letter for letter in citation.title.casefold() if letter.isalnum())
    named = {"doi": citation.doi.casefold(), "pmid": citation.pmid, "title": title}
    return [f"{kind} {value}" for kind, value in named.items() if value]
