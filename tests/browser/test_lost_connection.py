"""Lost connections, closed tabs and dead servers: nothing gets lost."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from playwright.sync_api import Page, Route, expect

from thresher.store.project import create_project

from .conftest import Visit
from .labs import Desk, new_project, ris, running_lab
from .reading import begin, decide, made, until_saved


def test_decisions_made_offline_wait_and_go_out_when_the_line_is_back(
    page: Page, desk: Desk
) -> None:
    begin(page, desk.screen)
    page.context.set_offline(True)
    for key in "yny":
        decide(page, key)
    expect(page.locator("#saved")).to_contain_text("3 decisions waiting to be sent")
    page.context.set_offline(False)
    until_saved(page)
    assert [row["label"] for row in desk.ledger()] == ["include", "exclude", "include"]
    assert [row["uid"] for row in desk.ledger()] == [one["uid"] for one in made(page)]


def test_a_reader_without_a_line_reads_on_and_is_told_when_records_run_out(
    page: Page, desk: Desk
) -> None:
    begin(page, desk.screen)
    held = page.evaluate("() => window.thresherDesk.queue.items.length")
    page.context.set_offline(True)
    for _ in range(held):
        decide(page, "n")
    expect(page.locator("#nothing")).to_contain_text("safe on this device")
    page.context.set_offline(False)
    until_saved(page)
    page.wait_for_function("() => window.thresherDesk.ready")
    assert len(desk.ledger()) == held


def test_decisions_of_a_closed_tab_are_sent_at_the_next_visit(
    page: Page, desk: Desk
) -> None:
    begin(page, desk.screen)
    page.context.set_offline(True)
    for key in "yn":
        decide(page, key)
    told = [one["uid"] for one in made(page)]
    page.close(run_before_unload=False)
    page.context.set_offline(False)
    later = page.context.new_page()
    later.goto(desk.lab.base)
    expect(later.locator("#banner")).to_contain_text("2 decisions of an earlier visit")
    assert [row["uid"] for row in desk.ledger()] == told


def test_another_readers_waiting_decisions_are_not_sent_in_this_ones_name(
    page: Page, desk: Desk
) -> None:
    page.goto(desk.lab.base)
    decision = {"uid": "0b5cf6b4-9b0c-4a6e-8c0b-1f2e3d4c5b6a", "record": 1}
    decision |= {"stage": "abstract", "label": "include"}
    key = f"thresher.waiting|ben|{desk.project}|000000000000000001|x"
    page.evaluate("([k, v]) => localStorage.setItem(k, v)", [key, json.dumps(decision)])
    begin(page, desk.screen)
    decide(page, "n")
    until_saved(page)
    assert [row["label"] for row in desk.ledger()] == ["exclude"]
    assert page.evaluate("k => localStorage.getItem(k)", key) is not None


def test_a_decision_that_is_not_accepted_is_kept_and_shown(
    page: Page, desk: Desk
) -> None:
    begin(page, desk.screen)
    page.evaluate(
        """() => window.thresherDesk.outbox.add({uid: crypto.randomUUID(),
        record: 999999, stage: "abstract", label: "include"})"""
    )
    decide(page, "n")
    page.get_by_role("button", name="1 not accepted").click()
    expect(page.locator("dialog")).to_contain_text("record 999999")
    page.get_by_role("button", name="Put away").click()
    until_saved(page)
    assert [row["label"] for row in desk.ledger()] == ["exclude"]


FULL = """() => { Storage.prototype.setItem = () => {
throw new DOMException("full", "QuotaExceededError"); }; }"""
LEAVING = """() => { const leaving = new Event("beforeunload", {cancelable: true});
dispatchEvent(leaving); return leaving.defaultPrevented; }"""
BOX = """async () => {
const links = [...document.querySelectorAll("link[rel=modulepreload]")];
const {Outbox} = await import(links.find(({href}) => /outbox.js$/.test(href)).href);
new Outbox("ann", "none", "none").add({uid: crypto.randomUUID(), record: 1}); }"""


def test_a_refused_decision_is_kept_and_shown_where_nothing_can_be_stored(
    page: Page, desk: Desk
) -> None:
    begin(page, desk.screen)
    page.evaluate(FULL)
    assert not page.evaluate(LEAVING)
    page.evaluate(
        """() => window.thresherDesk.outbox.add({uid: crypto.randomUUID(),
        record: 999999, stage: "abstract", label: "include"})"""
    )
    expect(page.locator("#saved")).to_contain_text("All else is saved.")
    assert page.evaluate(LEAVING)
    page.get_by_role("button", name="1 not accepted").click()
    expect(page.locator("dialog")).to_contain_text("record 999999")
    page.get_by_role("button", name="Put away").click()
    expect(page.locator("#saved")).to_contain_text("All saved")
    assert not page.evaluate(LEAVING)


def test_a_refused_decision_that_storage_has_no_room_for_is_told_again_later(
    page: Page, desk: Desk
) -> None:
    begin(page, desk.screen)
    page.evaluate(
        """() => window.thresherDesk.outbox.add({uid: crypto.randomUUID(),
        record: 999999, stage: "abstract", label: "include"})"""
    )
    page.evaluate(FULL)  # what waits is stored already
    expect(page.get_by_role("button", name="1 not accepted")).to_be_visible()
    page.close(run_before_unload=False)
    later = page.context.new_page()
    begin(later, desk.screen)
    expect(later.get_by_role("button", name="1 not accepted")).to_be_visible()


def test_every_page_that_decides_asks_before_it_loses_what_is_not_stored(
    page: Page, desk: Desk
) -> None:
    page.goto(desk.page("records"))
    page.route("**/decisions", lambda route: route.abort())
    assert not page.evaluate(LEAVING)
    page.evaluate(FULL)
    page.evaluate(BOX)
    assert page.evaluate(LEAVING)


def test_half_a_character_in_a_note_costs_no_decision(page: Page, desk: Desk) -> None:
    begin(page, desk.screen)
    page.evaluate("() => { document.getElementById('note').value = 'cut \\ud83d'; }")
    decide(page, "n")
    until_saved(page)
    assert [row["note"] for row in desk.ledger()] == ["cut \ufffd"]


def test_a_decision_that_the_server_stumbles_over_holds_up_no_other(
    page: Page, desk: Desk
) -> None:
    begin(page, desk.screen)
    bad = page.evaluate("() => window.thresherDesk.shown.record.id")

    def stumble(route: Route) -> None:
        sent = json.loads(route.request.post_data or "")["decisions"]
        if any(one["record"] == bad for one in sent):
            route.fulfill(status=500, body="")
        else:
            route.continue_()

    page.route("**/decisions", stumble)
    decide(page, "y")
    decide(page, "u")
    decide(page, "m")
    for key in "nn":
        decide(page, key)
    expect(page.locator("#saved")).to_contain_text("3 decisions waiting")
    assert [row["label"] for row in desk.ledger()] == ["exclude", "exclude"]
    page.unroute("**/decisions")
    page.get_by_role("button", name="Send now").click()
    until_saved(page)
    rows = [row["label"] for row in desk.ledger() if row["record"] == bad]
    assert rows == ["include", "undo", "maybe"]


def test_a_killed_server_that_comes_back_gets_every_decision(
    tmp_path: Path, visit: Visit
) -> None:
    with running_lab(tmp_path / "house") as first:
        context = visit(first)
        page = context.new_page()
        desk = new_project(page, first, ris(60))
        begin(page, desk.screen)
        decide(page, "y")
        until_saved(page)
        first.kill()
        for key in "nny":
            decide(page, key)
        expect(page.locator("#saved")).to_contain_text("3 decisions waiting")
        told = [one["uid"] for one in made(page)]
    with running_lab(tmp_path / "house", port=first.port) as second:
        context.request.get(second.address)  # lets the reader in again, sends nothing
        until_saved(page)
        assert [row["uid"] for row in desk.ledger()] == told


def test_a_lab_started_again_as_it_was_gets_what_waited_in_the_browser(
    tmp_path: Path, visit: Visit
) -> None:
    with running_lab(tmp_path / "house", port=None) as first:
        context = visit(first)
        page = context.new_page()
        desk = new_project(page, first, ris(20))
        begin(page, desk.screen)
        first.kill()
        for key in "yn":
            decide(page, key)
        expect(page.locator("#saved")).to_contain_text("2 decisions waiting")
        page.close(run_before_unload=False)
    with running_lab(tmp_path / "house", port=None) as second:
        later = context.new_page()
        later.goto(second.address)
        expect(later.locator("#banner")).to_contain_text("2 decisions of an earlier")
        assert [row["label"] for row in desk.ledger()] == ["include", "exclude"]


def test_a_project_file_that_was_away_gets_every_decision(
    visit: Visit, tmp_path: Path
) -> None:
    with running_lab(tmp_path) as lab:
        page = visit(lab).new_page()
        desk = new_project(page, lab, ris(20))
        begin(page, desk.screen)
        decide(page, "n")
        until_saved(page)
        (file,) = tmp_path.glob("*.thresher")
        away = file.rename(tmp_path / "away")
        decide(page, "y")
        expect(page.locator("#saved")).to_contain_text("waiting")
        expect(page.get_by_text("not accepted")).to_have_count(0)
        away.rename(file)
        until_saved(page)
        assert [row["label"] for row in desk.ledger()] == ["exclude", "include"]


def test_a_project_that_cannot_be_opened_says_so_in_the_list(
    visit: Visit, tmp_path: Path
) -> None:
    file = tmp_path / "newer.thresher"
    with create_project(file):
        pass
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA user_version = 99")
    with running_lab(tmp_path) as lab:
        page = visit(lab).new_page()
        page.goto(lab.base)
        card = page.locator("li.project")
        expect(card).to_contain_text("was made by a newer Thresher")
        expect(card.get_by_role("link")).to_have_count(0)


def test_a_reader_who_will_not_wait_sends_at_once(page: Page, desk: Desk) -> None:
    begin(page, desk.screen)
    page.route("**/decisions", lambda route: route.abort())
    decide(page, "y")
    expect(page.locator("#saved")).to_contain_text("1 decision waiting")
    page.evaluate("() => { window.thresherDesk.outbox.wait = 1e9; }")
    decide(page, "n")  # is tried at once, and next after half a minute
    expect(page.locator("#saved")).to_contain_text("2 decisions waiting")
    page.wait_for_function("() => !window.thresherDesk.outbox.running")
    page.unroute("**/decisions")
    page.get_by_role("button", name="Send now").click()
    until_saved(page)
    assert [row["label"] for row in desk.ledger()] == ["include", "exclude"]


def test_two_tabs_never_decide_one_record_twice(page: Page, desk: Desk) -> None:
    begin(page, desk.screen)
    other = page.context.new_page()
    begin(other, desk.screen)
    for key in "yny":
        decide(page, key)
        decide(other, key)
    until_saved(page)
    until_saved(other)
    rows = desk.ledger()
    assert len(rows) == 6
    assert len({row["record"] for row in rows}) == 6


def test_a_record_decided_in_another_tab_leaves_this_one_and_says_so(
    page: Page, desk: Desk
) -> None:
    begin(page, desk.screen)
    shown = page.evaluate("() => window.thresherDesk.shown")
    other = page.context.new_page()
    begin(other, desk.screen)
    other.evaluate(
        """item => { const desk = window.thresherDesk; desk.queue.putFirst(item);
        desk.begin(); }""",
        shown,
    )
    decide(other, "y")
    expect(page.locator("#toasts")).to_contain_text("another tab")
    assert (
        page.evaluate("() => window.thresherDesk.shown.record.id")
        != (shown["record"]["id"])
    )
