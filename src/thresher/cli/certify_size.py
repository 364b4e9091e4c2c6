"""`thresher certify size`."""

import click

__all__ = ["size"]


@click.command("size")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def size(*, as_json: bool) -> None:
    """Not there yet."""
    raise click.UsageError(f"this command is being built (json: {as_json})")
