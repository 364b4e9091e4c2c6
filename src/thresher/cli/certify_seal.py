"""`thresher certify seal`: commit to the draw before anything is drawn."""

import json
import time
from pathlib import Path

import click

from thresher.certification.certificate.sealing import sealed
from thresher.cli.files import FILE
from thresher.cli.output import write_out
from thresher.cli.ranges import SHARE
from thresher.errors import FileError, InputError
from thresher.screening.seal import Seal, frame_digest, new_seed
from thresher.store.project import open_project
from thresher.store.screened import frame_of
from thresher.store.seal_rows import fixed_seal

__all__ = ["seal"]

DRAWN = (
    "the lab has sealed these records and drawn audits from them: with a second seal "
    "the chance of error would be more than alpha. Go on in the lab, and issue by its "
    "own seal (thresher certify issue, without --seal)"
)


@click.command()
@click.argument("project", type=FILE)
@click.option(
    "-o", "--output", type=FILE, required=True, help="Where to keep the seed."
)
@click.option("--target", type=SHARE, default=0.95, help="Recall to show. [0.95]")
@click.option("--confidence", type=SHARE, default=0.95, help="How sure. [0.95]")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def seal(
    *, project: Path, output: Path, target: float, confidence: float, as_json: bool
) -> None:
    """Draw a secret seed for the audits of PROJECT and print its commitment.

    Publish the commitment (in the protocol, say) before the first audit, and keep the
    file: the certificate will hold the seed, and everybody can see that seed and claim
    were fixed beforehand. The seal is for these records in this order; import all of
    them first.
    """
    if output.exists():
        reason = "is there already, and a seal must not be lost"
        raise FileError(output, reason, hint="Choose another name with -o.")
    with open_project(project) as opened, opened.reading() as connection:
        frame = frame_of(connection)
        if fixed_seal(connection) is not None:
            raise InputError(DRAWN)
    alpha = round(1 - confidence, 12)
    try:
        made = Seal(
            seed=new_seed(), frame=frame_digest(frame), target=target, alpha=alpha
        )
    except InputError as error:
        raise click.UsageError(str(error)) from error
    content = sealed(made, records=len(frame), sealed_at=time.time())
    write_out(output, json.dumps(content, indent=2) + "\n", secret=True)
    if as_json:
        public = {key: content[key] for key in content if key != "seed"}
        click.echo(json.dumps(public | {"output": str(output)}, indent=2))
        return
    click.echo(f"Commitment  {made.commitment}")
    click.echo(f"Claim       recall of {target:g} with confidence {confidence:g}")
    click.echo(f"Frame       {len(frame):,} records, {made.frame}")
    click.echo(f"Seed        kept in {output}; publish the commitment, not the file")
