"""Figures on matplotlib axes, with the keywords of ASReview Insights."""

from thresher.reports.figures.discovery import DISCOVERY, plot_discovery
from thresher.reports.figures.extra_found import EXTRA_FOUND, plot_erf
from thresher.reports.figures.precision import PRECISION, plot_precision
from thresher.reports.figures.rate import (
    RATE_ACCURACY,
    RATE_RECALL,
    plot_rate_accuracy,
    plot_rate_recall,
)
from thresher.reports.figures.recall import RECALL, plot_recall
from thresher.reports.figures.roc import ROC, plot_roc
from thresher.reports.figures.saving import save_figure
from thresher.reports.figures.work_saved import WORK_SAVED, plot_wss

__all__ = [
    "KINDS",
    "plot_discovery",
    "plot_erf",
    "plot_precision",
    "plot_rate_accuracy",
    "plot_rate_recall",
    "plot_recall",
    "plot_roc",
    "plot_wss",
    "save_figure",
]

KINDS = {
    kind.name: kind
    for kind in (
        RECALL,
        WORK_SAVED,
        EXTRA_FOUND,
        ROC,
        RATE_RECALL,
        RATE_ACCURACY,
        PRECISION,
        DISCOVERY,
    )
}
