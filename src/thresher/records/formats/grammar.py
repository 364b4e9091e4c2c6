"""What tagged formats differ in: how they mark fields and records."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

__all__ = ["Entry", "Field", "Grammar"]

Field = tuple[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Grammar:
    r"""How a format marks its fields and where its records begin and end.

    Parameters
    ----------
    width, mark
        A well-formed line is a tag this wide, then `mark`, then the value.
    shape
        What a tag looks like in such a line.
    loose
        What a line with a tag looks like at worst: group 1 the tag, group 2 the value.
    starts, ends
        Tags that begin and end a record.
    openers
        Tags that may open a record whose start is missing; ``None`` for any tag.
    start_line
        A line that begins a record without being a field of it.
    gap_splits
        Whether a blank line before a tag begins a new record.
    start_leads
        Whether a start tag is always the first of its record.
    start_repeats
        Whether a start tag right after another one says more about the same record.
    headers
        Tags of the file, not of a record.
    noise
        Lines that belong to no field: numbers and headings between records.
    end_mark, quick
        Text at which a file may be cut between records, and what gives the fields of
        a piece in perfect order at once, or nothing if it is not in such order.
    """

    width: int
    mark: str
    shape: re.Pattern[str]
    loose: re.Pattern[str]
    starts: frozenset[str] = frozenset()
    ends: frozenset[str] = frozenset()
    openers: frozenset[str] | None = None
    start_line: re.Pattern[str] | None = None
    gap_splits: bool = False
    start_leads: bool = True
    start_repeats: bool = False
    headers: frozenset[str] = frozenset()
    noise: re.Pattern[str] = re.compile(r"(?!)")
    end_mark: str = ""
    quick: Callable[[str], list[Field] | None] | None = None


class Entry(NamedTuple):
    r"""One record as it stands in the file.

    Parameters
    ----------
    line
        Where it begins.
    fields
        Tags and values in the order of the file; lines of a value end in ``\n``.
    wrapped
        Whether some value has more than one line.
    """

    line: int
    fields: list[Field]
    wrapped: bool = False
