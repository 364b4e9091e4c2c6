"""The screening page: no decision lost, doubled, or made on a record unseen."""

from collections import Counter
from typing import Any

from playwright.sync_api import Page, Route, expect

from .labs import Desk, Lab, new_project, ris
from .reading import READY, begin, decide, made, title, until_saved


def test_a_key_decides_the_record_on_screen_and_shows_the_next(
    page: Page, desk: Desk
) -> None:
    begin(page, desk.screen)
    first = decide(page, "y")
    second = decide(page, "n")
    third = decide(page, "m")
    assert len({first, second, third, title(page)}) == 4
    until_saved(page)
    told = [(row["title"], row["label"]) for row in desk.ledger()]
    assert told == [(first, "include"), (second, "exclude"), (third, "maybe")]


def test_mashed_keys_make_each_decision_once_and_lose_none(
    page: Page, desk: Desk
) -> None:
    begin(page, desk.screen)
    for _ in range(40):  # no waiting in between
        for key in "yn":
            page.keyboard.down(key)
            page.keyboard.up(key)
    until_saved(page)
    expected = [(one["uid"], one["record"], one["label"]) for one in made(page)]
    kept = [(row["uid"], row["record"], row["label"]) for row in desk.ledger()]
    assert kept == expected
    assert max(Counter(row["record"] for row in desk.ledger()).values()) == 1


def test_keys_between_two_paints_decide_once(page: Page, desk: Desk) -> None:
    begin(page, desk.screen)
    page.evaluate(
        """() => { for (const key of ["y", "n", "y", "m", "y"]) document.body
        .dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true})); }"""
    )
    until_saved(page)
    assert [row["label"] for row in desk.ledger()] == ["include"]


def test_a_held_key_decides_once(page: Page, desk: Desk) -> None:
    begin(page, desk.screen)
    for _ in range(10):
        page.keyboard.down("n")  # the second and later ones are repeats
        page.wait_for_timeout(30)
    page.keyboard.up("n")
    until_saved(page)
    assert len(desk.ledger()) == 1


def test_a_held_enter_on_a_button_decides_once(page: Page, desk: Desk) -> None:
    begin(page, desk.screen)
    page.locator("[data-action=include]").focus()
    for _ in range(10):
        page.keyboard.down("Enter")
        page.wait_for_timeout(30)
    page.keyboard.up("Enter")
    until_saved(page)
    assert len(desk.ledger()) == 1


def test_undo_shows_the_record_again_and_the_ledger_keeps_both_lines(
    page: Page, desk: Desk
) -> None:
    begin(page, desk.screen)
    first = decide(page, "y")
    decide(page, "u")
    expect(page.locator("#record-title")).to_have_text(first)
    expect(page.locator(".again")).to_contain_text("took back")
    decide(page, "n")
    until_saved(page)
    assert [row["label"] for row in desk.ledger()] == ["include", "undo", "exclude"]
    assert len({row["record"] for row in desk.ledger()}) == 1


def test_what_was_written_comes_back_with_each_of_two_undone(
    page: Page, desk: Desk
) -> None:
    desk.put("/settings", {"reasons": {"abstract": ["wrong dose"], "fulltext": []}})
    begin(page, desk.screen)
    decide(page, "y")
    page.wait_for_function(READY)
    page.keyboard.press("c")
    page.keyboard.type("a long note")
    page.keyboard.press("Escape")
    second = decide(page, "1")
    decide(page, "u")
    expect(page.locator("#record-title")).to_have_text(second)
    decide(page, "u")
    expect(page.locator("#record-title")).not_to_have_text(second)
    decide(page, "y")
    assert decide(page, "n") == second
    expect(page.locator("#note")).to_have_value("")
    until_saved(page)
    last = desk.ledger()[-1]
    assert (last["label"], last["note"]) == ("exclude", "a long note")
    assert last["reason"] == "wrong dose"


def test_undo_waits_for_what_an_earlier_visit_left_unsent(
    page: Page, desk: Desk
) -> None:
    begin(page, desk.screen)
    decide(page, "y")
    until_saved(page)
    context = page.context
    context.set_offline(offline=True)
    last = decide(page, "n")
    expect(page.locator("#saved")).to_contain_text("1 decision waiting")
    page.close()
    held: list[Route] = []
    context.route("**/decisions", lambda route: held.append(route))  # noqa: PLW0108  Playwright marks what it calls
    context.set_offline(offline=False)
    later = context.new_page()
    begin(later, desk.screen)
    decide(later, "u")
    expect(later.locator("#toasts")).to_contain_text("undo when all is saved")
    held.pop().continue_()
    context.unroute("**/decisions")
    until_saved(later)
    decide(later, "u")
    expect(later.locator("#record-title")).to_have_text(last)
    until_saved(later)
    assert [row["label"] for row in desk.ledger()] == ["include", "exclude", "undo"]


def test_a_refresh_keeps_what_it_named_and_what_is_on_screen(
    page: Page, desk: Desk
) -> None:
    begin(page, desk.screen)
    found = page.evaluate(
        """async () => { const { Queue } = await import("/static/js/queue.js");
        const made = (from, size) => ({ items: Array.from({ length: size }, (_, at) =>
          ({ record: { id: from + at } })), left: 300, ranking: null, lease: "x" });
        const told = [];
        const queue = new Queue({ ask: async (have, size) => { told.push(have);
          await new Promise((done) => setTimeout(done, 50));
          return made(100 * told.length, size); } });
        await queue.refill(); const going = queue.refresh();
        queue.decide(); queue.decide();
        await going; return { told, ids: queue.ids.slice(0, 3) }; }"""
    )
    assert found["told"] == [[], [100, 101], [102, 200]]
    assert found["ids"] == [102, 200, 300]


def test_undo_reaches_back_to_an_earlier_visit(page: Page, desk: Desk) -> None:
    begin(page, desk.screen)
    first = decide(page, "y")
    until_saved(page)
    begin(page, desk.screen)
    decide(page, "u")
    expect(page.locator("#record-title")).to_have_text(first)


def test_note_reason_and_tags_go_with_the_decision(page: Page, desk: Desk) -> None:
    reasons = {"abstract": ["Wrong population", "Wrong design"], "fulltext": []}
    tags = [{"name": "look at dose", "key": "d"}]
    desk.put("/settings", {"reasons": reasons, "tags": tags})
    begin(page, desk.screen)
    page.keyboard.press("c")
    page.keyboard.type("yes, n and m are letters here")
    page.keyboard.press("Escape")
    page.keyboard.press("d")
    decide(page, "2")
    until_saved(page)
    (row,) = desk.ledger()
    assert (row["label"], row["reason"]) == ("exclude", "Wrong design")
    assert row["note"] == "yes, n and m are letters here"
    assert row["tags"] == ["look at dose"]
    page.wait_for_function("() => window.thresherDesk.ready")
    expect(page.locator("#note")).to_have_value("")  # the next record has its own


def test_a_half_written_note_survives_a_closed_tab(page: Page, desk: Desk) -> None:
    begin(page, desk.screen)
    first = title(page)
    page.keyboard.press("c")
    page.keyboard.type("half a thou")
    page.reload()
    page.wait_for_function("() => window.thresherDesk?.ready")
    while title(page) != first:
        decide(page, "s")
    expect(page.locator("#note")).to_have_value("half a thou")


def test_full_text_is_not_excluded_without_a_reason(page: Page, lab: Lab) -> None:
    desk = new_project(page, lab, ris(20))
    desk.put("/settings", {"reasons": {"abstract": [], "fulltext": ["No full text"]}})
    begin(page, desk.screen)
    first = decide(page, "y")
    until_saved(page)
    begin(page, f"{desk.screen}?stage=fulltext")
    expect(page.locator("#record-title")).to_have_text(first)
    decide(page, "n")
    assert title(page) == first  # it asks why
    expect(page.locator("#reasons button").first).to_be_focused()
    decide(page, "1")
    until_saved(page)
    last = desk.ledger()[-1]
    assert (last["stage"], last["reason"]) == ("fulltext", "No full text")


def test_later_decides_nothing(page: Page, desk: Desk) -> None:
    begin(page, desk.screen)
    first = decide(page, "s")
    page.wait_for_function("() => window.thresherDesk.ready")
    assert title(page) != first
    assert desk.ledger() == []


def test_terms_are_marked_and_the_text_stays_whole(page: Page, desk: Desk) -> None:
    desk.put("/settings", {"terms": {"include": ["pati*"], "exclude": ["data"]}})
    begin(page, desk.screen)
    marks = page.locator(".abstract mark").all_inner_texts()
    assert {mark.lower() for mark in marks} <= {"patients", "data"}
    assert marks
    record = page.evaluate("() => window.thresherDesk.shown.record")
    assert page.locator(".abstract").inner_text().strip() == record["abstract"]


def test_chosen_keys_are_kept_and_shown(page: Page, desk: Desk) -> None:
    page.goto(desk.page("settings"))
    page.locator("[data-action=include]").click()
    page.keyboard.press("n")  # taken by exclude
    expect(page.get_by_text("One key has two meanings")).to_be_visible()
    page.locator("[data-action=include]").click()
    page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="Save your settings").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    begin(page, desk.screen)
    expect(page.locator("#actions [data-action=include] kbd")).to_have_text("→")
    decide(page, "ArrowRight")
    until_saved(page)
    assert [row["label"] for row in desk.ledger()] == ["include"]
    put: dict[str, Any] = {"keys": {}, "dark": "auto", "size": None}
    answer = page.context.request.put(
        f"{desk.lab.base}/api/v1/session/settings",
        data=put,
        headers={"Origin": desk.lab.base},
    )
    assert answer.ok
