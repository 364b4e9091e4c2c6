"""Whether a review is one that MS² would take: Appendix B's criteria as rules."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from thresher.synthesis.spans import PicoKind, Span

__all__ = ["CRITERIA", "Suitability", "suitability"]

ANIMALS = re.compile(
    r"\b(?:rats?|mice|mouse|murine|rodents?|dogs?|canine|feline|cattle|bovine|porcine"
    r"|swine|poultry|zebrafish|livestock|veterinary|animal (?:models?|studies)|in vitro"
    r"|preclinical|soils?|crops?|plant species|ecosystems?|wildlife)\b"
)
PEOPLE = re.compile(
    r"\b(?:patients?|participants?|adults?|children|women|men|humans?|people|persons?"
    r"|infants?|adolescents?|individuals?|students?|workers?|mothers?|volunteers?"
    r"|clinical trials?|randomi[sz]ed)\b"
)
CASES = re.compile(
    r"\b(?:case (?:reports?|series|stud(?:y|ies))|reported cases|cases reported)\b"
)
TRIALS = re.compile(
    r"\b(?:trials?|rcts?|cohorts?|randomi[sz]ed|controlled stud|comparative stud"
    r"|observational stud|case-control)"
)
EFFECT = re.compile(
    r"\b(?:effect(?:s|ive|iveness)?|efficac\w+|benefi\w+|compar\w+|versus|vs|impact"
    r"|improv\w+|reduc\w+|prevent\w+|outcomes? of|safety|superior\w*|treatments?"
    r"|therap\w+|interventions?)\b"
)
EFFECT_ASKED = re.compile(
    r"\b(?:effects?|effective(?:ness)?|efficac\w+|compar\w+|versus|vs|safety|trials"
    r"|improv\w+|reduc\w+|prevent\w+)\b"
)
OTHER_QUESTION = re.compile(
    r"\b(?:diagnostic (?:accuracy|performance|value|test)|(?:test )?accuracy of"
    r"|sensitivity and specificity|prevalence|incidence of|epidemiolog\w+|prognos\w+"
    r"|predict(?:ors?|ive)|risk factors?|determinants?|correlates of|association"
    r"s? (?:between|of)|associated with|polymorphisms?|genotypes?|psychometric\w*"
    r"|measurement propert\w+|validity|reliability of|qualitative (?:stud|synthes"
    r"|evidence)|experiences? of|perceptions?|preferences|attitudes|barriers"
    r"|facilitators|early detection|protocol|economic|considerations"
    r"|methodolog(?:y|ies|ical) (?:of|quality of)|reporting quality|guidelines? for"
    r"|cost(?:s| of illness)|burden of|biomarkers?|mechanisms? of|definitions? of)\b"
)
TREATS = re.compile(
    r"\b(?:treatments?|therap\w+|interventions?|supplement\w+|drugs?|surg\w+"
    r"|vaccin\w+|exercises?|programmes?|programs?|training|rehabilitation|prevention"
    r"|education|administration|efficac\w+|effectiveness)\b"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Suitability:
    """Each criterion, and whether a review meets it.

    Examples
    --------
    >>> Suitability(met={"people": True, "effect": False}).unmet
    ('effect',)
    """

    met: Mapping[str, bool]

    @property
    def is_suitable(self) -> bool:
        """Whether all criteria are met."""
        return all(self.met.values())

    @property
    def unmet(self) -> tuple[str, ...]:
        """Criteria that are not met."""
        return tuple(name for name, is_met in self.met.items() if not is_met)


CRITERIA: Mapping[str, str] = {
    "human": "studies people, not animals, cells or the environment",
    "several": "rests on trials or cohorts, not on single cases",
    "population": "names whom it is about",
    "intervention": "names an intervention",
    "outcome": "names an outcome",
    "effect": "asks what an intervention does to an outcome",
}


def suitability(title: str, abstract: str, spans: Sequence[Span]) -> Suitability:
    """Appendix B's criteria by words and by the spans that the tagger found.

    Rules, not a trained classifier: the 879 labelled reviews behind the paper's are
    not public. Doubt counts as suitable where the words say nothing.

    Parameters
    ----------
    title, abstract
        Of the review.
    spans
        Its participants, interventions and outcomes.

    Examples
    --------
    >>> found = suitability("Prevalence of asthma: a systematic review", "", [])
    >>> "effect" in found.unmet
    True
    """
    text = f"{title}. {abstract}".lower()
    kinds = {span.kind for span in spans}
    return Suitability(
        met={
            "human": not ANIMALS.search(title.lower())
            and (bool(PEOPLE.search(text)) or not ANIMALS.search(text)),
            "several": not CASES.search(title.lower())
            and (bool(TRIALS.search(text)) or not CASES.search(text)),
            "population": PicoKind.PARTICIPANTS in kinds,
            "intervention": PicoKind.INTERVENTIONS in kinds,
            "outcome": PicoKind.OUTCOMES in kinds,
            "effect": _asks_for_an_effect(title, text, spans),
        }
    )


def _asks_for_an_effect(title: str, text: str, spans: Sequence[Span]) -> bool:
    """Return whether the title names a treatment, and no other question.

    A title that names both ("risk factors", "treatment") must also ask for an effect.
    """
    asked = title.lower()
    treats = bool(TREATS.search(asked)) or any(
        span.kind is PicoKind.INTERVENTIONS and span.start < len(title)
        for span in spans
    )
    if OTHER_QUESTION.search(asked):
        return bool(TREATS.search(asked)) and bool(EFFECT_ASKED.search(asked))
    return treats and bool(EFFECT.search(text))
