"""The shipped models as one reader of studies and as a judge of summaries."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib import resources
from itertools import product

from thresher.progress import Report, silent
from thresher.synthesis.evidence import directions
from thresher.synthesis.finding import Directions, Finding
from thresher.synthesis.pair_words import COMPARATORS
from thresher.synthesis.phrase_key import FILLER, Kind
from thresher.synthesis.phrase_lists import list_items
from thresher.synthesis.pico import pico
from thresher.synthesis.preparation import Prepared, prepared
from thresher.synthesis.read_study import ReadStudy
from thresher.synthesis.reported_numbers import Numbers
from thresher.synthesis.roles import roles
from thresher.synthesis.sentences import abstract_sentences
from thresher.synthesis.spans import PicoKind, Span, without_contained
from thresher.synthesis.study import Study
from thresher.synthesis.text_models import Pair, TextModels
from thresher.synthesis.words import plain_words, stems

__all__ = ["MOST_INTERVENTIONS", "MOST_OUTCOMES", "read_studies", "shipped_text_models"]

MOST_INTERVENTIONS = 4  # of one study; the surest are kept
MOST_OUTCOMES = 10
FEWEST_SENTENCES = 4  # of an abstract whose silence can be told
EVIDENCE_NAME = "thresher evidence, tier 0 (linear)"
_AROUND = (
    "group groups arm arms treatment therapy care alone only the a an or and with no"
    " controlled double single blind blinded randomized randomised trial open label"
)
AROUND = COMPARATORS | frozenset(_AROUND.split())
EMPTY = {
    PicoKind.PARTICIPANTS: frozenset[str](),
    PicoKind.INTERVENTIONS: AROUND | FILLER[Kind.INTERVENTION],
    PicoKind.OUTCOMES: FILLER[Kind.OUTCOME],
}


def read_studies(
    studies: Sequence[Study], /, *, report: Report = silent
) -> tuple[ReadStudy, ...]:
    """Roles, spans and findings of each study by the shipped models."""
    found = []
    for done, study in enumerate(studies, 1):
        found.append(_read(prepared(study)))
        report("Reading studies", done=done, total=len(studies))
    return tuple(found)


def _read(ready: Prepared) -> ReadStudy:
    study = ready.study
    if not ready.is_readable:
        return ReadStudy(study=study, cautions=ready.cautions)
    cut = abstract_sentences(study)
    spans = pico(study)
    pairs = _pairs(spans)
    cautions = list(ready.cautions)
    if len(cut) < FEWEST_SENTENCES:
        cautions.append("has an abstract of very few sentences: read with less care")
    if not pairs:
        cautions.append("names no intervention with an outcome that could be found")
    return ReadStudy(
        study=study,
        sentences=cut,
        roles=tuple(call.role for call in roles(cut)),
        spans=spans,
        findings=_findings(study, pairs, short=len(cut) < FEWEST_SENTENCES),
        cautions=tuple(cautions),
    )


def _findings(
    study: Study, pairs: Sequence[Pair], *, short: bool
) -> tuple[Finding, ...]:
    """Return the findings on each pair.

    Whether a sentence reports a pair was learnt on whole abstracts. In a shorter text
    the sentence must name both sides of the pair, instead.
    """
    if not short:
        return directions(study, pairs)
    return tuple(map(_if_named, directions(study, pairs, threshold=0)))


def _if_named(finding: Finding) -> Finding:
    """Return the finding, or that there is none if its sentence lacks one side."""
    if finding.evidence is None:
        return finding
    said = set(stems(finding.evidence.text))
    sides = (finding.intervention, finding.outcome)
    if all(said & set(stems(side)) for side in sides):
        return finding
    return replace(finding, directions=None, evidence=None, numbers=Numbers())


def _pairs(spans: Sequence[Span]) -> list[Pair]:
    treatments = _surest(spans, PicoKind.INTERVENTIONS, most=MOST_INTERVENTIONS)
    outcomes = _surest(spans, PicoKind.OUTCOMES, most=MOST_OUTCOMES)
    return list(product(treatments, outcomes))


def _surest(spans: Sequence[Span], kind: PicoKind, *, most: int) -> list[str]:
    """Return the surest wordings of a kind, without those that name nothing."""
    kept = [one for one in without_contained(spans) if one.kind is kind]
    ranked = sorted(kept, key=lambda one: -one.confidence)
    items = dict.fromkeys(item for one in ranked for item in list_items(one.text))
    empty = EMPTY[kind]
    return [item for item in items if not set(plain_words(item)) <= empty][:most]


def shipped_text_models() -> TextModels:
    """Tagger and evidence model that are shipped, as a judge uses them."""
    return TextModels(
        phrases=_phrases,
        directions=_directions,
        evidence_name=EVIDENCE_NAME,
        evidence_f1=_own_f1(),
    )


def _own_f1() -> float | None:
    """Return the evidence model's macro-F1, sentence and direction, from its card."""
    card = resources.files("thresher.synthesis") / "weights" / "evidence.json"
    if not card.is_file():
        return None
    figures = json.loads(card.read_text(encoding="utf-8"))["figures"]
    return float(figures["end_to_end"])


def _phrases(text: str) -> Mapping[PicoKind, tuple[str, ...]]:
    spans = pico(Study(id="summary", abstract=text))
    most = {PicoKind.OUTCOMES: MOST_OUTCOMES}
    return {
        kind: tuple(_surest(spans, kind, most=most.get(kind, MOST_INTERVENTIONS)))
        for kind in PicoKind
    }


def _directions(text: str, pairs: Sequence[Pair]) -> tuple[Directions | None, ...]:
    found = directions(Study(id="summary", abstract=text), pairs, threshold=0)
    return tuple(one.directions for one in found)
