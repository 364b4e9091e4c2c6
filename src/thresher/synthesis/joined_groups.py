"""Groups that a reader says are one."""

from collections.abc import Sequence
from dataclasses import replace

from thresher.synthesis.groups import Group, Grouping

__all__ = ["are_named", "joined"]


def joined(grouping: Grouping, pairs: Sequence[tuple[str, str]]) -> Grouping:
    """Make one of the groups that each pair names.

    A group is named by its name or by any of its phrases; it keeps the name of the
    group that comes first in the pair. Pairs of which a name is not here change
    nothing: they may be of another kind.

    Examples
    --------
    >>> from thresher.synthesis.groups import grouped
    >>> from thresher.synthesis.phrase_key import Kind
    >>> found = grouped(["penicillamine", "D-penicillamine"], Kind.INTERVENTION)
    >>> [one] = joined(found, [("D-penicillamine", "penicillamine")]).groups
    >>> one.name, one.members
    ('D-penicillamine', ('D-penicillamine', 'penicillamine'))
    """
    for one, other in pairs:
        first, second = _named(grouping, one), _named(grouping, other)
        if first and second and first is not second:
            grouping = _one_of(grouping, first, second)
    return grouping


def are_named(grouping: Grouping, one: str, other: str) -> bool:
    """Whether both names are of groups here."""
    return bool(_named(grouping, one) and _named(grouping, other))


def _named(grouping: Grouping, name: str) -> Group | None:
    wanted = _plain(name)
    by_name = (one for one in grouping.groups if _plain(one.name) == wanted)
    by_member = (one for one in grouping.groups if wanted in map(_plain, one.members))
    return next(by_name, None) or next(by_member, None)


def _plain(name: str) -> str:
    return " ".join(name.split()).casefold()


def _one_of(grouping: Grouping, first: Group, second: Group) -> Grouping:
    whole = Group(name=first.name, members=(*first.members, *second.members))
    groups = [
        whole if one is first else one for one in grouping.groups if one is not second
    ]
    names = {second.name: first.name}
    renamed = [
        replace(
            offer,
            first=names.get(offer.first, offer.first),
            second=names.get(offer.second, offer.second),
        )
        for offer in grouping.offers
    ]
    offers = dict.fromkeys(one for one in renamed if one.first != one.second)
    return replace(grouping, groups=tuple(groups), offers=tuple(offers))
