"""An intervention and an outcome as sets of stems, and where a sentence names them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from thresher.synthesis.words import STOPWORDS, stem, stems

__all__ = ["COMPARATORS", "PairWords", "masked", "pair_words"]

_COMPARATORS = (
    "placebo control controls sham usual standard conventional comparator untreated"
    " vehicle saline waitlist"
)
COMPARATORS = frozenset(_COMPARATORS.split())
TOO_COMMON = frozenset(
    {"0", "patient", "treatment", "therapi", "mean", "rate", "chang"}
)
TOKEN = re.compile(r"[^\W\d_]+|\d+(?:[.,\u00b7]\d+)*|[%<>=\u00b1\u2264\u2265;,()]")


@dataclass(frozen=True, slots=True, kw_only=True)
class PairWords:
    """Stems of an intervention and of an outcome, abbreviations written out."""

    intervention: frozenset[str]
    outcome: frozenset[str]
    outcome_order: tuple[str, ...]
    outcome_text: str

    @property
    def outcome_head(self) -> str:
        """Stem of the outcome's last word, which mostly says what it is."""
        return self.outcome_order[-1] if self.outcome_order else ""

    @property
    def intervention_alone(self) -> frozenset[str]:
        """Stems of the intervention that the outcome does not share."""
        return (self.intervention - self.outcome) or self.intervention


def pair_words(
    intervention: str, outcome: str, *, short_forms: Mapping[str, str]
) -> PairWords:
    """Stems of both sides; `short_forms` maps the text's abbreviations to long forms.

    Examples
    --------
    >>> long = {"VAS": "visual analogue scale"}
    >>> found = pair_words("aspirin", "VAS", short_forms=long)
    >>> sorted(found.outcome)
    ['analogu', 'scal', 'vas', 'visual']
    """
    outcome_stems = stems(outcome)
    return PairWords(
        intervention=_widened(intervention, short_forms),
        outcome=_widened(outcome, short_forms),
        outcome_order=outcome_stems,
        outcome_text=outcome.lower().strip(),
    )


def _widened(phrase: str, short_forms: Mapping[str, str]) -> frozenset[str]:
    """Return a phrase's stems, with those of its abbreviations' other forms."""
    found = set(stems(phrase))
    lowered = phrase.lower()
    for short, long in short_forms.items():
        if re.search(rf"(?<!\w){re.escape(short)}s?(?!\w)", phrase):
            found.update(stems(long))
        elif long.lower() in lowered:
            found.update(stems(short))
    return frozenset(found - {"0"}) or frozenset(found)


def masked(text: str, pair: PairWords) -> list[str]:
    """Words of a sentence with those of the pair replaced by what they stand for.

    Examples
    --------
    >>> pair = pair_words("aspirin", "pain scores", short_forms={})
    >>> masked("Pain scores were lower with aspirin than with placebo.", pair)
    ['OUTCOME', 'were', 'lower', 'with', 'TREATMENT', 'than', 'with', 'COMPARATOR']
    """
    treatment = pair.intervention_alone - TOO_COMMON
    outcome = pair.outcome - TOO_COMMON or pair.outcome
    found: list[str] = []
    for word in TOKEN.findall(text.lower()):
        mark = _mark(word, treatment, outcome)
        if mark.isupper() and found and found[-1] == mark:
            continue
        found.append(mark)
    return found


def _mark(word: str, treatment: frozenset[str], outcome: frozenset[str]) -> str:
    if word[0].isdigit():
        return "0"
    if word in STOPWORDS or not word[0].isalpha():
        return word
    short = stem(word)
    if short in outcome:
        return "OUTCOME"
    if short in treatment:
        return "TREATMENT"
    return "COMPARATOR" if word in COMPARATORS else word
