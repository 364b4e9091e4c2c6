"""A whole review without a mouse: every stop is seen, nothing catches the focus."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from thresher.web.pages.shells import PAGES

from .keyboard import choose_files, go_to, press_on, stop, stops, tab_to
from .labs import Desk, Lab, new_project, ris
from .reading import READY, begin, decide, title, until_saved

RECORDS = 24
TWIN = {"TI": "Vitamin and placebo in hypertension of the old", "DO": "", "PY": "2001"}
KEYS = {"include": "y", "exclude": "n"}
NEAR = {**TWIN, "TI": "Vitamin and placebo in hypertension of the aged"}


def make_project(page: Page, lab: Lab, file: Path) -> Desk:
    """Open the lab, make a project and bring a file in."""
    page.goto(lab.base)
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    tab_to(page, "A new project")
    page.keyboard.type("By keys")
    page.keyboard.press("Enter")
    page.wait_for_url("**/import")
    expect(page.get_by_text("Nothing imported yet")).to_be_visible()
    choose_files(page, [file])
    expect(page.locator(".files li")).to_have_count(1)
    press_on(page, "Leave out search.ris")
    assert (stop(page) or {})["id"] == "files"  # not thrown back to the top
    choose_files(page, [file])
    press_on(page, "Where the files come from", key=" ")
    tab_to(page, "Database")
    page.keyboard.type("MEDLINE")
    press_on(page, "Import", tag="button")
    expect(page.get_by_role("heading", name="1 file")).to_be_visible()
    return Desk(lab, page.context.request, page.url.split("/")[4])


def judge_pairs(page: Page, desk: Desk) -> int:
    """Answer the pair by Enter, take it back, and answer it by its key."""
    go_to(page, "Duplicates", "**/duplicates")
    press_on(page, "Look for duplicates")
    expect(page.get_by_role("button", name="Same work")).to_be_visible()
    waiting = desk.get("/duplicates")["waiting"]
    press_on(page, "Same work")
    expect(page.get_by_role("button", name="Undo")).to_be_visible()
    assert stop(page) is not None
    page.keyboard.press("u")
    expect(page.get_by_role("button", name="Same work")).to_be_visible()
    assert desk.get("/duplicates")["waiting"] == waiting
    for _ in range(waiting):
        page.keyboard.press("s")
        page.wait_for_timeout(200)
    expect(page.get_by_text("No doubtful pair waits")).to_be_visible()
    return int(desk.get("/duplicates")["publications"])


def write_criteria(page: Page) -> None:
    go_to(page, "Question and criteria", "**/criteria")
    texts = {
        "What does the review ask?": "Does vitamin D help?",
        "A study is included if…": "It is a trial",
        "Speak for inclusion": "vitamin",
        "By title and abstract": "Wrong design",
    }
    for name, text in texts.items():
        tab_to(page, name)
        page.keyboard.type(text)
    press_on(page, "Add a tag")
    assert (stop(page) or {})["name"] == "Tag"  # ready to be typed
    page.keyboard.type("dose")
    page.keyboard.press("Tab")
    page.keyboard.type("d")
    press_on(page, "Save")
    expect(page.get_by_text("Saved.")).to_be_visible()


def screen(page: Page, desk: Desk, total: int) -> None:
    """Note, tag, reason, undo, help, and decisions by key and by button."""
    go_to(page, "Screen", "**/screen")
    page.wait_for_function(READY)
    page.keyboard.press("c")
    page.keyboard.type("yes and no")
    page.keyboard.press("Escape")
    page.keyboard.press("d")
    first = decide(page, "1")
    decide(page, "u")
    expect(page.locator("#record-title")).to_have_text(first)
    expect(page.locator("#note")).to_have_value("yes and no")
    for at in range(total):
        page.wait_for_function(READY)
        words = f"{title(page)} {page.locator('.abstract').inner_text()}".lower()
        action = "include" if "vitamin" in words else "exclude"
        if at == 1:
            press_on(page, action)
            assert (stop(page) or {})["action"] == action  # the button keeps the focus
        else:
            decide(page, KEYS[action])
    expect(page.locator("#nothing")).to_contain_text("Nothing left to read")
    until_saved(page)
    rows = desk.ledger()
    assert [row["label"] for row in rows[:2]] == ["exclude", "undo"]
    assert (rows[0]["reason"], rows[0]["note"]) == ("Wrong design", "yes and no")
    assert rows[0]["tags"] == ["dose"]


def finish(page: Page) -> None:
    """Progress, certificate, and every file out."""
    go_to(page, "Progress", "**/progress")
    expect(page.locator(".verdict")).to_contain_text("You may stop")
    press_on(page, "The numbers", key=" ")
    expect(page.locator("details[open] table").first).to_be_visible()
    go_to(page, "Certificate", "**/certificate")
    press_on(page, "Issue a certificate")
    expect(page.get_by_role("heading", name="Recall 100 %")).to_be_visible()
    press_on(page, "Verify")
    expect(page.get_by_text("Verified:")).to_be_visible()
    go_to(page, "Export and report", "**/report")
    tab_to(page, "Which")
    page.keyboard.press("ArrowDown")
    for name in ("Save the records", "SVG", "Plain text", "Save the zip"):
        with page.expect_download(timeout=60_000) as saved:
            press_on(page, name)
        assert saved.value.path().stat().st_size > 100, name


def test_a_whole_review_needs_no_mouse(page: Page, lab: Lab, tmp_path: Path) -> None:
    file = tmp_path / "search.ris"
    file.write_text(ris(RECORDS, special={1: TWIN, 2: NEAR}))
    desk = make_project(page, lab, file)
    total = judge_pairs(page, desk)
    assert total == RECORDS - 1
    write_criteria(page)
    screen(page, desk, total)
    finish(page)


@pytest.fixture(scope="module")
def read_some(browser: Browser, lab: Lab) -> Iterator[Desk]:
    """A project with something on every page."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(lab.address)
    desk = new_project(page, lab, ris(16, special={1: TWIN, 2: NEAR}))
    tags = [{"name": "dose", "key": "d"}, {"name": "look", "key": ""}]
    reasons = {"abstract": ["Wrong design"], "fulltext": ["No text"]}
    desk.put("/settings", {"tags": tags, "reasons": reasons})
    begin(page, desk.screen)
    for _ in range(8):
        decide(page, "y" if "vitamin" in title(page).lower() else "n")
    until_saved(page)
    yield desk
    context.close()


@pytest.mark.parametrize("width", [1280, 390])
def test_the_tab_key_goes_through_every_page_and_out_again(
    page: Page, read_some: Desk, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    for name in PAGES:
        page.goto(read_some.page(name))
        expect(page.locator("[aria-busy=true]")).to_have_count(0)
        if name == "screen":
            page.wait_for_function(READY)
        found = stops(page)
        assert found[0]["name"] == "Skip to the page", name
        assert len(found) > 3, name
        back = stops(page, key="Shift+Tab")
        assert {one["name"] for one in back} == {one["name"] for one in found}, name


def test_the_skip_link_leads_past_the_menu(page: Page, read_some: Desk) -> None:
    page.goto(read_some.page("history"))
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert (stop(page) or {})["name"] == "Reader"


def test_a_dialog_keeps_the_focus_inside_and_gives_it_back(
    page: Page, read_some: Desk
) -> None:
    begin(page, read_some.screen)
    press_on(page, "help")
    expect(page.locator("dialog")).to_be_visible()
    for _ in range(4):
        page.keyboard.press("Tab")
        assert page.evaluate("() => !document.activeElement.closest('#desk, header')")
    page.keyboard.press("y")  # no decision behind an open dialog
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_be_hidden()
    assert (stop(page) or {})["action"] == "help"
    assert page.evaluate("() => window.thresherDesk.made.length") == 0


def test_a_tag_pressed_by_key_keeps_the_focus(page: Page, read_some: Desk) -> None:
    begin(page, read_some.screen)
    tab_to(page, "look")
    page.keyboard.press(" ")
    assert (stop(page) or {})["name"] == "look"
    expect(page.get_by_role("button", name="look")).to_have_attribute(
        "aria-pressed", "true"
    )


def test_a_key_is_chosen_by_keys_alone_also_one_that_needs_shift(
    page: Page, read_some: Desk
) -> None:
    page.goto(read_some.page("settings"))
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    press_on(page, "include")
    page.keyboard.press("Shift+!")
    assert (stop(page) or {})["action"] == "include"
    expect(page.locator("[data-action=include]")).to_have_text("!")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")  # moved on: nothing is chosen
    expect(page.locator("[data-action=include]")).to_have_text("!")
    assert (stop(page) or {})["action"] == "exclude"
