"""Entries of BibTeX files, also where braces, quotes or commas are missing."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from thresher.records.formats.bibtex_braces import closing_brace, closing_quote
from thresher.records.formats.bibtex_macros import Macros

__all__ = ["Entry", "bibtex_entries"]

START = re.compile(r"[ \t]*@[ \t]*(\w+)[ \t]*[{(]")
LONELY_START = re.compile(r"[ \t]*@[ \t]*\w+[ \t]*")
INNER_START = re.compile(r"@[ \t]*(\w+)[ \t\n]*[{(]")
KEY = re.compile(r"\s*([^,={}\"\n]*?)\s*(?:,|(?=[})\n])|\Z)")
NAME = re.compile(r"([^\s=,{}\"#()%](?:[^=,{}\"#()%\n]*[^\s=,{}\"#()%])?)\s*=\s*")
NEXT_FIELD = re.compile(r"\n[^\S\n]*+[\w:.+/-]++\s*+=\s*+[{\"\w]")
OVERCLOSED = re.compile(r"\s*+,\s*+[\w:.+/-]++\s*+=\s*+[{\"\w]")
FIELD_END = re.compile(r"[,\n}]")
BARE = re.compile(r"[^\s,#{}\")(]+")
SPACE = re.compile(r"[\s,]*")
OPEN = "is not closed"


@dataclass(frozen=True, slots=True)
class Rules:
    """How braces are taken where an entry is broken.

    With `escapes`, a backslash hides a brace; with `lines`, a line that begins a field
    ends the one before, closed or not.
    """

    escapes: bool
    lines: bool


WAYS = (Rules(True, False), Rules(False, False), Rules(True, True))  # noqa: FBT003  named above


@dataclass(slots=True, kw_only=True)
class Entry:
    """One entry while it is read: its type, key and fields as they are written.

    It is `shortened` if the value of a ``@string`` was too long to be put in.
    """

    kind: str
    line: int
    key: str = ""
    fields: list[tuple[str, str]] = field(default_factory=list)
    shortened: bool = False
    problems: list[str] = field(default_factory=list)


def bibtex_entries(lines: Iterable[tuple[int, str]]) -> Iterator[Entry]:
    r"""Yield every entry that begins in numbered lines, the last one cut off or not.

    An entry ends at the latest where a line begins the next one, so that a brace that
    is never closed costs no other entry. Values of ``@string`` are put in, unless that
    makes far more text than was written; comments and preambles are left out.

    Examples
    --------
    >>> text = "@article{a, title = {Never closed\n@book{b, title = {Fine}}"
    >>> for entry in bibtex_entries(enumerate(text.split("\n"), 1)):
    ...     print(entry.key, entry.fields, entry.problems)
    a [('title', 'Never closed')] ['the value of title is not closed']
    b [('title', 'Fine')] []
    """
    macros = Macros()
    for number, text in _blocks(lines):
        macros.allow(len(text))
        for entry in _entries(text, number, macros):
            if entry.kind == "string":
                known = not entry.shortened
                macros.define(
                    {name: value if known else None for name, value in entry.fields}
                )
            elif entry.kind not in ("comment", "preamble"):
                yield entry


def _blocks(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Yield pieces of text that each begin with the start of an entry."""
    block: list[str] = []
    start, waiting = 0, False
    for number, line in lines:
        lonely = waiting and line.lstrip().startswith(("{", "("))
        has_sign = "@" in line
        if lonely or (has_sign and START.match(line)):
            carried = [block.pop()] if lonely else []
            if block and start:
                yield start, "\n".join(block)
            start, block = number - len(carried), [*carried, line]
        elif start or (has_sign and LONELY_START.fullmatch(line)):
            block.append(line)
        waiting = has_sign and LONELY_START.fullmatch(line) is not None
    if block and start:
        yield start, "\n".join(block)


def _entries(text: str, number: int, macros: Macros) -> Iterator[Entry]:
    """Yield the entries of a block: the one it begins with, and any on its lines."""
    at, counted = 0, 0
    while found := INNER_START.search(text, at):
        number += text.count("\n", counted, found.start())
        counted = found.start()
        entry, at = _entry(text, found, macros, rules=WAYS[0])
        if entry.problems:
            ways = [_entry(text, found, macros, rules=rules) for rules in WAYS]
            entry, at = max(ways, key=_worth)
        entry.line = number
        yield entry


def _worth(way: tuple[Entry, int]) -> tuple[int, int]:
    return -len(way[0].problems), len(way[0].fields)


def _entry(
    text: str, start: re.Match[str], macros: Macros, *, rules: Rules
) -> tuple[Entry, int]:
    """Return the entry whose start was found, and where it ends."""
    entry = Entry(kind=start[1].lower(), line=0)
    at = start.end()
    if entry.kind in ("comment", "preamble"):
        end = closing_brace(text, at, escapes=rules.escapes)
        return entry, len(text) if end is None else end
    if entry.kind != "string" and not NAME.match(text, _skip(text, at)):
        found = KEY.match(text, at)
        entry.key, at = (found[1], found.end()) if found else ("", at)
    while True:
        at = _skip(text, at)
        if at >= len(text):
            if not entry.problems:
                entry.problems.append("the entry is not closed")
            return entry, at
        if text[at] in "})" and not OVERCLOSED.match(text, at + 1):
            return entry, at + 1
        at = _field(entry, text, at, macros=macros, rules=rules)


def _field(entry: Entry, text: str, at: int, *, macros: Macros, rules: Rules) -> int:
    """Add the field at `at` to the entry; return where it ends."""
    if text[at] in "})":
        entry.problems.append("a brace closes too early")
        return at + 1
    found = NAME.match(text, at)
    if not found:
        entry.problems.append(f"{text[at : at + 20]!r} is no field")
        end = FIELD_END.search(text, at + 1)
        return end.start() if end else len(text)
    name, at = found[1], found.end()
    parts: list[str] = []
    while True:
        value, at, problem = _value(text, at, macros=macros, rules=rules)
        parts.append(value)
        if problem:
            entry.problems.append(f"the value of {name} {problem}")
            entry.shortened = entry.shortened or problem != OPEN
        after = SPACE_ONLY.match(text, at)
        at = after.end() if after else at
        if not text.startswith("#", at):
            break
        spaces = SPACE_ONLY.match(text, at + 1)
        at = spaces.end() if spaces else at + 1
    entry.fields.append((name, "".join(parts)))
    return at


SPACE_ONLY = re.compile(r"\s*")


def _value(text: str, at: int, *, macros: Macros, rules: Rules) -> tuple[str, int, str]:
    """Return a value, where it ends, and what is wrong with it."""
    opening = text[at : at + 1]
    if opening not in ("{", '"'):
        found = BARE.match(text, at)
        if not found:
            return "", at, ""
        value = macros.value(found[0])
        if value is None:
            problem = f"is too long: the name {found[0]} stays, without its @string"
            return found[0], found.end(), problem
        return value, found.end(), ""
    find = closing_brace if opening == "{" else closing_quote
    end = find(text, at + 1, escapes=rules.escapes)
    if end is not None and not (rules.lines and NEXT_FIELD.search(text, at, end)):
        return text[at + 1 : end - 1], end, ""
    following = NEXT_FIELD.search(text, at)
    end = following.start() if following else len(text)
    return text[at + 1 : end].rstrip(" \t\n,"), end, OPEN


def _skip(text: str, at: int) -> int:
    found = SPACE.match(text, at)
    return found.end() if found else at
