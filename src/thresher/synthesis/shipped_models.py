"""The shipped models as one reader of studies and as a judge of summaries."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from importlib import resources
from itertools import product

from thresher.errors import InputError
from thresher.progress import Report, silent
from thresher.synthesis.cues import speaks_of_treatment
from thresher.synthesis.evidence import directions
from thresher.synthesis.finding import Directions, Finding
from thresher.synthesis.headings import Role
from thresher.synthesis.pico import pico
from thresher.synthesis.preparation import Prepared, prepared
from thresher.synthesis.read_study import ReadStudy
from thresher.synthesis.reported_numbers import Numbers
from thresher.synthesis.roles import roles
from thresher.synthesis.sentences import abstract_sentences
from thresher.synthesis.spans import PicoKind, Span, without_contained
from thresher.synthesis.study import Study
from thresher.synthesis.study_names import MOST_INTERVENTIONS, study_names
from thresher.synthesis.text_models import Pair, TextModels
from thresher.synthesis.words import stems

__all__ = [
    "TAGGERS",
    "read_studies",
    "shipped_text_models",
]

TAGGERS = ("fast", "encoder")
FEWEST_SENTENCES = 4  # of an abstract whose silence can be told
_PEOPLE = PicoKind.PARTICIPANTS
EVIDENCE_NAME = "thresher evidence, tier 0 (linear)"


def read_studies(
    studies: Sequence[Study], /, *, tagger: str = "fast", report: Report = silent
) -> tuple[ReadStudy, ...]:
    """Roles, spans and findings of each study by the shipped models.

    Parameters
    ----------
    studies
        In any order; each is read by itself.
    tagger
        One of `TAGGERS`: "fast", or "encoder", which finds better spans and is slower.
    report
        Told after each study.

    Raises
    ------
    InputError
        There is no such tagger.
    """
    spans_of = _tagger(tagger)
    found = []
    for done, study in enumerate(studies, 1):
        found.append(_read(prepared(study), spans_of))
        report("Reading studies", done=done, total=len(studies))
    return tuple(found)


def _tagger(name: str) -> Callable[[Study], tuple[Span, ...]]:
    if name not in TAGGERS:
        raise InputError(f"there is no tagger {name!r}: take one of {TAGGERS}")
    if name == "fast":
        return pico
    from thresher.synthesis.encoder import pico_encoded  # noqa: PLC0415  heavy

    return pico_encoded


def _read(ready: Prepared, spans_of: Callable[[Study], tuple[Span, ...]]) -> ReadStudy:
    study = ready.study
    if not ready.is_readable:
        return ReadStudy(study=study, cautions=ready.cautions)
    cut = abstract_sentences(study)
    spans = spans_of(study)
    kinds = tuple(call.role for call in roles(cut))
    arms, outcomes = study_names(study, spans, cut=cut, kinds=kinds)
    is_of_treatment = len(cut) < FEWEST_SENTENCES or speaks_of_treatment(study.text)
    pairs = list(product(arms, outcomes)) if is_of_treatment else []
    cautions = list(ready.cautions)
    if not is_of_treatment:
        cautions.append("speaks of no treatment: no effect was looked for")
    if len(cut) < FEWEST_SENTENCES:
        cautions.append("has an abstract of very few sentences: read with less care")
    if is_of_treatment and not pairs:
        cautions.append("names no intervention with an outcome that could be found")
    return ReadStudy(
        study=study,
        sentences=cut,
        roles=kinds,
        spans=spans,
        findings=_findings(study, pairs, arms, short=len(cut) < FEWEST_SENTENCES),
        cautions=tuple(cautions),
    )


def _findings(
    study: Study, pairs: Sequence[Pair], arms: Sequence[str], *, short: bool
) -> tuple[Finding, ...]:
    """Return the findings on each pair.

    Whether a sentence reports a pair was learnt on whole abstracts. In a shorter text
    the sentence must name both sides of the pair, instead.
    """
    if not short:
        return directions(study, pairs, arms=arms)
    return tuple(map(_if_named, directions(study, pairs, threshold=0, arms=arms)))


def _if_named(finding: Finding) -> Finding:
    """Return the finding, or that there is none if its sentence lacks one side."""
    if finding.evidence is None:
        return finding
    said = set(stems(finding.evidence.text))
    sides = (finding.intervention, finding.outcome)
    if all(said & set(stems(side)) for side in sides):
        return finding
    return replace(finding, directions=None, evidence=None, numbers=Numbers())


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
    study = Study(id="summary", abstract=text)
    spans = pico(study)
    cut = abstract_sentences(study)
    kinds = [Role.CONCLUSIONS] * len(cut)
    arms, outcomes = study_names(study, spans, cut=cut, kinds=kinds)
    people = (one for one in without_contained(spans) if one.kind is _PEOPLE)
    return {
        _PEOPLE: tuple(one.text for one in people)[:MOST_INTERVENTIONS],
        PicoKind.INTERVENTIONS: arms,
        PicoKind.OUTCOMES: outcomes,
    }


def _directions(text: str, pairs: Sequence[Pair]) -> tuple[Directions | None, ...]:
    found = directions(Study(id="summary", abstract=text), pairs, threshold=0)
    return tuple(one.directions for one in found)
