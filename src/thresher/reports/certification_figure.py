"""The cost of certifying after every round of a training, as a figure."""

from collections.abc import Mapping, Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from thresher.certification.policies import Policy, Round
from thresher.reports.figures.palette import line_look

__all__ = ["curve_figure", "draw_costs", "draw_policies"]

LOOKS = {
    True: ("would pass", "#009E73", "+"),
    False: ("would fail", "#D55E00", "."),
    None: ("not tested", "#777777", "x"),
}
UNREACHABLE = "#56B4E9"
MARKERS = ("o", "s", "D", "^", "v", "P")
HEADROOM = 1.25  # of the budget, shown above it


def curve_figure(
    rounds: Sequence[Round], policies: Mapping[str, Policy], *, budget: int, title: str
) -> Figure:
    """Training and test labels together against training labels, with policies.

    As Figures 2 and 4 of Bagdouri et al. (2013): a green plus where a test of the
    planned size would pass, a red dot where it would fail, a blue triangle on the
    ground where no size can do it.

    Examples
    --------
    >>> rounds = [Round(trained=20, size=None), Round(trained=40, size=9, passed=True)]
    >>> figure = curve_figure(rounds, {}, budget=100, title="One training")
    >>> figure.axes[0].get_xlabel()
    'Training labels'
    """
    figure = Figure(figsize=(9.0, 5.0), layout="constrained")
    ax = figure.subplots()
    draw_costs(ax, rounds, budget=budget)
    draw_policies(ax, rounds, policies, budget=budget)
    ax.set_title(title)
    figure.legend(fontsize=9, loc="outside right upper", labelspacing=0.9)
    return figure


def draw_costs(ax: Axes, rounds: Sequence[Round], *, budget: int) -> None:
    """Draw the cost of each round, and the budget."""
    top = budget * HEADROOM
    shown = [one for one in rounds if one.cost is not None and one.cost <= top]
    for passed, (name, color, marker) in LOOKS.items():
        some = [one for one in shown if one.passed is passed]
        if some:
            costs = [one.cost or 0 for one in some]
            trained = [one.trained for one in some]
            ax.scatter(trained, costs, s=36, c=color, marker=marker, label=name)
    never = [one.trained for one in rounds if one.size is None]
    if never:
        ax.scatter(
            never, [0] * len(never), s=14, c=UNREACHABLE, marker="^", clip_on=False,
            label="no size can do it",
        )  # fmt: skip
    dear = [one.trained for one in rounds if one.cost is not None and one.cost > top]
    if dear:
        ax.scatter(
            dear, [top] * len(dear), s=14, c="#777777", marker="2", clip_on=False,
            label="costs more than shown",
        )  # fmt: skip
    ax.axhline(budget, color="black", linewidth=0.8, linestyle="--")
    ax.annotate(
        "budget", (0.01, budget), xycoords=("axes fraction", "data"), va="bottom"
    )
    ax.set(ylim=(0, top), xlabel="Training labels", ylabel="Training and test labels")
    ax.set_xlim(left=0)
    ax.spines[["top", "right"]].set_visible(False)


def draw_policies(
    ax: Axes,
    rounds: Sequence[Round],
    policies: Mapping[str, Policy],
    *,
    budget: int,
) -> None:
    """Ring the round at which each policy opens the box."""
    for at, (name, policy) in enumerate(policies.items()):
        opened = policy(rounds, budget=budget)
        if opened is None:
            ax.scatter([], [], marker=".", c="white", label=f"{name}: never opened")
            continue
        chosen = rounds[opened]
        ax.scatter(
            [chosen.trained],
            [chosen.cost or 0],
            s=90 + 35 * at,
            facecolors="none",
            edgecolors=line_look(at).color,
            marker=MARKERS[at % len(MARKERS)],
            label=f"{name}: {chosen.cost:,}",
        )
