"""`thresher doctor`: whether everything is here that Thresher needs."""

import json
import os
from dataclasses import asdict
from pathlib import Path

import click

from thresher.errors import ThresherError
from thresher.reports.installation import Check, data_check, installation_checks
from thresher.store.health import Health, health_of

__all__ = ["doctor"]

MARKS = {"ok": "ok", "absent": "—", "wrong": "WRONG"}
LITTLE = 1_000_000_000  # bytes of free disk below which a large import may fail


@click.command()
@click.argument(
    "projects", nargs=-1, type=click.Path(path_type=Path), metavar="[PROJECT]..."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def doctor(ctx: click.Context, projects: tuple[Path, ...], *, as_json: bool) -> None:
    """Look over the installation and project files, and say what to mend.

    Versions, extras, text models, data folder, accelerators; of each PROJECT whether
    its database is whole, who may read and write it, and room on the disk. Nothing is
    changed. Exit code 1 if something is wrong.
    """
    named = os.environ.get("THRESHER_DATA")
    checks = [*installation_checks(), data_check(Path(named) if named else None)]
    for path in projects:
        checks += _of_project(path)
    if as_json:
        told = [asdict(check) for check in checks]
        click.echo(json.dumps({"checks": told}, indent=2, ensure_ascii=False))
    else:
        click.echo("\n".join(_line(check) for check in checks))
    if any(check.state == "wrong" for check in checks):
        ctx.exit(1)


def _of_project(path: Path) -> list[Check]:
    try:
        return _checks(health_of(path))
    except ThresherError as error:
        return [Check(name=path.name, state="wrong", text=str(error))]


def _checks(health: Health) -> list[Check]:
    name = health.path.name
    counts = ", ".join(f"{count:,} {what}" for what, count in health.counts.items())
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
