"""Kusa et al. (2023) comes out again, but for what is known to be misprinted."""

from dataclasses import replace

import pytest

from thresher.measures.published import (
    Judged,
    Misplaced,
    RankChange,
    WrongAverage,
    as_printed,
    audit,
    possible_relevant,
    tnr_from_wss,
)
from thresher.reports.reproductions.kusa import claims, reproduction
from thresher.reports.reproductions.kusa_table import MODELS, PERCENTAGES, table_1


def test_103_of_105_cells_match_and_two_are_explained() -> None:
    again = reproduction()
    assert (again.cells, again.matched, again.explained) == (105, 103, 2)


def test_the_misprinted_cells_are_named_with_what_they_should_read() -> None:
    named = [(m.dataset, m.model, m.should_read) for m in reproduction().misprints]
    assert named == [
        ("Urinary Incontinence", "E", 0.655),
        ("Urinary Incontinence", "F", 0.36),
    ]
    assert all("column shift" in m.explanation for m in reproduction().misprints)


def test_all_averages_agree() -> None:
    averages = reproduction().averages
    assert len(averages) == 2 * len(MODELS)
    assert all(average.agrees for average in averages)
    rates = [a for a in averages if a.measure == "tnr"]
    assert [round(a.recomputed, 4) for a in rates] == [a.printed for a in rates]


def test_both_orders_of_the_models_come_out() -> None:
    """The orders in section 5 of the paper."""
    again = reproduction()
    assert "".join(again.order_by_wss) == "DECGFBA"
    assert "".join(again.order_by_tnr) == "DECGBFA"


def test_the_audit_finds_the_shift_its_averages_and_the_rank_change() -> None:
    slipped, *averages, change = audit(table_1()).findings
    assert isinstance(slipped, Misplaced)
    assert slipped.shift == 1
    wrong = [a for a in averages if isinstance(a, WrongAverage)]
    assert [a.model for a in wrong if a.agrees_once_mended] == ["E", "F"]
    assert isinstance(change, RankChange)
    assert (change.ahead_by_wss, change.ahead_by_tnr) == ("F", "B")
    assert change.is_certain


def test_the_mended_table_has_nothing_but_the_rank_change() -> None:
    table = table_1()
    *rows, last = table.rows
    mended = {**last.tnr, "E": as_printed("0.655"), "F": as_printed("0.360")}
    whole = replace(table, rows=(*rows, replace(last, tnr=mended)))
    assert [type(finding) for finding in audit(whole).findings] == [RankChange]


def test_the_percentages_alone_lead_to_the_same_findings() -> None:
    """The paper prints percentages of includes, not counts."""
    table = table_1()
    rows = []
    for row, text in zip(table.rows, PERCENTAGES, strict=True):
        records = row.judged[0].records
        counts = possible_relevant(as_printed(text), records=records)
        assert row.judged[0].relevant in counts
        piles = tuple(Judged(records=records, relevant=n) for n in counts)
        rows.append(replace(row, judged=piles))
    found = audit(replace(table, rows=tuple(rows)))
    assert found.agreeing == 103
    assert [f.kind for f in found.findings] == [f.kind for f in audit(table).findings]


@pytest.mark.parametrize(
    ("wss", "pile", "tnr"),
    [(0.566, (2544, 41), 0.625), (0, (310, 16), 0.053), (0.09, (503, 136), 0.176)],
)
def test_printed_rates_follow_from_printed_wss(
    wss: float, pile: tuple[int, int], tnr: float
) -> None:
    """Three cells of column A, copied by hand from Table 1."""
    given = tnr_from_wss(wss, records=pile[0], relevant=pile[1])
    assert given == pytest.approx(tnr, abs=0.0006)


def test_every_number_of_the_text_agrees_but_the_greatest_wss_when_balanced() -> None:
    differing = [claim for claim in claims() if not claim.agrees]
    assert [(c.printed, c.recomputed) for c in differing] == [("0.45", 0.475)]
    assert "false negatives" in differing[0].note
