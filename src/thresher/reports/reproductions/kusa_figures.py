"""Figures 1 and 2 of Kusa et al. (2023), drawn anew from their definitions."""

from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from matplotlib.figure import Figure

from thresher.arrays import Labels
from thresher.measures.area import area_under_roc, partial_area
from thresher.measures.confusion import true_negative_rate
from thresher.measures.published import Judged
from thresher.reports.figures.saving import save_pictures

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = [
    "MODEL_A",
    "MODEL_B",
    "Corners",
    "draw_dynamics",
    "draw_two_models",
    "ranking",
    "save_figures",
]

BLUE, ORANGE, GREEN = "#0072B2", "#D55E00", "#009E73"
GREY, DARK = "#777777", "#444444"
HIGH = 0.8  # where the partial area of section 6.2 begins
SIZE = 2000  # records, as in Figure 1
MODEL_A = ((0, 0.02, 0.2, 0.97, 1), (0, 0.6, 0.75, 0.8, 1))
MODEL_B = ((0, 0.15, 0.28, 0.35), (0, 0.05, 0.2, 1))
Corners: TypeAlias = tuple[tuple[float, ...], tuple[float, ...]]


def save_figures(folder: Path) -> list[Path]:
    """Draw Figures 1a, 1b and 2 into a folder as PNG and SVG; return the files."""
    drawings = {
        "kusa_figure_1a": _dynamics(relevant=100),
        "kusa_figure_1b": _dynamics(relevant=1000),
        "kusa_figure_2": _two_models(),
    }
    return save_pictures(drawings, folder)


def draw_dynamics(ax: "Axes", *, records: int, relevant: int) -> "Axes":
    """Draw WSS, TNR and precision at 95% recall against the true negatives.

    Both rates are straight lines; precision is not, and only TNR spans 0 to 1 whatever
    the share of relevant records.
    """
    judged = Judged(records=records, relevant=relevant)
    spared = np.arange(judged.irrelevant + 1)
    found = relevant - judged.missed
    work_saved = (spared + judged.missed) / records - float(judged.by_chance)
    precision = found / (found + judged.irrelevant - spared)
    ax.axhline(0, color=GREY, linewidth=0.8)
    ax.plot(spared, spared / judged.irrelevant, color=BLUE, label="TNR (nWSS)")
    ax.plot(spared, work_saved, color=ORANGE, linestyle="--", label="WSS")
    ax.plot(spared, precision, color=GREEN, linestyle="-.", label="Precision")
    ax.set(
        xlim=(0, judged.irrelevant),
        ylim=(-0.1, 1.05),
        xlabel="True negatives at 95% recall",
        ylabel="Score",
        title=f"{relevant} relevant, {judged.irrelevant} irrelevant records",
    )
    ax.legend(loc="upper left", frameon=False)
    return ax


def draw_two_models(ax: "Axes") -> "Axes":
    """Draw the ROC curves of two models: one wins by AUC, the other serves a review."""
    ax.axhspan(HIGH, 1, color=GREY, alpha=0.15, linewidth=0)
    ax.axhline(0.95, color=GREY, linewidth=0.8, linestyle=":")
    for text, height in (("95% recall", 0.945), (f"at least {HIGH:.0%}", 0.845)):
        ax.annotate(text, (0.38, height), va="top", color=DARK)
    ax.plot([0, 1], [0, 1], color=GREY, linewidth=0.8, linestyle="--")
    for name, corners, color in (("A", MODEL_A, BLUE), ("B", MODEL_B, ORANGE)):
        labels = ranking(corners)
        fallout = np.concatenate([[0], np.cumsum(~labels)]) / np.count_nonzero(~labels)
        recall = np.concatenate([[0], np.cumsum(labels)]) / np.count_nonzero(labels)
        ax.plot(fallout, recall, color=color, label=_caption(name, labels))
    ax.set(
        xlim=(0, 1),
        ylim=(0, 1.01),
        xlabel="False positive rate",
        ylabel="True positive rate (recall)",
        title="Two models, one data set",
        aspect="equal",
    )
    ax.legend(loc="lower right", frameon=False)
    return ax


def ranking(corners: Corners, *, size: int = SIZE) -> Labels:
    """Return a ranking, half of it relevant, whose ROC curve has these corners.

    Examples
    --------
    >>> ranking(((0, 0.5, 0.5, 1), (0, 0, 1, 1)), size=4).astype(int)
    array([0, 1, 1, 0])
    """
    half = size // 2
    at = (np.arange(half) + 0.5) / half
    places = np.concatenate([np.interp(at, corners[1], corners[0]), at])
    labels = np.arange(2 * half) < half
    return labels[np.argsort(places, kind="stable")]


def _caption(name: str, labels: Labels) -> str:
    share = partial_area(labels, recall=HIGH) / (1 - HIGH)  # of the area there is
    return (
        f"Model {name}\n"
        f"AUC {area_under_roc(labels):.2f}\n"
        f"pAUC from {HIGH:.0%} recall {share:.2f}\n"
        f"TNR@95% {true_negative_rate(labels, recall=0.95):.2f}"
    )


def _dynamics(*, relevant: int) -> Figure:
    figure = Figure(figsize=(5.6, 4.0), layout="constrained")
    draw_dynamics(figure.subplots(), records=SIZE, relevant=relevant)
    return figure


def _two_models() -> Figure:
    figure = Figure(figsize=(5.6, 5.6), layout="constrained")
    draw_two_models(figure.subplots())
    return figure
