"""Every page: opens, says its state in words, and can be used by everybody."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from thresher.web.pages.shells import PAGES

from .conftest import PHONE, Visit
from .labs import Desk, Lab, new_project, ris
from .reading import begin, decide, until_saved

CHECKS = (Path(__file__).parent / "accessibility.js").read_text()
LOOKS: dict[str, dict[str, Any]] = {
    "light": {"color_scheme": "light"},
    "dark": {"color_scheme": "dark"},
    "phone": PHONE,
}
STRANGE = {
    3: {"TI": "고혈압 환자에서 비타민 D의 효과", "AB": "배경: 고혈압은 흔하다."},
    4: {"TI": "تأثير فيتامين د على ضغط الدم", "AB": "الخلفية: شائع."},
    5: {"AU": ";".join(f"Author{n}, A." for n in range(40)), "AB": ""},
    6: {"TI": "Long title " * 40 + "Pneumonoultramicroscopic" * 4},
}


@pytest.fixture(scope="module")
def filled(browser: Browser, lab: Lab) -> Iterator[Desk]:
    """A project with some decisions, strange records and a pair to look at."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(lab.address)
    twin = {"TI": "Vitamin and placebo in hypertension", "DO": "", "PY": "2001"}
    near = {**twin, "TI": "Vitamin and placebo in hypertensions", "PY": "2002"}
    desk = new_project(page, lab, ris(90, special={**STRANGE, 50: twin, 51: near}))
    desk.put(
        "/settings",
        {
            "question": "Does vitamin D lower mortality?",
            "criteria": {"include": ["A trial"], "exclude": ["Mice"]},
            "terms": {"include": ["vitamin"], "exclude": ["mice"]},
            "reasons": {"abstract": ["Wrong design"], "fulltext": ["No text"]},
            "tags": [{"name": "dose", "key": "d"}],
        },
    )
    begin(page, desk.screen)
    for _ in range(12):
        matters = "vitamin" in page.locator("#record-title").inner_text().lower()
        decide(page, "y" if matters else "n")
    decide(page, "y")
    until_saved(page)
    yield desk
    context.close()


def opened(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.locator("[aria-busy=true]")).to_have_count(0)


@pytest.mark.parametrize("look", LOOKS)
def test_every_page_passes_the_checks_of_access(
    look: str, lab: Lab, visit: Visit, filled: Desk
) -> None:
    page = visit(lab, **LOOKS[look]).new_page()
    places = [lab.base, f"{lab.base}/signin", f"{lab.base}/join/token"]
    found = {}
    for address in [*places, *(filled.page(name) for name in PAGES)]:
        opened(page, address)
        if problems := page.evaluate(CHECKS):
            found[address.removeprefix(lab.base)] = problems
    assert found == {}


def test_an_empty_project_says_on_every_page_what_to_do(page: Page, lab: Lab) -> None:
    origin = {"Origin": lab.base}
    made = page.context.request.post(
        f"{lab.base}/api/v1/projects", data={"name": "Empty"}, headers=origin
    )
    desk = Desk(lab, page.context.request, made.json()["id"])
    for name in PAGES:
        opened(page, desk.page(name))
        assert len(page.locator("main").inner_text()) > 60, name
        expect(page.locator(".state.bad")).to_have_count(0)
        assert page.evaluate(CHECKS) == [], name


@pytest.mark.parametrize("name", [name for name in PAGES if name != "report"])
def test_a_page_whose_answers_fail_says_so_and_offers_another_try(
    name: str, page: Page, filled: Desk
) -> None:
    page.route("**/api/v1/**", lambda route: route.abort())
    page.goto(filled.page(name))
    told = page.locator("main .state.bad")
    expect(told.first).to_contain_text("cannot be reached")
    page.unroute("**/api/v1/**")
    told.first.get_by_role("button", name="Try again").click()
    expect(page.locator("main .state.bad")).to_have_count(0)


def test_focus_is_seen_wherever_the_tab_key_goes(page: Page, filled: Desk) -> None:
    begin(page, filled.screen)
    reached = set()
    for _ in range(60):
        page.keyboard.press("Tab")
        told = page.evaluate(
            """() => { const e = document.activeElement, s = getComputedStyle(e);
            return [e.dataset.action ?? e.id ?? e.tagName, e === document.body ||
            (s.outlineStyle !== "none" && parseFloat(s.outlineWidth) >= 2)]; }"""
        )
        assert told[1], told[0]
        reached.add(told[0])
    assert {"include", "exclude", "maybe", "undo", "skip", "note"} <= reached


def test_dark_is_a_choice_that_stays_and_goes_along(
    page: Page, lab: Lab, visit: Visit, filled: Desk
) -> None:
    opened(page, filled.page("settings"))
    before = page.evaluate("() => getComputedStyle(document.documentElement).color")
    page.get_by_label("Light or dark").select_option("dark")
    page.get_by_role("button", name="Save your settings").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    opened(page, filled.page("progress"))
    after = page.evaluate("() => getComputedStyle(document.documentElement).color")
    assert before != after
    assert page.evaluate("() => document.documentElement.dataset.theme") == "dark"
    elsewhere = visit(lab).new_page()
    opened(elsewhere, filled.page("progress"))
    expect(elsewhere.locator("html[data-theme=dark]")).to_be_attached()
    answer = page.context.request.put(
        f"{lab.base}/api/v1/session/settings",
        data={"dark": "auto"},
        headers={"Origin": lab.base},
    )
    assert answer.ok


def test_a_phone_decides_by_touch(phone: Page, filled: Desk) -> None:
    begin(phone, filled.screen)
    button = phone.locator("[data-action=exclude]")
    box = button.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    assert box["y"] + box["height"] <= phone.viewport_size["height"]  # type: ignore[index]
    before = len(filled.ledger())
    button.tap()
    until_saved(phone)
    assert len(filled.ledger()) == before + 1


def test_forty_authors_and_a_missing_abstract_are_told(
    page: Page, filled: Desk
) -> None:
    opened(page, filled.page("records"))
    page.get_by_label("Words").fill("Author39")
    opened(page, filled.page("records"))
    record = next(
        one for one in filled.get("/records?limit=90")["records"] if not one["abstract"]
    )
    page.get_by_label("Words").fill(record["title"])
    page.get_by_role("button", name="Find").click()
    expect(page.get_by_text("No abstract in the source file")).to_be_visible()
    page.get_by_role("button", name="and 32 more").click()
    expect(page.get_by_text("Author39, A.")).to_be_visible()
