"""What is said of an import."""

import json

from thresher.records.tally import Caution, ImportReport
from thresher.reports.import_report import import_facts, import_lines

ODD = ImportReport(
    name="a.ris",
    format="ris",
    encoding="cp1252",
    starts=1200,
    records=1200,
    dropped={"C1": 3},
    repeated_ids=("7",),
    cautions=tuple(Caution(line=n, message="odd") for n in range(1, 31)),
    more_cautions=5,
)


def test_the_text_shows_the_first_warnings_and_counts_the_rest() -> None:
    lines = list(import_lines(ODD))
    assert lines[0] == "a.ris: 1,200 records of 1,200 starts seen (ris, cp1252)"
    assert lines[1] == "  warning: line 1: odd"
    assert lines[-1] == "  … and 13 more warnings; --json lists them"
    assert len(lines) == 22


def test_the_data_has_them_all() -> None:
    facts = json.loads(json.dumps(import_facts(ODD)))
    assert len(facts["warnings"]) == 30
    assert facts["warnings"][4] == {"line": 5, "message": "odd"}
    assert (facts["dropped"], facts["repeated_ids"]) == ({"C1": 3}, ["7"])
    assert facts["more_warnings"] == 5
