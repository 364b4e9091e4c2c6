"""A claim is chosen before the first draw, and every seal is counted."""

import pytest
from sqlalchemy import Connection

from thresher.certification.stopping.advisor import Advice
from thresher.errors import InputError
from thresher.screening.ledger import Chosen, Ledger
from thresher.store.certifying import certify_now
from thresher.store.claiming import change_project
from thresher.store.link_rows import current_links, undo_links
from thresher.store.project import Project
from thresher.store.reporting.course import course_of
from thresher.store.reporting.papers import methods_of
from thresher.store.seal_count import SealCount, seal_count
from thresher.store.seal_rows import fixed_seal, seal_now, seal_of, seals_of
from thresher.store.setting_rows import change_settings, settings_of

from .lab import AT, draw, fill, link, said, seal, tell


def change(connection: Connection, **changes: object) -> None:
    change_project(connection, changes, by="ann", at=AT)


def test_before_the_first_draw_another_claim_may_be_sealed(project: Project) -> None:
    fill(project, 5)
    seal(project)
    tell(project, said(1, "include"))
    with project.writing() as connection:
        change(connection, target=0.9)
        assert seal_now(connection, 0.9, 0.05).seal.target == 0.9
        assert fixed_seal(connection) is None


@pytest.mark.parametrize("claim", [(0.9, 0.05), (0.95, 0.1)])
def test_after_the_first_draw_the_claim_on_these_records_stays(
    project: Project, claim: tuple[float, float]
) -> None:
    """With a new seal after every hit, false certificates came up to 54 %."""
    fill(project, 5)
    first = seal(project)
    draw(project)
    target, alpha = claim
    with pytest.raises(InputError, match="stays that one"), project.writing() as one:
        seal_now(one, target, alpha)
    with pytest.raises(InputError, match="stays that one"), project.writing() as one:
        change(one, question="changed?", target=target, alpha=alpha)
    with project.writing() as connection:
        change(connection, target=0.95, question="Other words")  # the same claim
        assert settings_of(connection)["question"] == "Other words"
        assert seal_now(connection, 0.95, 0.05) == first
        assert len(seals_of(connection)) == 1


def test_a_link_more_or_less_frees_no_claim_and_brings_no_second_seed(
    project: Project,
) -> None:
    fill(project, 6)
    first = seal(project)
    draw(project)
    link(project, (2, 5))
    with pytest.raises(InputError, match="stays that one"), project.writing() as one:
        seal_now(one, 0.9, 0.05)
    second = seal(project)  # the same claim, on the frame as it is now
    assert second.id != first.id
    with project.writing() as connection:
        [found] = current_links(connection)
        undo_links(connection, [found.id], reader="ann", at=AT)
    assert seal(project) == second  # and not a third seed, for the frame of the first
    with pytest.raises(InputError, match="stays that one"), project.writing() as one:
        seal_now(one, 0.9, 0.05)


def test_records_that_came_may_be_sealed_anew_and_the_seals_are_counted(
    project: Project,
) -> None:
    fill(project, 5)
    first = seal(project)
    draw(project)
    fill(project, 1, name="one more.ris")
    with project.writing() as connection:
        change(connection, alpha=0.1)
        second = seal_now(connection, 0.95, 0.1)
    fill(project, 1, name="and another.ris")
    with project.writing() as connection:
        third = seal_now(connection, 0.95, 0.05)  # nothing was drawn by the second
        assert seal_of(connection) == third
        assert seal_count(connection, first.id) == SealCount(seals=1, alpha=0.05)
        assert seal_count(connection, second.id) == SealCount(seals=2, alpha=0.15)
        found = seal_count(connection, third.id)
    assert found == SealCount(seals=2, alpha=0.1)
    assert "the 2nd seal" in found.says
    assert "at most 10 %" in found.says


def test_the_only_seal_of_a_project_needs_no_word() -> None:
    assert SealCount(seals=1, alpha=0.05).says == ""
    assert "the 11th seal" in SealCount(seals=11, alpha=0.55).says
    assert "the 21st seal" in SealCount(seals=21, alpha=1.0).says
    assert "the 4th seal" in SealCount(seals=4, alpha=0.2).says


def test_a_bound_is_told_with_the_claim_it_was_sealed_for(project: Project) -> None:
    """The page said 99 % confidence of what was tested at 80 %."""
    fill(project, 30)
    with project.writing() as connection:
        change(connection, target=0.8, alpha=0.2)
        sealed = seal_now(connection, 0.8, 0.2).seal
    tell(project, *(said(one, "include") for one in range(1, 6)))
    tell(project, *(said(one, "exclude") for one in draw(project, 20)))
    with project.writing() as connection:  # a project of before: now it is refused
        before = course_of(connection).facts()
        changed = {"target": 0.97, "alpha": 0.01}
        change_settings(connection, changed, by="ann", at=AT)
        after = course_of(connection).facts()
    assert before["notes"] == []
    assert after["commitment"] == sealed.commitment
    assert (after["target"], after["alpha"]) == (0.8, 0.2)
    assert after["bound"] == before["bound"]
    [note] = after["notes"]
    assert "settings say recall of 97 % with 99 % confidence" in note
    assert "is recall of 80 % with 80 %" in note
    assert after["advice"] == before["advice"]


def test_without_a_seal_the_course_tells_the_claim_of_the_settings(
    project: Project,
) -> None:
    fill(project, 3)
    with project.writing() as connection:
        change(connection, target=0.9)
        facts = course_of(connection).facts()
    assert (facts["target"], facts["commitment"], facts["notes"]) == (0.9, None, [])


def test_the_course_counts_the_seals_that_were_drawn_by(project: Project) -> None:
    fill(project, 5)
    seal(project)
    draw(project)
    fill(project, 1, name="one more.ris")
    seal(project)
    with project.reading() as connection:
        [note] = course_of(connection).facts()["notes"]
    assert "the 2nd seal" in note


def test_records_the_lab_took_at_random_are_no_draws_for_any_rule(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(project, 30)
    seal(project)
    tell(project, said(1, "include", chosen="ranked"))
    tell(project, *(said(one, "exclude", chosen="random") for one in range(2, 28)))
    with project.reading() as connection:
        advice = course_of(connection).facts()["advice"]
    [told] = [one for one in advice if one["rule"] == "certificate"]
    assert told["says"] == "recall of 0.250 or more so far"  # as the seal has it
    seen: list[Ledger] = []

    def watched(ledger: Ledger, **_: object) -> list[Advice]:
        seen.append(ledger)
        return []

    monkeypatch.setattr("thresher.store.reporting.course.progress_advice", watched)
    with project.reading() as connection:
        course_of(connection)
    [ledger] = seen
    assert {row.chosen for row in ledger.rows} == {Chosen.RANKED}


def test_methods_tell_the_claim_of_the_certificate_whatever_is_set_now(
    project: Project,
) -> None:
    fill(project, 20)
    seal(project)
    tell(project, said(1, "include"))
    tell(project, *(said(one, "exclude") for one in draw(project, 19)))
    with project.writing() as connection:
        certify_now(connection, by="ann", at=AT)
    fill(project, 1, name="one more.ris")
    with project.writing() as connection:
        change(connection, target=0.9, alpha=0.1)
        found = methods_of(connection)
    assert (found.target, found.alpha) == (0.95, 0.05)
