"""Outside screeners: what an include/exclude list of others found, by a sample."""

from thresher.certification.outside.bounds import (
    f1_bound,
    precision_bound,
    recall_bound,
)
from thresher.certification.outside.sample import OutsideSample
from thresher.certification.outside.screener_list import ScreenerList, read_list
from thresher.certification.outside.sizing import Expectation, sample_sizes

__all__ = [
    "Expectation",
    "OutsideSample",
    "ScreenerList",
    "f1_bound",
    "precision_bound",
    "read_list",
    "recall_bound",
    "sample_sizes",
]
