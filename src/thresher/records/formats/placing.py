"""Fields of a tagged record put where they belong in a citation."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

__all__ = [
    "Place",
    "Placed",
    "one_line",
    "page_range",
    "placed",
    "split_list",
    "year_in",
]

YEAR = re.compile(r"(?<!\d)(1[4-9]\d\d|20\d\d|21\d\d)(?!\d)")
COMPACT_DATE = re.compile(r"(1[4-9]\d\d|20\d\d)(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])")
AT_SEMICOLON = re.compile(r";\s+|;$|\n")


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a tag belongs.

    Parameters
    ----------
    name
        The field of the citation.
    rank
        Which tag wins where several give the same field: the lowest.
    normal
        What the field holds for a value of the tag; empty where it is no such value.
    says_more
        Whether a value that is not just what the field holds is also kept as it was.
    """

    name: str
    rank: int = 0
    normal: Callable[[str], str] | None = None
    says_more: bool = False


@dataclass(slots=True, kw_only=True)
class Placed:
    """Fields in their places, lists of them, and the rest in the order of the file."""

    single: dict[str, str] = field(default_factory=dict)
    many: dict[str, list[str]] = field(default_factory=dict)
    raw: list[tuple[str, str]] = field(default_factory=list)


def placed(
    fields: Iterable[tuple[str, str]],
    *,
    single: Mapping[str, Place],
    many: Mapping[str, str],
) -> Placed:
    """Put each field in its place; what has none, or comes second, is kept in order.

    Parameters
    ----------
    fields
        Tags and values.
    single
        Places of tags whose field holds one value.
    many
        Lists that tags add to.

    Examples
    --------
    >>> places = {"TI": Place(name="title"), "T1": Place(name="title", rank=1)}
    >>> fields = [("T1", "A"), ("AU", "B"), ("TI", "C"), ("XX", "D")]
    >>> done = placed(fields, single=places, many={"AU": "authors"})
    >>> done.single, done.many, done.raw
    ({'title': 'C'}, {'authors': ['B']}, [('T1', 'A'), ('XX', 'D')])
    """
    result = Placed()
    many_of, lists = many.get, result.many
    held: dict[str, _Held] = {}
    rest: list[tuple[int, str, str]] = []
    moved = False
    for at, (tag, value) in enumerate(fields):
        if not value:
            continue
        if (list_name := many_of(tag)) is not None:
            lists.setdefault(list_name, []).append(value)
        elif (place := single.get(tag)) is None:
            rest.append((at, tag, value))
        else:
            moved |= _offer(held, rest, place, given=(at, tag, value))
    if moved:
        rest.sort(key=_position)
    result.single = {name: taken.value for name, taken in held.items()}
    result.raw = [(tag, value) for _, tag, value in rest]
    return result


def year_in(text: str) -> str:
    """Year in a printed date, as digits; empty where there is none.

    Examples
    --------
    >>> year_in("2022//"), year_in("4-8 Aug. 2020"), year_in("20160419"), year_in("99")
    ('2022', '2020', '2016', '')
    """
    if found := YEAR.search(text):
        return found[1]
    compact = COMPACT_DATE.fullmatch(text.strip())
    return compact[1] if compact else ""


def page_range(first: str, last: str) -> str:
    """Pages from `first` to `last`.

    Examples
    --------
    >>> page_range("476", "481"), page_range("e0815", "")
    ('476-481', 'e0815')
    """
    return f"{first}-{last}" if last else first


def one_line(text: str) -> str:
    """Text whose lines are joined by spaces."""
    return text.replace("\n", " ") if "\n" in text else text


def split_list(values: Iterable[str]) -> tuple[str, ...]:
    """Parts of values that each may list several, by semicolons or on lines.

    Examples
    --------
    >>> split_list(["sleep; Child, Preschool;", "R&amp;D"])
    ('sleep', 'Child, Preschool', 'R&amp;D')
    """
    parts: list[str] = []
    for value in values:
        if ";" in value or "\n" in value:
            split = map(str.strip, AT_SEMICOLON.split(value))
            parts.extend(part for part in split if part)
        else:
            parts.append(value)
    return tuple(parts)


@dataclass(frozen=True, slots=True)
class _Held:
    rank: int
    value: str
    given: tuple[int, str, str] | None


def _offer(
    held: dict[str, _Held],
    rest: list[tuple[int, str, str]],
    place: Place,
    *,
    given: tuple[int, str, str],
) -> bool:
    """Give a place its value if it is the best so far; say if one had to leave."""
    value = given[2] if place.normal is None else place.normal(given[2])
    taken = held.get(place.name)
    if not value or (taken is not None and taken.rank <= place.rank):
        rest.append(given)
        return False
    is_kept = place.says_more and value != given[2].rstrip("/ ")
    if is_kept:
        rest.append(given)
    held[place.name] = _Held(place.rank, value, None if is_kept else given)
    if taken is None or taken.given is None:
        return False
    rest.append(taken.given)
    return True


def _position(item: tuple[int, str, str]) -> int:
    return item[0]
