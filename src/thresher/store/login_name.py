"""Who works on a project where nobody says so: the name they are logged in by."""

import getpass
import os

__all__ = ["login_name"]


def login_name() -> str:
    """Name of the user, or the number where the machine has no name for it.

    Containers often run as a number that no user has.
    """
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # the first before Python 3.13, the second since
        return f"user {os.getuid()}"
