"""`thresher certify issue`: a certificate of what a screening has shown."""

import json
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import click

from thresher.certification.certificate import (
    Certificate,
    first_certified,
    issue,
    seal_problems,
    written,
)
from thresher.certification.sequential.replay import Pick
from thresher.cli.certify_sources import (
    Source,
    opened_seal,
    opened_source,
)
from thresher.cli.files import FILE, refuse_given
from thresher.cli.output import write_out
from thresher.cli.project_files import is_project
from thresher.errors import FileError
from thresher.reports.certificate_text import certificate_text
from thresher.screening.seal import Seal
from thresher.store.certifying import Moment, certify_now, file_told
from thresher.store.login_name import login_name
from thresher.store.project import open_project
from thresher.store.seal_rows import seals_of

__all__ = ["issued"]


class _Issued(NamedTuple):
    """A certificate, what it rests on, and how it is written."""

    certificate: Certificate
    picks: Sequence[Pick]
    content: dict[str, Any]
    note: str = ""


@click.command("issue")
@click.argument("source", type=FILE, metavar="RUN|PROJECT")
@click.option(
    "-o", "--output", type=FILE, required=True, help="The certificate (JSON)."
)
@click.option("--seal", "seal_file", type=FILE, help="A seal kept outside a project.")
@click.option("--reader", help="Whose decisions, if several decided.")
@click.option("--whole", is_flag=True, help="After all labels, not when first shown.")
@click.option("--end", is_flag=True, help="End a lab's audits before their goal.")
@click.option("--page", type=FILE, help="Also an HTML page, to print or attach.")
@click.option("--json", "as_json", is_flag=True, help="Print the certificate as JSON.")
def issued(
    *,
    source: Path,
    output: Path,
    page: Path | None,
    as_json: bool,
    **how: Any,  # noqa: ANN401  as click hands them over
) -> None:
    """Issue a certificate of recall for an audited RUN or PROJECT.

    The claim is the one that was sealed before the first audit. The certificate is of
    the moment at which it was first shown, or of the last label if it was not; then it
    says so, and how far the bound came. A project that the lab sealed keeps the
    certificate: it tells the seed, so no audit is drawn by that seal any more.
    """
    made = _issued(source, **how)
    write_out(output, json.dumps(made.content, indent=1) + "\n")
    if page is not None:
        from thresher.reports.certificate_page import page_of  # noqa: PLC0415  heavy

        told = page_of(made.certificate, made.picks, name=output.name, note=made.note)
        write_out(page, told)
    if as_json:
        click.echo(json.dumps(made.content, indent=2))
    else:
        click.echo(certificate_text(made.certificate))
    if made.note:
        click.echo(made.note, err=True)


def _issued(
    source: Path,
    *,
    seal_file: Path | None,
    reader: str | None,
    whole: bool,
    end: bool,
) -> _Issued:
    """Issue by the seal of a file or of a run, or else by the project's own."""
    if seal_file is None and _is_sealed(source):
        if reader is not None:
            raise click.UsageError("the lab's seal is about all readers: no --reader")
        return _filed(source, end=end, whole=whole)
    refuse_given(("end",), "is for a project that the lab sealed, by its own seal")
    if not is_project(source):
        refuse_given(("reader",), "is for a project: a run has one reader")
    made = _outside(opened_source(source, reader=reader), seal_file, whole=whole)
    _tell(source, made.content)
    return made


def _is_sealed(path: Path) -> bool:
    """Say whether a file is a project that holds a seal of its own."""
    if not is_project(path):
        return False
    with open_project(path) as project, project.reading() as connection:
        return bool(seals_of(connection))


def _filed(path: Path, *, end: bool, whole: bool) -> _Issued:
    """Issue by the project's own seal; it is in the project before it is told."""
    with open_project(path) as project, project.writing() as connection:
        moment = Moment.LAST if whole else Moment.FIRST
        by = login_name()
        filed = certify_now(connection, by=by, at=_now(), end=end, moment=moment)
    return _Issued(filed.certificate, filed.picks, dict(filed.content), note=filed.note)


def _outside(opened: Source, seal_file: Path | None, *, whole: bool) -> _Issued:
    seal = _seal(opened, seal_file)
    records = len(opened.frame)
    read = None if whole else first_certified(opened.picks, seal, records=records)
    picks = opened.picks[:read]
    made = issue(picks, opened.frame, seal, issued_at=time.time())
    return _Issued(made, picks, written(made))


def _tell(path: Path, content: dict[str, Any]) -> None:
    """Let a project know if a seed of its own is about to be told."""
    if is_project(path):
        with open_project(path) as project, project.writing() as connection:
            file_told(connection, content, by=login_name(), at=_now())


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _seal(opened: Source, path: Path | None) -> Seal:
    if path is not None:
        given = opened_seal(path)
        problems = [] if opened.seal is None else seal_problems(given, opened.seal)
        if problems:
            raise FileError(path, f"is not the run's own seal: {problems[0]}")
        return given
    if opened.seal is None:
        raise click.UsageError(
            "a project's certificate needs its seal: give --seal FILE, the file that "
            "thresher certify seal wrote before the first audit"
        )
    return opened.seal
