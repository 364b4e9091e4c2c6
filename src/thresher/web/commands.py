"""`thresher lab` and `thresher serve`: the web door's two commands."""

import hashlib
import os
import secrets
import socket
import sys
import threading
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING

import click

from thresher.errors import InputError, MissingExtraError

if TYPE_CHECKING:
    from fastapi import FastAPI

__all__ = ["lab", "serve"]

LOOPBACK = "127.0.0.1"
PROJECTS = Path("thresher-projects")
BYTES = 24
PATIENT = 75  # seconds that a line stays open: readers decide every few
TURN = 0.001  # seconds that a thread computes before others get a turn, if they wait
GRACE = 3  # seconds for open requests when the server ends
PORT = click.IntRange(0, 65535)
FIRST_PORT, PORTS = 20_000, 12_000  # of labs: below those that systems give away
MOVED = (
    "Port {port}, where this lab is as a rule, is taken, so it has another for now. "
    "Decisions that wait in a browser for the usual address go out from there only: "
    "end what has the port, and start the lab again."
)
RESET_TOLD = (
    "The link works once, for an hour; the password before does no more. If readers "
    "come by another address, put that before /reset."
)


@click.command()
@click.argument("project", required=False, type=click.Path(path_type=Path))
@click.option(
    "--port",
    type=PORT,
    help="Where to listen; 0 is any free port. [one of its own for each PROJECT]",
)
@click.option("--reader", help="Who reads. [the name you are logged in by]")
@click.option("--no-browser", is_flag=True, help="Print the address, open nothing.")
def lab(
    *, project: Path | None, port: int | None, reader: str | None, no_browser: bool
) -> None:
    """Open the lab on this machine, and in your browser.

    PROJECT is a project file (NAME.thresher) or a folder of them, made if it is not
    there; without it, the folder thresher-projects here. Only this machine can reach
    the lab, and only by the address that is printed. Ctrl-C ends it; every decision
    is safe.
    """
    _need_the_extra("the lab")
    from thresher.store.house import open_house  # noqa: PLC0415  heavy
    from thresher.store.login_name import login_name  # noqa: PLC0415
    from thresher.web.app import make_app  # noqa: PLC0415  an extra

    place = project or PROJECTS
    if not place.suffix and not place.exists():
        place.mkdir()
    token = secrets.token_urlsafe(BYTES)
    with open_house(place) as house:
        app = make_app(house, door="lab", token=token, reader=reader or login_name())
        usual = _usual_port(place)
        listening = _at_usual(usual) if port is None else _listening(LOOPBACK, port)
        at = listening.getsockname()[1]
        address = f"http://{LOOPBACK}:{at}/?token={token}"
        click.echo(address)
        click.echo("Ctrl-C ends the lab.", err=True)
        if not no_browser:
            threading.Timer(0.5, webbrowser.open, [address]).start()
        _run(app, listening)


@click.command()
@click.option(
    "--database",
    required=True,
    envvar="THRESHER_DATABASE",
    metavar="URL",
    help="postgresql://USER:PASSWORD@HOST/NAME, or sqlite:///FILE.",
)
@click.option("--host", default=LOOPBACK, show_default=True, help="Where to listen.")
@click.option("--port", type=PORT, default=8040, show_default=True)
@click.option("--secure-cookies", is_flag=True, help="Browsers come by https only.")
@click.option(
    "--behind-proxy",
    is_flag=True,
    help="Believe X-Forwarded-For and -Proto of a proxy on this machine.",
)
@click.option(
    "--create-owner",
    metavar="NAME",
    help="Print a link by which NAME makes the first account, and end.",
)
@click.option(
    "--reset-password",
    metavar="NAME",
    help="Sign NAME out, print a link to a new password (one hour, once), end.",
)
def serve(
    *,
    database: str,
    host: str,
    port: int,
    secure_cookies: bool,
    behind_proxy: bool,
    create_owner: str | None,
    reset_password: str | None,
) -> None:
    """Run the team's server: sign-in, roles and invitations.

    On a server without accounts a link for the first owner is printed. Put a proxy
    that speaks https before it, with --secure-cookies and --behind-proxy.
    """
    _need_the_extra("the server")
    from thresher.store.house import (  # noqa: PLC0415  heavy
        is_team_database,
        open_house,
    )
    from thresher.web.app import make_app  # noqa: PLC0415  an extra
    from thresher.web.first_owner import first_link  # noqa: PLC0415
    from thresher.web.forgotten_password import reset_link  # noqa: PLC0415

    if not is_team_database(database):  # it may hold a password: never repeated
        raise InputError(
            "a team's database is postgresql://… or sqlite:///FILE; "
            "for a project of your own use thresher lab"
        )
    with open_house(database) as house:
        base = f"http://{host}:{port}"
        if create_owner is not None:
            click.echo(first_link(house, base, by=create_owner))
            return
        if reset_password is not None:
            click.echo(reset_link(house, reset_password, base))
            click.echo(RESET_TOLD, err=True)
            return
        app = make_app(house, door="serve", is_encrypted=secure_cookies)
        listening = _listening(host, port)
        base = f"http://{host}:{listening.getsockname()[1]}"
        click.echo(base)
        if link := first_link(house, base, only_if_empty=True):
            click.echo(f"The first owner joins here, once: {link}", err=True)
        _run(app, listening, behind_proxy=behind_proxy)


def _need_the_extra(what: str) -> None:
    try:
        import fastapi  # noqa: F401, PLC0415
        import pwdlib  # noqa: F401, PLC0415
        import python_multipart  # noqa: F401, PLC0415
        import uvicorn  # noqa: F401, PLC0415
    except ImportError as error:
        raise MissingExtraError(what, extra="web") from error


def _usual_port(place: Path) -> int:
    """Return the port of a lab: the same each time, for its browser keeps by address.

    Decisions that wait in a browser are stored by address and port; a lab that comes
    back at another port would never get them.
    """
    digest = hashlib.sha256(os.fsencode(place.resolve())).digest()
    return FIRST_PORT + int.from_bytes(digest[:8], "big") % PORTS


def _at_usual(port: int) -> socket.socket:
    """Listen at a lab's usual port, or where there is room, and say so."""
    try:
        return socket.create_server((LOOPBACK, port))
    except OSError:
        click.echo(MOVED.format(port=port), err=True)
        return _listening(LOOPBACK, 0)


def _listening(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    except OSError as error:
        raise InputError(
            f"cannot listen on {host}, port {port}: {error.strerror or error}; choose "
            "another with --port"
        ) from error


def _run(
    app: "FastAPI", listening: socket.socket, *, behind_proxy: bool = False
) -> None:
    """Serve until Ctrl-C or a termination signal, then end cleanly."""
    import uvicorn  # noqa: PLC0415  an extra

    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=behind_proxy,
        forwarded_allow_ips=LOOPBACK,
        timeout_keep_alive=PATIENT,
        timeout_graceful_shutdown=GRACE,
    )
    server = uvicorn.Server(config)
    sys.setswitchinterval(TURN)  # else who writes waits for who answers, and back
    try:
        server.run(sockets=[listening])
    except KeyboardInterrupt:
        sys.stderr.write("\n")
