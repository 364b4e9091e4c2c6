"""A team: joining, signing in, two independent readers, and other teams' doors."""

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from .conftest import Visit
from .keyboard import press_on, stop, tab_to
from .labs import Desk, Lab, new_project, ris, running_team
from .reading import READY, begin, decide, title, until_saved

PASSWORD = "a long sentence to remember"  # noqa: S105  of a test
UNSENT = """() => { const sent = window.fetch;
window.fetch = (to, how) => to.endsWith("/decisions")
    ? Promise.reject(new TypeError("cut off")) : sent(to, how); }"""


@dataclass(frozen=True)
class Team:
    """A server, the owner's browser and a project."""

    lab: Lab
    desk: Desk
    owner: BrowserContext


def joined(page: Page, link: str, name: str) -> None:
    page.goto(link)
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Name as others see it").fill(name.title())
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("The password again").fill(PASSWORD)
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_role("heading", name="Projects")).to_be_visible()


@pytest.fixture(scope="module")
def team(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Team]:
    with running_team(tmp_path_factory.mktemp("team")) as (lab, link):
        owner = browser.new_context()
        page = owner.new_page()
        joined(page, link, "olga")
        desk = new_project(page, lab, ris(300))
        yield Team(lab, desk, owner)
        owner.close()


def invited(team: Team, visit: Visit, name: str, role: str = "reader") -> Page:
    """A reader who came by a link that the owner made on the team page."""
    page = team.owner.new_page()
    page.goto(team.desk.page("team"))
    page.locator("section.box select").select_option(role)
    page.get_by_role("button", name="Make a link").click()
    link = page.get_by_label("Invitation link").input_value()
    page.close()
    reader = visit(team.lab).new_page()
    joined(reader, link, name)
    return reader


def test_a_visitor_without_a_session_is_sent_to_sign_in(
    team: Team, visit: Visit
) -> None:
    page = visit(team.lab).new_page()
    page.goto(team.desk.page("screen"))
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    page.get_by_label("Name").fill("olga")
    page.get_by_label("Password").fill("not the password")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("alert")).not_to_be_empty()
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()


def signed_in(page: Page, password: str) -> None:
    page.get_by_label("Name").fill("nora")
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in").click()


def test_a_reader_changes_the_password_by_keys_and_is_signed_out_elsewhere(
    team: Team, visit: Visit
) -> None:
    here, elsewhere = invited(team, visit, "nora"), visit(team.lab).new_page()
    elsewhere.goto(team.desk.page("settings"))
    signed_in(elsewhere, PASSWORD)
    expect(elsewhere.get_by_role("button", name="Sign out")).to_be_visible()
    here.goto(team.desk.page("settings"))
    form = here.locator("#password")
    for typed in ("not the password", PASSWORD):
        tab_to(here, "The password you have")
        here.keyboard.type(typed)
        for label in ("New password", "The new password again"):
            tab_to(here, label)
            here.keyboard.press("ControlOrMeta+a")
            here.keyboard.type(f"{PASSWORD} well")
        here.keyboard.press("Enter")
        if typed != PASSWORD:
            expect(form.get_by_role("alert")).to_contain_text("Nothing was changed")
            expect(here.get_by_label("The password you have")).to_be_focused()
    told = "Changed. You were signed out everywhere else."
    expect(form.get_by_role("status")).to_have_text(told)
    expect(form.get_by_role("alert")).to_be_hidden()
    here.reload()
    expect(here.get_by_role("button", name="Sign out")).to_be_visible()
    elsewhere.reload()
    expect(elsewhere.get_by_role("heading", name="Sign in")).to_be_visible()
    signed_in(elsewhere, PASSWORD)
    expect(elsewhere.get_by_role("alert")).not_to_be_empty()
    signed_in(elsewhere, f"{PASSWORD} well")
    expect(elsewhere.get_by_role("button", name="Sign out")).to_be_visible()


def test_two_readers_of_one_project_never_read_the_same_record(
    team: Team, visit: Visit
) -> None:
    first, second = invited(team, visit, "ben"), invited(team, visit, "cleo")
    for page in (first, second):
        begin(page, team.desk.screen)
    for key in "nyn":
        decide(first, key)
        decide(second, key)
    until_saved(first)
    until_saved(second)
    rows = team.desk.ledger()  # other tests may have decided in this project too
    assert len({row["record"] for row in rows}) == len(rows)
    assert Counter(row["reader"] for row in rows) >= Counter({"ben": 3, "cleo": 3})


def few(team: Team, name: str, *, seed: int) -> Team:
    """The team with a project of three records."""
    page = team.owner.new_page()
    desk = new_project(page, team.lab, ris(3, seed=seed), name=name)
    page.close()
    return Team(team.lab, desk, team.owner)


def test_records_of_a_closed_tab_go_to_another_reader_at_once(
    team: Team, visit: Visit
) -> None:
    short = few(team, "Closed", seed=11)
    first, second = invited(short, visit, "hugo"), invited(short, visit, "iris")
    begin(first, short.desk.screen)
    second.goto(short.desk.screen)
    expect(second.locator("#nothing")).to_contain_text("on other readers' screens")
    first.close(run_before_unload=True)
    second.wait_for_function(READY)
    decide(second, "n")
    until_saved(second)
    assert [row["reader"] for row in short.desk.ledger()] == ["iris"]


def test_a_record_whose_decision_is_not_sent_yet_is_not_let_go(
    team: Team, visit: Visit
) -> None:
    short = few(team, "Unsent", seed=12)
    first, second = invited(short, visit, "jan"), invited(short, visit, "kim")
    begin(first, short.desk.screen)
    first.evaluate(UNSENT)  # a route of Playwright's would swallow the farewell too
    told = decide(first, "y")
    taken_back = decide(first, "n")
    decide(first, "u")  # on screen again, and its two lines wait
    first.wait_for_function(READY)
    assert title(first) == taken_back
    first.close(run_before_unload=True)
    begin(second, short.desk.screen)
    second.wait_for_function("() => window.thresherDesk.queue.left !== null")
    held = second.evaluate(
        "() => window.thresherDesk.queue.items.map(({record}) => record.title)"
    )
    assert len(held) == 1
    assert not {told, taken_back} & set(held)


def test_independent_readers_are_blind_and_their_conflict_is_settled(
    team: Team, visit: Visit
) -> None:
    page = team.owner.new_page()
    desk = new_project(page, team.lab, ris(3, seed=5), name="Dual")
    desk.put("/settings", {"mode": "dual"})
    dual = Team(team.lab, desk, team.owner)
    first, second = invited(dual, visit, "dora"), invited(dual, visit, "emil")
    begin(first, desk.screen)
    told = [decide(first, "y") for _ in range(3)]
    until_saved(first)
    second.goto(desk.page("history"))
    expect(second.get_by_text("No decision fits")).to_be_visible()  # still blind
    begin(second, desk.screen)
    others = {decide(second, key) for key in "nyy"}
    until_saved(second)
    assert others == set(told)
    page.goto(desk.page("conflicts"))
    expect(page.locator(".conflict")).to_have_count(1)
    expect(page.locator(".said")).to_contain_text("dora")
    expect(page.locator(".said")).to_contain_text("emil")
    page.get_by_role("button", name="Include").click()
    expect(page.get_by_text("All saved")).to_be_visible()
    page.reload()
    expect(page.get_by_text("No conflicts.")).to_be_visible()


def test_two_clicks_on_undo_take_one_thing_back_and_a_stale_page_settles_nothing(
    team: Team, visit: Visit
) -> None:
    page, stale = team.owner.new_page(), team.owner.new_page()
    desk = new_project(page, team.lab, ris(1, seed=6), name="Twice")
    desk.put("/settings", {"mode": "dual"})
    second = invited(Team(team.lab, desk, team.owner), visit, "quentin")
    for reader, key in ((page, "y"), (second, "n")):
        begin(reader, desk.screen)
        decide(reader, key)
        until_saved(reader)
    for tab in (stale, page):
        tab.goto(desk.page("conflicts"))
        expect(tab.locator(".conflict")).to_have_count(1)
    page.get_by_role("button", name="Include").click()
    expect(page.get_by_text("All saved")).to_be_visible()
    stale.get_by_role("button", name="Exclude").click()
    expect(stale.locator("#toasts")).to_contain_text("no conflict here any more")
    page.goto(desk.page("history"))
    page.get_by_role("button", name="Undo the decision").dblclick()
    expect(page.locator(".label.undo")).to_be_visible()
    page.wait_for_timeout(500)
    told = [(row["label"], row["kind"]) for row in desk.ledger()]
    assert told[2:] == [("include", "settled"), ("undo", "undone")]
    assert len(desk.get("/conflicts")["conflicts"]) == 1
    for tab in (stale, page):
        tab.close()


EVIL = '<img src=x onerror="window.evil=1"><script>window.evil=1</script>'


def test_a_colleagues_hostile_words_stay_text_at_a_conflict_settled_by_keys(
    team: Team, visit: Visit
) -> None:
    dual = few(team, f"{EVIL} dual", seed=15)
    reasons = {"abstract": [f"{EVIL} reason"], "fulltext": []}
    dual.desk.put("/settings", {"mode": "dual", "reasons": reasons})
    first, second = invited(dual, visit, "lena"), invited(dual, visit, "milo")
    begin(first, dual.desk.screen)
    first.keyboard.press("c")
    first.keyboard.type(f"{EVIL} note")
    first.keyboard.press("Escape")
    told = decide(first, "1")
    until_saved(first)
    begin(second, dual.desk.screen)
    while title(second) != told:
        decide(second, "s")
    decide(second, "y")
    until_saved(second)
    page = team.owner.new_page()
    page.goto(dual.desk.page("conflicts"))
    for part in ("note", "reason"):
        expect(page.locator(".said")).to_contain_text(f"{EVIL} {part}")
    tab_to(page, "Note to the decision")
    page.keyboard.type("read again")
    tab_to(page, "Reason to exclude")
    page.keyboard.press("ArrowDown")
    press_on(page, "Exclude")
    expect(page.get_by_text("All saved")).to_be_visible()
    assert stop(page) is not None  # the focus is still somewhere
    assert page.evaluate("() => window.evil") is None
    assert page.locator("main img, main script").count() == 0
    last = dual.desk.ledger()[-1]
    assert (last["label"], last["note"]) == ("exclude", "read again")
    assert last["reason"] == f"{EVIL} reason"
    page.close()


def test_a_reader_sees_nothing_of_a_project_of_others(team: Team, visit: Visit) -> None:
    reader = invited(team, visit, "finn")
    page = team.owner.new_page()
    other = new_project(page, team.lab, ris(2, seed=7), name="Secret")
    reader.goto(team.lab.base)
    expect(reader.get_by_role("link", name="A review")).to_be_visible()
    expect(reader.get_by_text("Secret")).to_have_count(0)
    reader.goto(other.page("screen"))
    expect(reader.locator("main .state.bad")).to_be_visible()
    assert "Vitamin" not in reader.content()


def test_decisions_of_a_signed_out_reader_wait_until_the_next_sign_in(
    team: Team, visit: Visit
) -> None:
    reader = invited(team, visit, "gus")
    begin(reader, team.desk.screen)
    reader.context.clear_cookies()
    decide(reader, "n")
    expect(reader.locator("#banner")).to_contain_text("You are signed out")
    expect(reader.locator("#saved")).to_contain_text("1 decision waiting")
    reader.locator("#banner a").click()
    reader.get_by_label("Name").fill("gus")
    reader.get_by_label("Password").fill(PASSWORD)
    reader.get_by_role("button", name="Sign in").click()
    reader.wait_for_url("**/screen")
    until_saved(reader)
    assert [row["label"] for row in team.desk.ledger() if row["reader"] == "gus"] == [
        "exclude"
    ]


def test_a_reader_is_offered_nothing_that_only_an_owner_may_do(
    team: Team, visit: Visit
) -> None:
    page = invited(team, visit, "rita")
    for name, words in {
        "import": "Only an owner of the project brings files in",
        "criteria": "Only an owner may change these",
        "settings": "Only an owner may change these",
    }.items():
        page.goto(team.desk.page(name))
        expect(page.get_by_text(words)).to_be_visible()
    for name, act in {
        "import": "Import",
        "duplicates": "Look for duplicates",
        "certificate": "Issue a certificate",
        "team": "Make a link",
    }.items():
        page.goto(team.desk.page(name))
        expect(page.locator("[aria-busy=true]")).to_have_count(0)
        expect(page.get_by_role("button", name=act, exact=True)).to_have_count(0)


def reset_link(team: Team, name: str) -> str:
    words = team.lab.process.args
    assert isinstance(words, list)
    database = words[words.index("--database") + 1]
    asked = ["serve", "--database", database, "--reset-password", name]
    done = subprocess.run(
        [sys.executable, "-m", "thresher", *asked],
        capture_output=True,
        text=True,
        check=True,
    )
    return team.lab.base + "/reset/" + done.stdout.strip().rpartition("/")[2]


def test_a_reset_signs_an_open_page_out_and_its_link_gives_a_new_password_once(
    team: Team, visit: Visit
) -> None:
    page = invited(team, visit, "ulla")
    begin(page, team.desk.screen)
    link = reset_link(team, "ulla")
    banner = page.get_by_text("You are signed out. Nothing is lost")
    expect(banner).to_be_visible(timeout=90_000)  # nobody pressed a key
    fresh = visit(team.lab).new_page()
    fresh.goto(link)
    for label in ("New password", "The new password again"):
        fresh.get_by_label(label, exact=True).fill("a much better password")
    fresh.get_by_role("button", name="Keep it and sign in").click()
    expect(fresh.get_by_role("heading", name="Projects")).to_be_visible()
    other = visit(team.lab).new_page()
    other.goto(link)
    for label in ("New password", "The new password again"):
        other.get_by_label(label, exact=True).fill("yet another password")
    other.get_by_role("button", name="Keep it and sign in").click()
    expect(other.get_by_role("alert")).to_contain_text("was used or is too old")
