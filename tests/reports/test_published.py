"""Converted tables, there and back."""

import pytest

from thresher.errors import InputError
from thresher.measures.published import PublishedTable, converted, read_table
from thresher.reports.published import converted_csv

WIDE = """dataset,records,relevant,wss:A,wss:B
Statins,3465,85,0.247,0.315
Opioids,1915,15,,0.554
"""
LONG = """dataset,records,relevant,model,wss
Statins,3465,85,A,0.247
Statins,3465,85,B,0.315
Opioids,1915,15,B,0.554
"""
ONE = "dataset,records,relevant,wss:A\nX,20,10,"


def read(text: str) -> PublishedTable:
    return read_table(text, source="printed.csv")


@pytest.mark.parametrize("text", [WIDE, LONG])
def test_a_converted_table_converts_back(text: str) -> None:
    there = converted(read(text), to="tnr")
    back = converted(read(converted_csv(there, decimals=9)), to="wss")
    assert back.is_long == there.is_long
    for row, original in zip(back.rows, read(text).rows, strict=True):
        printed = {model: float(wss.value) for model, wss in original.wss.items()}
        assert dict(row.figures) == pytest.approx(printed, abs=1e-8)


def test_the_average_is_that_of_the_converted_figures() -> None:
    there = converted(read(WIDE), to="tnr")
    assert there.averages["A"] == pytest.approx(0.3033, abs=1e-4)
    assert there.averages["B"] == pytest.approx((0.3730 + 0.6088) / 2, abs=1e-4)
    assert converted_csv(there, decimals=3).splitlines()[-1] == "average,,,,0.303,0.491"
    assert (
        converted_csv(there, decimals=3).splitlines()[2]
        == "Opioids,1915,15,0.95,,0.609"
    )


def test_impossible_figures_are_converted_but_named() -> None:
    there = converted(read(ONE + "0.9"), to="tnr")
    assert there.rows[0].figures["A"] > 1
    assert [figure.model for figure in there.impossible] == ["A"]


def test_a_table_without_the_measure_cannot_be_converted() -> None:
    with pytest.raises(InputError, match="no TNR to convert into WSS"):
        converted(read(ONE + "0.4"), to="wss")
