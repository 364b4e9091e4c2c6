"""Interim house until thresher.store.house lands: a folder of project files."""

from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from thresher.store.project import create_project, open_project


@dataclass(frozen=True)
class Entry:
    id: str
    name: str
    role: str
    updated_at: str | None = None


class House:
    def __init__(self, folder: Path) -> None:
        self.url = str(folder)
        self.folder = folder
        folder.mkdir(exist_ok=True)
        self.stack = ExitStack()
        self.open: dict[str, Any] = {}

    def __enter__(self):
        return self

    def __exit__(self, *args):
        self.stack.close()

    def projects_of(self, account):
        return [Entry(p.stem, p.stem, "owner") for p in sorted(self.folder.glob("*.thresher"))]

    def entry_for(self, account, project):
        return next((e for e in self.projects_of(account) if e.id == project), None)

    def create_project(self, name, owner):
        ident = "".join(c if c.isalnum() else "-" for c in name.lower())[:40] or "project"
        with create_project(self.folder / f"{ident}.thresher"):
            pass
        return Entry(ident, name, "owner")

    def project(self, ident):
        if ident not in self.open:
            self.open[ident] = self.stack.enter_context(open_project(self.folder / f"{ident}.thresher"))
        return self.open[ident]


def open_house(url):
    return House(Path(url))
