"""Drawing any kind of figure on given axes."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.ticker import MaxNLocator, PercentFormatter, StrMethodFormatter

from thresher.errors import UndefinedMeasureError
from thresher.measures.bands import Band, band
from thresher.measures.curves import Curve, CurveOf
from thresher.reports.figures.kinds import Kind, Reference
from thresher.reports.figures.legend import LONGEST_NAME, add_legend
from thresher.reports.figures.lettering import labels_of
from thresher.reports.figures.palette import OPTIMAL, RANDOM, LineLook, line_look
from thresher.reports.figures.sources import NamedReading, Runs, named_readings
from thresher.screening.reading import Reading

__all__ = ["Options", "curves_of", "draw"]

FEW_POINTS = 60  # points of a run that dots leave apart
FEW_RUNS = 6
RUN = "thresher-run"  # marks a run's line, so that further runs look different
MARGIN = 0.03
STEPS = (1, 2, 5, 10)  # between ticks, times a power of ten
THIN = 0.7
BELOW_RUNS = 1.8  # matplotlib draws lines at 2
STOPPED: dict[str, Any] = {
    "linestyle": "none",
    "marker": "X",
    "markersize": 9,
    "markeredgecolor": "white",
    "zorder": 3,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What a reader may choose about a figure."""

    priors: bool = False
    x_absolute: bool = False
    y_absolute: bool = False
    show_random: bool = True
    show_optimal: bool = True
    show_legend: bool = True
    legend_values: Sequence[str] | None = None
    legend_kwargs: Mapping[str, Any] | None = None
    band: bool = False


def draw(ax: Axes, kind: Kind, runs: Runs, *, options: Options) -> Axes:
    """Draw one kind of figure of the runs, and return the axes."""
    named = named_readings(runs, priors=options.priors, names=options.legend_values)
    curves = curves_of(kind, named, options=options)
    if options.band:
        _draw_band(ax, band(curves))
    else:
        labels = labels_of([one.name for one in named], most=LONGEST_NAME)
        _draw_runs(ax, kind, dict(zip(labels, curves, strict=True)))
    _draw_references(ax, kind, [one.reading for one in named], options=options)
    _dress(ax, kind, options=options)
    if options.show_legend:
        add_legend(ax, options.legend_kwargs)
    return ax


def curves_of(
    kind: Kind, named: Sequence[NamedReading], *, options: Options
) -> list[Curve]:
    """Return the curve of each run; a refusal names the run."""
    curves = []
    for one in named:
        try:
            curves.append(_scaled(kind.curve, one.reading, options=options))
        except UndefinedMeasureError as error:
            about = f"{error.measure} of {one.name!r}"
            live = kind.live if one.reading.relevant is None else ""
            reason = f"{error.reason}; ask for {live} instead" if live else error.reason
            raise UndefinedMeasureError(about, reason) from error
    return curves


def _scaled(curve: CurveOf, reading: Reading, *, options: Options) -> Curve:
    return curve(reading, x_absolute=options.x_absolute, y_absolute=options.y_absolute)


def _draw_runs(ax: Axes, kind: Kind, curves: Mapping[str, Curve]) -> None:
    dots = kind.dots and len(curves) <= FEW_RUNS
    before = sum(line.get_gid() == RUN for line in ax.lines)
    for place, (label, curve) in enumerate(curves.items(), before):
        look = line_look(place)
        _draw_line(ax, curve, look=look, label=label, dots=dots)
        if curve.stopped and curve.x.size:
            ax.plot(curve.x[-1:], curve.y[-1:], color=look.color, **STOPPED)
    if any(curve.stopped for curve in curves.values()):
        ax.plot([], [], color=RANDOM.color, label="stopped early", **STOPPED)


def _draw_line(
    ax: Axes, curve: Curve, *, look: LineLook, label: str, dots: bool
) -> None:
    style = _style_of(curve, look=look)
    if dots and curve.x.size <= FEW_POINTS:
        style |= {"marker": "o", "markersize": 3.5}
    ax.plot(curve.x, curve.y, label=label, gid=RUN, **style)


def _style_of(curve: Curve, *, look: LineLook) -> dict[str, Any]:
    return asdict(look) | {"drawstyle": "steps-post" if curve.steps else "default"}


def _draw_band(ax: Axes, drawn: Band) -> None:
    look = line_look(0)
    label = f"mean of {drawn.runs} runs"
    ax.plot(drawn.x, drawn.mean, label=label, gid=RUN, **asdict(look))
    spread = "one standard deviation"
    ax.fill_between(
        drawn.x, drawn.low, drawn.high, color=look.color, alpha=0.2, lw=0, label=spread
    )


def _draw_references(
    ax: Axes, kind: Kind, readings: Sequence[Reading], *, options: Options
) -> None:
    """Draw what the runs are compared with, once for each size of pile."""
    piles = {(one.records, one.relevant): one for one in readings}
    known = [pile for pile in piles.values() if pile.relevant]
    chosen = kind.references(random=options.show_random, optimal=options.show_optimal)
    for reference in chosen:
        look = OPTIMAL if reference.order else RANDOM
        if len(known) > 1:
            look = replace(look, linewidth=THIN)
        seen: set[bytes] = set()
        for pile in known:
            curve = _reference_curve(reference, pile, options=options)
            points = curve.x.tobytes() + curve.y.tobytes()
            if points not in seen:
                label = "" if seen else reference.label
                style = _style_of(curve, look=look)
                ax.plot(curve.x, curve.y, label=label, zorder=BELOW_RUNS, **style)
            seen.add(points)


def _reference_curve(reference: Reference, pile: Reading, *, options: Options) -> Curve:
    order = pile if reference.order is None else reference.order(pile)
    return _scaled(reference.curve, order, options=options)


def _dress(ax: Axes, kind: Kind, *, options: Options) -> None:
    """Give the axes their words, ticks and limits."""
    ax.set_title(kind.title)
    ax.set_xlabel(kind.x.label(absolute=options.x_absolute))
    ax.set_ylabel(kind.y.label(absolute=options.y_absolute))
    _set_ticks(ax.xaxis, absolute=options.x_absolute)
    _set_ticks(ax.yaxis, absolute=options.y_absolute)
    ax.set_axisbelow(True)
    ax.grid(visible=True, color="#e4e4e4", linewidth=0.7)
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
    ax.margins(MARGIN)
    if not options.x_absolute:
        ax.set_xlim(-MARGIN, 1 + MARGIN)
    if not options.y_absolute:
        ax.set_ylim(min(ax.dataLim.y0, 0) - MARGIN, 1 + MARGIN)


def _set_ticks(axis: Axis, *, absolute: bool) -> None:
    axis.set_major_locator(MaxNLocator(nbins=7, steps=STEPS, integer=absolute))
    if absolute:
        axis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
    else:
        axis.set_major_formatter(PercentFormatter(xmax=1))
