"""The progress page tells the truth in every state, above all at the end."""

import json
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from .labs import Desk, Lab, new_project, ris
from .reading import READY, begin, decide, title

Rule = Callable[[dict[str, Any]], str]


def truth(record: dict[str, Any]) -> str:
    return "include" if "vitamin" in record["title"].lower() else "exclude"


def none(_: dict[str, Any]) -> str:
    return "exclude"


def read(desk: Desk, most: int, rule: Rule) -> None:
    """Decide on so many records, by the API."""
    items = desk.get(f"/queue?size={most}")["items"]
    rows = [
        {
            "uid": str(uuid4()),
            "record": item["record"]["id"],
            "label": rule(item["record"]),
        }
        for item in items
    ]
    headers = {"Origin": desk.lab.base, "Content-Type": "application/json"}
    answer = desk.request.post(
        desk.api("/decisions"), data=json.dumps({"decisions": rows}), headers=headers
    )
    assert answer.ok, answer.text()


def shown(page: Page, desk: Desk) -> str:
    page.goto(desk.page("progress"))
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    return page.locator("main").inner_text()


def test_every_state_of_a_screening_is_told_in_true_words(page: Page, lab: Lab) -> None:
    desk = new_project(page, lab, ris(30))
    told = shown(page, desk)
    assert "Nothing is read yet" in told
    assert "30\nleft to read" in told
    assert page.locator("svg.chart").count() == 0  # no curve of nothing
    read(desk, 6, none)
    told = shown(page, desk)
    assert "Nothing relevant is found so far" in told
    assert "no bound on recall before" in told
    read(desk, 12, truth)
    assert "Not certified yet" in shown(page, desk)
    read(desk, 30, truth)
    told = shown(page, desk)
    assert "everything is read, nothing is left to find" in told
    assert "0\nleft to read" in told
    assert "min" not in page.locator(".tiles").inner_text()
    assert "go on" not in page.locator("main").inner_text()
    page.goto(desk.screen)
    expect(page.locator("#bound-text")).to_contain_text("You may stop: recall 100 %")


def test_a_pile_without_anything_relevant_ends_without_a_claim(
    page: Page, lab: Lab
) -> None:
    desk = new_project(page, lab, ris(12))
    read(desk, 12, none)
    told = shown(page, desk)
    assert "Everything is read, and nothing was included" in told
    assert "0\nleft to read" in told
    assert "1 min" not in told
    page.goto(desk.page("certificate"))
    expect(page.get_by_text("nothing was included")).to_be_visible()


def test_the_advisor_and_the_verdict_name_one_bound(page: Page, lab: Lab) -> None:
    desk = new_project(page, lab, ris(120))
    for _ in range(4):
        read(desk, 20, truth)
    facts = desk.get("/progress")
    (own,) = (one for one in facts["advice"] if one["rule"] == "certificate")
    least = int(1000 * facts["bound"] + 1e-9) / 1000
    assert facts["bound"] < 1
    assert own["says"] == f"recall of {least:.3f} or more so far"
    assert own["stops_at"] is None


NO_CLOCK = """
const begin = window.setTimeout;
window.setTimeout = (run, wait) => (wait >= 15000 ? 0 : begin(run, wait));
"""


def test_after_the_last_record_the_strip_tells_of_the_end_without_a_clock(
    page: Page, lab: Lab
) -> None:
    desk = new_project(page, lab, ris(10))
    page.add_init_script(NO_CLOCK)  # nothing is asked merely because time went by
    begin(page, desk.screen)
    expect(page.locator("#bound-text")).to_contain_text("Nothing certified yet")
    for _ in range(10):
        page.wait_for_function(READY)
        is_relevant = "vitamin" in title(page).lower()
        decide(page, "y" if is_relevant else "n")
    expect(page.locator("#nothing")).to_contain_text("Nothing left to read")
    expect(page.locator("#bound-text")).to_have_text(
        "You may stop: recall 100 % certified"
    )
    expect(page.get_by_role("button", name="Include")).to_be_hidden()
    page.get_by_role("link", name="Certificate", exact=True).last.click()
    page.get_by_role("button", name="Issue a certificate").click()
    expect(page.get_by_role("heading", name="Recall 100 %")).to_be_visible()


HEAR = """
window.heard = 0;
window.lines = new Set();
window.setTimeout = (run) => (queueMicrotask(run), 1); // no pause between two drawings
const add = EventSource.prototype.addEventListener;
EventSource.prototype.addEventListener = function (kind, hear) {
  window.lines.add(this);
  const heard = (event) => (hear(event), (window.heard += Number(kind === "counts")));
  add.call(this, kind, heard);
};
"""
HIDE = """() => {
  const hidden = !document.hidden;
  Object.defineProperty(document, "hidden", {configurable: true, get: () => hidden});
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_what_is_told_while_the_page_is_hidden_is_there_when_it_is_seen(
    page: Page, lab: Lab
) -> None:
    desk = new_project(page, lab, ris(12))
    read(desk, 6, truth)
    page.add_init_script(HEAR)
    shown(page, desk)
    page.evaluate(HIDE)
    before = page.locator("main").inner_text()
    read(desk, 6, truth)
    page.wait_for_function("() => window.heard > 0")
    page.evaluate("() => window.lines.forEach((line) => line.close())")
    page.evaluate(HIDE)
    expect(page.get_by_text("everything is read, nothing is left")).to_be_visible()
    assert "everything is read" not in before


def test_a_redrawn_page_keeps_what_was_opened_and_the_focus(
    page: Page, lab: Lab
) -> None:
    desk = new_project(page, lab, ris(40))
    read(desk, 12, truth)
    shown(page, desk)
    page.locator("summary").first.focus()
    page.keyboard.press("Enter")
    read(desk, 3, truth)  # told to the page, which draws itself anew
    expect(page.get_by_text("of 40 read").locator("..")).to_contain_text("15")
    assert page.locator("details").first.get_attribute("open") is not None
    expect(page.locator("summary").first).to_be_focused()


STATES = [
    ({"decided": 5, "included": 1, "left": 3, "conflicts": 2}, None, "3"),
    ({"decided": 8, "included": 1, "left": 0, "conflicts": 2}, None, "0"),
    ({"decided": 10, "included": 1, "left": 0, "conflicts": 0}, 0.0, "0"),
    ({"decided": 5, "included": 1, "left": 5, "conflicts": 0}, 0.01, "under 1 min"),
    ({"decided": 5, "included": 1, "left": 5, "conflicts": 0}, 0.5, "30 min"),
    ({"decided": 5, "included": 1, "left": 5, "conflicts": 0}, 12.4, "12 h"),
]


@pytest.mark.parametrize(("counts", "hours", "value"), STATES)
def test_what_is_left_is_never_more_nor_less_than_is_left(
    page: Page, lab: Lab, counts: dict[str, int], hours: float | None, value: str
) -> None:
    page.goto(f"{lab.base}/signin")
    pace = hours is not None and {
        "seconds": 20,
        "hours_left": hours,
        "low": hours,
        "high": hours,
    }
    it = {"counts": {"publications": 10, **counts}, "pace": pace or None}
    found = page.evaluate(
        "async (it) => (await import('/static/js/standing.js')).left(it)", it
    )
    assert found["value"] == value
