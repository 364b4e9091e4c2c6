"""The bundle: the same every time, safe to unpack and to open, and complete."""

import csv
import hashlib
import io
import json
import subprocess
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from thresher.certification.certificate.issuing import issue
from thresher.certification.certificate.verification import problems_of
from thresher.certification.sequential import Pick
from thresher.errors import InputError
from thresher.measures.reader_agreement import (
    Drawn,
    OverlapSample,
    agreement_table,
)
from thresher.records.citation import Citation
from thresher.records.decision_fields import CarriedDecision
from thresher.reports.bundle import (
    Bundle,
    DecidedRecord,
    LoggedDecision,
    bundle_bytes,
    write_bundle,
)
from thresher.reports.flow import Counted, Flow
from thresher.reports.methods import Methods
from thresher.screening.ledger import Chosen, Decision
from thresher.screening.reading import Reading
from thresher.screening.seal import Seal, audit_order, frame_digest

FRAME = [f"r{number}" for number in range(60)]
SEAL = Seal(seed="ab" * 32, frame=frame_digest(FRAME), target=0.8, alpha=0.1)
EVIL = '=HYPERLINK("http://a","b")\n+1\t<script>'
WHOLE_NAMES = [
    "README.txt",
    "flow/flow.svg",
    "flow/flow.png",
    "flow/PRISMA.csv",
    "methods/methods.txt",
    "methods/methods.md",
    "methods/methods.html",
    "certificate/certificate.json",
    "certificate/certificate.html",
    "decisions/decisions.csv",
    "decisions/decisions.jsonl",
    "records/records.ris",
    "records/records.csv",
    "figures/recall.png",
    "figures/recall.svg",
    "figures/bound.png",
    "figures/bound.svg",
    "agreement/agreement.csv",
    "settings/settings.json",
    "synthesis/table.csv",
    "MANIFEST.sha256",
]


def picks() -> list[Pick]:
    """A reading of ten by rank, then audits to the end."""
    read = [Pick(record=one, label=True, chosen=Chosen.RANKED) for one in FRAME[:10]]
    drawn = [FRAME[at] for at in audit_order(FRAME, SEAL.seed) if at >= 10]
    return read + [
        Pick(record=one, label=False, chosen=Chosen.CERTIFICATION) for one in drawn
    ]


def whole() -> Bundle:
    made = picks()
    sample = OverlapSample.of_pairs(
        [1, 1, 0, 0] * 9, [1, 0, 0, 0] * 9, drawn=Drawn.RANDOM
    )
    return Bundle(
        title="Sleep on\ndialysis",
        flow=Flow(
            databases=(Counted(name="MEDLINE", count=60),),
            screened=60,
            excluded_by_humans=50,
            sought=10,
            assessed=10,
            included_studies=10,
            included_reports=10,
        ),
        methods=Methods(version="1"),
        certificate=issue(made, FRAME, SEAL, issued_at=0.0),
        picks=made,
        decisions=[
            LoggedDecision(record="r1", label=True, reader=EVIL, note=EVIL),
            LoggedDecision(record=EVIL, label=None, tags=("a;b", "c")),
            LoggedDecision.of(Decision(record="r3", label=True, chosen=Chosen.PRIOR)),
            LoggedDecision.of(
                Decision(record="r2", label=False, chosen=Chosen.RANDOM, time=86400.5)
            ),
        ],
        records=[
            DecidedRecord(
                citation=Citation(id="r1", title=EVIL),
                decisions=(CarriedDecision(label=True, reader="Ann"),),
            ),
            DecidedRecord(citation=Citation(id="r2", title="Two")),
        ],
        reading=Reading(labels=np.array([p.label for p in made]), records=60),
        agreement=agreement_table(sample, rng=np.random.default_rng(1)),
        settings={"seed": 7, "name": "Ünal"},
        extra={"synthesis/table.csv": b"a,b\n"},
    )


@pytest.fixture(scope="module")
def archive() -> zipfile.ZipFile:
    return zipfile.ZipFile(io.BytesIO(bundle_bytes(whole())))


def test_the_same_bundle_has_the_same_bytes() -> None:
    assert bundle_bytes(whole()) == bundle_bytes(whole())


def test_a_whole_bundle_holds_every_part(archive: zipfile.ZipFile) -> None:
    assert archive.namelist() == WHOLE_NAMES
    assert archive.testzip() is None
    for info in archive.infolist():
        assert info.date_time == (1980, 1, 1, 0, 0, 0)
    assert "Not in it" not in archive.read("README.txt").decode()


def test_the_readme_names_every_file_and_what_is_missing(
    archive: zipfile.ZipFile,
) -> None:
    readme = archive.read("README.txt").decode()
    assert readme.startswith("Sleep on dialysis\n")
    for name in WHOLE_NAMES[1:]:
        assert name in readme
    bare = zipfile.ZipFile(io.BytesIO(bundle_bytes(Bundle(title="Bare"))))
    assert bare.namelist() == ["README.txt", "MANIFEST.sha256"]
    assert "a certificate of recall" in bare.read("README.txt").decode()


def test_the_manifest_is_checked_by_the_usual_tool(
    archive: zipfile.ZipFile, tmp_path: Path
) -> None:
    archive.extractall(tmp_path)
    checked = subprocess.run(
        ["sha256sum", "--check", "MANIFEST.sha256"],  # noqa: S607
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout
    assert checked.stdout.count(": OK") == len(WHOLE_NAMES) - 1


def test_what_is_returned_is_what_is_in_the_archive(archive: zipfile.ZipFile) -> None:
    entries = write_bundle(whole(), io.BytesIO())
    assert {entry.name for entry in entries} == set(archive.namelist())
    for entry in entries:
        content = archive.read(entry.name)
        assert entry.size == len(content)
        assert entry.sha256 == hashlib.sha256(content).hexdigest()


def test_the_certificate_still_verifies(archive: zipfile.ZipFile) -> None:
    content = json.loads(archive.read("certificate/certificate.json"))
    assert problems_of(content, frame=FRAME, picks=picks()) == []
    assert b"<html" in archive.read("certificate/certificate.html")


@pytest.mark.parametrize(
    "name", [name for name in WHOLE_NAMES if name.endswith(".csv")]
)
def test_no_cell_of_any_table_is_a_formula(archive: zipfile.ZipFile, name: str) -> None:
    text = archive.read(name).decode()
    for row in csv.reader(io.StringIO(text, newline="")):
        for cell in row:
            is_number = cell.removeprefix("-").replace(".", "").isdigit()
            assert is_number or not cell.startswith(("=", "+", "-", "@", "\t", "\r"))


def test_the_log_is_the_same_in_both_forms(archive: zipfile.ZipFile) -> None:
    lines = archive.read("decisions/decisions.jsonl").decode().splitlines()
    told = [json.loads(line) for line in lines]
    text = archive.read("decisions/decisions.csv").decode()
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    assert [one["label"] for one in told] == [True, None, True, False]
    assert [row["label"] for row in rows] == ["1", "", "1", "0"]
    assert [row["row"] for row in rows] == ["1", "2", "3", "4"]
    assert told[1]["record"] == EVIL
    assert rows[1]["record"] == f"'{EVIL}"
    assert rows[1]["tags"] == "a\\;b; c"
    assert told[3]["time"] == rows[3]["time"] == "1970-01-02T00:00:00.500000+00:00"


def test_records_carry_their_decisions(archive: zipfile.ZipFile) -> None:
    ris = archive.read("records/records.ris").decode()
    assert ris.count("ER  - ") == 2
    assert "ASReview_relevant" in ris
    assert "ASReview_not_seen" in ris
    text = archive.read("records/records.csv").decode()
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    assert [row["included"] for row in rows] == ["1", ""]
    assert rows[0]["decision_reader"] == "Ann"


def test_a_curve_of_known_relevance_gives_shares() -> None:
    known = Reading(labels=np.array([1, 0, 1], bool), records=9, relevant=2)
    bundle = Bundle(title="x", reading=known)
    found = zipfile.ZipFile(io.BytesIO(bundle_bytes(bundle)))
    assert b"share of relevant" in found.read("figures/recall.svg")
    live = Bundle(title="x", reading=Reading(labels=known.labels, records=9))
    found = zipfile.ZipFile(io.BytesIO(bundle_bytes(live)))
    assert b"Relevant records found" in found.read("figures/recall.svg")
    unread = Bundle(title="x", reading=Reading(labels=np.zeros(0, bool), records=9))
    names = zipfile.ZipFile(io.BytesIO(bundle_bytes(unread))).namelist()
    assert names == ["README.txt", "MANIFEST.sha256"]


def test_a_certificate_without_picks_comes_without_its_page() -> None:
    bundle = Bundle(title="x", certificate=whole().certificate)
    names = zipfile.ZipFile(io.BytesIO(bundle_bytes(bundle))).namelist()
    assert names[1:-1] == ["certificate/certificate.json"]


@pytest.mark.parametrize(
    "name",
    ["", "/a", "../a", "a/../b", "a//b", "a\\b", "C:a", "nul", "a/con.txt", "a.", ".a"],
)
def test_a_name_that_leads_elsewhere_is_refused(name: str) -> None:
    with pytest.raises(InputError, match="no name for a file in a bundle"):
        Bundle(title="x", extra={name: b""})


@pytest.mark.parametrize("name", ["a b", "a\nb", "x" * 101, "é"])
def test_a_name_that_could_escape_or_fail_is_refused(name: str) -> None:
    with pytest.raises(InputError, match="no name for a file in a bundle"):
        Bundle(title="x", extra={name: b""})


@given(name=st.text())
@settings(max_examples=200)
def test_names_that_pass_stay_inside_their_folder(name: str) -> None:
    try:
        Bundle(title="x", extra={name: b""})
    except InputError:
        return
    target = Path("/top/folder", name)
    assert target.resolve().is_relative_to("/top/folder")


@pytest.mark.parametrize(
    "name", ["README.txt", "readme.TXT", "manifest.sha256", "flow/FLOW.svg", "flow"]
)
def test_a_file_cannot_take_the_place_of_another(name: str) -> None:
    with pytest.raises(InputError, match="name of two files"):
        bundle_bytes(replace(whole(), extra={name: b""}))


def test_names_that_differ_in_case_only_are_refused() -> None:
    with pytest.raises(InputError, match="upper and lower case"):
        Bundle(title="x", extra={"a": b"", "A": b""})


@pytest.mark.parametrize("value", [object(), {1, 2}, b"x"])
def test_settings_must_be_json(value: Any) -> None:  # noqa: ANN401
    with pytest.raises(InputError, match="plain JSON"):
        bundle_bytes(Bundle(title="x", settings={"a": value}))
