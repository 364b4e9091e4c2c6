"""`thresher published`: WSS and TNR of printed tables."""

import click

from thresher.cli.lazy import LazyGroup

__all__ = ["published"]

COMMANDS = {
    "convert": (
        "thresher.cli.published_convert:convert",
        "WSS as TNR and back, for a figure or a table.",
    ),
    "audit": (
        "thresher.cli.published_audit:audit",
        "Find what cannot be in a printed table.",
    ),
}


@click.group(cls=LazyGroup, lazy=COMMANDS)
def published() -> None:
    """Convert and audit printed work saved over sampling and true negative rates."""
