"""A figure of the found records and the running lower bound on recall."""

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

from thresher.certification.certificate.statement import Certificate
from thresher.certification.rounding import percent
from thresher.certification.sequential.course import Course, course_of
from thresher.certification.sequential.replay import Pick
from thresher.errors import InputError
from thresher.reports.figures.palette import RANDOM, line_look
from thresher.reports.figures.saving import figure_for

__all__ = ["bound_figure", "plot_running_bound"]

SHADE = 0.15


def bound_figure(
    certificate: Certificate, picks: Sequence[Pick], *, relevant: int | None = None
) -> Figure:
    """Lower bound on recall as a screening with a certificate went on.

    Parameters
    ----------
    certificate
        What was to be shown, and of how many records.
    picks
        All that was read, in order.
    relevant
        As in `plot_running_bound`.
    """
    claim = certificate.seal
    course = course_of(
        picks, records=certificate.records, alpha=claim.alpha, target=claim.target
    )
    figure = figure_for(["bound"])
    plot_running_bound(
        figure.subplots(), course, target=claim.target, relevant=relevant
    )
    return figure


def plot_running_bound(
    ax: Axes, course: Course, *, target: float, relevant: int | None = None
) -> Axes:
    """Draw the bound on recall as the screening went on, and where audits were made.

    Parameters
    ----------
    ax
        Where to draw.
    course
        See `thresher.certification.sequential.course.course_of`.
    target
        The recall that was to be shown.
    relevant
        How many records are relevant in all, where that is known: then true recall
        is drawn too.

    Raises
    ------
    InputError
        Nothing was read.
    """
    if not course.read.size:
        raise InputError("nothing was read, so there is nothing to draw")
    share = course.read / course.records
    if relevant:
        look = line_look(1)
        recall = course.found / relevant
        ax.plot(share, recall, color=look.color, label="true recall (simulated)")
    look = line_look(0)
    ax.plot(
        share,
        course.bound,
        color=look.color,
        drawstyle="steps-post",
        label="lower bound, valid at every moment",
    )
    ax.axhline(
        target,
        color=RANDOM.color,
        linestyle=RANDOM.linestyle,
        linewidth=RANDOM.linewidth,
        label=f"target {percent(target)}",
    )
    _shade_audits(ax, course)
    ax.set_xlim(0, 1)
    ax.set_ylim(0, 1.03)
    ax.set_xlabel("Share of records read")
    ax.set_ylabel("Recall")
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_formatter(PercentFormatter(1))
    ax.spines[["top", "right"]].set_visible(False)
    ax.legend(loc="best", fontsize=9)
    return ax


def _shade_audits(ax: Axes, course: Course) -> None:
    """Shade where audits were drawn."""
    share = course.read / course.records
    label = "audits"
    for at in range(1, share.size):
        if course.audits[at] > course.audits[at - 1]:
            ax.axvspan(
                share[at - 1],
                share[at],
                color=line_look(5).color,
                alpha=SHADE,
                lw=0,
                label=label,
            )
            label = ""
