"""The routes of the API as a table for the documentation, from its own description."""

from fastapi import FastAPI

from thresher.web.api import router
from thresher.web.security.visitor import COOKIE

__all__ = ["api_reference"]

START = "/api/v1"


def api_reference() -> str:
    """Return every route with the first sentence of what it does, as Markdown."""
    app = FastAPI()
    app.include_router(router)
    lines = [
        f"All addresses begin with `{START}`; the cookie is `{COOKIE}`.",
        "",
        "| method | address | what it does |",
        "|---|---|---|",
    ]
    for path, methods in app.openapi()["paths"].items():
        for method, operation in methods.items():
            said = operation["description"].split("\n\n")[0].replace("\n", " ")
            lines.append(
                f"| {method.upper()} | `{path.removeprefix(START)}` | {said} |"
            )
    return "\n".join([*lines, ""])
