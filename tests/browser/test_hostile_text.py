"""Whatever stands in a record, a file name or a tag stays text."""

import json

from playwright.sync_api import FilePayload, Page, expect

from thresher.web.pages.shells import PAGES

from .labs import Lab, new_project, ris
from .reading import begin, decide, until_saved

EVIL = '<img src=x onerror="window.evil=1"><script>window.evil=1</script>'
SPECIAL = {
    number: {
        "TI": f"{EVIL} {number}",
        "AB": f"</p>{EVIL}",
        "AU": f"{EVIL}, A.",
        "JO": EVIL,
        "KW": EVIL,
        "UR": "javascript:window.evil=1",
        "DO": f'10.1000/"><script>window.evil=1</script>{number}',
    }
    for number in range(12)
}


def test_no_text_of_others_ever_runs(page: Page, lab: Lab) -> None:
    desk = new_project(page, lab, ris(12, special=SPECIAL), name=f"{EVIL} review")
    file = FilePayload(
        name=f"{EVIL}.ris", mimeType="text/plain", buffer=b"TY  - JOUR\n"
    )
    page.context.request.post(
        desk.api("/sources"),
        multipart={"files": file},
        headers={"Origin": lab.base, "X-Thresher": "1"},
    )
    settings = {
        "question": EVIL,
        "criteria": {"include": [EVIL], "exclude": [EVIL]},
        "terms": {"include": [EVIL, "img", "(", "[a-"], "exclude": ["script", "*"]},
        "reasons": {"abstract": [EVIL], "fulltext": [EVIL]},
        "tags": [{"name": EVIL, "key": "d"}],
    }
    desk.put("/settings", settings)
    begin(page, desk.screen)
    page.keyboard.press("d")
    page.keyboard.press("c")
    page.keyboard.type(EVIL)
    page.keyboard.press("Escape")
    decide(page, "y")
    decide(page, "1")
    until_saved(page)
    for link in page.locator(".links a").all():
        assert (link.get_attribute("href") or "").startswith("https://")
        assert link.get_attribute("rel") == "noopener noreferrer"
    for name in PAGES:
        page.goto(desk.page(name))
        expect(page.locator("[aria-busy=true]")).to_have_count(0)
        assert page.evaluate("() => window.evil") is None, name
        assert page.locator("main img").count() == 0, name
    page.goto(lab.base)
    expect(page.get_by_text("<img src=x").first).to_be_visible()
    assert page.evaluate("() => window.evil") is None
    assert json.dumps(desk.ledger()[0]["note"])


CLEANED = "_img src_x onerror"  # a file's name, as the server keeps it
SHOWN = {
    "history": ["reason", "note", "tag"],
    "records": ["tag", "note", "title"],
    "screen": ["question", "criterion", "tag", "reason"],
    "import": ["file"],
    "duplicates": ["title"],
    "check": [],
    "criteria": [],
}


def evil(name: str) -> str:
    return f"{EVIL} {name}"


def test_readers_words_and_file_names_are_shown_as_the_text_they_are(
    page: Page, lab: Lab
) -> None:
    twin = {"TI": evil("title of an old trial"), "DO": "", "PY": "2001"}
    near = {**twin, "TI": evil("title of an olde trial"), "PY": "2002"}
    desk = new_project(page, lab, ris(10, special={1: twin, 2: near}))
    file = FilePayload(
        name=f"{evil('file').replace('/', '_')}.ris",
        mimeType="text/plain",
        buffer=ris(3, seed=4, special={1: near}).encode(),
    )
    sent = page.context.request.post(
        desk.api("/sources"),
        multipart={"files": file},
        headers={"Origin": lab.base, "X-Thresher": "1"},
    )
    assert sent.ok, sent.text()
    desk.put(
        "/settings",
        {
            "question": evil("question"),
            "criteria": {"include": [evil("criterion")], "exclude": []},
            "reasons": {"abstract": [evil("reason")], "fulltext": []},
            "tags": [{"name": evil("tag"), "key": "d"}],
        },
    )
    page.goto(desk.page("duplicates"))
    page.get_by_role("button", name="Look for duplicates").click()
    expect(page.get_by_role("button", name="Same work")).to_be_visible()
    begin(page, desk.screen)
    page.keyboard.press("d")
    page.keyboard.press("c")
    page.keyboard.type(evil("note"))
    page.keyboard.press("Escape")
    decide(page, "1")
    until_saved(page)
    noted = page.context.request.post(
        desk.api(f"/records/{desk.ledger()[0]['record']}/notes"),
        data={"text": evil("note")},
        headers={"Origin": lab.base},
    )
    assert noted.ok, noted.text()
    for name, parts in SHOWN.items():
        page.goto(desk.page(name))
        expect(page.locator("[aria-busy=true]")).to_have_count(0)
        for part in parts:
            wanted = CLEANED if part == "file" else evil(part)
            expect(page.get_by_text(wanted).filter(visible=True).first).to_be_visible()
        assert page.evaluate("() => window.evil") is None, name
        assert page.locator("main img, main script").count() == 0, name
    page.goto(desk.page("import"))
    name = '<img src=x onerror="window.evil=1">.ris'  # shown before it is sent
    file = FilePayload(name=name, mimeType="text/plain", buffer=b"TY  - JOUR")
    page.set_input_files("#files", [file])
    expect(page.get_by_text(name)).to_be_visible()
    assert page.evaluate("() => window.evil") is None


def test_a_next_address_leads_nowhere_else(page: Page, lab: Lab) -> None:
    page.goto(f"{lab.base}/signin")
    source = page.evaluate(
        "() => document.querySelector('script[type=module]').getAttribute('src')"
    )
    for wish in (
        "https://evil.example",
        "//evil.example",
        "/\\evil.example",
        "javascript:1",
    ):
        to = page.evaluate(
            """async ([module, next]) => (await import(module))
            .nextPage("?next=" + encodeURIComponent(next))""",
            [source, wish],
        )
        assert to == "/", wish
