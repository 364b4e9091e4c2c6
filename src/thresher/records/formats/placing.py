"""Fields of a tagged record put where they belong in a citation."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from thresher.records.citation import Citation

__all__ = [
    "Place",
    "Placed",
    "as_citation",
    "page_range",
    "placed",
    "split_list",
    "year_in",
]

YEAR = re.compile(r"(?<!\d)(1[4-9]\d\d|20\d\d|21\d\d)(?!\d)")
COMPACT_DATE = re.compile(r"(1[4-9]\d\d|20\d\d)(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])")
AT_SEMICOLON = re.compile(r";\s+|;$|\n")
_Origin = tuple[int, tuple[str, str] | None, int]
# rank, the field unless it is kept anyway, and where in the rest it would stand
NOTHING: _Origin = (99, None, 0)


class Place(NamedTuple):
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


class Placed(NamedTuple):
    """Fields in their places, lists of them, and the rest in the order of the file."""

    single: dict[str, str]
    many: dict[str, list[str]]
    raw: list[tuple[str, str]]


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
    >>> places = {"TI": Place("title"), "T1": Place("title", rank=1)}
    >>> fields = [("T1", "A"), ("AU", "B"), ("TI", "C"), ("XX", "D")]
    >>> done = placed(fields, single=places, many={"AU": "authors"})
    >>> done.single, done.many["authors"], done.raw
    ({'title': 'C'}, ['B'], [('T1', 'A'), ('XX', 'D')])
    """
    done = Placed({}, defaultdict(list), [])
    held, lists, rest = done
    origins: dict[str, _Origin] = {}
    for field in fields:
        tag, value = field
        if not value:
            continue
        if tag in many:
            lists[many[tag]].append(value)
        elif tag not in single:
            rest.append(field)
        else:
            name, rank, normal, _ = single[tag]
            if name not in held and (normal is None or normal(value) == value):
                held[name] = value
                origins[name] = (rank, field, len(rest))
            else:
                _offer(done, origins, single[tag], field=field)
    return done


def as_citation(
    single: Mapping[str, str],
    *,
    record_id: str,
    kind: str,
    authors: Sequence[str],
    keywords: Sequence[str],
    source: str,
    raw: Iterable[tuple[str, str]],
) -> Citation:
    """Citation with single fields in their places; an id or kind among them wins."""
    field, year = single.get, single.get("year")
    return Citation(
        id=field("id") or record_id,
        title=field("title", ""),
        abstract=field("abstract", ""),
        authors=tuple(authors),
        year=int(year) if year else None,
        venue=field("venue", ""),
        volume=field("volume", ""),
        issue=field("issue", ""),
        pages=field("pages", ""),
        kind=field("kind") or kind,
        keywords=tuple(keywords),
        doi=field("doi", ""),
        pmid=field("pmid", ""),
        pmcid=field("pmcid", ""),
        openalex_id=field("openalex_id", ""),
        url=field("url", ""),
        source=source,
        raw=tuple(raw),
    )


def year_in(text: str) -> str:
    """Year in a printed date, as digits; empty where there is none.

    Examples
    --------
    >>> year_in("2022//"), year_in("4-8 Aug. 2020"), year_in("20160419"), year_in("99")
    ('2022', '2020', '2016', '')
    """
    if len(text) == len("2022") and text.isdecimal() and "1400" <= text <= "2199":
        return text
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


def split_list(values: Sequence[str]) -> tuple[str, ...]:
    """Parts of values that each may list several, by semicolons or on lines.

    Examples
    --------
    >>> split_list(["sleep; Child, Preschool;", "R&amp;D"])
    ('sleep', 'Child, Preschool', 'R&amp;D')
    """
    text = "\n".join(values)
    if ";" not in text and text.count("\n") < len(values):
        return tuple(values)
    return tuple(part for part in map(str.strip, AT_SEMICOLON.split(text)) if part)


def _offer(
    done: Placed,
    origins: dict[str, _Origin],
    place: Place,
    *,
    field: tuple[str, str],
) -> None:
    """Give a place its value if it is the best so far; what leaves joins the rest."""
    name, rank, normal_of, says_more = place
    value = normal_of(field[1]) if normal_of else field[1]
    held_rank, given, spot = origins.get(name, NOTHING)
    if not value or held_rank <= rank:
        done.raw.append(field)
        return
    if given is not None:
        done.raw.insert(spot, given)
        _make_room(origins, name)
    origins.pop(name, None)  # so that origins stay in the order of the file
    is_kept = says_more and value != field[1].rstrip("/ ")
    origins[name] = (rank, None if is_kept else field, len(done.raw))
    done.single[name] = value
    if is_kept:
        done.raw.append(field)


def _make_room(origins: dict[str, _Origin], name: str) -> None:
    """Move places in the rest on by one that come after that of the field `name`."""
    spot, is_later = origins[name][2], False
    for other, (rank, given, at) in origins.items():
        if at > spot or (at == spot and is_later):
            origins[other] = (rank, given, at + 1)
        is_later = is_later or other == name
