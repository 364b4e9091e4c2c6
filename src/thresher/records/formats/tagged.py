"""Lines with tags, gathered into entries: the engine under the tagged formats."""

from collections.abc import Iterator
from itertools import pairwise

from thresher.errors import FileError
from thresher.records.formats.grammar import Entry, Grammar
from thresher.records.formats.tagged_state import BLANK, Piece, State
from thresher.records.source import Source
from thresher.records.tally import Tally

__all__ = ["entries"]

LONGEST_PIECE = 8 * 1024**2
LONGEST_LINE = 256 * 1024**2
TOO_FEW = 2


def entries(source: Source, grammar: Grammar, *, tally: Tally) -> Iterator[Entry]:
    """Yield the records of a tagged file, whatever state it is in.

    Every start is counted; a missing end, a field after the end and text outside
    records are cautions with their line.
    """
    state = State(grammar, tally, gap_splits=_splits_at_gaps(source, grammar))
    quick = grammar.quick
    for piece in _pieces(source, grammar.end_mark):
        fields = quick(piece.text) if quick and state.can_hurry(piece) else None
        if fields is None:
            yield from state.lines(piece)
        elif (done := state.hurry(fields, piece)) is not None:
            yield done
    if (last := state.finish()) is not None:
        yield last


def _pieces(source: Source, mark: str) -> Iterator[Piece]:
    """Yield the text of a file, cut at `mark`, or anywhere between lines."""
    rest, number = "", 1
    end, step = mark[1:].rstrip("\n"), mark.count("\n")
    for text in source.texts():
        *whole, rest = (rest + text).split(mark) if mark else [rest + text]
        for part in whole:
            lines = part.count("\n")
            yield Piece(part, number, lines, end)
            number += lines + step
        if not mark or len(rest) > LONGEST_PIECE:
            part, line_end, rest = rest.rpartition("\n")
            if line_end:
                lines = part.count("\n")
                yield Piece(part, number, lines, None)
                number += lines + 1
        if len(rest) > LONGEST_LINE:
            reason = f"the line is longer than {LONGEST_LINE:,} characters"
            raise FileError(source.path, reason, line=number)
    yield Piece(rest, number, rest.count("\n"), None)


def _splits_at_gaps(source: Source, grammar: Grammar) -> bool:
    """Say whether blank lines part records; not where every line has one after it."""
    if not grammar.gap_splits:
        return False
    lines = source.head.split("\n")
    after_blank = tagged = 0
    for before, line in pairwise(lines):
        if grammar.loose.match(line):
            tagged += 1
            after_blank += not before.strip(BLANK)
    return after_blank * 2 <= tagged or tagged <= TOO_FEW
