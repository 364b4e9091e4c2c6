"""A page is one reader's, on one project: nothing of it is kept as another's."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from .conftest import Visit
from .labs import Desk, Lab, new_project, ris, running_lab, running_team
from .reading import READY, begin, decide, title, until_saved
from .test_team import PASSWORD, joined

OVERTAKEN = "is signed in here now; reload the page"


@dataclass(frozen=True)
class Two:
    """Ann's browser, in which Bob signs in too, and a project that both read."""

    lab: Lab
    desk: Desk
    page: Page


@pytest.fixture
def two(browser: Browser, visit: Visit, tmp_path: Path) -> Iterator[Two]:
    with running_team(tmp_path) as (lab, link):
        owner = browser.new_context()
        page = owner.new_page()
        joined(page, link, "olga")
        desk = new_project(page, lab, ris(20))
        context = visit(lab)
        for name in ("bob", "ann"):  # who came last is signed in
            page.goto(desk.page("team"))
            page.get_by_role("button", name="Make a link").click()
            invitation = page.get_by_label("Invitation link").input_value()
            one = context.new_page()
            joined(one, invitation, name)
            one.close()
        yield Two(lab, desk, context.new_page())
        owner.close()


def as_reader(page: Page, lab: Lab, name: str) -> None:
    """Sign in as another reader, in this browser."""
    page.goto(lab.base)
    page.get_by_role("button", name="Sign out").click()
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="Projects")).to_be_visible()


def test_a_tab_that_stayed_open_decides_nothing_in_the_next_readers_name(
    two: Two,
) -> None:
    ann = two.page
    begin(ann, two.desk.screen)
    ann.context.route("**/decisions", lambda route: route.abort())
    for key in "yn":
        decide(ann, key)
    expect(ann.locator("#saved")).to_contain_text("2 decisions waiting")
    other = ann.context.new_page()
    as_reader(other, two.lab, "bob")
    ann.context.unroute("**/decisions")
    ann.evaluate("() => window.thresherDesk.outbox.flush()")
    expect(ann.locator("#banner")).to_contain_text(f"Bob {OVERTAKEN}")
    ann.keyboard.press("y")  # the page takes nothing more
    assert ann.evaluate("() => window.thresherDesk.outbox.waiting") == 2
    assert two.desk.ledger() == []
    ann.get_by_role("link", name="Reload").click()
    expect(ann.locator("#who")).to_contain_text("Bob")
    decide(ann, "y")
    until_saved(ann)
    assert [row["reader"] for row in two.desk.ledger()] == ["bob"]
    as_reader(other, two.lab, "ann")  # and what is hers goes out as hers
    expect(other.locator("#banner")).to_contain_text("2 decisions of an earlier visit")
    rows = two.desk.ledger()
    assert [row["reader"] for row in rows] == ["bob", "ann", "ann"]


def test_a_half_written_note_is_its_readers_own(two: Two) -> None:
    page = two.page
    begin(page, two.desk.screen)
    told = title(page)
    page.keyboard.press("c")
    page.keyboard.type("wrong dose")
    page.keyboard.press("Escape")
    notes = {}
    for name in ("bob", "ann"):
        as_reader(page, two.lab, name)
        begin(page, two.desk.screen)
        while title(page) != told:
            decide(page, "s")
            page.wait_for_function(READY)
        notes[name] = page.locator("#note").input_value()
    assert notes == {"bob": "", "ann": "wrong dose"}


def test_a_tab_of_a_lab_started_again_for_another_reader_decides_nothing(
    tmp_path: Path, visit: Visit
) -> None:
    with running_lab(tmp_path / "house") as first:
        context = visit(first)
        page = context.new_page()
        desk = new_project(page, first, ris(20))
        begin(page, desk.screen)
        first.kill()
        decide(page, "y")
        expect(page.locator("#saved")).to_contain_text("1 decision waiting")
    with running_lab(tmp_path / "house", port=first.port, reader="bob") as second:
        context.request.get(second.address)
        expect(page.locator("#banner")).to_contain_text(f"bob {OVERTAKEN}")
        assert desk.ledger() == []


def test_decisions_wait_for_their_own_review_whatever_its_file_is_called(
    tmp_path: Path, visit: Visit
) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    with running_lab(tmp_path / "one") as first:
        context = visit(first)
        page = context.new_page()
        desk = new_project(page, first, ris(20, seed=1), name="review")
        begin(page, desk.screen)
        page.keyboard.press("c")
        page.keyboard.type("of the first review")
        page.keyboard.press("Escape")
        first.kill()
        told = [decide(page, key) for key in "yn"]
        expect(page.locator("#saved")).to_contain_text("2 decisions waiting")
    with running_lab(tmp_path / "two", port=first.port) as second:
        context.request.get(second.address)
        later = context.new_page()
        other = new_project(later, second, ris(20, seed=2), name="review")
        assert other.project == desk.project
        expect(page.locator("#banner")).to_contain_text("Another project is at this")
        later.goto(second.base)
        expect(later.locator("#banner")).to_contain_text("2 decisions waiting")
        begin(later, other.screen)
        decide(later, "y")
        until_saved(later)
        assert len(other.ledger()) == 1
        later.close()
        page.close(run_before_unload=False)
    with running_lab(tmp_path / "one", port=first.port) as third:
        context.request.get(third.address)
        page = context.new_page()
        page.goto(third.base)
        expect(page.locator("#banner")).to_contain_text("2 decisions of an earlier")
        rows = Desk(third, context.request, desk.project).ledger()
        assert [row["title"] for row in rows] == told
