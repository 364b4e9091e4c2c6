"""Passwords: hashed with argon2, checked off the event loop, never kept."""

from functools import cache

from pwdlib import PasswordHash
from pwdlib.hashers.argon2 import Argon2Hasher

__all__ = ["hashed", "is_right", "waste_time"]


@cache
def _hasher() -> PasswordHash:
    return PasswordHash((Argon2Hasher(),))


@cache
def _nobody() -> str:
    return _hasher().hash("nobody has this password")


def hashed(password: str) -> str:
    """Return what is kept of a password."""
    return _hasher().hash(password)


def is_right(password: str, kept: str) -> bool:
    """Say whether a password is the one of which this was kept."""
    return _hasher().verify(password, kept)


def waste_time(password: str) -> None:
    """Take as long as a check, so that unknown names do not answer faster."""
    _hasher().verify(password, _nobody())
