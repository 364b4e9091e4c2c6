"""Files that a synthesis is written to."""

import io
import json
from pathlib import Path

import click

from thresher import __version__
from thresher.cli.output import made_folder, write_out
from thresher.reports.document import html_page
from thresher.reports.figures.contradiction_map import map_figure
from thresher.reports.figures.saving import save_figure
from thresher.reports.synthesis_facts import findings_csv, synthesis_facts
from thresher.reports.synthesis_page import synthesis_page
from thresher.synthesis.draft import Draft
from thresher.synthesis.groups_file import groups_toml
from thresher.synthesis.synthesis import Synthesis

__all__ = ["write_synthesis"]

ENDINGS = (".html", ".json", ".csv")


def write_synthesis(
    found: Synthesis, *, draft: Draft | None, output: Path
) -> list[Path]:
    """Write one file by its ending, or all into a folder; return what was written."""
    ending = output.suffix.lower()
    if ending in ENDINGS:
        write_out(output, _content(found, draft, ending))
        return [output]
    if ending and not output.is_dir():
        known = ", ".join(ENDINGS)
        raise click.UsageError(f"-o needs a folder or a file in {known}, got {output}")
    return _folder(found, draft, output)


def _folder(found: Synthesis, draft: Draft | None, output: Path) -> list[Path]:
    made_folder(output)
    names = {
        "findings.csv": _content(found, draft, ".csv"),
        "synthesis.json": _content(found, draft, ".json"),
        "groups.toml": groups_toml([found.table.interventions, found.table.outcomes]),
        "report.html": _content(found, draft, ".html"),
    }
    pictures = _pictures(found, output)
    for name, content in names.items():
        write_out(output / name, content)
    return [*(output / name for name in names), *pictures]


def _pictures(found: Synthesis, output: Path) -> list[Path]:
    """Draw the map; where there is none, leave none of an earlier run behind."""
    paths = [output / "map.png", output / "map.svg"]
    if not _has_map(found):
        for path in paths:
            path.unlink(missing_ok=True)
        return []
    for path in paths:
        save_figure(map_figure(found.cells, numbers=_numbers(found)), path)
    return paths


def _content(found: Synthesis, draft: Draft | None, ending: str) -> str:
    if ending == ".csv":
        return findings_csv(found)
    if ending == ".json":
        facts = synthesis_facts(found, draft=draft)
        return json.dumps(facts, indent=2, ensure_ascii=False) + "\n"
    page = synthesis_page(
        found,
        drawing=_drawing(found),
        draft=draft,
        origin=f"Made by thresher {__version__} synthesise.",
    )
    return html_page(page)


def _has_map(found: Synthesis) -> bool:
    return any(cell.votes for cell in found.cells)


def _numbers(found: Synthesis) -> dict[str, int]:
    return {read.study.id: at for at, read in enumerate(found.table.studies, 1)}


def _drawing(found: Synthesis) -> bytes | None:
    if not _has_map(found):
        return None
    drawn = io.BytesIO()
    figure = map_figure(found.cells, numbers=_numbers(found))
    figure.savefig(drawn, format="svg", metadata={"Date": None})
    return drawn.getvalue()
