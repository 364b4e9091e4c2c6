"""Who is asking: the reader behind a request."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

__all__ = ["COOKIE", "Door", "Role", "Visitor"]

Door: TypeAlias = Literal["lab", "serve"]
Role: TypeAlias = Literal["owner", "reader", "adjudicator"]
COOKIE = "thresher_session"


@dataclass(frozen=True, slots=True, kw_only=True)
class Visitor:
    """A reader who is signed in.

    Parameters
    ----------
    name
        By which decisions are kept.
    display
        How others see them.
    account
        Number of the account; nothing in the lab, which has none.
    """

    name: str
    display: str
    account: int | None = None
