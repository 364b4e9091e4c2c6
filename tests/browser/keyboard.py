"""Going about the lab by keys alone, as a reader without a mouse does."""

from pathlib import Path

from playwright.sync_api import Page, expect

__all__ = ["choose_files", "go_to", "press_on", "stop", "stops", "tab_to"]

MOST = 250  # stops of the tab key on any page
STOP = """() => {
  const e = document.activeElement, shown = e.id === "files"
    ? document.querySelector("label[for=files]") : e;  // the label stands for it
  if (e === document.body || e === document.documentElement) return null;
  const s = getComputedStyle(shown), box = shown.getBoundingClientRect();
  const x = box.left + Math.min(box.width / 2, 30), y = box.top + box.height / 2;
  const top = document.elementFromPoint(x, y);
  const label = e.labels?.[0]?.textContent ?? e.getAttribute("aria-label");
  const text = [...e.childNodes].filter((node) => node.nodeName !== "KBD")
    .map((node) => node.textContent).join("");
  return {
    name: (label || text || e.value || "").trim().replace(/\\s+/g, " "),
    tag: e.tagName.toLowerCase(), id: e.id, action: e.dataset.action ?? "",
    place: [...document.querySelectorAll("*")].indexOf(e),
    isRinged: s.outlineStyle !== "none" && parseFloat(s.outlineWidth) >= 2,
    isSeen: box.width > 0 && box.bottom > 0 && box.top < innerHeight
      && (top === null || top === shown || shown.contains(top) || top.contains(shown)),
  };
}"""
Stop = dict[str, object]


def stop(page: Page) -> Stop | None:
    """Where the focus is; nothing while it is nowhere. Always ringed and seen."""
    found: Stop | None = page.evaluate(STOP)
    if found is not None:
        assert found["isRinged"], f"no ring: {found}"
        assert found["isSeen"], f"out of sight or covered: {found}"
    return found


def stops(page: Page, *, key: str = "Tab") -> list[Stop]:
    """Every stop of the tab key from the top of a page to its end."""
    page.evaluate("() => { getSelection().removeAllRanges(); }")
    found: list[Stop] = []
    for _ in range(MOST):
        page.keyboard.press(key)
        here = stop(page)
        if here is None or (found and here == found[0]):
            return found
        found.append(here)
    raise AssertionError(f"the tab key is caught on {page.url}: {found[-3:]}")


def tab_to(page: Page, name: str, *, tag: str = "") -> Stop:
    """Go on by the tab key until a control of that name (or id) has the focus."""
    for _ in range(2 * MOST):
        here = stop(page) or {}
        names = [here.get(part) for part in ("name", "id", "action")]
        if name in names and tag in ("", here["tag"]):
            return here
        page.keyboard.press("Tab")
    raise AssertionError(f"the tab key does not reach {name!r} on {page.url}")


def press_on(page: Page, name: str, *, key: str = "Enter", tag: str = "") -> None:
    tab_to(page, name, tag=tag)
    page.keyboard.press(key)


def go_to(page: Page, link: str, address: str) -> None:
    """Follow a link of the menu."""
    press_on(page, link, tag="a")
    page.wait_for_url(address)
    expect(page.locator("[aria-busy=false]").first).to_be_attached()
    expect(page.locator("[aria-busy=true]")).to_have_count(0)


def choose_files(page: Page, files: list[Path]) -> None:
    # Heard before the page is asked anything more: a chooser that opens while the
    # browser is still being told to hand it over is nobody's.
    page.on("filechooser", lambda _: None)
    tab_to(page, "files")
    with page.expect_file_chooser() as chooser:
        page.keyboard.press("Enter")
    chooser.value.set_files(files)
