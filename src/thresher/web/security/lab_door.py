"""The lab's door: a token in the first address, exchanged for a cookie once."""

import hmac
import secrets

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
    """

    def __init__(self, token: str, reader: Visitor) -> None:
        self.token = token
        self.reader = reader
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
