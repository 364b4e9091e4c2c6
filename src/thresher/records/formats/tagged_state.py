"""Where the reading of one tagged file stands."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from thresher.records.formats.grammar import Entry, Field, Grammar
from thresher.records.tally import Tally

__all__ = ["BLANK", "Piece", "State"]

BLANK = " \t\r\x0b\x0c\xa0\ufeff"
OUTSIDE = "lines outside records"


class Piece(NamedTuple):
    """Text from line `number` on with the line that ended it, if one did."""

    text: str
    number: int
    lines: int
    end: str | None


class _Tags(dict[str, str]):
    """Tags by how they stand in a line; empty for what cannot be one."""

    def __init__(self, shape: re.Pattern[str]) -> None:
        self.shape = shape

    def __missing__(self, text: str) -> str:
        if not self.shape.fullmatch(text):
            return ""
        self[text] = text.strip(" -")
        return self[text]


class State:
    """Where the reading of one file stands."""

    def __init__(self, grammar: Grammar, tally: Tally, *, gap_splits: bool) -> None:
        self.grammar = grammar
        self.tally = tally
        self.tags = _Tags(grammar.shape)
        self.gap_splits = gap_splits
        self.has_ends = bool(grammar.ends)
        self.fields: list[Field] = []
        self.line = 0
        self.blank = 0
        self.open = self.closed = self.wrapped = self.is_loose = False
        self.early: list[Field] = []
        self.alike = ("", 0)  # a tag, and how many of the first fields have no other

    def can_hurry(self, piece: Piece) -> bool:
        """Say whether a piece may be a whole record that needs no second look."""
        if piece.end is None or self.early:
            return False
        return self.has_ends or self.gap_splits

    def hurry(self, fields: list[Field], piece: Piece) -> Entry | None:
        """Take all fields of a record at once."""
        done = self._done() if self.open else None
        self.tally.starts += 1
        text, number, lines, _ = piece
        self.fields, self.alike = fields, ("", 0)
        self.wrapped = self.is_loose = False
        self.open, self.closed = True, self.has_ends
        self.line = number + text.count("\n", 0, len(text) - len(text.lstrip()))
        self.blank = 0 if self.has_ends else number + lines + 1
        return done

    def lines(self, piece: Piece) -> Iterator[Entry]:
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
        if grammar.start_repeats and self.fields and self._is_all(tag):
            return False
        return grammar.start_leads or any(known == tag for known, _ in self.fields)

    def _is_all(self, tag: str) -> bool:
        """Say whether the record has no other tag; none is looked at twice."""
        at = self.alike[1] if self.alike[0] == tag else 0
        while at < len(self.fields) and self.fields[at][0] in ("", tag):
            at += 1
        self.alike = (tag, at)
        return at == len(self.fields)

    def _begin(self, number: int, tag: str) -> Entry | None:
        done = self._done()
        self.tally.start()
        grammar = self.grammar
        if grammar.ends and grammar.starts and tag not in grammar.starts:
            starts = " or ".join(sorted(grammar.starts))
            message = f"a record begins with {tag}, without {starts}"
            self.tally.warn(message, line=number)
        self.fields, self.early, self.alike = self.early, [], ("", 0)
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
