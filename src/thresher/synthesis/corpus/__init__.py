"""Data sets in the manner of MS²: which reviews and studies, and which parts."""

from thresher.synthesis.corpus.building import Built, built
from thresher.synthesis.corpus.candidates import (
    Candidate,
    Candidates,
    Filters,
    LeftOut,
    candidates,
)
from thresher.synthesis.corpus.entry import Entry, read_entries, split_review
from thresher.synthesis.corpus.links import Links, cited_links, links_of_table
from thresher.synthesis.corpus.split import (
    Parts,
    Review,
    shared_studies,
    split_reviews,
    topics,
)
from thresher.synthesis.corpus.statistics import Statistics, statistics_of
from thresher.synthesis.corpus.study_filter import (
    EXCLUDED_TYPES,
    STUDY_TYPES,
    has_excluded_type,
    is_study_of_interest,
    is_systematic_review,
    publication_types,
)
from thresher.synthesis.corpus.suitability import Suitability, suitability

__all__ = [
    "EXCLUDED_TYPES",
    "STUDY_TYPES",
    "Built",
    "Candidate",
    "Candidates",
    "Entry",
    "Filters",
    "LeftOut",
    "Links",
    "Parts",
    "Review",
    "Statistics",
    "Suitability",
    "built",
    "candidates",
    "cited_links",
    "has_excluded_type",
    "is_study_of_interest",
    "is_systematic_review",
    "links_of_table",
    "publication_types",
    "read_entries",
    "shared_studies",
    "split_review",
    "split_reviews",
    "statistics_of",
    "suitability",
    "topics",
]
