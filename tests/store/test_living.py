"""Living reviews and flow diagrams: frames that grow, numbers that add up."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from thresher.certification.certificate.issuing import issue
from thresher.certification.certificate.verification import problems_of
from thresher.certification.certificate.written import written
from thresher.certification.sequential.replay import picks_of
from thresher.records.provenance import Search
from thresher.store.canonical import Canonical, canonical_picks
from thresher.store.flow_counts import flow_counts
from thresher.store.link_rows import current_links, undo_links
from thresher.store.paper_rows import (
    add_certificate,
    add_run,
    add_sample,
    certificate,
    certificates,
    last_run,
    log,
    log_rows,
    samples_of,
)
from thresher.store.project import Project
from thresher.store.screened import screened
from thresher.store.seal_rows import frame_changed, seal_now, seal_of, seals_of
from thresher.store.sources import add_search
from thresher.store.tag_rows import add_note, notes_on

from .conftest import Maker
from .lab import AT, adjust, draw, fill, link, said, seal, stands, tell


def canonical(project: Project, number: int | None = None) -> Canonical:
    with project.reading() as connection:
        return canonical_picks(connection, number)


def certify(project: Project, number: int | None = None) -> dict[str, object]:
    """A certificate of now, which must verify."""
    picks, frame, sealed, _ = canonical(project, number)
    paper = written(issue(picks, frame, sealed, issued_at=0.0))
    assert problems_of(paper, frame=frame, picks=picks) == []
    return paper


def test_an_audit_holds_up_what_comes_after_it_until_it_is_read(
    project: Project,
) -> None:
    fill(project, 8)
    seal(project)
    tell(project, said(1, "include"))
    [drawn] = draw(project)
    others = [one for one in range(2, 9) if one != drawn]
    tell(project, *(said(one, "exclude") for one in others[:3]))
    found = canonical(project)
    assert [pick.record for pick in found.picks] == ["1"]
    [held] = found.held_by
    assert (held.publication, held.turn, held.why) == (drawn, 2, "audit")
    [kept] = tell(project, said(drawn, "exclude", chosen="browsed"))
    assert (kept.chosen, kept.turn) == ("certification sample", 2)
    found = canonical(project)
    assert [pick.audit for pick in found.picks] == [False, True, False, False, False]
    assert found.held_by == ()


def test_what_is_undone_before_an_audit_holds_up_and_after_it_does_not(
    project: Project,
) -> None:
    fill(project, 8)
    seal(project)
    tell(project, said(1, "include"), said(2, "exclude"))
    tell(project, said(1, "undo"))
    assert [pick.record for pick in canonical(project).picks] == ["2"]
    [drawn] = draw(project)
    tell(project, said(drawn, "exclude"))
    found = canonical(project)
    assert found.picks == []
    assert [one.why for one in found.held_by] == ["undone"]
    tell(project, said(1, "exclude"))
    assert len(canonical(project).picks) == 3


def test_maybes_conflicts_and_second_readers_hold_up_by_name(project: Project) -> None:
    fill(project, 6)
    adjust(project, mode="dual")
    seal(project)
    first, second, third, _ = draw(project, 4)
    tell(project, said(first, "include"), said(first, "exclude", "bob"))
    tell(project, said(second, "include"))
    tell(project, said(third, "include"), said(third, "maybe", "bob"))
    why = [one.why for one in canonical(project).held_by]
    assert why == ["conflict", "second reader", "maybe", "audit"]


def test_an_old_seal_keeps_its_frame_when_records_come(project: Project) -> None:
    fill(project, 6)
    old = seal(project)
    tell(project, said(1, "include"))
    tell(project, *(said(one, "exclude") for one in draw(project, 2)))
    before = certify(project)
    fill(project, 4, name="update.ris")
    tell(project, said(9, "include"))
    with project.reading() as connection:
        assert frame_changed(connection, old)
    assert certify(project) == before  # still the old frame: nothing new was sealed
    new = seal(project)
    assert (old.id, new.id) == (1, 2)
    assert len(new.groups) == 10
    drawn = draw(project, 3)
    tell(project, *(said(one, "exclude") for one in drawn))
    later = canonical(project)
    assert sum(pick.audit for pick in later.picks) == 3
    assert len(later.picks) == 7
    certify(project)
    again = canonical(project, 1)
    assert again.frame == tuple(map(str, range(1, 7)))
    assert sum(pick.audit for pick in again.picks) == 2
    certify(project, 1)


def test_nobody_gets_a_second_seed_for_the_same_draw(project: Project) -> None:
    fill(project, 3)
    first = seal(project)
    assert seal(project) == first
    with project.writing() as connection:
        other = seal_now(connection, 0.9, 0.05, by="ann", at=AT)
        assert other.seal.seed != first.seal.seed
        assert seal_of(connection, first.id) == first
        assert [row["target"] for row in seals_of(connection)] == [0.95, 0.9]
        assert all("seed" not in row for row in seals_of(connection))


def test_duplicates_found_late_and_taken_back_leave_old_certificates_whole(
    project: Project,
) -> None:
    fill(project, 6)
    seal(project)
    tell(project, said(2, "exclude"), said(5, "include"))
    draw(project, 1)
    link(project, (2, 5))
    assert stands(project)[2].turn == 1
    assert stands(project)[2].final is True
    labels = {pick.record: pick.label for pick in canonical(project).picks}
    assert labels == {"2": True, "5": True}
    certify(project)
    second = seal(project)
    assert ("5" in second.frame, len(second.frame)) == (False, 5)
    with project.writing() as connection:
        [one] = current_links(connection)
        undo_links(connection, [one.id], reader="Ann", at=AT)
    tell(project, said(2, "exclude"))
    labels = {pick.record: pick.label for pick in canonical(project).picks}
    assert labels["2"] is True  # record 5, in its sealed group, is relevant
    certify(project)
    certify(project, 1)


def test_commands_see_the_same_reading_as_the_lab(project: Project) -> None:
    """A late answer to an audit and a maybe do not disturb the ledger's order."""
    fill(project, 8)
    seal(project)
    tell(project, said(1, "include"))
    drawn = draw(project, 2)
    others = [one for one in range(2, 9) if one not in drawn]
    tell(project, said(others[0], "maybe"), said(others[1], "exclude"))
    tell(project, said(others[0], "undo"), said(others[2], "include"))
    tell(project, *(said(one, "exclude") for one in reversed(drawn)))
    with project.reading() as connection:
        found = screened(connection)
        expected = canonical_picks(connection)
    assert found.frame == expected.frame
    assert picks_of(found.ledger) == expected.picks
    issue(picks_of(found.ledger), found.frame, expected.seal, issued_at=0.0)


def flow(project: Project) -> dict[str, object]:
    with project.reading() as connection:
        return flow_counts(connection)


def test_the_flow_of_a_small_review(project: Project) -> None:
    with project.writing() as connection:
        add_search(connection, Search(database="MEDLINE"))
    fill(project, 5)
    fill(project, 3, name="b.ris")
    link(project, (1, 6))
    seal(project)
    tell(project, said(1, "include"), said(2, "include"), said(3, "exclude"))
    tell(project, said(4, "maybe"))
    tell(project, said(1, "exclude", stage="fulltext", reason="no outcome"))
    tell(project, said(2, "include", stage="fulltext"))
    found = flow(project)
    assert found["databases"] == {"made.ris": 5, "b.ris": 3}
    names = ("identified", "duplicates", "publications", "screened", "undecided")
    assert [found[name] for name in names] == [8, 1, 7, 3, 4]
    assert found["fulltext_excluded"] == {"no outcome": 1}
    assert found["included"] == 1
    content = {"result": {"verdict": "certified"}}
    with project.writing() as connection:
        add_certificate(connection, content, seal=1, by="ann", at=AT)
    found = flow(project)
    assert (found["automation_excluded"], found["undecided"]) == (3, 1)
    tell(project, said(1, "exclude", stage="fulltext", reason="not retrieved"))
    found = flow(project)
    assert (found["not_retrieved"], found["fulltext_assessed"]) == (1, 1)


steps = st.lists(
    st.tuples(
        st.integers(1, 12),
        st.sampled_from(["include", "exclude", "maybe", "undo"]),
        st.sampled_from(["ann", "bob"]),
        st.sampled_from(["abstract", "abstract", "fulltext"]),
        st.sampled_from(["", "not retrieved", "no outcome"]),
    ),
    max_size=25,
)


@settings(
    max_examples=15,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(steps, st.booleans(), st.booleans())
def test_the_flow_adds_up_whatever_was_decided(
    make_project: Maker,
    given_: list[tuple[int, str, str, str, str]],
    dual: bool,  # noqa: FBT001
    certified: bool,  # noqa: FBT001
) -> None:
    project = make_project()
    fill(project, 7)
    seal(project)
    fill(project, 5, name="b.ris")
    link(project, (2, 9), (3, 4))
    adjust(project, mode="dual" if dual else "single")
    tell(
        project,
        *(
            said(record, label, reader, stage=stage, reason=reason)
            for record, label, reader, stage, reason in given_
        ),
    )
    if certified:
        with project.writing() as connection:
            content = {"result": {"verdict": "certified"}}
            add_certificate(connection, content, seal=1, by="ann", at=AT)
    with project.reading() as connection:
        n = flow_counts(connection)
    assert n["identified"] == sum(one["records"] for one in n["sources"])
    assert n["identified"] == sum(n["databases"].values())
    assert n["identified"] == n["duplicates"] + n["publications"]
    parts = n["screened"] + n["automation_excluded"] + n["undecided"]
    assert n["publications"] == parts
    assert n["undecided"] >= 0
    assert n["screened"] == n["abstract_excluded"] + n["abstract_included"]
    assert n["abstract_excluded"] == sum(n["abstract_reasons"].values())
    sought = n["not_retrieved"] + n["fulltext_assessed"] + n["fulltext_undecided"]
    assert n["abstract_included"] == sought
    assert n["fulltext_undecided"] >= 0
    excluded = sum(n["fulltext_excluded"].values())
    assert n["fulltext_assessed"] == excluded + n["included"]


def test_papers_come_back_as_they_were_filed(project: Project) -> None:
    fill(project, 2)
    with project.writing() as connection:
        assert last_run(connection) is None
        number = add_certificate(connection, {"a": [1, "é"]}, seal=None, by="a", at=AT)
        add_run(connection, "svm", labels=3, turn=4, seconds=0.5, at=AT)
        add_sample(connection, "overlap", [2, 1], by="a", at=AT, facts={"share": 0.5})
        log(connection, "imported", by="a", at=AT, facts={"records": 2})
        add_note(connection, 2, " well \0done ", reader="a", at=AT)
    with project.reading() as connection:
        assert certificates(connection) == [certificate(connection, number)]
        assert certificate(connection, 10**20) is None
        run = last_run(connection)
        assert run is not None
        assert (run["model"], run["labels"], run["turn"]) == ("svm", 3, 4)
        assert samples_of(connection)[0]["records"] == [2, 1]
        assert log_rows(connection)[0]["facts"] == {"records": 2}
        assert notes_on(connection, [1, 2])[2][0]["text"] == "well done"
