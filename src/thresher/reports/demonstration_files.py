"""The files of a demonstration: records, runs, figures, tables and the page."""

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

from thresher.certification.certificate import written
from thresher.progress import Report, silent
from thresher.reports.certificate_page import page_of
from thresher.reports.demonstration import Demonstration, Screening
from thresher.reports.demonstration_page import demonstration_page
from thresher.reports.document import html_page
from thresher.reports.figures import KINDS, save_figure
from thresher.reports.figures.contradiction_map import map_figure
from thresher.reports.figures.drawing import Options, draw
from thresher.reports.figures.saving import figure_for
from thresher.reports.figures.sources import named_readings
from thresher.reports.flow import flow_svg, official_csv
from thresher.reports.measured import Measured, measured_csv, measured_json
from thresher.reports.plan_figure import plan_figure
from thresher.reports.plan_text import plan_facts
from thresher.reports.synthesis_page import synthesis_page
from thresher.reports.tables import csv_table
from thresher.screening.pile import Pile
from thresher.screening.run import Run
from thresher.screening.run_json import write_run
from thresher.synthesis.contradiction import Cell
from thresher.synthesis.synthesis import Synthesis

__all__ = ["CERTIFICATE", "PAGE", "write_demonstration"]

PAGE = "report.html"
CERTIFICATE = "certificate.json"
DRAWN = ("recall", "wss", "erf", "roc", "discovery")
ENDINGS = ("svg", "png")
SEED = 1  # of the bootstrap: the same runs give the same intervals
RUN_COLUMNS = ("record_id", "label_included", "score", "prior")
RECORD_COLUMNS = (
    *("record_id", "title", "abstract", "authors", "year", "venue", "keywords"),
    *("doi", "pmid", "label_included"),
)


def write_demonstration(
    demonstration: Demonstration,
    folder: Path,
    *,
    commands: tuple[str, ...],
    origin: str,
    report: Report = silent,
) -> None:
    """Write every file of a demonstration into an existing folder.

    Parameters
    ----------
    demonstration
        What was done.
    folder
        Where to write; files of the same names are replaced.
    commands, origin
        For the page, see `demonstration_page`.
    report
        Told how many figures are drawn.
    """
    for name in ("runs", "figures"):
        (folder / name).mkdir(exist_ok=True)
    _write(folder / "records.csv", _records_csv(demonstration.gathered.pile))
    _write_certificate(demonstration, folder)
    _write(folder / "flow.csv", official_csv(demonstration.flow))
    (folder / "figures" / "flow.svg").write_bytes(flow_svg(demonstration.flow))
    for screening in demonstration.screenings:
        path = folder / "runs" / screening.run.name
        _write(path.with_suffix(".csv"), _run_csv(screening))
        write_run(path.with_suffix(".json"), screening.run)
    _write_figures_of_merit(demonstration, folder)
    _write_findings(demonstration.synthesis, folder, origin=origin)
    pictures = _draw(demonstration, folder / "figures", report=report)
    page = demonstration_page(
        demonstration, pictures=pictures, commands=commands, origin=origin
    )
    _write(folder / PAGE, html_page(page))


def _write_figures_of_merit(demonstration: Demonstration, folder: Path) -> None:
    """Write the measures of all runs, and the plan."""
    measured = Measured(
        runs=[screening.run for screening in demonstration.screenings],
        evaluations=[screening.evaluation for screening in demonstration.screenings],
        rng=np.random.default_rng(SEED),
    )
    _write(folder / "metrics.json", measured_json(measured))
    _write(folder / "metrics.csv", measured_csv(measured))
    facts = plan_facts(demonstration.plan)
    _write(folder / "plan.json", json.dumps(facts, indent=4) + "\n")


def _draw(
    demonstration: Demonstration, folder: Path, *, report: Report
) -> dict[str, bytes]:
    """Draw each kind of figure and the plan, and return the drawings as SVG."""
    runs = [screening.run for screening in demonstration.screenings]
    planned = plan_figure(demonstration.plan, named_readings(runs))
    pictures = {}
    for done, name in enumerate((*DRAWN, "plan"), 1):
        figure = planned if name == "plan" else _figure(name, runs)
        for ending in ENDINGS:
            save_figure(figure, folder / f"{name}.{ending}")
        pictures[name] = (folder / f"{name}.svg").read_bytes()
        report("Drawing figures", done=done, total=len(DRAWN) + 1)
    if cells := demonstration.mapped:
        pictures["map"] = _map(demonstration.synthesis, cells, folder / "map.svg")
    return pictures


def _map(synthesis: Synthesis, cells: Sequence[Cell], path: Path) -> bytes:
    """Draw the contradiction map of some pairs, and return the drawing."""
    studies = synthesis.table.studies
    numbers = {read.study.id: at for at, read in enumerate(studies, 1)}
    save_figure(map_figure(cells, numbers=numbers), path)
    return path.read_bytes()


def _write_findings(synthesis: Synthesis, folder: Path, *, origin: str) -> None:
    """Write the whole synthesis as a page of its own."""
    drawing = None
    if reported := [cell for cell in synthesis.cells if cell.votes]:
        drawing = _map(synthesis, reported, folder / "figures" / "all_pairs.svg")
    page = synthesis_page(synthesis, drawing=drawing, draft=None, origin=origin)
    _write(folder / "findings.html", html_page(page))


def _figure(name: str, runs: list[Run]) -> Figure:
    """Return one kind of figure of the runs."""
    figure = figure_for([run.name for run in runs])
    draw(figure.subplots(), KINDS[name], runs, options=Options())
    return figure


def _write_certificate(demonstration: Demonstration, folder: Path) -> None:
    """Write the audited run, its certificate, and the certificate's page."""
    audited = demonstration.audited
    write_run(folder / "runs" / f"{audited.run.name}.json", audited.run)
    content = json.dumps(written(audited.certificate), indent=1)
    _write(folder / CERTIFICATE, content + "\n")
    page = page_of(audited.certificate, audited.picks, name=CERTIFICATE)
    _write(folder / "certificate.html", page)


def _records_csv(pile: Pile) -> str:
    """Return the citations and their labels as a table."""
    rows = [
        (
            *(citation.id, citation.title, citation.abstract),
            *("; ".join(citation.authors), citation.year, citation.venue),
            *("; ".join(citation.keywords), citation.doi, citation.pmid, int(label)),
        )
        for citation, label in zip(pile.citations, pile.labels, strict=True)
    ]
    return csv_table(RECORD_COLUMNS, rows)


def _run_csv(screening: Screening) -> str:
    """Return a run in reading order; records without a score have an empty cell."""
    reading = screening.run.reading
    names = [str(name) for name in reading.ids or ()]
    rows = [
        (name, int(label), None if np.isnan(score) else score, int(at < reading.priors))
        for at, (name, label, score) in enumerate(
            zip(names, reading.labels, screening.scores.tolist(), strict=True)
        )
    ]
    return csv_table(RUN_COLUMNS, rows)


def _write(path: Path, content: str) -> None:
    path.write_text(content, encoding="utf-8", newline="")
