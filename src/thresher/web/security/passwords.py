"""Passwords: hashed with argon2, two at a time, never kept."""

import threading
from functools import cache

from pwdlib import PasswordHash
from pwdlib.hashers.argon2 import Argon2Hasher

__all__ = ["hashed", "is_right", "waste_time"]

TIMES = 2
KILOBYTES = 32 * 1024  # more than OWASP's least, 19 MB at two passes
AT_ONCE = threading.BoundedSemaphore(2)  # nobody fills the memory by signing in


@cache
def _hasher() -> PasswordHash:
    return PasswordHash(
        (Argon2Hasher(time_cost=TIMES, memory_cost=KILOBYTES, parallelism=1),)
    )


@cache
def _nobody() -> str:
    return _hasher().hash("nobody has this password")


def hashed(password: str) -> str:
    """Return what is kept of a password."""
    with AT_ONCE:
        return _hasher().hash(password)


def is_right(password: str, kept: str) -> bool:
    """Say whether a password is the one of which this was kept."""
    with AT_ONCE:
        return _hasher().verify(password, kept)


def waste_time(password: str) -> None:
    """Take as long as a check, so that unknown names do not answer faster."""
    is_right(password, _nobody())
