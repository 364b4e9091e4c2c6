"""Too much to send and no room to keep it: said in words, and nothing lost."""

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Page, Request, expect

from thresher.web.uploads import MOST_BYTES, MOST_FILES

from .conftest import Visit
from .labs import Desk, Lab, new_project, ris, running_lab
from .reading import begin, decide, made, until_saved


@contextmanager
def no_room(lab: Lab) -> Iterator[None]:
    """A disk on which the server's files cannot grow."""
    pid = lab.process.pid
    before = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (4096, before[1]))
    try:
        yield
    finally:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, before)


@pytest.mark.skipif(
    not hasattr(resource, "prlimit"), reason="only Linux limits another process"
)
def test_decisions_made_on_a_full_disk_wait_and_go_out_when_there_is_room(
    visit: Visit, tmp_path: Path
) -> None:
    with running_lab(tmp_path) as lab:
        page = visit(lab).new_page()
        desk = new_project(page, lab, ris(40))
        begin(page, desk.screen)
        decide(page, "n")
        until_saved(page)
        with no_room(lab):
            for key in "yny":
                decide(page, key)
            expect(page.locator("#saved")).to_contain_text("3 decisions waiting")
            expect(page.locator("#saved")).to_contain_text("the disk")
            expect(page.get_by_text("not accepted")).to_have_count(0)
            page.reload()  # and a tab that is closed loses none of them
            told = page.locator("body")
            expect(told).to_contain_text("3 decisions waiting to be sent")
        page.goto(desk.screen)
        until_saved(page)
        rows = [row["label"] for row in desk.ledger()]
        assert rows == ["exclude", "include", "exclude", "include"]
        assert len({row["uid"] for row in desk.ledger()}) == 4
        begin(page, desk.screen)
        decide(page, "n")
        until_saved(page)
        assert [row["uid"] for row in desk.ledger()][4:] == [
            one["uid"] for one in made(page)
        ]


@pytest.fixture
def sent(page: Page) -> list[str]:
    """What the page sends, by its address."""
    found: list[str] = []

    def heard(request: Request) -> None:
        if request.method == "POST":
            found.append(request.url)

    page.on("request", heard)
    return found


def test_files_over_the_limit_are_refused_before_they_are_sent(
    page: Page, desk: Desk, sent: list[str], tmp_path: Path
) -> None:
    large = tmp_path / "large.ris"
    with large.open("wb") as out:
        out.truncate(MOST_BYTES + 1)  # takes no room
    page.goto(desk.page("import"))
    page.set_input_files("#files", [large])
    page.get_by_role("button", name="Import", exact=True).click()
    told = page.locator("form [role=status]")
    expect(told).to_contain_text("Not sent: All files of an upload may have 512 MB")
    expect(told).to_contain_text("These have 513 MB")
    page.get_by_role("button", name="Leave out large.ris").click()
    few = [tmp_path / f"{at}.ris" for at in range(MOST_FILES + 1)]
    for one in few:
        one.write_text("")
    page.set_input_files("#files", few)
    page.get_by_role("button", name="Import", exact=True).click()
    expect(told).to_contain_text(f"Not sent: Send 1 to {MOST_FILES} files at a time.")
    assert sent == []
    page.get_by_role("button", name="Leave out 0.ris").click()
    page.get_by_role("button", name="Import", exact=True).click()
    expect(told).to_contain_text(f"0 of {MOST_FILES} files imported.")
    assert len(sent) == 1
