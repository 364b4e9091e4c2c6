"""Time from a key to the next record painted, in Chromium, on a large project.

The pile is generated. Keys are real key presses; the clock is the browser's own, from
the key event's time stamp to the first task after the frame that shows the next record.
`--screen` keeps the 60 Hz of a screen (half a frame, 8 ms, is then only waiting);
without it Chromium paints as soon as it can, and the page's own time shows.

    python benchmarks/lab_keys.py [--records 50000] [--keys 200] [--screen]
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
from playwright.sync_api import BrowserContext, Page, sync_playwright

from thresher.records.samples import sample_records

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
FREE = ["--disable-frame-rate-limit", "--disable-gpu-vsync"]
LABELS = "window.thresherDesk.queue.ranking.labels > 0"
WHOLE = "!window.thresherDesk.queue.ranking.training"
READY = "() => window.thresherDesk?.ready === true"
WATCH = """() => {
  window.times = []; window.rankings = [];
  const painted = new MessageChannel();
  let from = null, before = null;
  document.addEventListener("keydown", (event) => {
    before = document.getElementById("record-title");
    from = event.timeStamp;
    queueMicrotask(() => { window.handled = performance.now(); });
    requestAnimationFrame(() => painted.port2.postMessage([from, window.handled]));
  }, true);
  painted.port1.onmessage = ({data}) => {
    if (document.getElementById("record-title") === before) return;
    window.times.push([performance.now() - data[0], data[1] - data[0]]);
  };
  const project = document.body.dataset.project;
  const channel = new BroadcastChannel(`thresher-events-${project}`);
  channel.onmessage = ({data}) => {
    if (data.kind === "ranking") window.rankings.push([performance.now(), data.value]);
  };
}"""


def wanted() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--records", type=int, default=50_000)
    parser.add_argument("--keys", type=int, default=200)
    parser.add_argument("--pause", type=float, default=0.4, help="seconds between keys")
    parser.add_argument("--screen", action="store_true", help="keep the screen's 60 Hz")
    parser.add_argument("--json", type=Path)
    return parser.parse_args()


def write_pile(path: Path, records: int) -> None:
    found = sample_records(records=records, rng=np.random.default_rng(1))
    with path.open("w") as out:
        for number, one in enumerate(found):
            it = one.citation
            out.write(f"TY  - JOUR\nTI  - {it.title}\nAB  - {it.abstract}\n")
            out.write(f"PY  - {it.year}\nDO  - 10.1000/{number}\nER  - \n\n")


def started(folder: Path) -> "tuple[subprocess.Popen[str], str]":
    words = ["lab", str(folder), "--no-browser", "--port", "0", "--reader", "ann"]
    process = subprocess.Popen(
        [sys.executable, "-m", "thresher", *words],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
    )
    address = process.stdout.readline() if process.stdout else ""
    return process, address.split()[0]


def imported(page: Page, base: str, file: Path) -> str:
    """Bring the pile in by the import page; gives the project's id."""
    page.goto(base)
    page.get_by_label("A new project").fill("Large")
    page.keyboard.press("Enter")
    page.wait_for_url("**/import")
    page.set_input_files("#files", file)
    page.get_by_role("button", name="Import", exact=True).click()
    page.get_by_role("heading", name="1 file,").wait_for(timeout=600_000)
    return page.url.split("/")[4]


def first_page(context: BrowserContext, address: str) -> float:
    """Seconds from asking for the screening page to a record that takes a key."""
    page = context.new_page()
    began = time.perf_counter()
    page.goto(address, wait_until="commit")
    page.wait_for_function(READY, polling="raf", timeout=120_000)
    took = time.perf_counter() - began
    page.close()
    return took


def waited(page: Page, what: str) -> float:
    """Seconds until something holds on the page."""
    began = time.perf_counter()
    page.wait_for_function(f"() => {what}", timeout=600_000)
    return time.perf_counter() - began


def press(page: Page, keys: int, pause: float) -> list[list[float]]:
    """Decide, one in nine for inclusion; gives when each key was pressed."""
    sent = []
    for number in range(keys):
        page.wait_for_function(READY, polling="raf", timeout=60_000)
        key = "y" if number % 9 == 0 else "n"
        page.keyboard.press(key)
        sent.append([page.evaluate("() => performance.now()"), number + 1])
        page.wait_for_timeout(pause * 1000)
    return sent


def waits(page: Page, sent: list[list[float]]) -> list[float]:
    """Seconds from each decision to the first ranking that knows of it."""
    rankings = page.evaluate("() => window.rankings")
    found = []
    for at, labels in sent:
        later = [when for when, it in rankings if it["labels"] >= labels and when >= at]
        if later:
            found.append((min(later) - at) / 1000)
    return found


def told(name: str, values: list[float], unit: str) -> dict[str, Any]:
    if not values:
        print(f"{name}: none")
        return {}
    quantiles = np.quantile(values, [0.5, 0.95])
    print(
        f"{name}: median {quantiles[0]:.2f} {unit}, 95th percentile "
        f"{quantiles[1]:.2f} {unit}, most {max(values):.2f} {unit} ({len(values)})"
    )
    return {
        "median": float(quantiles[0]),
        "p95": float(quantiles[1]),
        "most": max(values),
        "number": len(values),
        "mean": statistics.fmean(values),
    }


def main() -> None:
    options = wanted()
    chromium = shutil.which("chromium")
    if chromium is None:
        sys.exit("Chromium is not installed")
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        pile = folder / "pile.ris"
        write_pile(pile, options.records)
        process, address = started(folder / "house")
        flags = FLAGS if options.screen else FLAGS + FREE
        browser = playwright.chromium.launch(executable_path=chromium, args=flags)
        try:
            facts = measured(browser.new_context(), address, pile=pile, options=options)
        finally:
            browser.close()
            process.terminate()
            process.wait(timeout=60)
    if options.json:
        options.json.write_text(json.dumps(facts, indent=1) + "\n")


def measured(
    context: BrowserContext, address: str, *, pile: Path, options: argparse.Namespace
) -> dict[str, Any]:
    page = context.new_page()
    page.goto(address)
    base = address.split("/?", maxsplit=1)[0]
    began = time.perf_counter()
    project = imported(page, base, pile)
    print(f"{options.records} records imported in {time.perf_counter() - began:.1f} s")
    screen = f"{base}/projects/{project}/screen"
    page.goto(base)
    page.goto(screen)
    page.wait_for_function(READY, timeout=120_000)
    press(page, 30, 0.05)  # both kinds decided, so that rankings are made
    first_ranking = waited(page, LABELS)  # by titles alone, in a large pile
    whole_ranking = waited(page, f"{LABELS} && {WHOLE}")
    first = [first_page(context, screen) for _ in range(7)]
    page.evaluate(WATCH)
    labels = page.evaluate("() => window.thresherDesk.queue.ranking.labels")
    sent = press(page, options.keys, options.pause)
    page.wait_for_timeout(4000)
    times = page.evaluate("() => window.times")
    sent = [[at, 30 + number] for at, number in sent]
    print(f"first labels to a first ranking: {first_ranking:.1f} s")
    print(f"and on to a ranking by whole records: {whole_ranking:.1f} s")
    print(f"labels in the ranking at the start of the measurement: {labels}")
    print(f"rankings during it: {len(page.evaluate('() => window.rankings'))}")
    return {
        "records": options.records,
        "screen": options.screen,
        "first_ranking_s": first_ranking,
        "whole_ranking_s": whole_ranking,
        "first_page_s": told("screening page, asked for to ready", first, "s"),
        "key_ms": told("key to next record painted", [t[0] for t in times], "ms"),
        "script_ms": told("  of it the page's script", [t[1] for t in times], "ms"),
        "ranking_s": told(
            "decision to a ranking that knows it", waits(page, sent), "s"
        ),
    }


if __name__ == "__main__":
    main()
