"""A review from the first file to the last report, by keyboard and in the browser."""

import json
from pathlib import Path

from playwright.sync_api import Page, expect

from .labs import Desk, Lab, ris
from .reading import begin, decide, title, until_saved

RECORDS = 40
TWIN = {"TI": "Vitamin and placebo in hypertension of the old", "DO": "", "PY": "2001"}
NEAR = {**TWIN, "TI": "Vitamin and placebo in hypertension of the aged"}


def imported(page: Page, folder: Path) -> Desk:
    page.get_by_label("A new project").fill("Vitamin D")
    page.keyboard.press("Enter")
    page.wait_for_url("**/import")
    (folder / "medline.ris").write_text(ris(RECORDS, special={1: TWIN}))
    (folder / "embase.ris").write_text(ris(3, seed=2, special={1: NEAR}))
    (folder / "broken.ris").write_text("TY  - JOUR\nTI  - No end\nXX odd line\n")
    names = ("medline.ris", "embase.ris", "broken.ris")
    page.set_input_files("#files", [folder / name for name in names])
    page.get_by_label("Database", exact=True).evaluate("e => e.closest('details').open = true")
    page.get_by_label("Database", exact=True).fill("MEDLINE")
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_role("heading", name="3 files")).to_be_visible()
    expect(page.get_by_text("to look at").first).to_be_visible()  # with its line
    lab = Lab(page.url, None)  # type: ignore[arg-type]  only its address
    return Desk(lab, page.context.request, page.url.split("/")[4])


def test_a_whole_review(page: Page, lab: Lab, tmp_path: Path) -> None:
    page.goto(lab.base)
    desk = imported(page, tmp_path)

    page.goto(desk.page("duplicates"))
    page.get_by_role("button", name="Look for duplicates").click()
    expect(page.get_by_text("publications.")).to_be_visible()
    page.wait_for_timeout(500)
    while page.get_by_role("button", name="Same work").count():
        waiting = desk.get("/duplicates")["waiting"]
        page.keyboard.press("s")
        page.wait_for_function("n => !document.querySelector('main').innerText.includes(`${n} pair`)", arg=waiting)
    answered = RECORDS + 4 - desk.get("/duplicates")["publications"]
    assert answered >= 0

    page.goto(desk.page("criteria"))
    page.get_by_label("What does the review ask?").fill("Does vitamin D help?")
    page.get_by_label("A study is included if…").fill("It is a trial")
    page.get_by_label("Speak for inclusion").fill("vitamin\nplacebo")
    page.get_by_label("By full text").fill("No full text\nWrong outcome")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()

    begin(page, desk.screen)
    expect(page.locator("#criteria-body")).to_contain_text("Does vitamin D help?")
    total = desk.get("/duplicates")["publications"]
    for _ in range(total):
        words = page.locator(".abstract").inner_text().lower()
        matters = "vitamin" in words or "vitamin" in title(page).lower()
        decide(page, "y" if matters else "n")
    expect(page.locator("#nothing")).to_contain_text("Nothing left to read")
    until_saved(page)
    counts = desk.get("")["stages"]["abstract"]
    assert counts["decided"] == total
    assert counts["included"] >= RECORDS // 8

    begin(page, f"{desk.screen}?stage=fulltext")
    decide(page, "y")
    decide(page, "2")
    until_saved(page)

    page.goto(desk.page("progress"))
    expect(page.locator("svg.chart").first).to_be_visible()
    expect(page.locator(".verdict")).to_contain_text("You may stop")

    page.goto(desk.page("certificate"))
    page.get_by_role("button", name="Issue a certificate").click()
    expect(page.get_by_role("heading", name="Recall at least")).to_be_visible()
    page.get_by_role("button", name="Verify").click()
    expect(page.get_by_text("Verified:")).to_be_visible()
    with page.expect_download() as saved:
        page.get_by_text("Save as JSON").click()
    certificate = json.loads(saved.value.path().read_text())
    assert certificate["result"]["verdict"] == "certified"
    with page.context.expect_page() as shown:
        page.get_by_role("link", name="Show").click()
    expect(shown.value.locator("body")).to_contain_text("ecall")

    page.goto(desk.page("synthesis"))
    page.get_by_role("button", name="Read the included studies").click()
    expect(page.get_by_role("button", name="Read again")).to_be_visible(timeout=60_000)

    page.goto(desk.page("report"))
    for button in ("Save the records", "SVG", "CSV", "Plain text", "Save the zip"):
        with page.expect_download() as saved:
            page.get_by_role("button", name=button, exact=True).click()
        assert saved.value.path().stat().st_size > 100, button

    page.goto(desk.page("history"))
    expect(page.get_by_role("button", name="Older ones")).to_have_count(0)
    assert page.locator("tbody tr").count() == total + 2
