"""`thresher certify curve`."""

import click

__all__ = ["curve"]


@click.command("curve")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def curve(*, as_json: bool) -> None:
    """Not there yet."""
    raise click.UsageError(f"this command is being built (json: {as_json})")
