"""A bundle written as one zip archive, with a README and a manifest."""

import io
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import BinaryIO

from matplotlib.figure import Figure

from thresher.certification.certificate.written import written
from thresher.errors import InputError
from thresher.reports.bundle.archive import ReproducibleZip
from thresher.reports.bundle.contents import Bundle
from thresher.reports.bundle.pictures import drawn, recall_figure
from thresher.reports.bundle.tables import (
    agreement_csv,
    decisions_csv,
    decisions_lines,
    write_records_csv,
    write_records_ris,
)
from thresher.reports.certificate_page import page_of
from thresher.reports.figures.running_bound import bound_figure
from thresher.reports.flow import flow_png, flow_svg, official_csv
from thresher.reports.methods_text import (
    methods_html,
    methods_markdown,
    methods_plain,
)

__all__ = ["BundleEntry", "bundle_bytes", "write_bundle"]

Fill = Callable[[BinaryIO], None]
Part = tuple[str, str, Fill]  # name, what it is, what writes it
MANIFEST = "MANIFEST.sha256"
README = "README.txt"
PARTS = {  # folder and what would be in it
    "flow": "the PRISMA flow",
    "methods": "the Methods text",
    "certificate": "a certificate of recall",
    "decisions": "the decisions log",
    "records": "records with decisions",
    "figures": "curves",
    "agreement": "agreement of readers",
    "settings": "settings of the project",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class BundleEntry:
    """One file of a bundle: its name, what it is, its size and digest."""

    name: str
    meaning: str
    size: int
    sha256: str


def bundle_bytes(bundle: Bundle) -> bytes:
    """Bundle as the bytes of a zip archive."""
    out = io.BytesIO()
    write_bundle(bundle, out)
    return out.getvalue()


def write_bundle(bundle: Bundle, out: BinaryIO) -> tuple[BundleEntry, ...]:
    """Write a bundle as a zip archive; return what it holds.

    The same bundle gives the same bytes: time stamps are fixed, and nothing of the
    machine is in it. Cells that a spreadsheet would run are disarmed.

    Parameters
    ----------
    bundle
        What to write. Decisions and records are gone over twice.
    out
        Where to write; only complete when the call returns.

    Raises
    ------
    InputError
        Settings that JSON cannot hold, or a file in `extra` with the name of another.
    """
    parts = [*_parts(bundle)]
    _refuse_twice([README, MANIFEST, *(name for name, _, _ in parts)])
    archive = ReproducibleZip(out)
    entries = []
    for name, meaning, fill in [_readme(bundle, parts), *parts]:
        sha256, size = archive.add(name, fill)
        entry = BundleEntry(name=name, meaning=meaning, size=size, sha256=sha256)
        entries.append(entry)
    listed = "".join(f"{entry.sha256}  {entry.name}\n" for entry in entries)
    sha256, size = archive.add(MANIFEST, _text(listed))
    archive.close()
    last = BundleEntry(
        name=MANIFEST, meaning="digests of all files", size=size, sha256=sha256
    )
    return (*entries, last)


def _parts(bundle: Bundle) -> Iterator[Part]:
    yield from _flow(bundle)
    yield from _methods(bundle)
    yield from _certificate(bundle)
    yield from _lists(bundle)
    yield from _figures(bundle)
    if bundle.agreement:
        meaning = "coefficients of agreement with intervals"
        yield "agreement/agreement.csv", meaning, _text(agreement_csv(bundle.agreement))
    if bundle.settings:
        yield "settings/settings.json", "settings of the project", _text(_json(bundle))
    for name in sorted(bundle.extra):
        yield name, "added by the caller", _bytes(bundle.extra[name])


def _flow(bundle: Bundle) -> Iterator[Part]:
    flow = bundle.flow
    if flow is None:
        return
    yield "flow/flow.svg", "PRISMA 2020 flow diagram", _made(flow_svg, flow)
    yield "flow/flow.png", "the same, 300 dots an inch", _made(flow_png, flow)
    meaning = "its numbers, for the PRISMA2020 R package and Shiny app"
    yield "flow/PRISMA.csv", meaning, _made(official_csv, flow)


def _methods(bundle: Bundle) -> Iterator[Part]:
    methods = bundle.methods
    if methods is None:
        return
    yield "methods/methods.txt", "text for the Methods", _made(methods_plain, methods)
    yield "methods/methods.md", "the same as Markdown", _made(methods_markdown, methods)
    yield "methods/methods.html", "the same as HTML", _made(methods_html, methods)


def _certificate(bundle: Bundle) -> Iterator[Part]:
    certificate = bundle.certificate
    if certificate is None:
        return
    content = json.dumps(written(certificate), indent=2, ensure_ascii=False) + "\n"
    meaning = "certificate of recall; check it with `thresher certify verify`"
    yield "certificate/certificate.json", meaning, _text(content)
    if bundle.picks:
        picks = bundle.picks[: certificate.read]
        page = partial(page_of, certificate, picks, name="certificate.json")
        yield "certificate/certificate.html", "its page, to print", _made(page)


def _lists(bundle: Bundle) -> Iterator[Part]:
    if bundle.decisions:
        log = _made(decisions_csv, bundle.decisions)
        yield "decisions/decisions.csv", "every decision, oldest first", log
        log = _made(decisions_lines, bundle.decisions)
        yield "decisions/decisions.jsonl", "the same as JSON lines", log
    if bundle.records:
        meaning = "all records with the decisions in force"
        fill = partial(write_records_ris, bundle.records)
        yield "records/records.ris", meaning, fill
        fill = partial(write_records_csv, bundle.records)
        yield "records/records.csv", "the same as a table", fill


def _figures(bundle: Bundle) -> Iterator[Part]:
    figures: dict[str, tuple[str, Callable[[], Figure]]] = {}
    if bundle.reading is not None and bundle.reading.read:
        figures["recall"] = (
            "relevant records found",
            partial(recall_figure, bundle.reading),
        )
    if bundle.certificate is not None and bundle.picks:
        picks = bundle.picks[: bundle.certificate.read]
        figure = partial(bound_figure, bundle.certificate, picks)
        figures["bound"] = "lower bound on recall", figure
    for name, (meaning, made) in figures.items():
        for ending in ("png", "svg"):
            yield f"figures/{name}.{ending}", meaning, _made(_drawn, made, ending)


def _readme(bundle: Bundle, parts: list[Part]) -> Part:
    there = {name.split("/")[0] for name, _, _ in parts}
    missing = [meaning for folder, meaning in PARTS.items() if folder not in there]
    lines = [
        " ".join(bundle.title.split()),
        "",
        "What is in this archive:",
        *(f"  {name}: {meaning}" for name, meaning, _ in parts),
        "",
        f"{MANIFEST} lists the SHA-256 digest of every file. To check them all, unpack",
        f"and run: sha256sum --check {MANIFEST}",
        "In tables, an apostrophe stands before what a spreadsheet would run.",
    ]
    if missing:
        lines += ["", f"Not in it, because it was not given: {', '.join(missing)}."]
    return README, "this list", _text("\n".join([*lines, ""]))


def _json(bundle: Bundle) -> str:
    try:
        told = json.dumps(bundle.settings, indent=2, sort_keys=True, ensure_ascii=False)
    except (TypeError, ValueError) as error:
        raise InputError(f"settings must be plain JSON values: {error}") from error
    return f"{told}\n"


def _drawn(figure: Callable[[], Figure], ending: str) -> bytes:
    return drawn(figure(), ending)


def _made(make: Callable[..., str | bytes], *given: object) -> Fill:
    """Return what makes the content only when it is written."""

    def fill(out: BinaryIO) -> None:
        made = make(*given)
        out.write(made.encode("utf-8", "replace") if isinstance(made, str) else made)

    return fill


def _text(text: str) -> Fill:
    return _bytes(text.encode("utf-8", "replace"))


def _bytes(content: bytes) -> Fill:
    def fill(out: BinaryIO) -> None:
        out.write(content)

    return fill


def _refuse_twice(names: list[str]) -> None:
    seen: set[str] = set()
    folders = {name.casefold().rpartition("/")[0] for name in names}
    for name in names:
        if name.casefold() in seen | folders:
            raise InputError(f"{name!r} is the name of two files of this bundle")
        seen.add(name.casefold())
