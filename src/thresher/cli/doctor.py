"""`thresher doctor`: whether everything is here that Thresher needs."""

import json
import os
import re
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from thresher.errors import ThresherError
from thresher.reports.how_many import how_many
from thresher.reports.installation import Check, data_check, installation_checks
from thresher.store.health import Health, health_of
from thresher.store.postgres import is_postgres

if TYPE_CHECKING:
    from thresher.store.server_health import ServerHealth

__all__ = ["doctor"]

SERVER = re.compile(
    r"postgres(ql)?[:+]|[a-z+]{2,}:/"  # c:/ is a disk
    r"|(.*\s)?(host|hostaddr|port|dbname|user|password|service|sslmode)\s*=",
    re.IGNORECASE | re.DOTALL,
)
MARKS = {"ok": "ok", "absent": "—", "wrong": "WRONG"}
LITTLE = 1_000_000_000  # bytes of free disk below which a large import may fail


@click.command()
@click.argument("places", nargs=-1, metavar="[PROJECT]...")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def doctor(ctx: click.Context, places: tuple[str, ...], *, as_json: bool) -> None:
    """Look over the installation and databases, and say what to mend.

    Versions, extras, text models, data folder, accelerators; of each PROJECT whether
    its database is whole, who may read and write it, and room on the disk. A team's
    server is given as postgresql://NAME@HOST/DATABASE: whether it answers, which
    tables and how many projects it has, and what may be done there. Nothing is
    changed. Exit code 1 if something is wrong.
    """
    named = os.environ.get("THRESHER_DATA")
    checks = [*installation_checks(), data_check(Path(named) if named else None)]
    for place in places:
        checks += _of_server(place) if _is_server(place) else _of_project(Path(place))
    if as_json:
        told = [asdict(check) for check in checks]
        click.echo(json.dumps({"checks": told}, indent=2, ensure_ascii=False))
    else:
        click.echo("\n".join(_line(check) for check in checks))
    if any(check.state == "wrong" for check in checks):
        ctx.exit(1)


def _is_server(place: str) -> bool:
    """Say whether a place is written as a server's, and no file is called so."""
    if not SERVER.match(place):
        return False
    try:
        return not Path(place).exists()
    except (OSError, ValueError):  # too long for a file's name
        return True


def _of_project(path: Path) -> list[Check]:
    try:
        return _checks(health_of(path))
    except ThresherError as error:
        return [Check(name=path.name, state="wrong", text=str(error))]


def _of_server(url: str) -> list[Check]:
    """Return how a server stands; its address may hold a password: never repeated."""
    if not is_postgres(url):
        text = "is no address of a PostgreSQL server"
        advice = (
            "Write postgresql://NAME@HOST/DATABASE. Name project files by their paths, "
            "those of sqlite:///FILE too."
        )
        return [_database("wrong", text, advice)]
    from thresher.store.server_health import server_health  # noqa: PLC0415  seldom

    try:
        return _server_checks(server_health(url))
    except ThresherError as error:
        return [_database("wrong", str(error))]


def _server_checks(health: "ServerHealth") -> list[Check]:
    checks = [_house_check(health)]
    if health.lost:
        text = f"no tables for {', '.join(health.lost)}, although the house lists them"
        checks.append(_database("wrong", text, "Go back to a copy."))
    if not health.writable:
        text = "may only be read by this account, or at this server"
        advice = "Give its owner's name, and the server that may be written."
        checks.append(_database("wrong", text, advice))
    if health.encoding != "UTF8":
        text = f"is written in {health.encoding}, which cannot hold every letter"
        checks.append(_database("wrong", text, "Make it with encoding UTF8."))
    if health.waiting:
        text = f"{health.waiting} waiting for a lock for more than half a minute"
        advice = "See pg_stat_activity and pg_blocking_pids for who holds it."
        checks.append(_database("wrong", text, advice))
    return checks


def _house_check(health: "ServerHealth") -> Check:
    server = f"PostgreSQL {health.server} answers"
    if health.is_newer:
        text = f"{server}; a newer Thresher made its tables"
        return _database("wrong", text, "pip install --upgrade thresher")
    if not health.version:
        text = f"{server}; no house is in it yet"
        return _database("absent", text, "thresher serve makes one at its start.")
    old = "; brought up to date when next opened" if health.is_old else ""
    projects = how_many(len(health.projects), "project")
    return _database("ok", f"{server}; version {health.version}{old}; {projects}")


def _database(state: str, text: str, advice: str = "") -> Check:
    return Check(name="database", state=state, text=text, advice=advice)


def _checks(health: Health) -> list[Check]:
    name = health.path.name
    counts = ", ".join(
        how_many(count, what.removesuffix("s")) for what, count in health.counts.items()
    )
    old = "; brought up to date when next opened" if health.is_old else ""
    checks = [
        Check(
            name=name,
            state="wrong" if health.damage else "ok",
            text="; ".join(health.damage)
            or f"whole; version {health.version}{old}; {counts}",
            advice="Go back to a copy." if health.damage else "",
        )
    ]
    if not health.writable:
        text = "may not be written here"
        advice = "Copy it to a folder of yours."
        checks.append(Check(name=name, state="wrong", text=text, advice=advice))
    if not health.private:
        text = "other users of this machine may read it"
        advice = f"chmod 600 {name}"
        checks.append(Check(name=name, state="absent", text=text, advice=advice))
    if health.free < LITTLE:
        text = f"{health.free / 1e6:,.0f} MB left on its disk"
        checks.append(Check(name=name, state="wrong", text=text, advice="Make room."))
    return checks


def _line(check: Check) -> str:
    advice = f"  → {check.advice}" if check.advice else ""
    return f"{MARKS[check.state]:<6}{check.name:<16}{check.text}{advice}"
