"""`thresher lab` and `thresher serve`: the web door's two commands."""

import getpass
import secrets
import socket
import threading
import webbrowser
from pathlib import Path

import click

from thresher.errors import MissingExtraError

__all__ = ["lab"]

LOOPBACK = "127.0.0.1"


@click.command()
@click.argument("project", required=False, type=click.Path(path_type=Path))
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="[any free one]")
@click.option("--reader", help="Who reads. [the name you are logged in by]")
@click.option("--no-browser", is_flag=True, help="Only print the address.")
def lab(
    *, project: Path | None, port: int, reader: str | None, no_browser: bool
) -> None:
    """Open the lab on this machine: PROJECT, or the projects of this folder.

    Only this machine can reach it, and only with the address that is printed.
    """
    try:
        import uvicorn  # noqa: PLC0415  an extra

        from thresher.web.app import make_app  # noqa: PLC0415
        from thresher.web.interim import open_house  # noqa: PLC0415
    except ImportError as error:
        raise MissingExtraError("the lab", extra="web") from error
    who = reader or getpass.getuser()
    token = secrets.token_urlsafe(24)
    with open_house(project or "thresher-projects") as house:
        app = make_app(house, door="lab", token=token, reader=who)
        listening = socket.create_server((LOOPBACK, port))
        address = f"http://{LOOPBACK}:{listening.getsockname()[1]}/?token={token}"
        click.echo(address)
        if not no_browser:
            threading.Timer(0.5, webbrowser.open, [address]).start()
        config = uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=2)
        uvicorn.Server(config).run(sockets=[listening])
