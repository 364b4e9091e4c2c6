"""Scripts and styles under an address that changes with their content."""

import hashlib
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.staticfiles import StaticFiles

if TYPE_CHECKING:
    from starlette.responses import Response
    from starlette.types import Scope

__all__ = ["modules_of", "static_base", "static_files"]

FOLDER = (Path(__file__).parent.parent / "static").resolve()
LETTERS = 12
IMPORT = re.compile(r'^import .* from "(\.[^"]+)";', re.MULTILINE)
FOREVER = "public, max-age=31536000, immutable"


@cache
def _fingerprint() -> str:
    """Hash of every static file's name and content."""
    digest = hashlib.sha256()
    for path in sorted(FOLDER.rglob("*")):
        if path.is_file():
            digest.update(path.relative_to(FOLDER).as_posix().encode() + b"\0")
            digest.update(path.read_bytes())
    return digest.hexdigest()[:LETTERS]


def static_base() -> str:
    """Address before every script and style.

    The hash is a folder, not a query: what a module imports by a relative
    address then carries the hash too, and may be kept for ever.
    """
    return f"/static/{_fingerprint()}"


@cache
def modules_of(script: str) -> tuple[str, ...]:
    """Scripts that a script imports, and those that they import, without itself.

    A page names them all, so that a browser asks for them at once and not one
    layer after the other.
    """
    found: dict[Path, None] = {}
    waiting = [FOLDER / script]
    while waiting:
        here = waiting.pop()
        for name in IMPORT.findall(here.read_text("utf-8")):
            module = (here.parent / name).resolve()
            if module not in found:
                found[module] = None
                waiting.append(module)
    return tuple(sorted(path.relative_to(FOLDER).as_posix() for path in found))


class _HashedFiles(StaticFiles):
    """Static files with the hash of the tree as an optional first folder."""

    def get_path(self, scope: "Scope") -> str:
        """Path of the file, without the hash."""
        path = super().get_path(scope)
        first, _, rest = path.partition("/")
        return rest if first == _fingerprint() and rest else path

    async def get_response(self, path: str, scope: "Scope") -> "Response":
        """Answer a request; only addresses with the hash may be kept for ever."""
        response = await super().get_response(path, scope)
        hashed = f"/{_fingerprint()}/" in str(scope["path"])
        response.headers["Cache-Control"] = FOREVER if hashed else "no-cache"
        return response


def static_files() -> StaticFiles:
    """Give an application that serves the scripts and styles."""
    return _HashedFiles(directory=FOLDER)
