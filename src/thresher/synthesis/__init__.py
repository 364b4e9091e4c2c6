"""What the included studies say: sentences, roles, PICO spans, evidence, findings."""

from thresher.synthesis.abbreviations import abbreviations
from thresher.synthesis.encoder import pico_encoded
from thresher.synthesis.evidence import directions
from thresher.synthesis.finding import Direction, Directions, Finding
from thresher.synthesis.headings import Role
from thresher.synthesis.pico import pico
from thresher.synthesis.reported_numbers import Effect, Numbers, PValue, numbers_in
from thresher.synthesis.review_roles import (
    ReviewPart,
    ReviewRole,
    review_part,
    review_roles,
)
from thresher.synthesis.roles import RoleCall, roles
from thresher.synthesis.sentences import Sentence, abstract_sentences, sentences
from thresher.synthesis.spans import PicoKind, Span, marked, without_contained
from thresher.synthesis.study import Study
from thresher.synthesis.text_repair import repaired

__all__ = [
    "Direction",
    "Directions",
    "Effect",
    "Finding",
    "Numbers",
    "PValue",
    "PicoKind",
    "ReviewPart",
    "ReviewRole",
    "Role",
    "RoleCall",
    "Sentence",
    "Span",
    "Study",
    "abbreviations",
    "abstract_sentences",
    "directions",
    "marked",
    "numbers_in",
    "pico",
    "pico_encoded",
    "repaired",
    "review_part",
    "review_roles",
    "roles",
    "sentences",
    "without_contained",
]
