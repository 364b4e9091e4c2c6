"""Parts that other packages add, found by name through entry points."""

from collections.abc import Mapping
from importlib.metadata import entry_points
from typing import TypeVar

from thresher.errors import InputError, UnknownNameError

__all__ = ["find", "offered"]

T = TypeVar("T")


def find(
    what: str, name: str, *, group: str, ours: Mapping[str, T], kind: type[T]
) -> T:
    """Part called `name`: one of ours, or one that an installed package offers.

    Parameters
    ----------
    what
        What to call it in a message: ranker, strategy, …
    name
        Its name; ours win over others'.
    group
        The entry points' group, such as ``thresher.rankers``.
    ours
        Those that Thresher has itself.
    kind
        What a plug-in must be an instance of.

    Raises
    ------
    UnknownNameError
        Nobody offers it; the message lists the names there are.
    InputError
        The plug-in cannot be imported, or is something else.

    Examples
    --------
    >>> find("number", "one", group="thresher.numbers", ours={"one": 1}, kind=int)
    1
    """
    if name in ours:
        return ours[name]
    points = {point.name: point for point in entry_points(group=group)}
    if name not in points:
        raise UnknownNameError(what, name, known=[*ours, *points])
    try:
        part = points[name].load()
    except (ImportError, AttributeError) as error:
        raise InputError(
            f"the {what} {name!r} of {points[name].value} cannot be loaded ({error}): "
            "install that package again"
        ) from error
    if not isinstance(part, kind):
        raise InputError(
            f"the {what} {name!r} of {points[name].value} is a "
            f"{type(part).__name__}, not a {kind.__name__}: tell its makers"
        )
    return part


def offered(group: str) -> list[str]:
    """Names that installed packages offer in a group; nothing is loaded.

    Examples
    --------
    >>> offered("thresher.numbers")
    []
    """
    return sorted(point.name for point in entry_points(group=group))
