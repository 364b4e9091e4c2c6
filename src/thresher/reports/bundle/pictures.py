"""The curves of a bundle, as PNG and SVG."""

from matplotlib import rc_context
from matplotlib.figure import Figure

from thresher.reports.figures.recall import plot_recall
from thresher.reports.figures.saving import figure_bytes, figure_for
from thresher.screening.reading import Reading

__all__ = ["drawn", "recall_figure"]


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


def drawn(figure: Figure, ending: str) -> bytes:
    """Figure as bytes of this format, the same every time; its words can be sought."""
    with rc_context({"svg.fonttype": "none"}):
        return figure_bytes(figure, ending)
