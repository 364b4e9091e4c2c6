"""What a reader does on the screening page."""

from playwright.sync_api import Page, expect

__all__ = ["READY", "begin", "decide", "made", "title", "until_saved"]

READY = "() => window.thresherDesk?.ready === true"


def begin(page: Page, address: str) -> None:
    """Open the screening page and wait until a record takes a decision."""
    page.goto(address)
    page.wait_for_function(READY)


def title(page: Page) -> str:
    return page.locator("#record-title").inner_text()


def decide(page: Page, key: str) -> str:
    """Press a key once the record is there; gives the title decided on."""
    page.wait_for_function(READY)
    told = title(page)
    page.keyboard.press(key)
    return told


def made(page: Page) -> list[dict[str, object]]:
    """The decisions that the page says were made in this visit, the oldest first."""
    found: list[dict[str, object]] = page.evaluate(
        "() => window.thresherDesk.made.map(({decision}) => decision).reverse()"
    )
    return found


def until_saved(page: Page) -> None:
    expect(page.locator("#saved")).to_have_text("All saved")
