"""`thresher certify verify`: work out again what a certificate says."""

import json
from pathlib import Path

import click

from thresher.certification.certificate import problems_of
from thresher.cli.certify_sources import json_of, source_of
from thresher.cli.files import FILE, refuse_given
from thresher.errors import CertificateError, FileError

__all__ = ["verify"]


@click.command()
@click.argument("certificate", type=FILE, metavar="FILE")
@click.option("--run", type=FILE, help="The run that it is of.")
@click.option("--project", type=FILE, help="The project that it is of.")
@click.option("--reader", help="Whose decisions, if several decided.")
@click.option("--commitment", help="As it was published before the first draw.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def verify(
    ctx: click.Context,
    *,
    certificate: Path,
    run: Path | None,
    project: Path | None,
    reader: str | None,
    commitment: str | None,
    as_json: bool,
) -> None:
    """Check the certificate in FILE offline; ends with 1 if something does not hold.

    With the run or project also that records, labels, order and draws are those of
    the screening; with the published commitment, that the seed was fixed beforehand.
    """
    if run is not None and project is not None:
        raise click.UsageError("give --run or --project, not both")
    if project is None:
        refuse_given(("reader",), "is for --project: whose decisions to compare")
    content = json_of(certificate)
    try:
        problems = _problems(content, run or project, reader=reader)
    except CertificateError as error:
        raise FileError(certificate, str(error)) from error
    if commitment is not None and content["draw"].get("commitment") != commitment:
        problems.append("the commitment is not the one that was published")
    unchecked = _unchecked(ledger=run or project, commitment=commitment)
    _tell(certificate, content, problems, unchecked=unchecked, as_json=as_json)
    if problems:
        ctx.exit(1)


def _problems(content: object, source: Path | None, *, reader: str | None) -> list[str]:
    if source is None:
        return problems_of(content)
    opened = source_of(source, content, reader=reader)
    return problems_of(
        content, frame=opened.frame, picks=opened.picks, seal=opened.seal
    )


def _unchecked(*, ledger: Path | None, commitment: str | None) -> str:
    """Return in one line what was not looked at, and how it would be."""
    left = []
    if ledger is None:
        left.append(
            "that records, labels and draws are those of the ledger "
            "(--run or --project)"
        )
    if commitment is None:
        left.append(
            "that seed and claim were fixed before the first draw (--commitment)"
        )
    return f"Not checked: {'; '.join(left)}." if left else ""


def _tell(
    path: Path,
    content: dict[str, dict[str, object]],
    problems: list[str],
    *,
    unchecked: str,
    as_json: bool,
) -> None:
    if as_json:
        facts = {
            "valid": not problems,
            "problems": problems,
            "unchecked": unchecked,
            "claim": content["claim"],
            "result": content["result"],
        }
        click.echo(json.dumps(facts, indent=2, ensure_ascii=False))
    elif problems:
        click.echo(f"{path}: NOT valid")
        for problem in problems:
            click.echo(f"  - {problem}")
    else:
        click.echo(f"{path}: valid; the verdict is {content['result']['verdict']!r}")
        if unchecked:
            click.echo(unchecked)
