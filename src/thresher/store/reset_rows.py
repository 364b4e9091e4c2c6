"""Leave to choose a new password: for one account, once, and not for long.

Only digests of tokens come here.
"""

from sqlalchemy import Connection, insert, select, update

from thresher.store.house_schema import password_resets

__all__ = ["add_reset", "use_reset"]


def add_reset(
    connection: Connection, digest: str, *, account: str, now: float, expires: float
) -> None:
    """Let whoever holds a token choose the password; older tokens end.

    Parameters
    ----------
    connection
        To the house, writing.
    digest
        Of the token.
    account
        Whose password it is.
    now, expires
        From when until when, in seconds since 1970.
    """
    older = update(password_resets).where(
        password_resets.c.account == account, password_resets.c.ended.is_(None)
    )
    connection.execute(older.values(ended=now))
    row = {"digest": digest, "account": account, "created": now, "expires": expires}
    connection.execute(insert(password_resets), row)


def use_reset(connection: Connection, digest: str, *, now: float) -> str | None:
    """Use a token up, and return whose it was; nothing if it is used or late."""
    valid = (
        password_resets.c.digest == digest,
        password_resets.c.ended.is_(None),
        password_resets.c.expires > now,
    )
    chosen = select(password_resets.c.account).where(*valid)
    account: str | None = connection.scalar(chosen)
    if account is None:
        return None
    used = update(password_resets).where(*valid).values(ended=now)
    return account if connection.execute(used).rowcount == 1 else None
