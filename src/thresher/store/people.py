"""People of a house: accounts, sessions, memberships, invitations, log.

Secrets never come here: passwords come hashed, tokens as digests.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, select, update

from thresher.errors import InputError
from thresher.store.filling import whole_text
from thresher.store.house_schema import (
    accounts,
    house_log,
    invitations,
    memberships,
    sessions,
)

__all__ = [
    "ROLES",
    "Account",
    "Invitation",
    "Session",
    "account_count",
    "account_of",
    "add_account",
    "add_invitation",
    "change_password",
    "end_session",
    "end_sessions_of",
    "keep_preferences",
    "log_house",
    "open_session",
    "remove_member",
    "role_in",
    "rotate_session",
    "session_of",
    "set_role",
    "signed_in",
    "team_of",
    "use_invitation",
]

ROLES = ("owner", "adjudicator", "reader")
LONGEST = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """Somebody who may sign in; `password` is a hash made by the caller."""

    name: str
    display: str
    password: str
    preferences: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """Somebody signed in, until `expires` (seconds since 1970)."""

    digest: str
    account: str
    created: float
    expires: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Invitation:
    """Leave to join a project, or the house alone, in a role; works once."""

    project: str | None
    role: str
    invited_by: str


def add_account(
    connection: Connection, name: str, *, display: str, password: str, at: str
) -> Account:
    """Add an account; names that differ in capitals only are the same.

    Raises
    ------
    InputError
        The name is empty, too long, or taken.
    """
    key = _key(name)
    if not 0 < len(key) <= LONGEST or not key.isprintable():
        raise InputError(f"a name has 1 to {LONGEST} plain characters, got {name!r}")
    if account_of(connection, key) is not None:
        raise InputError(f"the name {key!r} is taken: choose another")
    row = {
        "name": key,
        "display": whole_text(display).strip() or key,
        "password": password,
        "preferences": {},
        "created_at": at,
    }
    connection.execute(insert(accounts), row)
    return Account(
        name=key, display=str(row["display"]), password=password, preferences={}
    )


def account_of(connection: Connection, name: str) -> Account | None:
    """Return an account by name, or nothing."""
    key = _key(name)
    row = connection.execute(select(accounts).where(accounts.c.name == key)).first()
    return None if row is None else _account(row)


def account_count(connection: Connection) -> int:
    """Return how many people may sign in."""
    return int(connection.scalar(select(func.count()).select_from(accounts)) or 0)


def change_password(connection: Connection, name: str, password: str) -> None:
    """Keep another hash for an account."""
    mine = update(accounts).where(accounts.c.name == name)
    connection.execute(mine.values(password=password))


def keep_preferences(
    connection: Connection, name: str, preferences: Mapping[str, Any]
) -> None:
    """Keep how somebody likes the pages."""
    mine = update(accounts).where(accounts.c.name == name)
    connection.execute(mine.values(preferences=dict(preferences)))


def open_session(
    connection: Connection,
    digest: str,
    *,
    account: str,
    now: float,
    expires: float,
    replaces: str | None = None,
) -> Session:
    """Sign somebody in: only the digest of their token is kept."""
    row = {
        "digest": digest,
        "account": account,
        "created": now,
        "expires": expires,
        "replaces": replaces,
    }
    connection.execute(insert(sessions), row)
    return Session(digest=digest, account=account, created=now, expires=expires)


def session_of(connection: Connection, digest: str, *, now: float) -> Session | None:
    """Return a session that has neither ended nor expired, or nothing."""
    row = connection.execute(
        select(sessions).where(
            sessions.c.digest == digest,
            sessions.c.ended.is_(None),
            sessions.c.expires > now,
        )
    ).first()
    if row is None:
        return None
    return Session(
        digest=row.digest, account=row.account, created=row.created, expires=row.expires
    )


def signed_in(connection: Connection, digest: str, *, now: float) -> Account | None:
    """Return whose session it is; nothing if it has ended or expired."""
    row = connection.execute(
        select(accounts)
        .join(sessions, sessions.c.account == accounts.c.name)
        .where(
            sessions.c.digest == digest,
            sessions.c.ended.is_(None),
            sessions.c.expires > now,
        )
    ).first()
    return None if row is None else _account(row)


def rotate_session(
    connection: Connection, old: str, new: str, *, now: float, expires: float
) -> Session | None:
    """End a session and begin another for the same person; nothing if it was over."""
    found = session_of(connection, old, now=now)
    if found is None:
        return None
    end_session(connection, old, now=now)
    return open_session(
        connection, new, account=found.account, now=now, expires=expires, replaces=old
    )


def end_session(connection: Connection, digest: str, *, now: float) -> None:
    """Sign somebody out."""
    mine = update(sessions).where(
        sessions.c.digest == digest, sessions.c.ended.is_(None)
    )
    connection.execute(mine.values(ended=now))


def end_sessions_of(
    connection: Connection, account: str, *, now: float, but: str = ""
) -> None:
    """Sign somebody out everywhere, `but` for the session of one digest."""
    mine = update(sessions).where(
        sessions.c.account == account,
        sessions.c.ended.is_(None),
        sessions.c.digest != but,
    )
    connection.execute(mine.values(ended=now))


def set_role(
    connection: Connection, project: str, account: str, *, role: str, at: str
) -> None:
    """Make somebody a member of a project in a role, or change the role.

    Raises
    ------
    InputError
        There is no such role, or the project would be left without an owner.
    """
    if role not in ROLES:
        raise InputError(f"{role!r} is no role; known: {', '.join(ROLES)}")
    if role != "owner":
        _refuse_last_owner(connection, project, account)
    _remove(connection, project, account)
    row = {"project_id": project, "account": _key(account), "role": role, "since": at}
    connection.execute(insert(memberships), row)


def remove_member(connection: Connection, project: str, account: str) -> None:
    """Take somebody out of a project; what they decided stays.

    Raises
    ------
    InputError
        They are the last owner.
    """
    _refuse_last_owner(connection, project, account)
    _remove(connection, project, account)


def role_in(connection: Connection, project: str, account: str) -> str | None:
    """Return somebody's role in a project, or nothing."""
    found: str | None = connection.scalar(
        select(memberships.c.role).where(
            memberships.c.project_id == project, memberships.c.account == _key(account)
        )
    )
    return found


def team_of(connection: Connection, project: str) -> list[dict[str, str]]:
    """Return the members of a project: name, display, role, since."""
    chosen = (
        select(
            accounts.c.name, accounts.c.display, memberships.c.role, memberships.c.since
        )
        .join(accounts, accounts.c.name == memberships.c.account)
        .where(memberships.c.project_id == project)
        .order_by(accounts.c.name)
    )
    return [dict(row) for row in connection.execute(chosen).mappings()]


def add_invitation(
    connection: Connection,
    digest: str,
    *,
    project: str | None,
    role: str,
    by: str,
    now: float,
    expires: float,
) -> None:
    """Invite somebody to a project, or to the house alone.

    Raises
    ------
    InputError
        There is no such role.
    """
    if role not in ROLES:
        raise InputError(f"{role!r} is no role; known: {', '.join(ROLES)}")
    row = {
        "digest": digest,
        "project_id": project,
        "role": role,
        "invited_by": by,
        "created": now,
        "expires": expires,
    }
    connection.execute(insert(invitations), row)


def use_invitation(
    connection: Connection, digest: str, *, by: str, now: float
) -> Invitation | None:
    """Use an invitation up, and return what it was; nothing if it is used or late.

    With ``by=""`` it is only looked at.
    """
    valid = (
        invitations.c.digest == digest,
        invitations.c.used.is_(None),
        invitations.c.expires > now,
    )
    row = connection.execute(select(invitations).where(*valid)).first()
    if row is None:
        return None
    if by:
        used = update(invitations).where(*valid).values(used=now, used_by=by)
        if connection.execute(used).rowcount != 1:
            return None
    return Invitation(project=row.project_id, role=row.role, invited_by=row.invited_by)


def log_house(
    connection: Connection,
    what: str,
    *,
    by: str,
    at: str,
    facts: Mapping[str, Any] | None = None,
) -> None:
    """Write a line into the house's log, which only grows."""
    row = {"what": what, "reader": by, "at": at, "facts": dict(facts or {})}
    connection.execute(insert(house_log), row)


def _account(row: Row[Any]) -> Account:
    return Account(
        name=row.name,
        display=row.display,
        password=row.password,
        preferences=row.preferences,
    )


def _key(name: str) -> str:
    return whole_text(name).strip().casefold()


def _remove(connection: Connection, project: str, account: str) -> None:
    connection.execute(
        delete(memberships).where(
            memberships.c.project_id == project, memberships.c.account == _key(account)
        )
    )


def _refuse_last_owner(connection: Connection, project: str, account: str) -> None:
    owners = connection.scalars(
        select(memberships.c.account).where(
            memberships.c.project_id == project, memberships.c.role == "owner"
        )
    ).all()
    if list(owners) == [_key(account)]:
        raise InputError(
            f"{account!r} is the last owner of this project: make somebody else owner "
            "first"
        )
