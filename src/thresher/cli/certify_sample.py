"""`thresher certify test`."""

import click

__all__ = ["once"]


@click.command("test")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def once(*, as_json: bool) -> None:
    """Not there yet."""
    raise click.UsageError(f"this command is being built (json: {as_json})")
