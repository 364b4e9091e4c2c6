"""The folder of public data that papers are reproduced from."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import click

__all__ = ["data_option"]

Command = TypeVar("Command", bound=Callable[..., object])


def data_option(*, holds: str) -> Callable[[Command], Command]:
    """Return the option ``--data``: the folder that holds what is asked for."""
    return click.option(
        "--data",
        type=click.Path(path_type=Path),
        envvar="THRESHER_DATA",
        default=Path(),
        show_envvar=True,
        help=f"Folder that holds {holds}; this one if nothing is said.",
    )
