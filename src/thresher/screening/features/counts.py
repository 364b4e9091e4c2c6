"""How often each term stands in each record, counted by sorting."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from thresher.errors import InputError
from thresher.screening.features.tokens import BREAK, Tokens

__all__ = ["Counts", "counts_of"]

Words: TypeAlias = NDArray[np.int32]
DIGIT = 16
PART = 1 << 23  # places sorted at a time
SAMPLE = 1 << 16  # places that tell where to part
MOST_WORDS = np.iinfo(np.int32).max


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Counts:
    """Counts of terms in records, sorted by term and then by record.

    Parameters
    ----------
    record, count
        One entry for each term that stands in a record.
    spread
        For each term, how many records it stands in.
    first, second
        The words of each term, by number; `second` is `BREAK` for a single word.
    """

    record: NDArray[np.int32]
    count: NDArray[np.int32]
    spread: NDArray[np.int64]
    first: NDArray[np.int32]
    second: NDArray[np.int32]

    @property
    def term(self) -> NDArray[np.int32]:
        """The number of each entry's term."""
        return np.repeat(np.arange(self.spread.size, dtype=np.int32), self.spread)


def counts_of(tokens: Tokens, *, pairs: bool = True) -> Counts:
    """Count single words and, if wanted, pairs of neighbours.

    Notes
    -----
    The places of words are sorted by word, and by the next word for pairs. The sort
    keeps the order of equal ones and so that of the records; then one pass over the
    places finds every count.

    Examples
    --------
    >>> from thresher.screening.features.tokens import tokens_of
    >>> counts_of(tokens_of([["sleep sleep"], ["sleep"]])).count.tolist()
    [2, 1, 1]
    """
    if tokens.stream.size > MOST_WORDS:
        raise InputError(
            f"{tokens.stream.size} words in {tokens.lengths.size} records are more "
            "than can be counted at once: split the file"
        )
    records = np.arange(tokens.lengths.size, dtype=np.int32)
    record = np.repeat(records, tokens.lengths)
    stream = tokens.stream
    single = np.flatnonzero(stream != BREAK).astype(np.int32)
    counted = [_counted(stream, record, places=p) for p in _parts(stream, single)]
    if pairs:
        after = stream[1:]  # the last of all is a break, so each has a next
        double = single[after[single] != BREAK]
        del single
        counted += [
            _counted(stream, record, places=part, after=after)
            for part in _parts(stream, double)
        ]
    return _joined(counted)


def _parts(stream: Words, places: Words) -> Iterator[Words]:
    """Yield places in parts, by ascending words: sorting takes much memory."""
    if places.size <= PART:
        yield places
        return
    words = stream[places]
    some = np.sort(words[:: max(1, places.size // SAMPLE)])
    bounds = np.unique(some[:: some.size * PART // places.size])[1:]
    for low, high in pairwise([0, *bounds.tolist(), MOST_WORDS]):
        yield places[(words >= low) & (words < high)]


def _counted(
    stream: Words, record: Words, *, places: Words, after: Words | None = None
) -> Counts:
    """Count the words at some places, or the pairs of them with the words after."""
    if after is not None:
        places = _sorted_by(after, places)
    places = _sorted_by(stream, places)
    first, rows = stream[places], record[places]
    second = np.zeros_like(first) if after is None else after[places]
    is_new = _changes(first)
    if after is not None:
        is_new |= _changes(second)
    begins = np.flatnonzero(is_new | _changes(rows))
    terms = np.flatnonzero(is_new[begins])
    return Counts(
        record=rows[begins],
        count=np.diff(begins, append=places.size).astype(np.int32),
        spread=np.diff(terms, append=begins.size),
        first=first[begins[terms]],
        second=second[begins[terms]],
    )


def _joined(parts: Sequence[Counts]) -> Counts:
    """Return the counts of several kinds of terms."""
    return Counts(
        record=np.concatenate([one.record for one in parts]),
        count=np.concatenate([one.count for one in parts]),
        spread=np.concatenate([one.spread for one in parts]),
        first=np.concatenate([one.first for one in parts]),
        second=np.concatenate([one.second for one in parts]),
    )


def _sorted_by(words: Words, places: Words) -> Words:
    """Return places sorted by their words, equal ones as they were.

    Two bytes at a time: such short numbers numpy sorts in one pass.
    """
    largest = int(words.max(initial=0))
    for shift in range(0, max(1, largest.bit_length()), DIGIT):
        digit = (words[places] >> shift).astype(np.uint16)
        places = places[np.argsort(digit, kind="stable")]
    return places


def _changes(values: Words) -> NDArray[np.bool_]:
    """Return which values differ from the one before; the first does."""
    changes = np.ones(values.size, dtype=np.bool_)
    np.not_equal(values[1:], values[:-1], out=changes[1:])
    return changes
