"""Duplicates: records of one publication, linked and never deleted."""

from thresher.records.duplicates.finding import find_links
from thresher.records.duplicates.groups import groups, open_questions
from thresher.records.duplicates.link import Band, Link
from thresher.records.duplicates.view import merged

__all__ = ["Band", "Link", "find_links", "groups", "merged", "open_questions"]
