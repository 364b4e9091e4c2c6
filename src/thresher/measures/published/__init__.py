"""Printed WSS and TNR: one from the other, and the audit of whole tables."""

from thresher.measures.published.auditing import Audit, audit
from thresher.measures.published.conversion import (
    Interval,
    Judged,
    PrintedMeasure,
    tnr_from_wss,
    wss_at_full_recall,
    wss_from_tnr,
)
from thresher.measures.published.findings import (
    Disagreement,
    Finding,
    ImpossibleFigure,
    Misplaced,
    Move,
    RankChange,
    WrongAverage,
    facts,
)
from thresher.measures.published.order import ModelMean, order_by
from thresher.measures.published.printed import (
    ConvertedFigure,
    Printed,
    as_printed,
    converted_figure,
    possible_relevant,
    tnr_interval,
    wss_interval,
)
from thresher.measures.published.table import (
    Cell,
    PublishedRow,
    PublishedTable,
)
from thresher.measures.published.table_conversion import (
    Converted,
    ConvertedRow,
    converted,
)
from thresher.measures.published.tabular import read_table, read_table_file

__all__ = [
    "Audit",
    "Cell",
    "Converted",
    "ConvertedFigure",
    "ConvertedRow",
    "Disagreement",
    "Finding",
    "ImpossibleFigure",
    "Interval",
    "Judged",
    "Misplaced",
    "ModelMean",
    "Move",
    "Printed",
    "PrintedMeasure",
    "PublishedRow",
    "PublishedTable",
    "RankChange",
    "WrongAverage",
    "as_printed",
    "audit",
    "converted",
    "converted_figure",
    "facts",
    "order_by",
    "possible_relevant",
    "read_table",
    "read_table_file",
    "tnr_from_wss",
    "tnr_interval",
    "wss_at_full_recall",
    "wss_from_tnr",
    "wss_interval",
]
