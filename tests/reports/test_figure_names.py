"""Names from any file system can be printed, and told apart."""

import warnings

import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib import rc_context
from matplotlib.figure import Figure

from thresher.reports import figures
from thresher.reports.figures.lettering import (
    families,
    labels_of,
    printable,
    shortened,
)
from thresher.screening.run import told_apart

LABELS = [1, 0, 1, 0, 0]
# Names as people give them: Korean, Japanese, Chinese, formulas, controls, bare marks.
ODD_NAMES = [
    "매우 멋진 시뮬레이션!@)__$#",
    "レビュー 再現",
    "$x^2",
    "$\\frac{",
    "_hidden",
    "two\nlines\tand\x07bell",
    "Ωmega ünïcode § dash",
    "💊 pills",
    "ماد",
    "",
]


def drawn(names: list[str]) -> list[str]:
    figure = Figure()
    ax = figures.plot_recall(
        figure.subplots(), [LABELS] * len(names), legend_values=names
    )
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        figure.draw_without_rendering()
    legend = ax.get_legend()
    assert legend is not None
    return [text.get_text() for text in legend.get_texts()]


@pytest.mark.parametrize("name", ODD_NAMES)
def test_any_name_is_drawn_without_a_warning(name: str) -> None:
    drawn([name, "other"])


@given(st.lists(st.text(max_size=80), min_size=1, max_size=4))
def test_whatever_is_given_can_be_drawn(names: list[str]) -> None:
    labels = drawn(names)
    assert len(labels) >= len(names)


def test_korean_is_readable_without_a_korean_font() -> None:
    with rc_context({"font.family": ["DejaVu Sans"]}):
        if families() != ["DejaVu Sans"]:
            pytest.skip("this machine has a font for it")
        assert printable("검토 1") == "geomto 1"
        assert printable("カ再") == "ka□"


def test_letters_that_the_font_has_stay_as_they_are() -> None:
    assert printable("Ωmega ünïcode § dash") == "Ωmega ünïcode § dash"


def test_dollars_do_not_start_a_formula() -> None:
    assert printable("$a$") == r"\$a\$"


def test_a_name_that_matplotlib_would_hide_is_shown() -> None:
    assert drawn(["_hidden"])[0].strip() == "_hidden"


@given(st.text(max_size=60), st.integers(3, 40))
def test_a_shortened_name_fits_and_keeps_both_ends(name: str, most: int) -> None:
    short = shortened(name, most=most)
    assert len(short) <= most
    if len(name) > most:
        head, tail = short.split("…")[0], short.split("…")[-1]
        assert name.startswith(head)
        assert name.endswith(tail)
    else:
        assert short == name


@given(st.lists(st.text("ab()2 ", max_size=5), max_size=8))
def test_names_are_told_apart_and_the_first_stays(names: list[str]) -> None:
    told = told_apart(names)
    assert len(set(told)) == len(names)
    assert all(new.startswith(old) for new, old in zip(told, names, strict=True))
    if names:
        assert told[0] == names[0]


def test_long_names_keep_the_part_in_which_they_differ() -> None:
    names = [f"{'a' * 40}_seed_{seed:02d}_{'z' * 40}" for seed in range(30)]
    labels = labels_of(names, most=36)
    assert all(f"_{seed:02d}_" in label for seed, label in enumerate(labels))
    assert all(len(label) <= 36 for label in labels)


def test_short_names_stay_whole() -> None:
    assert labels_of(["nb", "svm"], most=36) == ["nb", "svm"]


def test_names_without_anything_in_common_are_cut_in_the_middle() -> None:
    names = [f"{letter * 50}" for letter in "ab"]
    assert labels_of(names, most=9) == ["aaaa…aaaa", "bbbb…bbbb"]
