"""The lab's door: a token in the first address, exchanged for a cookie once."""

import hmac
import json
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from thresher.web.security.visitor import Visitor

__all__ = ["LabDoor"]

BYTES = 32


class LabDoor:
    """Lets in the one reader who knows the token.

    Parameters
    ----------
    token
        What the printed address holds.
    reader
        Who reads here.
    folder
        Where their wishes for the pages are kept.
    """

    def __init__(self, token: str, reader: Visitor, *, folder: Path) -> None:
        self.token = token
        self.reader = reader
        self._kept = folder / "preferences.json"
        self._cookie = secrets.token_urlsafe(BYTES)

    def exchange(self, token: str) -> str | None:
        """Return the cookie for a right token; nothing for a wrong one."""
        right = hmac.compare_digest(token.encode(), self.token.encode())
        return self._cookie if right else None

    def visitor(self, cookie: str | None) -> Visitor | None:
        """Return the reader whose cookie this is."""
        given = (cookie or "").encode()
        return (
            self.reader if hmac.compare_digest(given, self._cookie.encode()) else None
        )

    def remembered(self, cookie: str | None) -> Visitor | None:
        """Return the reader whose cookie this is: nothing is looked up here."""
        return self.visitor(cookie)

    def sign_out(self, cookie: str | None) -> None:
        """End every session: the cookie is another one from now on."""
        del cookie
        self._cookie = secrets.token_urlsafe(BYTES)

    def preferences(self, name: str) -> Mapping[str, Any]:
        """Return how the reader likes the pages."""
        del name
        try:
            found: dict[str, Any] = json.loads(self._kept.read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        return found

    def keep_preferences(self, name: str, wishes: Mapping[str, Any]) -> None:
        """Keep how the reader likes the pages, in a file."""
        del name
        self._kept.parent.mkdir(parents=True, exist_ok=True)
        part = self._kept.with_suffix(".part")
        part.write_text(json.dumps(wishes), "utf-8")
        part.replace(self._kept)
