"""Data sets in the manner of MS²: which reviews and studies, and which parts."""

from thresher.synthesis.corpus.split import Parts, Review, shared_studies, split_reviews
from thresher.synthesis.corpus.study_filter import (
    EXCLUDED_TYPES,
    STUDY_TYPES,
    is_study_of_interest,
    is_systematic_review,
)

__all__ = [
    "EXCLUDED_TYPES",
    "STUDY_TYPES",
    "Parts",
    "Review",
    "is_study_of_interest",
    "is_systematic_review",
    "shared_studies",
    "split_reviews",
]
