"""The team's door: accounts, passwords, sessions in the database, invitations."""

import hashlib
import secrets
import time
from dataclasses import dataclass

from sqlalchemy import Connection

from thresher.store.house import House
from thresher.store.people import (
    Account,
    Invitation,
    account_of,
    add_account,
    add_invitation,
    change_password,
    end_session,
    end_sessions_of,
    log_house,
    open_session,
    rotate_session,
    set_role,
    signed_in,
    use_invitation,
)
from thresher.store.reset_rows import use_reset
from thresher.web.clock import now_text
from thresher.web.refusals import Refusal
from thresher.web.security.fresh_memory import FreshMemory
from thresher.web.security.passwords import hashed, is_right, waste_time
from thresher.web.security.patience import Patience
from thresher.web.security.visitor import Role, Visitor
from thresher.web.security.who import SIGNED_OUT

__all__ = ["Given", "TeamDoor"]

BYTES = 32
SESSION = 7 * 24 * 3600.0  # seconds until everyone signs in again
INVITATION = 7 * 24 * 3600.0
WRONG = "That name and password do not go together."
WRONG_OLD = "That is not your password as it is now. Nothing was changed."
OVERTAKEN = "The password was changed elsewhere just now. Sign in with the new one."
LATER = "Too many wrong passwords. Wait {wait} seconds."
BY_PAIR = Patience(kind="pair", free=5)
BY_ADDRESS = Patience(kind="address", free=20)
BY_NAME = Patience(kind="name", free=50)
USED_UP = "This invitation was used or is too old. Ask for a new one."
TOO_LATE = "This link was used or is too old. Ask who runs the server for a new one."


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """What somebody gave to get in."""

    name: str
    password: str
    address: str
    cookie: str | None = None


class TeamDoor:
    """Knows whose cookie it is, and hands new ones out for right passwords.

    Parameters
    ----------
    house
        Keeps accounts and sessions.
    """

    def __init__(self, house: House) -> None:
        self._house = house
        self._known: FreshMemory[str, Visitor] = FreshMemory()

    def visitor(self, cookie: str | None) -> Visitor | None:
        """Return the reader whose session this is; nothing if it is over."""
        if not cookie:
            return None
        digest = digest_of(cookie)
        return self._known.looked_up(digest, lambda: self._visitor(digest))

    def remembered(self, cookie: str | None) -> Visitor | None:
        """Return the reader if their session was looked up a moment ago."""
        return self._known.get(digest_of(cookie)) if cookie else None

    def sign_in(self, given: Given) -> str:
        """Return a new cookie for a right password; older ones of theirs stay valid.

        The cookie is always a new one, whatever the browser held before.

        Raises
        ------
        Refusal
            The password is wrong, or there were too many wrong ones.
        """
        account = self._proven(given)
        if account is None:
            raise Refusal(401, WRONG)
        self.sign_out(given.cookie)
        with self._house.writing() as connection:
            _refuse_overtaken(connection, account)
            return _begun(connection, account.name)

    def change_password(self, given: Given, new: str) -> str:
        """Keep a new password, and return the one cookie that is valid from now on.

        A wrong old password counts as one at sign-in: a stolen session is no way to
        guess. It is no 401, for the session goes on.

        Raises
        ------
        Refusal
            The old password is wrong, there were too many wrong ones, or the session
            or the password itself ended meanwhile.
        """
        account = self._proven(given)
        if account is None:
            raise Refusal(403, WRONG_OLD, code="wrong-password")
        kept = hashed(new)
        with self._house.writing() as connection:
            _refuse_overtaken(connection, account)
            token = _renewed(connection, given.cookie or "")
            change_password(connection, account.name, kept)
            end_sessions_of(
                connection, account.name, now=time.time(), but=digest_of(token)
            )
            log_house(connection, "password changed", by=account.name, at=now_text())
        self._forget(account.name)
        return token

    def sign_out(self, cookie: str | None) -> None:
        """End a session."""
        if cookie:
            digest = digest_of(cookie)
            with self._house.writing() as connection:
                end_session(connection, digest, now=time.time())
            self._known.forget(lambda key, _: key == digest)

    def invite(self, project: str | None, role: Role, *, by: str) -> str:
        """Return the token of a new invitation; it works once."""
        token = secrets.token_urlsafe(BYTES)
        now = time.time()
        with self._house.writing() as connection:
            add_invitation(
                connection,
                digest_of(token),
                project=project,
                role=role,
                by=by,
                now=now,
                expires=now + INVITATION,
            )
            facts = {"project": project, "role": role}
            log_house(connection, "invited", by=by, at=now_text(), facts=facts)
        return token

    def join(self, token: str, given: Given, *, display: str) -> str:
        """Make an account by an invitation, and return its first cookie."""
        with self._house.reading() as connection:
            _refuse_address(connection, given.address)
        kept = hashed(given.password)
        with self._house.writing() as connection:
            invited = use_invitation(
                connection, digest_of(token), by=given.name, now=time.time()
            )
            if invited is not None:
                name = _added(connection, invited, given, display=display, kept=kept)
        if invited is None:
            self._count_wrong(given.address)
            raise Refusal(404, USED_UP)
        self.sign_out(given.cookie)
        with self._house.writing() as connection:
            return _begun(connection, name)

    def choose_password(self, token: str, given: Given) -> str:
        """Keep a password chosen by a link that was handed out, and return a cookie.

        The link works no more, and every other session of the account ends.

        Raises
        ------
        Refusal
            The link was used, replaced or is too old, or too many were tried.
        """
        with self._house.reading() as connection:
            _refuse_address(connection, given.address)
        kept = hashed(given.password)
        with self._house.writing() as connection:
            now = time.time()
            name = use_reset(connection, digest_of(token), now=now)
            if name is not None:
                change_password(connection, name, kept)
                end_sessions_of(connection, name, now=now)
                BY_NAME.forgive(connection, name)
                log_house(connection, "password chosen", by=name, at=now_text())
                cookie = _begun(connection, name)
        if name is None:
            self._count_wrong(given.address)
            raise Refusal(404, TOO_LATE)
        self._forget(name)
        self.sign_out(given.cookie)
        return cookie

    def _proven(self, given: Given) -> Account | None:
        """Return the account if this is its password; every wrong one is counted."""
        name = given.name.strip().casefold()
        account = self._tried(name, given.address)
        if account is None:
            waste_time(given.password)
        if account is None or not is_right(given.password, account.password):
            self._count_wrong(given.address)
            return None
        with self._house.writing() as connection:
            BY_PAIR.forgive(connection, _pair(name, given.address))
            BY_NAME.forgive(connection, name)
        return account

    def _tried(self, name: str, address: str) -> Account | None:
        """Return the account, once the attempt is counted.

        It is counted before the password is looked at, so that many at once, through
        any number of processes, get no more tries than one after the other.
        """
        with self._house.reading() as connection:
            _refuse_haste(connection, name, address)
        with self._house.writing() as connection:
            _refuse_haste(connection, name, address)
            now = time.time()
            BY_PAIR.count(connection, _pair(name, address), now=now)
            BY_NAME.count(connection, name, now=now)
            return account_of(connection, name)

    def _count_wrong(self, address: str) -> None:
        with self._house.writing() as connection:
            BY_ADDRESS.count(connection, address, now=time.time())

    def _visitor(self, digest: str) -> Visitor | None:
        with self._house.asking() as connection:
            account = signed_in(connection, digest, now=time.time())
        return Visitor(name=account.name, display=account.display) if account else None

    def _forget(self, account: str) -> None:
        """Ask the database about every session of an account from now on."""
        self._known.forget(lambda _, visitor: visitor.name == account)


def _begun(connection: Connection, account: str) -> str:
    """Begin a session, and return its token."""
    token = secrets.token_urlsafe(BYTES)
    now, digest = time.time(), digest_of(token)
    open_session(connection, digest, account=account, now=now, expires=now + SESSION)
    return token


def _renewed(connection: Connection, cookie: str) -> str:
    """Go on with a session under a new token, and return that."""
    token = secrets.token_urlsafe(BYTES)
    now, old = time.time(), digest_of(cookie)
    ends = now + SESSION
    if not rotate_session(connection, old, digest_of(token), now=now, expires=ends):
        raise Refusal(401, SIGNED_OUT)
    return token


def _refuse_overtaken(connection: Connection, account: Account) -> None:
    """Refuse who proved a password that is no longer the account's."""
    found = account_of(connection, account.name)
    if found is None or found.password != account.password:
        raise Refusal(409, OVERTAKEN)


def _added(
    connection: Connection,
    invited: Invitation,
    given: Given,
    *,
    display: str,
    kept: str,
) -> str:
    """Make an invited account with its role, and return its name."""
    at = now_text()
    account = add_account(connection, given.name, display=display, password=kept, at=at)
    if invited.project is not None:
        set_role(connection, invited.project, account.name, role=invited.role, at=at)
    log_house(connection, "joined", by=account.name, at=at)
    return account.name


def _refuse_haste(connection: Connection, name: str, address: str) -> None:
    now = time.time()
    wait = max(
        BY_PAIR.wait(connection, _pair(name, address), now=now),
        BY_NAME.wait(connection, name, now=now),
    )
    _refuse_address(connection, address, wait=wait)


def _refuse_address(connection: Connection, address: str, *, wait: int = 0) -> None:
    wait = max(wait, BY_ADDRESS.wait(connection, address, now=time.time()))
    if wait:
        raise Refusal(429, LATER.format(wait=wait), wait=wait)


def _pair(name: str, address: str) -> str:
    return f"{name} {address}"


def digest_of(token: str) -> str:
    """Return what is kept of a token: whoever reads the database cannot sign in."""
    return hashlib.sha256(token.encode()).hexdigest()
