"""How pages look and feel: touch, paper, zoom, darkness, chosen keys."""

import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import (
    Browser,
    CDPSession,
    FloatRect,
    Locator,
    Page,
    expect,
)

from thresher.web.pages.shells import PAGES

from .conftest import PHONE, Visit
from .labs import Desk, Lab, new_project, ris
from .reading import READY, begin, decide, title, until_saved

CHECKS = (Path(__file__).parent / "accessibility.js").read_text()


@pytest.fixture(scope="module")
def read_some(browser: Browser, lab: Lab) -> Iterator[Desk]:
    """A project with decisions of each kind, terms, reasons, tags and criteria."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(lab.address)
    desk = new_project(page, lab, ris(120))
    desk.put(
        "/settings",
        {
            "question": "Does vitamin D lower mortality?",
            "criteria": {"include": ["A trial"], "exclude": ["Mice"]},
            "terms": {"include": ["vitamin", "patients"], "exclude": ["mice", "data"]},
            "reasons": {"abstract": ["Wrong design"], "fulltext": ["No text"]},
            "tags": [{"name": "dose", "key": "d"}],
        },
    )
    begin(page, desk.screen)
    for at in range(24):
        matters = "vitamin" in title(page).lower()
        decide(page, "m" if at == 5 else "y" if matters else "n")
        if at in (3, 4):
            decide(page, "u")
            decide(page, "1")
    until_saved(page)
    yield desk
    context.close()


def swiped(touch: CDPSession, card: Locator, by: tuple[int, int]) -> None:
    """Move a finger over the record, as a touch screen tells it."""
    box = card.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + 120
    steps = [(x + by[0] * part / 6, y + by[1] * part / 6) for part in range(7)]
    for kind, points in (
        ("touchStart", steps[:1]),
        *(("touchMove", [one]) for one in steps[1:]),
        ("touchEnd", []),
    ):
        at = [{"x": a, "y": b} for a, b in points]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})


def test_a_swipe_decides_only_where_it_was_asked_for(
    lab: Lab, visit: Visit, read_some: Desk
) -> None:
    phone = visit(lab, **PHONE).new_page()
    touch = phone.context.new_cdp_session(phone)
    card = phone.locator("#card")
    begin(phone, read_some.screen)
    swiped(touch, card, (200, 0))
    phone.wait_for_timeout(300)
    assert phone.evaluate("() => window.thresherDesk.made.length") == 0
    phone.goto(read_some.page("settings"))
    phone.get_by_label("Swipe to decide").check()
    begin(phone, read_some.screen)
    swiped(touch, card, (40, 0))  # too short
    swiped(touch, card, (10, 150))  # scrolling
    for by, label in ((200, "include"), (-200, "exclude")):
        phone.wait_for_function(READY)
        before = phone.evaluate("() => window.thresherDesk.made.length")
        swiped(touch, card, (by, 5))
        phone.wait_for_function(
            f"() => window.thresherDesk.made.length === {before + 1}"
        )
        made = phone.evaluate("() => window.thresherDesk.made[0].decision.label")
        assert made == label
    assert phone.evaluate("() => window.thresherDesk.made.length") == 2
    until_saved(phone)


@pytest.mark.parametrize("name", ["progress", "history", "certificate", "report"])
def test_paper_shows_the_page_and_nothing_to_press(
    page: Page, read_some: Desk, name: str
) -> None:
    page.emulate_media(media="print", color_scheme="dark")
    page.goto(read_some.page(name))
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    expect(page.locator("header.top")).to_be_hidden()
    for button in page.locator("main button, main a.button").all():
        expect(button).to_be_hidden()
    assert page.evaluate(
        "() => getComputedStyle(document.documentElement).backgroundColor"
    ) == ("rgb(255, 255, 255)")
    ink = page.evaluate("() => getComputedStyle(document.querySelector('h1')).color")
    assert max(map(int, re.findall(r"\d+", ink)[:3])) < 90, ink  # dark on white
    assert len(page.locator("main").inner_text()) > 40


def test_a_record_prints_whole_without_its_buttons(page: Page, read_some: Desk) -> None:
    begin(page, read_some.screen)
    page.emulate_media(media="print")
    expect(page.locator("#actions")).to_be_hidden()
    expect(page.locator("#record-title")).to_be_visible()
    expect(page.locator(".abstract").first).to_be_visible()


@pytest.mark.parametrize("dark", ["light", "dark"])
@pytest.mark.parametrize("width", [640, 390])  # 1280 at 200 %, a narrow window
def test_every_page_reads_well_at_twice_the_size_and_in_a_narrow_window(
    lab: Lab, visit: Visit, read_some: Desk, *, width: int, dark: str
) -> None:
    page = visit(
        lab,
        viewport={"width": width, "height": 360},
        device_scale_factor=2,
        color_scheme=dark,
    ).new_page()
    found = {}
    for name in PAGES:
        page.goto(read_some.page(name))
        expect(page.locator("[aria-busy=true]")).to_have_count(0)
        if problems := page.evaluate(CHECKS):
            found[name] = problems
    assert found == {}


def test_marks_labels_and_dialogs_are_readable_in_the_dark(
    lab: Lab, visit: Visit, read_some: Desk
) -> None:
    page = visit(lab, color_scheme="dark").new_page()
    begin(page, read_some.screen)
    page.keyboard.press("w")
    expect(page.locator(".lifts li").first).to_be_visible()
    page.keyboard.press("p")
    expect(page.locator(".legend")).to_be_visible()
    page.keyboard.press("u")
    expect(page.locator(".again")).to_be_visible()  # and a message beside it
    assert page.evaluate(CHECKS) == []
    page.keyboard.press("?")
    expect(page.locator("dialog")).to_be_visible()
    assert page.evaluate(CHECKS) == []
    page.keyboard.press("Escape")
    decide(page, "n")
    until_saved(page)


GROUPS = """() => [...document.querySelectorAll('.top nav .group')].map((one) => {
  const box = one.getBoundingClientRect();
  return {left: box.left, top: box.top, height: box.height};
})"""


@pytest.mark.parametrize("width", [1280, 1100, 900, 780])
def test_the_menu_has_a_line_between_groups_and_none_where_a_row_begins(
    lab: Lab, visit: Visit, read_some: Desk, width: int
) -> None:
    page = visit(lab, viewport={"width": width, "height": 600}).new_page()
    page.goto(read_some.page("team"))
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    groups = page.evaluate(GROUPS)
    first = min(group["left"] for group in groups)
    for group in groups:
        x, y = max(0, int(group["left"]) - 1), group["top"] + 6
        spot = FloatRect(x=x, y=y, width=4, height=group["height"] - 12)
        picture = Image.open(io.BytesIO(page.screenshot(clip=spot))).convert("L")
        least, most = picture.getextrema()
        assert (least != most) == (group["left"] > first + 1), (width, group)


ONE_LINE = """() => [...document.querySelectorAll('.tile b')].filter((one) => {
  const line = parseFloat(getComputedStyle(one).lineHeight);
  const text = document.createRange();
  text.selectNodeContents(one);
  const room = one.closest('.tile').getBoundingClientRect().right;
  return one.offsetHeight > line * 1.2 || text.getBoundingClientRect().right > room;
}).map((one) => one.textContent)"""


@pytest.mark.parametrize("width", [1280, 1100, 1001, 920, 500, 390])
def test_the_figures_of_progress_stand_on_one_line_each(
    lab: Lab, visit: Visit, read_some: Desk, width: int
) -> None:
    page = visit(lab, viewport={"width": width, "height": 700}).new_page()
    page.goto(read_some.page("progress"))
    expect(page.locator(".tile")).to_have_count(6)
    expect(page.locator(".tile").last).to_contain_text("under 1 min")
    assert page.evaluate(ONE_LINE) == []


def test_chosen_keys_stay_for_the_next_visit_and_the_next_device(
    page: Page, lab: Lab, visit: Visit, read_some: Desk
) -> None:
    page.goto(read_some.page("settings"))
    page.locator("[data-action=exclude]").click()
    page.keyboard.press("x")
    page.get_by_role("button", name="Save your settings").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    elsewhere = visit(lab).new_page()
    try:
        begin(elsewhere, read_some.screen)
        keys = elsewhere.locator("#actions [data-action=exclude] kbd")
        expect(keys).to_have_text("X")
        elsewhere.keyboard.press("n")  # the old key means nothing now
        decide(elsewhere, "x")
        until_saved(elsewhere)
        labels = elsewhere.evaluate(
            "() => window.thresherDesk.made.map(({decision}) => decision.label)"
        )
        assert labels == ["exclude"]
        page.reload()
        expect(page.locator("[data-action=exclude]")).to_have_text("X")
        page.get_by_role("button", name="Back to the standard keys").click()
        expect(page.locator("[data-action=exclude]")).to_have_text("N")
    finally:
        answer = page.context.request.put(
            f"{lab.base}/api/v1/session/settings",
            data={"keys": {}},
            headers={"Origin": lab.base},
        )
        assert answer.ok


def test_the_label_check_changes_a_decision_and_the_ledger_keeps_both(
    page: Page, lab: Lab
) -> None:
    desk = new_project(page, lab, ris(60, seed=9))
    begin(page, desk.screen)
    wrong = ""
    for _ in range(30):
        page.wait_for_function(READY)
        matters = "vitamin" in title(page).lower()
        if matters and not wrong:
            wrong = decide(page, "n")
        else:
            decide(page, "y" if matters else "n")
    until_saved(page)
    page.goto(desk.page("check"))
    box = page.locator("#page li.box", has_text=wrong)
    expect(box).to_have_count(1)
    others = page.locator("#page li.box").count()
    box.get_by_role("button", name="Change to included").click()
    expect(page.get_by_text(f"Now included: {wrong}")).to_be_visible()
    if others > 1:
        page.get_by_role("button", name="It is right").first.click()
        expect(page.get_by_text("Left as it is")).to_be_visible()
    page.wait_for_function(
        "() => !Object.keys(localStorage).some((k) => k.startsWith('thresher.waiting'))"
    )
    rows = [row for row in desk.ledger() if row["title"] == wrong]
    assert [row["label"] for row in rows] == ["exclude", "include"]
    assert rows[-1]["note"] == "changed at the label check"
    assert desk.get("")["stages"]["abstract"]["decided"] == 30
