"""What a text tests and what it measures, from its spans: each thing once."""

from collections.abc import Sequence

from thresher.synthesis.abbreviations import abbreviations
from thresher.synthesis.allotment import allotted
from thresher.synthesis.arm_names import as_combination
from thresher.synthesis.headings import Role
from thresher.synthesis.phrase_key import Kind, key_of, written_out
from thresher.synthesis.sentences import Sentence
from thresher.synthesis.spans import PicoKind, Span
from thresher.synthesis.stated_outcomes import stated_outcomes
from thresher.synthesis.study import Study
from thresher.synthesis.study_arms import is_only_part, study_arms
from thresher.synthesis.study_outcomes import outcome_names, study_outcomes

__all__ = ["MOST_INTERVENTIONS", "MOST_OUTCOMES", "study_names"]

MOST_INTERVENTIONS = 4  # of one study; the surest are kept
MOST_OUTCOMES = 10


def study_names(
    study: Study,
    spans: Sequence[Span],
    *,
    cut: Sequence[Sentence],
    kinds: Sequence[Role],
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Interventions and outcomes of a study, each once.

    Arms for comparison are no interventions, and what a span says of an outcome
    ("reduced pain") is no part of its name.

    Parameters
    ----------
    study
        The text.
    spans
        What was tagged in it.
    cut, kinds
        Its sentences, and the role of each.
    """
    short_forms = abbreviations(study.text)
    found = [span for span in spans if span.kind is PicoKind.OUTCOMES]
    arms = study_arms(
        [span for span in spans if span.kind is PicoKind.INTERVENTIONS],
        study.text,
        told=f"{study.title} {_told(cut, kinds)}",
        short_forms=short_forms,
        title_end=len(study.title),
        given=allotted(sentence.text for sentence in cut),
        measured={
            key_of(written_out(name, short_forms), Kind.OUTCOME)
            for span in found
            for name in outcome_names(span.text)
        },
    )[:MOST_INTERVENTIONS]
    outcomes = study_outcomes(
        [*found, *stated_outcomes(cut, kinds, found)],
        arms=arms,
        short_forms=short_forms,
    )
    lowered = study.text.lower()
    begins = tuple(f"{arm.lower()} " for arm in arms)
    own = [
        name
        for name in outcomes
        if not is_only_part(name, arms, lowered) and not name.lower().startswith(begins)
    ]
    return tuple(map(as_combination, arms)), tuple(own[:MOST_OUTCOMES])


def _told(cut: Sequence[Sentence], kinds: Sequence[Role]) -> str:
    """Return what an abstract says outside its methods."""
    return " ".join(
        sentence.text
        for sentence, role in zip(cut, kinds, strict=True)
        if role is not Role.METHODS
    )
