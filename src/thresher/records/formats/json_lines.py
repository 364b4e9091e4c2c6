"""JSON lines: our own form, which keeps every field of a citation exactly."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from typing import Any, BinaryIO

from thresher.errors import FileError
from thresher.records.citation import LARGEST_YEAR, Citation
from thresher.records.formats.csl_json import citation_of_item, is_item
from thresher.records.formats.draft import Draft
from thresher.records.formats.json_values import decoded, shown
from thresher.records.formats.protocol import Format
from thresher.records.source import Source
from thresher.records.tally import Tally

__all__ = ["JSON_LINES", "line_of", "own_citation"]

NAMES = tuple(field.name for field in fields(Citation))
LISTS = ("authors", "keywords")
HINT = "Each line holds one record as a JSON object with at least a title or an id."


def line_of(citation: Citation) -> str:
    """Return a citation as one line; fields that are empty are left out.

    Examples
    --------
    >>> line_of(Citation(id="7", title="Sleep", raw=(("M1", "x"),)))
    '{"id": "7", "title": "Sleep", "raw": [["M1", "x"]]}'
    """
    values = {name: getattr(citation, name) for name in NAMES}
    filled = {n: v for n, v in values.items() if v not in ("", (), None)}
    text = json.dumps(filled, ensure_ascii=False)
    return text if _is_encodable(text) else json.dumps(filled)


def own_citation(entry: Mapping[str, Any], *, number: int) -> Citation:
    """Return the citation in an object of ours; what it cannot hold goes to `raw`.

    Examples
    --------
    >>> own_citation({"title": "Sleep", "score": 0.5}, number=7).raw
    (('score', '0.5'),)
    """
    draft = Draft()
    for name, value in entry.items():
        if name == "raw" and _is_pairs(value):
            draft.raw += [(key, text) for key, text in value]
        elif _fits(name, value):
            draft.fields[name] = tuple(value) if name in LISTS else value
        else:
            draft.keep(name, shown(value))
    return draft.citation(draft.fields.pop("id", None) or str(number))


def _read(source: Source, *, tally: Tally) -> Iterator[Citation]:
    for number, line in source.lines():
        if not line.strip():
            continue
        tally.start()
        entry = decoded(line, source.path, line=number)
        if not isinstance(entry, dict):
            reason = f"expected a JSON object, got {type(entry).__name__}"
            raise FileError(source.path, reason, line=number, hint=HINT)
        if is_item(entry):
            yield citation_of_item(entry, number=tally.starts)
        else:
            yield own_citation(entry, number=tally.starts)


def _write(citations: Iterable[Citation], out: BinaryIO) -> None:
    for citation in citations:
        out.write(line_of(citation).encode() + b"\n")


def _recognises(source: Source) -> bool:
    line = source.head.lstrip().partition("\n")[0].strip()
    if not line.startswith("{"):
        return False
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(entry, dict) and not entry.keys().isdisjoint(("id", "title"))


def _is_encodable(text: str) -> bool:
    """Say whether a text can be UTF-8: halves of letters cannot."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _fits(name: str, value: object) -> bool:
    if name in LISTS:
        return isinstance(value, list) and all(isinstance(v, str) for v in value)
    if name == "year":
        return type(value) is int and abs(value) <= LARGEST_YEAR
    return name in NAMES and name != "raw" and isinstance(value, str)


def _is_pairs(value: object) -> bool:
    return isinstance(value, list) and all(
        isinstance(pair, list) and [type(part) for part in pair] == [str, str]
        for pair in value
    )


JSON_LINES = Format(
    name="jsonl",
    title="JSON lines",
    endings=(".jsonl", ".ndjson"),
    recognises=_recognises,
    read=_read,
    write=_write,
)
