"""Everything a review has to show, in one archive that is the same every time."""

from thresher.reports.bundle.contents import Bundle, DecidedRecord, LoggedDecision
from thresher.reports.bundle.writing import BundleEntry, bundle_bytes, write_bundle

__all__ = [
    "Bundle",
    "BundleEntry",
    "DecidedRecord",
    "LoggedDecision",
    "bundle_bytes",
    "write_bundle",
]
