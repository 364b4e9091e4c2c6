"""`thresher certify issue`: a certificate of what a screening has shown."""

import json
import time
from pathlib import Path

import click

from thresher.certification.certificate import first_certified, issue, written
from thresher.cli.certify_sources import Source, opened_seal, opened_source
from thresher.cli.files import FILE
from thresher.cli.output import write_out
from thresher.reports.certificate_text import certificate_text
from thresher.screening.seal import Seal

__all__ = ["issued"]


@click.command("issue")
@click.argument("source", type=FILE, metavar="RUN|PROJECT")
@click.option(
    "-o", "--output", type=FILE, required=True, help="The certificate (JSON)."
)
@click.option("--seal", "seal_file", type=FILE, help="The seal of a project.")
@click.option("--reader", help="Whose decisions, if several decided.")
@click.option("--whole", is_flag=True, help="After all labels, not when first shown.")
@click.option("--page", type=FILE, help="Also an HTML page, to print or attach.")
@click.option("--json", "as_json", is_flag=True, help="Print the certificate as JSON.")
def issued(
    *,
    source: Path,
    output: Path,
    seal_file: Path | None,
    reader: str | None,
    whole: bool,
    page: Path | None,
    as_json: bool,
) -> None:
    """Issue a certificate of recall for an audited RUN or PROJECT.

    The claim is the one that was sealed before the first audit. The certificate is of
    the moment at which it was first shown, or of the last label if it was not; then it
    says so, and how far the bound came.
    """
    opened = opened_source(source, reader=reader)
    seal = _seal(opened, seal_file)
    records = len(opened.frame)
    read = None if whole else first_certified(opened.picks, seal, records=records)
    picks = opened.picks[:read]
    certificate = issue(
        picks,
        opened.frame,
        seal,
        issued_at=time.time(),
    )
    content = written(certificate)
    write_out(output, json.dumps(content, indent=1) + "\n")
    if page is not None:
        from thresher.reports.certificate_page import page_of  # noqa: PLC0415  heavy

        write_out(page, page_of(certificate, picks, name=output.name))
    if as_json:
        click.echo(json.dumps(content, indent=2))
    else:
        click.echo(certificate_text(certificate))


def _seal(opened: Source, path: Path | None) -> Seal:
    if path is not None:
        return opened_seal(path)
    if opened.seal is None:
        raise click.UsageError(
            "a project's certificate needs its seal: give --seal FILE, the file that "
            "thresher certify seal wrote before the first audit"
        )
    return opened.seal
