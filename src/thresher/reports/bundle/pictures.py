"""The curves of a bundle, as PNG and SVG."""

import io
from collections.abc import Sequence

from matplotlib import rc_context
from matplotlib.figure import Figure

from thresher.certification.certificate.statement import Certificate
from thresher.certification.sequential.course import course_of
from thresher.certification.sequential.replay import Pick
from thresher.reports.figures.recall import plot_recall
from thresher.reports.figures.running_bound import plot_running_bound
from thresher.reports.figures.saving import DOTS_PER_INCH, FORMATS, figure_for
from thresher.screening.reading import Reading

__all__ = ["bound_figure", "drawn", "recall_figure"]


def recall_figure(reading: Reading) -> Figure:
    """Recall against records read; counts where nobody knows how many are relevant."""
    figure = figure_for(["recall"])
    known = reading.relevant is not None
    axes = plot_recall(
        figure.subplots(),
        reading,
        priors=True,
        x_absolute=not known,
        y_absolute=not known,
        show_random=known,
        show_optimal=known,
        show_legend=known,
        legend_values=["this screening"],
    )
    if not known:
        axes.set_title("Relevant records found")
    return figure


def bound_figure(certificate: Certificate, picks: Sequence[Pick]) -> Figure:
    """Lower bound on recall as the screening went on."""
    claim = certificate.seal
    course = course_of(
        picks, records=certificate.records, alpha=claim.alpha, target=claim.target
    )
    figure = figure_for(["bound"])
    plot_running_bound(figure.subplots(), course, target=claim.target)
    return figure


def drawn(figure: Figure, ending: str) -> bytes:
    """Figure as bytes of this format, the same every time."""
    out = io.BytesIO()
    with rc_context({"svg.hashsalt": "thresher", "svg.fonttype": "none"}):
        figure.savefig(out, format=ending, dpi=DOTS_PER_INCH, metadata=FORMATS[ending])
    return out.getvalue()
