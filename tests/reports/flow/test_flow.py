"""The PRISMA flow: adds up or refuses, fits its boxes, is read by the official tool."""

import csv
import io
import re
from dataclasses import replace
from typing import Any, cast
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib import image, rc_context
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from thresher.errors import FlowError, InputError
from thresher.reports.figures.lettering import printable
from thresher.reports.flow import (
    Counted,
    Flow,
    OtherMethods,
    PreviousReview,
    flow_png,
    flow_svg,
    official_csv,
)
from thresher.reports.flow.layout import PADDING, SIZE, Box, laid_out
from thresher.reports.flow.lines import FAMILY, lines_of, width_of
from thresher.reports.flow.official_table import COLUMNS

OTHER = OtherMethods(
    websites=10,
    citation_searching=40,
    sought=30,
    not_retrieved=5,
    assessed=25,
    excluded=(Counted(name="Not a trial", count=10),),
)
FLOW = Flow(
    databases=(
        Counted(name="MEDLINE", count=1_000_000),
        Counted(name="Embase, Ovid; 1974 on", count=234_567),
    ),
    registers=(Counted(name="ClinicalTrials.gov", count=33),),
    duplicates=200_000,
    ineligible_by_automation=1_000_000,
    removed_otherwise=100,
    screened=34_500,
    excluded_by_humans=4_000,
    excluded_by_automation=30_000,
    sought=500,
    not_retrieved=20,
    assessed=480,
    excluded=(
        Counted(name="Wrong population", count=300),
        Counted(name="Wrong design", count=100),
    ),
    included_studies=70,
    included_reports=95,
    other=OTHER,
    previous=PreviousReview(studies=44, reports=60),
)
BARE = Flow(screened=0, sought=0, assessed=0, included_studies=0, included_reports=0)
# The keys of PRISMA2020's inst/extdata/PRISMA.csv, commit 696d35e.
OFFICIAL = [
    "previous_studies",
    "previous_reports",
    "database_results",
    "database_specific_results",
    "register_results",
    "register_specific_results",
    "website_results",
    "organisation_results",
    "citations_results",
    "duplicates",
    "excluded_automatic",
    "excluded_other",
    "records_screened",
    "records_excluded",
    "dbr_sought_reports",
    "dbr_notretrieved_reports",
    "other_sought_reports",
    "other_notretrieved_reports",
    "dbr_assessed",
    "dbr_excluded",
    "other_assessed",
    "other_excluded",
    "new_studies",
    "new_reports",
    "total_studies",
    "total_reports",
    "identification",
    "screening",
    "included",
]
COUNTS = [
    "duplicates",
    "ineligible_by_automation",
    "removed_otherwise",
    "screened",
    "excluded_by_humans",
    "excluded_by_automation",
    "sought",
    "not_retrieved",
    "assessed",
    "included_reports",
    "awaiting_screening",
    "awaiting_assessment",
]
words = st.text(min_size=1, max_size=80).filter(lambda text: text.strip())
named = st.lists(
    st.builds(Counted, name=words, count=st.integers(0, 9_999_999)),
    max_size=5,
    unique_by=lambda one: one.name.strip(),
).map(tuple)


@st.composite
def flows(draw: st.DrawFn) -> Flow:
    """Flows that add up, of any size."""
    databases, registers, reasons = draw(named), draw(named), draw(named)
    left = sum(one.count for one in (*databases, *registers))
    parts: dict[str, Any] = {}
    for name in ("duplicates", "ineligible_by_automation", "removed_otherwise"):
        parts[name] = draw(st.integers(0, left))
        left -= parts[name]
    screened = left
    for name in ("excluded_by_humans", "excluded_by_automation", "awaiting_screening"):
        parts[name] = draw(st.integers(0, left))
        left -= parts[name]
    kept = reasons if sum(one.count for one in reasons) <= left else ()
    reports = left - sum(one.count for one in kept)
    return Flow(
        databases=databases,
        registers=registers,
        screened=screened,
        sought=left,
        assessed=left,
        excluded=kept,
        included_reports=reports,
        included_studies=draw(st.integers(min(1, reports), reports)),
        **parts,
    )


def rows_of(flow: Flow) -> dict[str, dict[str, str]]:
    told = list(csv.DictReader(io.StringIO(official_csv(flow))))
    return {row["data"]: row for row in told if row["data"] != "NA"}


@pytest.mark.parametrize("field", COUNTS)
@pytest.mark.parametrize("by", [-1, 1])
def test_a_count_that_is_off_by_one_is_refused_with_both_numbers(
    field: str, by: int
) -> None:
    given_ = getattr(FLOW, field) + by
    if given_ < 0:
        return
    with pytest.raises(FlowError) as caught:
        replace(FLOW, **{field: given_})
    said = str(caught.value)
    assert f"{caught.value.given:,}" in said
    assert f"{caught.value.expected:,}" in said
    assert repr(caught.value.box) in said
    assert abs(caught.value.given - caught.value.expected) == 1


def test_the_refusal_shows_the_sum() -> None:
    with pytest.raises(
        FlowError,
        match=r"'Records screened' says 34,501, but 1,234,600 identified - 200,000 "
        r"duplicates - 1,000,000 marked by automation - 100 removed otherwise gives "
        r"34,500",
    ):
        replace(FLOW, screened=34_501)


@pytest.mark.parametrize(
    ("change", "box"),
    [
        ({"sought": 51, "assessed": 46}, "Reports sought (other methods)"),
        ({"assessed": 24}, "Reports assessed (other methods)"),
        (
            {"excluded": (Counted(name="x", count=26),)},
            "Reports excluded (other methods)",
        ),
    ],
)
def test_the_arm_of_other_methods_adds_up_too(change: dict[str, Any], box: str) -> None:
    with pytest.raises(FlowError) as caught:
        replace(OTHER, **change)
    assert caught.value.box == box


def test_no_more_reports_are_excluded_than_were_assessed() -> None:
    with pytest.raises(FlowError, match="Reports excluded"):
        replace(FLOW, excluded=(Counted(name="x", count=481),))


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: Counted(name=" ", count=1), "has no name"),
        (lambda: Counted(name="x", count=-1), "0 or more, got -1"),
        (lambda: replace(FLOW, duplicates=True), "got True"),
        (lambda: replace(FLOW, sought=cast("Any", 1.0)), "got 1.0"),
        (lambda: PreviousReview(studies=2, reports=1), "2 studies and 1 reports"),
        (lambda: replace(FLOW, included_studies=0), "0 studies and 95 reports"),
        (
            lambda: replace(FLOW, registers=FLOW.registers * 2),
            "'ClinicalTrials.gov' comes 2 times",
        ),
    ],
)
def test_impossible_counts_and_names_are_refused(
    make: Any,  # noqa: ANN401
    said: str,
) -> None:
    with pytest.raises(InputError, match=said):
        make()


@given(flow=flows())
@settings(max_examples=40, deadline=None)
def test_every_line_of_every_flow_fits_its_box_and_boxes_stay_apart(flow: Flow) -> None:
    drawing = laid_out(flow)
    for box in drawing.boxes:
        for line in box.lines:
            assert width_of(line, size=SIZE) <= box.width - 2 * PADDING + 1e-9
        assert box.x + box.width <= drawing.width
        assert box.y + box.height <= drawing.height
    for at, one in enumerate(drawing.boxes):
        assert not any(meet(one, other) for other in drawing.boxes[:at])


def meet(one: Box, other: Box) -> bool:
    return (
        one.x < other.x + other.width
        and other.x < one.x + one.width
        and one.y < other.y + other.height
        and other.y < one.y + one.height
    )


@pytest.mark.parametrize("name", ["A" * 60, "Wrong population, " * 9, "MEDLINE $5 _ ∑"])
def test_letters_as_drawn_stay_inside_their_box(name: str) -> None:
    figure = Figure(dpi=100)
    canvas: Any = FigureCanvasAgg(figure)
    ax = figure.add_axes((0, 0, 1, 1))
    with rc_context({"text.hinting": "no_hinting"}):
        for line in lines_of(name, width=186, size=SIZE, shown=printable):
            drawn = ax.text(0, 0, line, size=SIZE, family=FAMILY)
            extent = drawn.get_window_extent(canvas.get_renderer())
            assert extent.width * 72 / 100 <= 186 + 1


@given(flow=flows())
@settings(max_examples=20, deadline=None)
def test_the_svg_is_xml_that_says_every_number_as_text(flow: Flow) -> None:
    root = ElementTree.fromstring(flow_svg(flow))  # noqa: S314  our own
    names = [child.tag.partition("}")[2] for child in root]
    assert names[:2] == ["title", "desc"]
    assert root.attrib["role"] == "img"
    shown = " ".join("".join(text.itertext()) for text in root.iter() if is_text(text))
    told = "".join(root[1].itertext())
    for count in (flow.screened, flow.sought, flow.included_studies):
        assert f"(n\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}{count:,})" in shown
        assert f"(n = {count:,})" in told


def is_text(element: "ElementTree.Element") -> bool:
    return element.tag.endswith("}text")


def test_names_cannot_put_anything_into_the_svg() -> None:
    evil = "</text><script>alert(1)</script>\x00\x0b\ud800&\"'"
    flow = replace(
        BARE, databases=(Counted(name=evil, count=7),), screened=7, excluded_by_humans=7
    )
    root = ElementTree.fromstring(flow_svg(flow, title=evil))  # noqa: S314
    assert {element.tag.partition("}")[2] for element in root.iter()} == {
        "svg",
        "title",
        "desc",
        "rect",
        "g",
        "polyline",
        "polygon",
        "text",
        "tspan",
    }
    assert flow_png(flow, dots_per_inch=50)


def test_the_png_has_the_resolution_asked_for_and_a_white_ground() -> None:
    drawing = laid_out(FLOW, shown=printable)
    pixels = image.imread(io.BytesIO(flow_png(FLOW, dots_per_inch=144)))
    assert pixels.shape[1] == pytest.approx(2 * drawing.width, abs=1)
    assert pixels[:5].min() == 1.0
    assert flow_png(FLOW) == flow_png(FLOW)
    assert flow_svg(FLOW) == flow_svg(FLOW)
    with pytest.raises(InputError, match="dots_per_inch must be 50 to 1,200"):
        flow_png(FLOW, dots_per_inch=10)


def test_the_official_tool_finds_each_of_its_keys_once() -> None:
    """It looks keys up as parts of names, so no key of ours may hold another one."""
    rows = [*csv.DictReader(io.StringIO(official_csv(replace_unfinished())))]
    keys = [row["data"] for row in rows]
    for key in OFFICIAL:
        found = [one for one in keys if re.search(key, one)]
        assert found == [key]
    assert tuple(rows[0]) == COLUMNS


def replace_unfinished() -> Flow:
    return replace(
        FLOW,
        excluded_by_humans=3_990,
        awaiting_screening=10,
        excluded=(Counted(name="x", count=390),),
        awaiting_assessment=10,
    )


def test_the_official_table_holds_the_numbers() -> None:
    rows = rows_of(FLOW)
    assert rows["records_excluded"]["n"] == "34000"
    assert "humans 4000; automation 30000" in rows["records_excluded"]["boxtext"]
    listed = rows["database_specific_results"]["n"]
    parts = [entry.split(",") for entry in listed.split("; ")]
    assert parts == [["MEDLINE", " 1000000"], ["Embase - Ovid - 1974 on", " 234567"]]
    assert rows["dbr_excluded"]["n"] == "Wrong population, 300; Wrong design, 100"
    assert rows["total_studies"]["n"] == "114"
    assert "awaiting_decision" not in rows


def test_arms_that_were_not_searched_are_not_available_in_the_official_table() -> None:
    rows = rows_of(BARE)
    assert rows["previous_studies"]["n"] == "NA"
    assert rows["website_results"]["n"] == "NA"
    assert rows["other_excluded"]["n"] == "NA"
    assert rows["dbr_excluded"]["n"] == "0"


def test_a_name_cannot_be_a_formula_in_the_official_table() -> None:
    flow = replace(
        BARE,
        databases=(Counted(name="=1+1", count=7),),
        screened=7,
        excluded_by_humans=7,
    )
    assert rows_of(flow)["database_specific_results"]["n"] == "'=1+1, 7"


def test_a_flow_that_is_not_finished_says_so() -> None:
    flow = replace_unfinished()
    assert not flow.is_finished
    assert rows_of(flow)["awaiting_decision"]["n"] == "10"
    assert flow_svg(flow).decode().count("No decision yet") == 4
