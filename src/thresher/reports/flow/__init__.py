"""The PRISMA 2020 flow of a review: its boxes, drawings of it, the official table."""

from thresher.reports.flow.boxes import Counted, Flow, OtherMethods, PreviousReview
from thresher.reports.flow.counting import ScreeningCounts, counted_flow
from thresher.reports.flow.official_table import official_csv
from thresher.reports.flow.png import flow_png
from thresher.reports.flow.svg import flow_svg

__all__ = [
    "Counted",
    "Flow",
    "OtherMethods",
    "PreviousReview",
    "ScreeningCounts",
    "counted_flow",
    "flow_png",
    "flow_svg",
    "official_csv",
]
