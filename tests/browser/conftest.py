"""Real Chromium and a real server for the pages' tests."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import pytest

pytest.importorskip("playwright", reason="Playwright is not installed")
pytest.importorskip("fastapi", reason="the extra `web` is not installed")

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Page,
    Request,
    expect,
    sync_playwright,
)

from .labs import Desk, Lab, new_project, ris, running_lab

PATIENCE = 20_000  # milliseconds: a busy machine is no failure
expect.set_options(timeout=PATIENCE)
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or ""
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-dev-shm-usage",
]
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 780},
    "is_mobile": True,
    "has_touch": True,
}
EXPECTED = "Failed to load resource"  # a refusal that the page says in words


@dataclass
class Watch:
    """What a page must never do: break, break the policy, or ask others."""

    origin: str
    problems: list[str] = field(default_factory=list)

    def over(self, page: Page) -> None:
        page.on("pageerror", self._broken)
        page.on("console", self._told)
        page.on("request", self._asked)

    def _broken(self, error: Error) -> None:
        self.problems.append(f"error: {error}")

    def _told(self, message: ConsoleMessage) -> None:
        if message.type == "error" and EXPECTED not in message.text:
            self.problems.append(f"console: {message.text}")

    def _asked(self, request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme in ("data", "blob"):
            return
        if f"{parts.scheme}://{parts.netloc}" != self.origin:
            self.problems.append(f"left the origin: {request.url}")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests; a visible skip where there is none."""
    if not CHROMIUM:
        pytest.skip("Chromium is not installed (apt-get install chromium)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """A lab of one reader."""
    with running_lab(tmp_path_factory.mktemp("house")) as running:
        yield running


Visit = Callable[..., BrowserContext]


@pytest.fixture
def visit(browser: Browser) -> Iterator[Visit]:
    """Give a browser's own profile on a lab, watched and signed in."""
    with ExitStack() as stack:
        watches: list[Watch] = []

        def visited(lab: Lab, **options: Any) -> BrowserContext:  # noqa: ANN401
            context = browser.new_context(**options)
            stack.callback(context.close)
            context.set_default_timeout(PATIENCE)
            watch = Watch(lab.base)
            watches.append(watch)
            context.on("page", watch.over)
            if "token=" in lab.address:
                page = context.new_page()
                page.goto(lab.address)
                page.close()
            return context

        yield visited
        for watch in watches:
            assert watch.problems == []


@pytest.fixture
def page(lab: Lab, visit: Visit) -> Page:
    """A page of the reader's own browser."""
    return visit(lab).new_page()


@pytest.fixture
def phone(lab: Lab, visit: Visit) -> Page:
    """A page on a phone with a touch screen."""
    return visit(lab, **PHONE).new_page()


PLAIN = {
    "terms": {"include": [], "exclude": []},
    "reasons": {"abstract": [], "fulltext": []},
    "tags": [],
}


@pytest.fixture(scope="module")
def shared(browser: Browser, lab: Lab) -> str:
    """A project for all tests of a module: each project has a model of its own."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(lab.address)
    project = new_project(page, lab, ris(600)).project
    context.close()
    return project


@pytest.fixture
def desk(page: Page, lab: Lab, shared: str) -> Desk:
    """The shared project with plain settings, its ledger counted from now on."""
    desk = Desk(lab, page.context.request, shared)
    desk.put("/settings", PLAIN)
    rows = desk.get("/history?limit=1")["rows"]
    return Desk(lab, page.context.request, shared, rows[0]["id"] if rows else 0)
