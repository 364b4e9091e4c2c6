"""A forgotten password: replaced on the server's machine by one made at random."""

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
from thresher.web.clock import now_text
from thresher.web.security.passwords import hashed

__all__ = ["random_password"]

BYTES = 12  # 96 random bits: sixteen characters to read out or copy


def random_password(house: House, name: str, *, by: str = "thresher") -> str:
    """Give an account a password made at random, and return that.

    All their sessions end; a running server knows it within a few seconds. The one
    before cannot be told: only its hash is kept.

    Parameters
    ----------
    house
        Of a team.
    name
        Of the account.
    by
        Who is written down as having done it.

    Raises
    ------
    InputError
        There is no such account.
    """
    password = secrets.token_urlsafe(BYTES)
    kept = hashed(password)
    with house.writing() as connection:
        account = account_of(connection, name)
        if account is None:
            raise InputError(
                f"there is no account {name!r}: give the name they sign in with"
            )
        change_password(connection, account.name, kept)
        end_sessions_of(connection, account.name, now=time.time())
        facts = {"account": account.name}
        log_house(connection, "password reset", by=by, at=now_text(), facts=facts)
    return password
