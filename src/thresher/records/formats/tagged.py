"""Lines with tags, gathered into entries: the engine under the tagged formats."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from thresher.errors import FileError
from thresher.records.source import Source
from thresher.records.tally import Tally

__all__ = ["Entry", "Grammar", "entries"]

Field = tuple[str, str]
BLANK = " \t\r\x0b\x0c\xa0\ufeff"
OUTSIDE = "lines outside records"
LONGEST_PIECE = 8 * 1024**2
LONGEST_LINE = 256 * 1024**2


def _never(_: str) -> list[Field] | None:
    """Find no piece to be in order, so that each line is looked at."""
    return None


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
    quick: Callable[[str], list[Field] | None] = _never


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


def entries(source: Source, grammar: Grammar, *, tally: Tally) -> Iterator[Entry]:
    """Yield the records of a tagged file, whatever state it is in.

    Every start is counted; a missing end, a field after the end and text outside
    records are cautions with their line.
    """
    machine = _Machine(grammar, tally, gap_splits=_splits_at_gaps(source, grammar))
    for piece in _pieces(source, grammar.end_mark):
        fields = grammar.quick(piece.text) if machine.can_hurry(piece) else None
        if fields is None:
            yield from machine.lines(piece)
        elif (done := machine.hurry(fields, piece)) is not None:
            yield done
    if (last := machine.finish()) is not None:
        yield last


class _Piece(NamedTuple):
    """Text from line `number` on with the line that ended it, if one did."""

    text: str
    number: int
    lines: int
    end: str | None


def _pieces(source: Source, mark: str) -> Iterator[_Piece]:
    """Yield the text of a file, cut at `mark`, or anywhere between lines."""
    rest, number = "", 1
    end, step = mark[1:].rstrip("\n"), mark.count("\n")
    for text in source.texts():
        *whole, rest = (rest + text).split(mark) if mark else [rest + text]
        for part in whole:
            lines = part.count("\n")
            yield _Piece(part, number, lines, end)
            number += lines + step
        if not mark or len(rest) > LONGEST_PIECE:
            part, line_end, rest = rest.rpartition("\n")
            if line_end:
                lines = part.count("\n")
                yield _Piece(part, number, lines, None)
                number += lines + 1
        if len(rest) > LONGEST_LINE:
            reason = f"the line is longer than {LONGEST_LINE:,} characters"
            raise FileError(source.path, reason, line=number)
    yield _Piece(rest, number, rest.count("\n"), None)


class _Tags(dict[str, str]):
    """Tags by how they stand in a line; empty for what cannot be one."""

    def __init__(self, shape: re.Pattern[str]) -> None:
        self.shape = shape

    def __missing__(self, text: str) -> str:
        if not self.shape.fullmatch(text):
            return ""
        self[text] = text.strip(" -")
        return self[text]


class _Machine:
    """Where the reading of one file stands."""

    def __init__(self, grammar: Grammar, tally: Tally, *, gap_splits: bool) -> None:
        self.grammar = grammar
        self.tally = tally
        self.tags = _Tags(grammar.shape)
        self.gap_splits = gap_splits
        self.fields: list[Field] = []
        self.line = 0
        self.blank = 0
        self.open = self.closed = self.wrapped = self.is_loose = False
        self.early: list[Field] = []

    def can_hurry(self, piece: _Piece) -> bool:
        """Say whether a piece may be a whole record that needs no second look."""
        if piece.end is None or self.early:
            return False
        return self.gap_splits if not self.grammar.ends else self.closed or not self.open

    def hurry(self, fields: list[Field], piece: _Piece) -> Entry | None:
        """Take all fields of a record at once."""
        done = self._done() if self.open else None
        self.tally.starts += 1
        last = piece.number + piece.lines
        self.fields, self.line = fields, last + 1 - len(fields)
        self.open, self.closed = True, bool(self.grammar.ends)
        self.wrapped = self.is_loose = False
        self.blank = 0 if self.closed else last + 1
        return done

    def lines(self, piece: _Piece) -> Iterator[Entry]:
        """Take a piece line by line."""
        tags, grammar = self.tags, self.grammar
        borders = grammar.starts | grammar.ends | grammar.headers
        width, mark, at = grammar.width, grammar.mark, grammar.width + len(grammar.mark)
        append, watch = self.fields.append, self.watch
        lines = piece.text.split("\n")
        if piece.end is not None:
            lines.append(piece.end)
        for number, line in enumerate(lines, piece.number):
            if line[width:at] == mark and (tag := tags[line[:width]]):
                if not watch and tag not in borders:
                    append((tag, line[at:].strip()))
                    continue
                done = self.tagged(tag, line[at:].strip(), number)
            else:
                done = self.other(line, number)
            append, watch = self.fields.append, self.watch
            if done is not None:
                yield done

    @property
    def watch(self) -> bool:
        """Whether the next tag may stand at a border of records."""
        return self.closed or not self.open or (self.gap_splits and self.blank > 0)

    def tagged(
        self, tag: str, value: str, number: int, *, is_loose: bool = False
    ) -> Entry | None:
        """Take a field that may begin or end a record."""
        if tag in self.grammar.headers:
            self.tally.drop(tag)
            return None
        if tag in self.grammar.ends:
            self._end(tag, value, number)
            return None
        done = None
        if self._begins(tag, number):
            done = self._begin(number, tag)
            self.is_loose = is_loose
        elif not self.open or self.closed:
            where = "after the end of" if self.open else "before"
            message = f"the field {tag} stands {where} its record; it was kept"
            self.tally.warn(message, line=number)
        self.blank = 0
        (self.fields if self.open else self.early).append((tag, value))
        return done

    def other(self, line: str, number: int) -> Entry | None:
        """Take a line that is not a well-formed field."""
        text = line.strip(BLANK)
        if not text:
            self.blank = number
            return None
        if self.grammar.start_line and self.grammar.start_line.fullmatch(text):
            return self._begin(number, text)
        if (tag := self._bare_tag(line)) is not None:
            return self.tagged(tag, "", number)
        found = self.grammar.loose.match(line.lstrip("\ufeff"))
        if found and self._accepts(found[1]):
            tag, value = found[1].strip(" -") or "END", (found[2] or "").strip()
            return self.tagged(tag, value, number, is_loose=True)
        self._text(text, number)
        return None

    def _bare_tag(self, line: str) -> str | None:
        """Return the tag of a line that has nothing after it."""
        mark = self.grammar.mark.rstrip()
        if mark and line[self.grammar.width :] == mark:
            return self.tags[line[: self.grammar.width]] or None
        return None

    def finish(self) -> Entry | None:
        """Return the last record, now that the file has ended."""
        if self.early:
            self.tally.drop(OUTSIDE, times=len(self.early))
        return self._done()

    def _accepts(self, tag: str) -> bool:
        """Say whether a badly formed tag is one, and not the beginning of a text."""
        openers = self.grammar.openers
        if openers is None or self.is_loose or not self.open or self.closed:
            return True
        tag = tag.strip()
        return tag in openers or tag in self.grammar.starts or tag in self.grammar.ends

    def _begins(self, tag: str, number: int) -> bool:
        grammar = self.grammar
        gap = self.blank == number - 1 and self.gap_splits
        if tag in grammar.starts:
            return not self.open or self.closed or gap or self._starts_again(tag)
        if not self.open or self.closed:
            return grammar.openers is None or tag in grammar.openers
        return gap

    def _starts_again(self, tag: str) -> bool:
        """Say whether a start tag within a record begins the next one."""
        grammar = self.grammar
        tags = {known for known, _ in self.fields if known}
        if grammar.start_repeats and tags == {tag}:
            return False
        return grammar.start_leads or tag in tags

    def _begin(self, number: int, tag: str) -> Entry | None:
        done = self._done()
        self.tally.start()
        grammar = self.grammar
        if grammar.ends and grammar.starts and tag not in grammar.starts:
            starts = " or ".join(sorted(grammar.starts))
            message = f"a record begins with {tag}, without {starts}"
            self.tally.warn(message, line=number)
        self.fields, self.early = self.early, []
        self.line, self.open = number, True
        self.closed = self.wrapped = False
        self.blank = 0
        return done

    def _done(self) -> Entry | None:
        """Return the record that was open, if any."""
        if not self.open:
            return None
        if self.grammar.ends and not self.closed:
            end = " or ".join(sorted(self.grammar.ends))
            message = f"the record that begins here has no {end}"
            self.tally.warn(message, line=self.line)
        self.open = False
        fields = _joined(self.fields) if self.wrapped else self.fields
        return Entry(line=self.line, fields=fields, wrapped=self.wrapped)

    def _end(self, tag: str, value: str, number: int) -> None:
        if not self.open or self.closed:
            self.tally.warn(f"{tag} ends no record", line=number)
        if value:
            self.tally.drop(tag)
        self.closed = self.open

    def _text(self, text: str, number: int) -> None:
        """Take a line without a tag: more of the last field, or nothing of a record."""
        outside = not self.open or self.closed or not self.fields
        after_gap = self.blank == number - 1
        is_noise = self.grammar.noise.match(text) is not None
        if is_noise and (outside or after_gap):
            self.tally.drop(OUTSIDE)
            self.blank = number
        elif outside:
            self.tally.drop(OUTSIDE)
            self.tally.warn(f"text outside records: {text[:40]!r}", line=number)
        else:
            self.wrapped = True
            self.fields.append(("", text))


def _joined(fields: list[Field]) -> list[Field]:
    """Return fields with the lines that belong to them."""
    joined: list[Field] = []
    parts: list[str] = []
    name = ""
    for tag, value in [*fields, ("end", "")]:
        if not tag:
            parts.append(value)
            continue
        if name:
            joined.append((name, "\n".join(parts).strip()))
        name, parts = tag, [value]
    return joined


def _splits_at_gaps(source: Source, grammar: Grammar) -> bool:
    """Say whether blank lines part records; not where every line has one after it."""
    if not grammar.gap_splits:
        return False
    lines = source.head.split("\n")
    after_blank = tagged = 0
    for before, line in zip(lines, lines[1:], strict=False):
        if grammar.loose.match(line):
            tagged += 1
            after_blank += not before.strip(BLANK)
    return after_blank * 2 <= tagged or tagged <= 2  # noqa: PLR2004  too few to tell
