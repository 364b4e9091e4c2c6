"""The audit finds what was planted, and nothing else."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.measures.published import (
    Audit,
    Disagreement,
    ImpossibleFigure,
    Judged,
    Misplaced,
    Printed,
    PrintedMeasure,
    PublishedRow,
    PublishedTable,
    RankChange,
    WrongAverage,
    as_printed,
    audit,
    facts,
    order_by,
    read_table,
)

MODELS = ("A", "B", "C", "D")
PILE = Judged(records=200, relevant=100)  # TNR = 2 WSS + 0.05


def figures(*texts: str) -> dict[str, Printed]:
    return dict(zip(MODELS, map(as_printed, texts), strict=False))


def row(
    name: str = "X",
    *,
    wss: Mapping[str, Printed] | None = None,
    tnr: Mapping[str, Printed] | None = None,
    pile: Judged = PILE,
) -> PublishedRow:
    return PublishedRow(dataset=name, judged=(pile,), wss=wss or {}, tnr=tnr or {})


def audit_of(*rows: PublishedRow, models: int = 4, **averages: str) -> Audit:
    printed = {name: figures(*text.split()) for name, text in averages.items()}
    return audit(
        PublishedTable(
            models=MODELS[:models],
            rows=rows,
            average_wss=printed.get("wss", {}),
            average_tnr=printed.get("tnr", {}),
        )
    )


@st.composite
def true_tables(draw: st.DrawFn) -> PublishedTable:
    """Tables printed, with any number of decimals, from true counts of negatives."""
    decimals, rows, sums = draw(st.integers(2, 4)), [], {m: [0.0, 0.0] for m in MODELS}
    sets = draw(st.integers(1, 4))
    for at in range(sets):
        records = draw(st.integers(20, 3000))
        pile = Judged(records=records, relevant=draw(st.integers(1, records - 1)))
        wss, tnr = {}, {}
        for model in MODELS:
            spared = draw(st.integers(0, pile.irrelevant))
            rate = Fraction(spared, pile.irrelevant)
            pair = float(pile.wss(rate)), float(rate)
            wss[model], tnr[model] = (as_printed(f"{v:.{decimals}f}") for v in pair)
            sums[model] = [a + b for a, b in zip(sums[model], pair, strict=True)]
        rows.append(row(f"set {at}", wss=wss, tnr=tnr, pile=pile))
    means = [
        {m: as_printed(f"{s[side] / sets:.4f}") for m, s in sums.items()}
        for side in (0, 1)
    ]
    return PublishedTable(
        models=MODELS, rows=tuple(rows), average_wss=means[0], average_tnr=means[1]
    )


@given(table=true_tables())
def test_a_true_table_however_rounded_has_nothing_but_rank_changes(
    table: PublishedTable,
) -> None:
    found = audit(table)
    assert found.agreeing == len(found.cells) == len(table.rows) * len(MODELS)
    assert {type(finding) for finding in found.findings} <= {RankChange}


@given(table=true_tables(), data=st.data(), above=st.booleans())
def test_a_planted_figure_outside_the_bounds_is_found(
    table: PublishedTable, data: st.DataObject, *, above: bool
) -> None:
    at = data.draw(st.integers(0, len(table.rows) - 1))
    model = data.draw(st.sampled_from(MODELS))
    measure: PrintedMeasure = data.draw(st.sampled_from(["wss", "tnr"]))
    bad = as_printed("1.02" if above else "-0.06")
    old = table.rows[at]
    new = {**old.printed(measure), model: bad}
    planted = replace(old, wss=new) if measure == "wss" else replace(old, tnr=new)
    rows = (*table.rows[:at], planted, *table.rows[at + 1 :])
    impossible = [
        found
        for found in audit(replace(table, rows=rows)).findings
        if isinstance(found, ImpossibleFigure)
    ]
    assert [(f.dataset, f.model, f.measure) for f in impossible] == [
        (old.dataset, model, measure)
    ]


def test_a_planted_shift_is_found_and_mended() -> None:
    """The last figure is printed twice, the second is lost."""
    shifted = row(
        wss=figures("0.100", "0.200", "0.300", "0.400"),
        tnr=figures("0.250", "0.650", "0.850", "0.850"),
    )
    found = audit_of(shifted, tnr="0.25 0.45 0.65 0.85")
    slipped, *averages = found.findings
    assert isinstance(slipped, Misplaced)
    assert slipped.shift == 1
    assert [(m.model, m.belongs_to) for m in slipped.moves] == [("B", "C"), ("C", "D")]
    assert [m.should_read for m in slipped.moves] == [0.45, 0.65]
    assert "1 column to the left" in str(slipped)
    assert [a.agrees_once_mended for a in averages if isinstance(a, WrongAverage)] == [
        True,
        True,
    ]
    assert "put right" in str(averages[0])


def test_a_planted_shift_to_the_right_over_two_columns_is_told_as_such() -> None:
    shifted = row(
        wss=figures("0.100", "0.200", "0.300", "0.400"),
        tnr=figures("0.250", "0.450", "0.250", "0.450"),
    )
    (slipped,) = audit_of(shifted).findings
    assert "2 columns to the right" in str(slipped)


@given(order=st.permutations(range(4)))
def test_planted_exchanges_are_found_whatever_their_order(order: list[int]) -> None:
    rates = ["0.250", "0.450", "0.650", "0.850"]
    mixed = row(
        wss=figures("0.100", "0.200", "0.300", "0.400"),
        tnr=figures(*(rates[i] for i in order)),
    )
    moved = {
        move.model: move.belongs_to
        for finding in audit_of(mixed).findings
        if isinstance(finding, Misplaced)
        for move in finding.moves
    }
    expected = {MODELS[at]: MODELS[i] for at, i in enumerate(order) if at != i}
    assert moved == expected


def test_of_several_shifts_that_fit_the_smallest_is_told() -> None:
    """A and D fit the next column and the one after it, which are equal."""
    text = (
        "dataset,records,relevant,model,wss,tnr\n"
        "X,200,100,A,0.10,0.65\nX,200,100,B,0.30,0.65\nX,200,100,C,0.30,0.65\n"
        "X,200,100,D,0.20,0.85\nX,200,100,E,0.40,0.85\nX,200,100,F,0.40,0.85\n"
    )
    (slipped,) = audit(read_table(text, source="x")).findings
    assert isinstance(slipped, Misplaced)
    assert slipped.shift == 1


def test_one_stray_figure_is_a_disagreement_and_no_shift() -> None:
    stray = row(wss=figures("0.10", "0.20"), tnr=figures("0.45", "0.45"))
    (found,) = audit_of(stray, models=2).findings
    assert isinstance(found, Disagreement)
    assert (found.model, found.recomputed) == ("A", 0.25)


def test_figures_that_fit_nowhere_are_disagreements() -> None:
    odd = row(wss=figures("0.10", "0.20"), tnr=figures("0.77", "0.88"))
    found = audit_of(odd, models=2).findings
    assert [type(finding) for finding in found] == [Disagreement, Disagreement]


@pytest.mark.parametrize(("average", "wrong"), [("0.155", False), ("0.156", True)])
def test_an_average_is_wrong_only_beyond_rounding(average: str, *, wrong: bool) -> None:
    rows = [row("X", wss=figures("0.10")), row("Y", wss=figures("0.20"))]
    found = audit_of(*rows, models=1, wss=average).findings
    assert [type(finding) for finding in found] == [WrongAverage] * wrong


def test_an_average_of_rates_is_checked_against_the_wss_where_no_rate_is_printed() -> (
    None
):
    given_wss = row(wss=figures("0.100"))
    (found,) = audit_of(given_wss, models=1, tnr="0.30").findings
    assert isinstance(found, WrongAverage)
    assert found.recomputed == pytest.approx(0.25)
    assert not found.agrees_once_mended


def test_an_average_of_wss_is_checked_against_the_rates_where_no_wss_is_printed() -> (
    None
):
    (found,) = audit_of(row(tnr=figures("0.250")), models=1, wss="0.20").findings
    assert isinstance(found, WrongAverage)
    assert found.recomputed == pytest.approx(0.10)


def test_an_average_of_a_model_without_figures_is_let_be() -> None:
    assert not audit_of(row(wss=figures("0.1")), wss="0.1 0.9").findings


BALANCED = Judged(records=200, relevant=100)  # TNR rises twice as fast as WSS
RARE = Judged(records=2000, relevant=10)  # TNR rises as fast as WSS, nearly


def change_places(measure: PrintedMeasure) -> list[PublishedRow]:
    """A gains 0.30 WSS on rare records, B gains 0.25 on balanced ones."""
    wss = {"X": ("0.100", "0.350"), "Y": ("0.500", "0.200")}
    piles = {"X": BALANCED, "Y": RARE}
    if measure == "wss":
        return [row(n, wss=figures(*texts), pile=piles[n]) for n, texts in wss.items()]
    return [
        row(
            n,
            tnr=figures(*(f"{float(piles[n].tnr(Fraction(t))):.4f}" for t in texts)),
            pile=piles[n],
        )
        for n, texts in wss.items()
    ]


@pytest.mark.parametrize("measure", ["wss", "tnr"])
def test_a_planted_rank_change_is_found_from_either_measure(
    measure: PrintedMeasure,
) -> None:
    found = audit_of(*change_places(measure), models=2)
    assert order_by("wss", found.means) == ("A", "B")
    assert order_by("tnr", found.means) == ("B", "A")
    (change,) = found.findings
    assert isinstance(change, RankChange)
    assert (change.ahead_by_wss, change.ahead_by_tnr) == ("A", "B")
    assert change.is_certain
    assert "rounding" not in str(change)


COARSE = [
    row("X", wss=figures("0.1", "0.3"), pile=BALANCED),
    row("Y", wss=figures("0.5", "0.2"), pile=RARE),
]


def the_rank_change(found: Audit) -> RankChange:
    (change,) = (f for f in found.findings if isinstance(f, RankChange))
    return change


def test_a_rank_change_that_rounding_may_have_made_says_so() -> None:
    change = the_rank_change(audit_of(*COARSE, models=2))
    assert not change.is_certain
    assert str(change).endswith("rounding may have made this")


@pytest.mark.parametrize(
    ("averages", "certain"),
    [
        ({"wss": "0.3001 0.2512", "tnr": "0.4022 0.4499"}, True),
        ({"wss": "0.3001 0.2512"}, False),
        ({"tnr": "0.4022 0.4499"}, False),
        ({"wss": "0.3001 0.2512", "tnr": "0.9022 0.9499"}, False),
    ],
)
def test_only_right_averages_of_both_measures_make_a_rank_change_certain(
    averages: dict[str, str], *, certain: bool
) -> None:
    found = audit_of(*COARSE, models=2, **averages)
    assert the_rank_change(found).is_certain == certain


def test_averages_over_other_data_sets_do_not_make_a_rank_change_certain() -> None:
    lone = row("Z", wss=figures("0.3"))
    averages = {"wss": "0.3001 0.2512", "tnr": "0.4022 0.4499"}
    found = audit_of(*COARSE, lone, models=2, **averages)
    assert not the_rank_change(found).is_certain


def test_equal_means_are_no_rank_change() -> None:
    equal = [row("X", wss=figures("0.1", "0.1")), row("Y", wss=figures("0.3", "0.3"))]
    assert not audit_of(*equal, models=2).findings


def test_models_are_ranked_over_the_data_sets_they_share() -> None:
    rows = [*change_places("wss"), row("Z", wss=figures("0.4"))]
    means = audit_of(*rows, models=2, wss="0.3333").means
    assert [float(mean.wss) for mean in means] == [0.3, 0.275]


def test_models_without_a_common_data_set_are_not_ranked() -> None:
    alone = [row("X", wss=figures("0.4")), row("Y", wss={"B": as_printed("0.3")})]
    found = audit_of(*alone, models=2)
    assert found.means == ()
    assert not found.findings


def test_a_percentage_is_read_as_the_count_that_the_figures_agree_with() -> None:
    """From 40 relevant records on, two may be missed at 95% recall."""
    piles = tuple(Judged(records=2544, relevant=n) for n in (41, 40, 39))
    truth = piles[2]
    tnr = f"{float(truth.tnr(Fraction('0.566'))):.5f}"
    printed = PublishedRow(
        dataset="X", judged=piles, wss=figures("0.56600"), tnr=figures(tnr)
    )
    found = audit_of(printed, models=1)
    assert found.judged == (truth,)
    assert not found.findings


def test_every_finding_tells_its_facts_and_a_sentence() -> None:
    bad = row(wss=figures("0.9", "0.10"), tnr=figures("0.3", "0.4"))
    findings = audit_of(bad, models=2, wss="0.1").findings
    assert findings
    for finding in findings:
        told = facts(finding)
        assert told["kind"] == finding.kind
        assert told["sentence"] == str(finding)
        assert len(str(finding)) > len(finding.kind)
