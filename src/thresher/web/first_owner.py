"""The first owner of a team's server: joins by a link that works once."""

from thresher.store.house import House
from thresher.store.people import account_count
from thresher.web.security.team_door import TeamDoor

__all__ = ["first_link"]


def first_link(
    house: House, base: str, *, by: str = "thresher", only_if_empty: bool = False
) -> str:
    """Return a link by which somebody makes an account; nothing if not wanted.

    Parameters
    ----------
    house
        Of a team.
    base
        Address of the server.
    by
        Who is written down as having invited.
    only_if_empty
        Whether to make one only where there is no account yet.
    """
    if only_if_empty:
        with house.reading() as connection:
            if account_count(connection):
                return ""
    token = TeamDoor(house).invite(None, "owner", by=by)
    return f"{base}/join/{token}"
