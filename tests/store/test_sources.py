"""Sources and records: what goes in comes out, and decisions come along."""

import json
from dataclasses import fields, replace
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import select

from thresher.errors import InputError
from thresher.records.citation import Citation
from thresher.records.provenance import Search
from thresher.store import filling
from thresher.store.arriving import AtOnce
from thresher.store.decision_rows import (
    StoredDecision,
    add_decisions,
    current_decisions,
)
from thresher.store.fingerprint import Fingerprint
from thresher.store.house import House
from thresher.store.project import Project, create_project
from thresher.store.record_rows import stored_citations
from thresher.store.schema import searches
from thresher.store.schema import sources as source_table
from thresher.store.sources import (
    Arrival,
    add_search,
    add_source,
    source_of,
    sources_listed,
)

from .conftest import Made, put

words = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
citations = st.builds(
    Citation,
    id=words.filter(bool),
    **dict.fromkeys(
        ("title", "abstract", "venue", "volume", "issue", "pages", "kind"), words
    ),
    **dict.fromkeys(("doi", "pmid", "pmcid", "openalex_id", "url", "source"), words),
    year=st.none() | st.integers(-999, 9999),
    authors=st.lists(words, max_size=2).map(tuple),
    keywords=st.lists(words, max_size=2).map(tuple),
    raw=st.lists(st.tuples(words, words), max_size=3).map(tuple),
)


def stored(project: Project) -> list[Citation]:
    with project.reading() as connection:
        return [citation for _, citation in stored_citations(connection)]


def decided(project: Project) -> dict[str, list[tuple[str, bool]]]:
    """Readers and labels in force, by the id that a record had in its file."""
    with project.reading() as connection:
        names = {number: one.id for number, one in stored_citations(connection)}
        found = current_decisions(connection)
    return {
        names[number]: [(one.reader, one.label) for one in told]
        for number, told in found.items()
    }


@given(st.lists(citations, max_size=4))
def test_what_goes_in_comes_out(
    tmp_path_factory: pytest.TempPathFactory, given_: list[Citation]
) -> None:
    path = tmp_path_factory.mktemp("store") / "p"
    with create_project(path) as project:
        added = put(project, *given_)
        assert stored(project) == given_
    assert added.report.records == len(given_)


@settings(max_examples=50, deadline=None)
@given(st.lists(citations, max_size=4))
def test_what_goes_into_a_server_comes_out(
    server_house: House, given_: list[Citation]
) -> None:
    """A server holds all but NUL, and says so where it was."""
    project = server_house.project(server_project(server_house))
    before = len(stored(project))
    added = put(project, *given_)
    found = stored(project)[before:]
    assert found == [without_nul(one) for one in given_]
    assert bool(added.report.cautions) == (found != given_)


def server_project(house: House) -> str:
    """One project for many examples: making one takes a while."""
    entries = house.projects_of(None)
    found = [one.id for one in entries if one.name == "Examples"]
    return found[0] if found else house.create_project("Examples").id


def without_nul(citation: Citation) -> Citation:
    texts = {
        field.name: getattr(citation, field.name).replace("\0", "")
        for field in fields(citation)
        if isinstance(getattr(citation, field.name), str)
    }
    texts["id"] = texts["id"] or "NUL"
    return replace(citation, **texts)


def test_a_server_leaves_out_what_it_cannot_hold(server_house: House) -> None:
    project = server_house.project(server_project(server_house))
    before = len(stored(project))
    odd = Citation(id="\0", title="a\0b", year=10**12)
    report = put(project, odd).report
    assert stored(project)[before:] == [Citation(id="NUL", title="ab")]
    assert len(report.cautions) == 2


def test_batches_do_not_show(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(AtOnce, "size", 2)
    monkeypatch.setattr(filling, "BATCH", 2)
    given_ = [Citation(id=str(n), raw=(("label", str(n % 2)),)) for n in range(5)]
    assert put(project, *given_).decisions == 5
    assert stored(project) == given_
    assert decided(project)["3"] == [("made.ris", True)]


def test_halves_of_letters_are_replaced_and_noted(project: Project) -> None:
    half = Citation(id="1", title="na\ud800ive", raw=(("M1", "\udc80"),))
    report = put(project, half, Citation(id="2", title="naïve")).report
    assert [str(caution) for caution in report.cautions] == [
        "record '1' holds halves of letters, now '?'"
    ]
    assert stored(project)[0] == replace(half, title="na?ive")


def test_the_report_is_kept(project: Project) -> None:
    put(project, Citation(id="1"), name="a.ris")
    with project.reading() as connection:
        row = connection.execute(select(source_table)).one()
    assert (row.name, row.format, row.encoding, row.records) == (
        "a.ris",
        "ris",
        "utf-8",
        1,
    )
    assert row.report["starts"] == 1
    assert json.dumps(row.report)


def test_records_that_came_before_are_counted_by_their_identifiers(
    project: Project,
) -> None:
    first = put(project, Citation(id="1", doi="10.1/a"), Citation(id="2", pmid="7"))
    assert (first.known, first.new) == (0, 2)
    second = put(
        project,
        Citation(id="1", doi="10.1/b"),
        Citation(id="2", doi="10.1/a"),
        Citation(id="3", doi="10.1/c", pmid="7"),
        Citation(id="4"),
        name="later.ris",
    )
    assert (second.known, second.new) == (2, 2)


def test_the_same_content_is_known_again(project: Project) -> None:
    put(project, Citation(id="1"), name="a.ris")
    with project.reading() as connection:
        assert source_of(connection, "a.ris") == "2024-05-01T10:00:00+00:00"
        assert source_of(connection, "b.ris") is None


@pytest.mark.parametrize(
    ("fields", "label"),
    [
        ((("label_included", "1"),), 1),
        ((("Included", " No "),), 0),
        ((("included", ""), ("N1", "other")), None),
        ((("N1", "<p>ASReview_relevant</p>"),), 1),
        ((("N1", "ASReview_not_seen"),), None),
        ((("label_abs", "1"),), None),
    ],
)
def test_labels_of_a_file_become_decisions(
    project: Project, fields: tuple[tuple[str, str], ...], label: int | None
) -> None:
    put(project, Citation(id="a", raw=fields))
    expected = {} if label is None else {"a": [("made.ris", label)]}
    assert decided(project) == expected


def test_decisions_beat_the_labels_of_the_data_set(project: Project) -> None:
    """A file with both columns decided only what its own column says."""
    added = put(
        project,
        Citation(id="read", raw=(("included", "1"), ("asreview_label", "0"))),
        Citation(id="unread", raw=(("included", "1"),)),
    )
    assert decided(project) == {"read": [("made.ris", False)]}
    assert added.decisions == 1


def test_facts_of_a_decision_come_along(project: Project) -> None:
    fields = (
        ("asreview_label", "1"),
        ("asreview_time", "86400.0"),
        ("asreview_querier", "max"),
        ("asreview_note", "look again"),
    )
    put(project, Citation(id="a", raw=fields))
    with project.reading() as connection:
        [[found]] = current_decisions(connection).values()
    assert found.time == "1970-01-02T00:00:00+00:00"
    assert (found.chosen, found.note) == ("ranked", "look again")


def test_decisions_are_kept_in_the_order_they_were_made(project: Project) -> None:
    given_ = [
        Citation(id=name, raw=(("included", "0"), ("decision_order", order)))
        for name, order in (("c", "3"), ("a", "1"), ("b", "2.0"), ("none", "x"))
    ]
    put(project, *given_)
    with project.reading() as connection:
        names = {number: one.id for number, one in stored_citations(connection)}
        found = current_decisions(connection)
    ranked = sorted(found, key=lambda number: found[number][0].order)
    assert [names[number] for number in ranked] == ["none", "a", "b", "c"]


def test_a_label_that_is_none_is_said_once(project: Project) -> None:
    report = put(
        project,
        Citation(id="a", raw=(("included", "perhaps"),)),
        Citation(id="b", raw=(("included", "perhaps"),)),
        Citation(id="c", raw=(("included", "1"),)),
    ).report
    [caution] = report.cautions
    assert "'perhaps' is no label (record a)" in str(caution)
    assert decided(project) == {"c": [("made.ris", True)]}


def test_later_files_keep_every_decision(project: Project) -> None:
    put(project, Citation(id="a", raw=(("included", "1"),)), name="first.csv")
    before = decided(project)
    put(project, Citation(id="b", raw=(("included", "0"),)), name="later.csv")
    assert decided(project) == before | {"b": [("later.csv", False)]}


def line(reader: str, *, label: bool | None) -> StoredDecision:
    return StoredDecision(
        record_id=1, label=label, reader=reader, decided_at="2024-05-02"
    )


def test_the_last_decision_of_each_reader_counts_and_can_be_taken_back(
    project: Project,
) -> None:
    put(project, Citation(id="a"))
    with project.writing() as connection:
        add_decisions(connection, [line("Ann", label=True), line("Ben", label=False)])
        add_decisions(connection, [line("Ann", label=False)])
    assert decided(project) == {"a": [("Ben", False), ("Ann", False)]}
    with project.writing() as connection:
        add_decisions(connection, [line("Ann", label=None)])
    assert decided(project) == {"a": [("Ben", False)]}


def test_a_decision_needs_a_reader() -> None:
    with pytest.raises(InputError, match="needs a reader"):
        line("", label=True)


def test_a_search_is_kept_as_it_was_run(project: Project) -> None:
    search = Search(
        database="MEDLINE",
        platform="Ovid",
        searched_on=date(2024, 4, 30),
        query="1. exp Sleep/\n2. 1 and dialysis",
        hits=120,
    )
    with project.writing() as connection:
        assert add_search(connection, Search()) is None
        number = add_search(connection, search)
        row = connection.execute(select(searches)).one()._asdict()
    assert row == {
        "id": number,
        "database": "MEDLINE",
        "platform": "Ovid",
        "searched_on": "2024-04-30",
        "query": search.query,
        "hits": 120,
    }


def test_sources_are_listed_with_their_searches(project: Project) -> None:
    with project.writing() as connection:
        number = add_search(connection, Search(database="MEDLINE", hits=3))
        file = Fingerprint(name="b.ris", size=1, sha256="b")
        arrival = Arrival(file=file, search_id=number, reader="x", at="2024-05-02")
        put_first = [Citation(id="1", doi="10.1/a"), Citation(id="2")]
    put(project, *put_first, name="a.ris")
    with project.writing() as connection:
        add_source(connection, Made([Citation(id="3", doi="10.1/a")]), arrival=arrival)
    with project.reading() as connection:
        first, second = sources_listed(connection)
    assert (first["name"], first["records"], first["known"]) == ("a.ris", 2, 0)
    assert first["search"] is None
    assert (second["name"], second["known"]) == ("b.ris", 1)
    assert second["search"]["database"] == "MEDLINE"
    assert second["report"]["format"] == "ris"


def test_a_source_can_be_longer_than_one_page(tmp_path: Path) -> None:
    long = Citation(id="1", abstract="x" * 10_000_000)
    with create_project(tmp_path / "p") as project:
        put(project, long)
        assert stored(project) == [long]
