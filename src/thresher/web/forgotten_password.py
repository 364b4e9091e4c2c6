"""A forgotten password: replaced by a link made on the server's machine."""

import secrets
import time

from thresher.errors import InputError
from thresher.store.house import House
from thresher.store.people import (
    account_of,
    change_password,
    end_sessions_of,
    log_house,
)
from thresher.store.reset_rows import add_reset
from thresher.web.clock import now_text
from thresher.web.security.passwords import hashed
from thresher.web.security.team_door import digest_of

__all__ = ["RESET", "reset_link"]

BYTES = 32
RESET = 3600.0  # seconds that the link works


def reset_link(house: House, name: str, base: str, *, by: str = "thresher") -> str:
    """Return a link by which somebody chooses a new password, once, within an hour.

    The password before does no more, and all their sessions end; a running server
    knows it within a few seconds.

    Parameters
    ----------
    house
        Of a team.
    name
        Of the account.
    base
        Address of the server.
    by
        Who is written down as having done it.

    Raises
    ------
    InputError
        There is no such account.
    """
    token = secrets.token_urlsafe(BYTES)
    nobodys = hashed(secrets.token_urlsafe(BYTES))
    now = time.time()
    with house.writing() as connection:
        account = account_of(connection, name)
        if account is None:
            raise InputError(
                f"there is no account {name!r}: give the name they sign in with"
            )
        mine = account.name
        change_password(connection, mine, nobodys)
        end_sessions_of(connection, mine, now=now)
        digest = digest_of(token)
        add_reset(connection, digest, account=mine, now=now, expires=now + RESET)
        facts = {"account": mine}
        log_house(connection, "password reset", by=by, at=now_text(), facts=facts)
    return f"{base}/reset/{token}"
