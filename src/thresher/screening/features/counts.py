"""How often each term stands in each record, counted by sorting."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from thresher.errors import InputError
from thresher.screening.features.tokens import BREAK, Tokens

__all__ = ["Counts", "counts_of"]

KEY_BITS = 63


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Counts:
    """Counts of terms in records, sorted by term and then by record.

    Parameters
    ----------
    record, term, count
        One entry for each term that stands in a record; terms are numbered.
    spread
        For each term, how many records it stands in.
    first, second
        The words of each term, by number; `second` is `BREAK` for a single word.
    """

    record: NDArray[np.int32]
    term: NDArray[np.int32]
    count: NDArray[np.int32]
    spread: NDArray[np.int64]
    first: NDArray[np.int32]
    second: NDArray[np.int32]


def counts_of(tokens: Tokens, *, pairs: bool = True) -> Counts:
    """Count single words and, if wanted, pairs of neighbours.

    Notes
    -----
    A term and its record are packed into one 64-bit key. Sorting the keys brings equal
    ones together, so that one pass over them finds every count.

    Examples
    --------
    >>> from thresher.screening.features.tokens import tokens_of
    >>> counts_of(tokens_of([["sleep sleep"], ["sleep"]])).count.tolist()
    [2, 1, 1]
    """
    record_bits = max(1, int(tokens.lengths.size).bit_length())
    word_bits = max(1, len(tokens.words).bit_length())
    if 2 * word_bits + record_bits > KEY_BITS:
        raise InputError(
            f"{len(tokens.words)} words in {tokens.lengths.size} records are more than "
            "can be counted at once: split the file"
        )
    keys = _keys(tokens, pairs=pairs, word_bits=word_bits, record_bits=record_bits)
    keys.sort()
    starts = _starts(keys)
    count = np.diff(starts, append=keys.size).astype(np.int32)
    keys = keys[starts]
    record = (keys & ((1 << record_bits) - 1)).astype(np.int32)
    keys >>= record_bits
    begins = _starts(keys)
    spread = np.diff(begins, append=keys.size)
    words = keys[begins]
    return Counts(
        record=record,
        term=np.repeat(np.arange(begins.size, dtype=np.int32), spread),
        count=count,
        spread=spread,
        first=(words >> word_bits).astype(np.int32),
        second=(words & ((1 << word_bits) - 1)).astype(np.int32),
    )


def _keys(
    tokens: Tokens, *, pairs: bool, word_bits: int, record_bits: int
) -> NDArray[np.int64]:
    """Return first word, second word and record of every term in one number each."""
    records = np.arange(tokens.lengths.size, dtype=np.int64)
    record = np.repeat(records, tokens.lengths)
    key = tokens.stream.astype(np.int64)
    key <<= word_bits
    single: NDArray[np.int64] = key[tokens.stream != BREAK]
    single <<= record_bits
    single |= record[tokens.stream != BREAK]
    if not pairs:
        return single
    joined = (tokens.stream[:-1] != BREAK) & (tokens.stream[1:] != BREAK)
    double = key[:-1][joined]
    double |= tokens.stream[1:][joined]
    double <<= record_bits
    double |= record[:-1][joined]
    return np.concatenate([single, double])


def _starts(keys: NDArray[np.int64]) -> NDArray[np.intp]:
    """Return where runs of equal keys start."""
    changes = np.ones(keys.size, dtype=np.bool_)
    np.not_equal(keys[1:], keys[:-1], out=changes[1:])
    return np.flatnonzero(changes)
