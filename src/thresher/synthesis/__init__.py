"""What the included studies say: sentences, roles, PICO spans, evidence, findings."""

from thresher.synthesis.finding import Direction, Directions, Finding
from thresher.synthesis.headings import Role
from thresher.synthesis.reported_numbers import Effect, Numbers, PValue, numbers_in
from thresher.synthesis.sentences import Sentence, sentences
from thresher.synthesis.study import Study
from thresher.synthesis.text_repair import repaired

__all__ = [
    "Direction",
    "Directions",
    "Effect",
    "Finding",
    "Numbers",
    "PValue",
    "Role",
    "Sentence",
    "Study",
    "numbers_in",
    "repaired",
    "sentences",
]
