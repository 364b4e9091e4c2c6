"""Figures show the runs they were given, in words and lines that can be read."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from matplotlib.figure import Figure

from thresher.arrays import Scores
from thresher.errors import InputError, UndefinedMeasureError
from thresher.measures.curves import recall_curve
from thresher.reports import figures
from thresher.reports.figures import KINDS
from thresher.reports.figures.drawing import RUN, Options, draw
from thresher.reports.figures.kinds import Kind
from thresher.reports.figures.palette import line_look
from thresher.reports.figures.saving import figure_for
from thresher.reports.figures.sources import NamedReading
from thresher.reports.measure_words import CAPTIONS, HOW_TO_READ
from thresher.screening.reading import Reading

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.legend import Legend
    from matplotlib.lines import Line2D
    from matplotlib.transforms import Bbox

LABELS = [1, 0, 1, 0, 0, 1, 0, 0, 0, 0]
PLOTS = {
    "recall": figures.plot_recall,
    "wss": figures.plot_wss,
    "erf": figures.plot_erf,
    "roc": figures.plot_roc,
    "rate-recall": figures.plot_rate_recall,
    "rate-accuracy": figures.plot_rate_accuracy,
    "precision": figures.plot_precision,
    "discovery": figures.plot_discovery,
}
EVERYTHING = Options()
every = pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)


def axes() -> "Axes":
    return Figure().subplots()


def runs_of(ax: "Axes") -> "list[Line2D]":
    return [line for line in ax.lines if line.get_gid() == RUN]


def points(line: "Line2D") -> tuple[Scores, Scores]:
    return np.asarray(line.get_xdata()), np.asarray(line.get_ydata())


def legend(ax: "Axes") -> "Legend":
    found = ax.get_legend()
    assert found is not None
    return found


def legend_of(ax: "Axes") -> list[str]:
    return [text.get_text() for text in legend(ax).get_texts()]


def boxes(figure: Figure, ax: "Axes") -> "tuple[Bbox, Bbox]":
    """Where the legend and the axes are, once laid out."""
    figure.draw_without_rendering()
    return legend(ax).get_window_extent(), ax.get_window_extent()


def named(count: int, name: str = "run {}") -> list[NamedReading]:
    rng = np.random.default_rng(1)
    return [
        NamedReading(name=name.format(i), reading=Reading(labels=rng.random(200) < 0.1))
        for i in range(count)
    ]


def stopped() -> Reading:
    labels = np.array([True, False, True, False])
    return Reading(labels=labels, records=10, relevant=3)


def test_every_kind_has_its_function() -> None:
    assert list(PLOTS) == list(KINDS)


@pytest.mark.parametrize("name", PLOTS)
def test_each_function_returns_its_axes_with_the_kind_it_is_called_after(
    name: str,
) -> None:
    ax = axes()
    plot: Any = PLOTS[name]
    assert plot(ax, LABELS) is ax
    assert ax.get_title() == KINDS[name].title
    expected = KINDS[name].curve(LABELS)
    (line,) = runs_of(ax)
    assert np.array_equal(points(line)[0], expected.x)
    assert np.array_equal(points(line)[1], expected.y)


@pytest.mark.parametrize("name", PLOTS)
def test_each_function_hands_its_keywords_on(name: str) -> None:
    plot: Any = PLOTS[name]
    countable = {} if name == "precision" else {"y_absolute": True}
    reading = Reading(labels=np.array(LABELS, dtype=bool), priors=2)
    settings = {"loc": "lower left", "title": "chosen"}
    ax = plot(
        axes(),
        [reading, reading],
        priors=True,
        x_absolute=True,
        show_random=False,
        show_optimal=False,
        legend_values=["a", "b"],
        legend_kwargs=settings,
        **countable,
    )
    assert legend_of(ax) == ["a", "b"]
    assert legend(ax).get_title().get_text() == "chosen"
    expected = KINDS[name].curve(reading, x_absolute=True, **countable)
    for line in runs_of(ax):
        assert np.array_equal(points(line)[0], expected.x)
        assert np.array_equal(points(line)[1], expected.y)
    assert plot(axes(), reading, show_legend=False).get_legend() is None
    assert legend_of(plot(axes(), [reading] * 3, band=True))[0] == "mean of 3 runs"


def test_insights_users_may_give_everything_by_position() -> None:
    """Order of asreview-insights 1.6.1: its WSS and ERF have no reference lines."""
    three, five = (True,) * 3, (True, True, True, False, False)
    ax = figures.plot_recall(axes(), [LABELS], *five, True, ["a"], {"loc": 4})  # noqa: FBT003
    assert legend_of(ax) == ["a"]
    for plot in (figures.plot_wss, figures.plot_erf):
        ax = plot(axes(), [LABELS], *three, True, ["b"], {"loc": 4})  # noqa: FBT003
        assert ax.get_xlabel().startswith("Number of")
        assert legend_of(ax) == ["b", "random order", "best order"]
        assert legend_of(plot(axes(), LABELS, show_random=False))[1:] == ["best order"]


def test_recall_rises_in_steps_from_nothing_to_all() -> None:
    (line,) = runs_of(figures.plot_recall(axes(), LABELS))
    assert line.get_drawstyle() == "steps-post"
    x, y = points(line)
    assert (x[0], y[0], x[-1], y[-1]) == (0, 0, 1, 1)


@every
def test_priors_are_left_out_unless_asked_for(kind: Kind) -> None:
    reading = Reading(labels=np.array(LABELS, dtype=bool), priors=2)
    (line,) = runs_of(draw(axes(), kind, reading, options=Options()))
    assert np.array_equal(points(line)[1], kind.curve(LABELS[2:]).y)
    (line,) = runs_of(draw(axes(), kind, reading, options=Options(priors=True)))
    assert np.array_equal(points(line)[1], kind.curve(LABELS).y)


@every
def test_a_run_that_stopped_early_ends_in_a_mark(kind: Kind) -> None:
    ax = draw(axes(), kind, [stopped()], options=Options())
    (line,) = runs_of(ax)
    mark = ax.lines[1]
    assert mark.get_marker() == "X"
    ends = [(x[-1], y[-1]) for x, y in (points(line), points(mark))]
    assert ends[0] == ends[1]
    assert "stopped early" in legend_of(ax)
    whole = draw(axes(), kind, LABELS, options=Options())
    assert "stopped early" not in legend_of(whole)


def test_a_run_that_found_nothing_is_an_empty_line() -> None:
    reading = Reading(labels=np.zeros(2, dtype=bool), records=5, relevant=1)
    (line,) = runs_of(figures.plot_wss(axes(), reading))
    assert points(line)[0].size == 0


def test_reference_lines_come_once_for_each_size_of_pile() -> None:
    def count(runs: list[list[int]], options: Options = EVERYTHING) -> int:
        ax = draw(axes(), KINDS["recall"], runs, options=options)
        return len(ax.lines) - len(runs_of(ax))

    same, other = [LABELS, LABELS[::-1]], [LABELS, LABELS[:5]]
    assert count(same) == 2
    assert count(other) == 3  # one diagonal, two best orders
    assert count(other, Options(x_absolute=True)) == 4
    assert count(same, Options(show_random=False)) == 1
    assert count(same, Options(show_optimal=False)) == 1
    assert legend_of(figures.plot_recall(axes(), other)).count("best order") == 1


def test_nothing_is_compared_with_where_nobody_knows_what_is_left() -> None:
    live = Reading(labels=np.array([False, True]), records=10)
    ax = figures.plot_recall(axes(), live, y_absolute=True)
    assert legend_of(ax) == ["run 1", "stopped early"]


def test_a_refusal_names_the_run() -> None:
    with pytest.raises(UndefinedMeasureError, match="recall curve of 'bad'"):
        figures.plot_recall(axes(), [LABELS, [0, 0]], legend_values=["good", "bad"])


def test_a_live_review_is_told_what_to_ask_for() -> None:
    live = Reading(labels=np.array([False, True]), records=10)
    with pytest.raises(UndefinedMeasureError, match=r"counts \(y_absolute\)"):
        figures.plot_recall(axes(), live)
    with pytest.raises(UndefinedMeasureError, match=r"counts \(x_absolute\)"):
        figures.plot_discovery(axes(), live)
    with pytest.raises(UndefinedMeasureError, match=r"holds$"):
        figures.plot_wss(axes(), live)


@every
def test_axes_speak_in_words_and_percent(kind: Kind) -> None:
    figure = Figure()
    ax = draw(figure.subplots(), kind, LABELS, options=Options())
    figure.draw_without_rendering()
    for axis, scale in ((ax.xaxis, kind.x), (ax.yaxis, kind.y)):
        assert axis.get_label_text() == scale.relative
        texts = [label.get_text() for label in axis.get_ticklabels()]
        assert {"0%", "100%"} <= set(texts)


def test_axes_in_counts_have_whole_ticks_with_separators() -> None:
    labels = np.zeros(12_000, dtype=bool)
    labels[[3, 50, 9000]] = True
    figure = Figure()
    ax = figures.plot_recall(
        figure.subplots(), labels, x_absolute=True, y_absolute=True
    )
    figure.draw_without_rendering()
    assert "10,000" in [label.get_text() for label in ax.get_xticklabels()]
    ticks = [label.get_text() for label in ax.get_yticklabels()]
    assert [text for text in ticks if text in "0123"] == ["0", "1", "2", "3"]


def test_values_below_zero_stay_in_sight() -> None:
    ax = figures.plot_wss(axes(), [0, 0, 0, 0, 1, 1])
    (line,) = runs_of(ax)
    lowest = points(line)[1].min()
    assert ax.get_ylim()[0] < lowest < 0


def test_runs_differ_in_look_up_to_forty() -> None:
    looks = {(look.color, look.linestyle) for look in map(line_look, range(40))}
    assert len(looks) == 40


def test_a_second_call_goes_on_with_other_colours() -> None:
    ax = figures.plot_recall(axes(), LABELS, legend_values=["first"])
    figures.plot_recall(ax, LABELS[::-1], legend_values=["second"])
    first, second = runs_of(ax)
    assert first.get_color() != second.get_color()
    expected = ["first", "random order", "best order", "second"]
    assert legend_of(ax) == expected


def test_points_are_dotted_only_while_they_are_few() -> None:
    assert runs_of(figures.plot_wss(axes(), LABELS))[0].get_marker() == "o"
    many = figures.plot_wss(axes(), [LABELS] * 7)
    assert {line.get_marker() for line in runs_of(many)} == {"None"}


def test_a_band_shows_the_mean_and_its_spread() -> None:
    runs = named(5)
    ax = figures.plot_recall(axes(), runs, band=True)
    (line,) = runs_of(ax)
    heights = [recall_curve(run.reading).at(line.get_xdata()) for run in runs]
    assert np.asarray(line.get_ydata()) == pytest.approx(np.mean(heights, axis=0))
    assert legend_of(ax)[:2] == ["mean of 5 runs", "one standard deviation"]
    assert len(ax.collections) == 1


def test_a_band_of_one_run_is_refused() -> None:
    with pytest.raises(InputError, match="at least 2 runs"):
        figures.plot_recall(axes(), LABELS, band=True)


def test_three_runs_are_named_inside_the_axes() -> None:
    figure = figure_for(["a", "b", "c"])
    ax = draw(figure.subplots(), KINDS["recall"], named(3), options=Options())
    names, frame = boxes(figure, ax)
    assert frame.x0 <= names.x0
    assert names.x1 <= frame.x1


@pytest.mark.parametrize(
    ("name", "count"),
    [*((name, 30) for name in KINDS), ("wss", 7), ("recall", 12), ("roc", 80)],
)
def test_many_names_stand_beside_the_axes_and_inside_the_figure(
    name: str, count: int
) -> None:
    runs = named(count, name="simulation_of_a_review_with_seed_{:03d}_and_more_words")
    for figure in (figure_for([run.name for run in runs]), Figure(figsize=(16, 6))):
        ax = draw(figure.subplots(), KINDS[name], runs, options=Options())
        names, frame = boxes(figure, ax)
        assert names.x0 > frame.x1
        assert names.x1 <= figure.bbox.x1 + 1
        assert names.y0 >= figure.bbox.y0 - 1
        assert frame.width > 200
        assert len(set(legend_of(ax))) >= count


def test_a_million_records_are_named_beside_the_axes_without_searching() -> None:
    labels = np.random.default_rng(1).random(1_000_000) < 0.2
    figure = figure_for(["a"])
    ax = figures.plot_wss(figure.subplots(), labels)
    names, frame = boxes(figure, ax)
    assert names.x0 > frame.x1


def test_a_layout_that_is_there_is_left_alone() -> None:
    figure = Figure(layout="tight")
    before = figure.get_layout_engine()
    figures.plot_recall(figure.subplots(), named(9))
    assert figure.get_layout_engine() is before


def test_chosen_legend_settings_win() -> None:
    settings = {"loc": "center", "fontsize": 5, "ncols": 3}
    ax = figures.plot_recall(axes(), named(9), legend_kwargs=settings)
    assert legend(ax).get_texts()[0].get_fontsize() == 5
    assert ax.figure.get_layout_engine() is None


def test_pyplot_is_never_needed() -> None:
    folder = Path(figures.__file__).parent
    modules = [*folder.glob("*.py")]
    assert len(modules) > 10
    for module in modules:
        assert "pyplot" not in module.read_text()


def test_words_about_a_figure_speak_of_its_own_axis() -> None:
    assert KINDS.keys() < CAPTIONS.keys() == HOW_TO_READ.keys()
    for name in ("precision", "rate-recall", "rate-accuracy"):
        assert "share of records read" in KINDS[name].x.relative.lower()
        assert "against the share of" in CAPTIONS[name], name
