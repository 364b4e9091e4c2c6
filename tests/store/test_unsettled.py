"""An open label goes out as open; exports and the flow count the same."""

import csv
import io
import json
import zipfile
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from thresher.cli.main import cli
from thresher.records.citation import Citation
from thresher.records.decision_fields import carried_decisions
from thresher.reports.bundle import bundle_bytes
from thresher.store.carrying import carry_for
from thresher.store.counting import counts
from thresher.store.flow_counts import flow_counts
from thresher.store.outgoing import Only, Outgoing, Selection
from thresher.store.project import Project, create_project, open_project
from thresher.store.reporting.papers import bundle_of

from .conftest import put
from .lab import adjust, fill, link, said, tell

LABEL = {"1": True, "0": False}


def sent(project: Project, *, only: Only = "all") -> list[Citation]:
    selection = Selection(carry=carry_for("csv"), only=only, merge=True)
    with project.reading() as connection:
        return list(Outgoing(connection, selection))


def test_an_open_conflict_goes_out_without_a_label(project: Project) -> None:
    fill(project, 4)
    adjust(project, mode="dual")
    tell(project, said(1, "include", "ann"), said(1, "exclude", "bob"))
    tell(project, said(2, "include", "ann"))
    tell(project, said(3, "include", "ann"), said(3, "include", "bob"))
    fields = [dict(one.raw) for one in sent(project)]
    states = [one.get("decision_state") for one in fields]
    assert states == ["conflict", "second reader", None, None]
    assert [one.get("included") for one in fields] == [None, None, "1", None]
    for name, found in (("included", [3]), ("excluded", []), ("undecided", [1, 2, 4])):
        ids = [int(one.id) + 1 for one in sent(project, only=name)]  # type: ignore[arg-type]
        assert ids == found
    tell(project, said(1, "exclude", "cat", settles=True, may_settle=True))
    settled = dict(sent(project)[0].raw)
    assert (settled["included"], settled["decision_reader"]) == ("0", "cat")
    assert "decision_state" not in settled


def test_nothing_that_readers_said_is_lost_on_the_way(project: Project) -> None:
    fill(project, 1)
    adjust(project, mode="dual")
    tell(project, said(1, "include", "ann"), said(1, "exclude", "bob"))
    (one,) = sent(project)
    told = carried_decisions(one.raw, column="included")
    assert {(d.reader, d.label) for d in told} == {("ann", True), ("bob", False)}


def test_a_label_of_the_full_text_holds_only_while_the_abstract_is_in(
    project: Project,
) -> None:
    fill(project, 1)
    tell(project, said(1, "include"), said(1, "include", stage="fulltext"))
    tell(project, said(1, "exclude"))
    assert dict(sent(project)[0].raw)["included"] == "0"


moves = st.lists(
    st.tuples(
        st.integers(1, 4),
        st.sampled_from(["include", "exclude", "maybe", "undo"]),
        st.sampled_from(["ann", "bob", "cat"]),
    ),
    max_size=25,
)


@pytest.fixture(scope="module")
def pile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Five records, of which the last two are one publication."""
    path = tmp_path_factory.mktemp("pile") / "review.thresher"
    with create_project(path) as project:
        put(project, *(Citation(id=str(at), title=f"T {at}") for at in range(5)))
        link(project, (4, 5))
    return path


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
@given(moves=moves, mode=st.sampled_from(["single", "dual", "share"]))
def test_exports_and_the_flow_agree_whatever_was_decided(
    moves: list[tuple[int, str, str]],
    mode: str,
    pile: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    path = tmp_path_factory.mktemp("law") / "review.thresher"
    path.write_bytes(pile.read_bytes())
    with open_project(path) as project:
        adjust(project, mode=mode, share=0.5)
        for record, label, reader in moves:
            if reader == "cat":
                tell(project, said(record, label, "cat", settles=True, may_settle=True))
            tell(project, said(record, label, reader))
        found = [dict(one.raw) for one in sent(project)]
        with project.reading() as connection:
            flow = flow_counts(connection)
            counted = counts(connection)
            archive = bundle_bytes(bundle_of(connection, title="A review"))
    labels = Counter(LABEL.get(one.get("included", "")) for one in found)
    assert labels[True] == flow["abstract_included"] == counted["included"]
    assert labels[False] == flow["abstract_excluded"] == counted["excluded"]
    assert labels[None] == flow["undecided"]
    open_ones = Counter(one.get("decision_state") for one in found)
    if mode == "dual":
        assert open_ones["conflict"] == counted["conflicts"]
    with zipfile.ZipFile(io.BytesIO(archive)) as zipped:
        table = zipped.read("records/records.csv").decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(table)))
    assert (
        Counter(LABEL.get(row.get("included", "")) for row in rows)[True]
        == (labels[True])
    )


def test_the_command_line_says_how_many_are_in_conflict(tmp_path: Path) -> None:
    path, out = tmp_path / "review.thresher", tmp_path / "out.csv"
    with create_project(path) as project:
        fill(project, 2)
        adjust(project, mode="dual")
        tell(project, said(1, "include", "ann"), said(1, "exclude", "bob"))
    done = CliRunner().invoke(cli, ["export", str(path), "-o", str(out)])
    assert "1 in open conflict go out without a label" in done.stderr
    told = CliRunner().invoke(cli, ["export", str(path), "-o", str(out), "--json"])
    assert json.loads(told.stdout)["conflicts"] == 1
    with out.open(encoding="utf-8-sig", newline="") as file:
        first, second = csv.DictReader(file)
    assert first["decision_state"] == "conflict"
    assert not first.get("included")
    assert not second["decision_state"]
