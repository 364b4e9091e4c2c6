"""A review from the first file to the last report, by keyboard and in the browser."""

import json
from pathlib import Path

from playwright.sync_api import Page, expect

from .labs import Desk, Lab, ris
from .reading import begin, decide, title, until_saved

RECORDS = 40
TOLD = (
    "We randomised 120 patients with hypertension to vitamin D or placebo. "
    "Vitamin D reduced mortality compared with placebo (5% versus 9%, p = 0.01)."
)
TWIN = {"TI": "Vitamin and placebo in hypertension of the old", "DO": "", "PY": "2001"}
NEAR = {**TWIN, "TI": "Vitamin and placebo in hypertension of the aged"}


DROP = """zone => { const data = new DataTransfer();
data.items.add(new File(["TY  - JOUR"], "dropped.ris"));
zone.dispatchEvent(new DragEvent("drop", {dataTransfer: data, bubbles: true})); }"""


def imported(page: Page, lab: Lab, folder: Path) -> Desk:
    page.goto(lab.base)
    page.get_by_label("A new project").fill("Vitamin D")
    page.keyboard.press("Enter")
    page.wait_for_url("**/import")
    (folder / "medline.ris").write_text(
        ris(RECORDS, special={1: TWIN, 8: {"AB": TOLD}, 16: {"AB": TOLD}})
    )
    (folder / "embase.ris").write_text(ris(3, seed=2, special={1: NEAR}))
    (folder / "broken.ris").write_text("TY  - JOUR\nTI  - No end\nXX odd line\n")
    (folder / "empty.ris").write_text("")
    names = ("medline.ris", "embase.ris", "broken.ris", "empty.ris")
    page.set_input_files("#files", [folder / name for name in names])
    page.locator(".drop").evaluate(DROP)  # one more, and it is left out again
    page.locator("li", has_text="dropped.ris").get_by_role("button").click()
    page.get_by_text("Where the files come from").click()
    page.get_by_label("Database", exact=True).fill("MEDLINE")
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_role("heading", name="3 files")).to_be_visible()
    expect(
        page.get_by_text("Not imported: empty.ris: the file is empty")
    ).to_be_visible()
    expect(page.get_by_text("to look at").first).to_be_visible()  # with its line
    return Desk(lab, page.context.request, page.url.split("/")[4])


def judge_duplicates(page: Page, desk: Desk) -> int:
    """Answer every pair by key; gives the number of publications."""
    page.goto(desk.page("duplicates"))
    expect(page.get_by_text(f"{RECORDS + 4} records make")).to_be_visible()
    with page.expect_response(lambda answer: "/duplicates?" in answer.url):
        page.get_by_role("button", name="Look for duplicates").click()
    while waiting := desk.get("/duplicates")["waiting"]:
        expect(page.get_by_role("button", name="Same work")).to_be_visible()
        page.keyboard.press("s")
        gone = "n => !document.querySelector('main').innerText.includes(`${n} pair`)"
        page.wait_for_function(gone, arg=waiting)
    return int(desk.get("/duplicates")["publications"])


def write_criteria(page: Page, desk: Desk) -> None:
    page.goto(desk.page("criteria"))
    page.get_by_label("What does the review ask?").fill("Does vitamin D help?")
    page.get_by_label("A study is included if…").fill("It is a trial")
    page.get_by_label("Speak for inclusion").fill("vitamin\nplacebo")
    page.get_by_label("By full text").fill("No full text\nWrong outcome")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()


def screen(page: Page, desk: Desk, total: int) -> None:
    begin(page, desk.screen)
    expect(page.locator("#criteria-body")).to_contain_text("Does vitamin D help?")
    for _ in range(total):
        page.wait_for_function("() => window.thresherDesk.ready")
        words = f"{title(page)} {page.locator('.abstract').inner_text()}".lower()
        decide(page, "y" if "vitamin" in words else "n")
    expect(page.locator("#nothing")).to_contain_text("Nothing left to read")
    until_saved(page)
    begin(page, f"{desk.screen}?stage=fulltext")
    decide(page, "y")
    decide(page, "2")
    until_saved(page)


def certify(page: Page, desk: Desk) -> None:
    page.goto(desk.page("progress"))
    expect(page.locator("svg.chart").first).to_be_visible()
    expect(page.locator(".verdict")).to_contain_text("You may stop")
    page.goto(desk.page("certificate"))
    page.get_by_role("button", name="Issue a certificate").click()
    expect(page.get_by_role("heading", name="Recall 100 %")).to_be_visible()
    page.get_by_role("button", name="Verify").click()
    expect(page.get_by_text("Verified:")).to_be_visible()
    with page.expect_download() as saved:
        page.get_by_text("Save as JSON").click()
    certificate = json.loads(saved.value.path().read_text())
    assert certificate["result"]["verdict"] == "certified"
    with page.context.expect_page() as shown:
        page.get_by_role("link", name="Show").click()
    expect(shown.value.locator("body")).to_contain_text("ecall")


def report(page: Page, desk: Desk) -> None:
    page.goto(desk.page("synthesis"))
    page.get_by_role("button", name="Read the included studies").click()
    expect(page.get_by_role("button", name="Read again")).to_be_visible(timeout=60_000)
    page.locator("table summary").first.click()
    expect(page.locator("table q").first).to_contain_text("reduced mortality")
    page.goto(desk.page("report"))
    for button in ("Save the records", "SVG", "CSV", "Plain text", "Save the zip"):
        with page.expect_download() as saved:
            page.get_by_role("button", name=button, exact=True).click()
        assert saved.value.path().stat().st_size > 100, button


def test_a_review_goes_from_the_first_file_to_the_last_report(
    page: Page, lab: Lab, tmp_path: Path
) -> None:
    desk = imported(page, lab, tmp_path)
    total = judge_duplicates(page, desk)
    assert total < RECORDS + 4  # the twins became one
    write_criteria(page, desk)
    screen(page, desk, total)
    counts = desk.get("")["stages"]["abstract"]
    assert counts["decided"] == total
    assert counts["included"] >= RECORDS // 8
    page.goto(desk.page("history"))
    expect(page.locator("tbody tr")).to_have_count(total + 2)
    certify(page, desk)
    report(page, desk)
