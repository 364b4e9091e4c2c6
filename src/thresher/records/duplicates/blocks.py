"""Pairs of records that share a key, the only ones worth a closer look."""

from collections.abc import Callable, Iterator
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from thresher.records.duplicates.columns import Codes, Columns
from thresher.records.duplicates.places import MISSING

__all__ = ["LARGEST", "Pairs", "Warn", "candidate_pairs"]

Pairs: TypeAlias = tuple[Codes, Codes]  # positions, the first below the second
Warn: TypeAlias = Callable[[str], None]

LARGEST = 100  # records of one block that are all compared with one another
NEIGHBOURS = 10  # records each is compared with where a block cannot be split
SHORT_EDGE, LONG_EDGE = 24, 32  # letters of a title that make a key
LONG_WORDS = 4
MIX = np.int64(-7046029254386353131)  # odd, so that products keep all their bits


def candidate_pairs(table: Columns, *, warn: Warn, largest: int = LARGEST) -> Pairs:
    """Pairs that share at least one key, each once, sorted.

    Blocks with more than `largest` records are split by year, first author and page;
    in what is then still too large, records are compared with their neighbours in
    the order of the alphabet. `warn` is told of both.
    """
    size = max(table.title.size, 1)
    found = np.zeros(0, dtype=np.int64)
    for name, keys in _all_keys(table):
        first, second, rest = _within_blocks(keys, table, largest=largest)
        if rest is not None:
            warn(_said_of_large_blocks(name, rest, largest=largest))
        pairs = np.minimum(first, second) * size + np.maximum(first, second)
        found = _distinct(np.concatenate([found, pairs]))
    return found // size, found % size


def _distinct(codes: Codes) -> Codes:
    """Return sorted codes, each once (np.unique hashes, and badly for these)."""
    codes = np.sort(codes)
    once: Codes = codes[np.diff(codes, prepend=-1) != 0]
    return once


def _all_keys(table: Columns) -> Iterator[tuple[str, Codes]]:
    """Yield every kind of key: one code a record, 0 for no key."""
    year, author = _known(table.year), table.surname
    page, volume = _known(table.first_page), _known(table.volume)
    yield "DOI", table.doi_root
    yield "PMID", table.pmid
    yield "PMCID or OpenAlex id", table.other_id
    yield "title", table.title
    yield "start of the abstract", table.opening
    start, end = _edge_keys(table, SHORT_EDGE)
    yield "start of the title and author", _joined(start, author)
    yield "end of the title and author", _joined(end, author)
    start, end = _edge_keys(table, LONG_EDGE)
    yield "start of the title and year", _joined(start, year)
    yield "end of the title and year", _joined(end, year)
    longest, next_longest, long_words = _long_word_keys(table)
    yield "longest words of the title", long_words
    yield "longest word, author and year", _joined(longest, author, year)
    yield "long word, author and year", _joined(next_longest, author, year)
    yield "longest two words and author", _joined(longest, next_longest, author)
    yield "volume and page", _joined(volume, page)
    yield "author, year and page", _joined(author, year, page)


def _edge_keys(table: Columns, size: int) -> tuple[Codes, Codes]:
    """Return codes of the first and of the last `size` letters of titles."""
    squashed = [text.replace(" ", "") for text in table.texts]
    start = np.array([hash(text[:size]) for text in squashed], dtype=np.int64)
    end = np.array([hash(text[-size:]) for text in squashed], dtype=np.int64)
    titled = table.title != 0
    return start * titled, end * titled


def _long_word_keys(table: Columns) -> tuple[Codes, Codes, Codes]:
    """Return codes of the longest, the next longest and the longest four words."""
    keys = np.zeros((3, table.title.size), dtype=np.int64)
    for at, text in enumerate(table.texts):
        words = sorted(sorted(set(text.split())), key=len, reverse=True)[:LONG_WORDS]
        if len(words) > 1:
            together = hash(" ".join(words)) if len(words) == LONG_WORDS else 0
            keys[:, at] = hash(words[0]), hash(words[1]), together
    return keys[0], keys[1], keys[2]


def _known(values: Codes) -> Codes:
    """Return numbers as codes: 0 for what is not known."""
    return np.where(values == MISSING, 0, values + 1)


def _joined(*parts: Codes) -> Codes:
    """Return one code of several; 0 where any part has none."""
    joined = np.ones(parts[0].size, dtype=np.int64)
    whole = np.ones(parts[0].size, dtype=np.bool_)
    for part in parts:
        joined = _mixed(joined, part)
        whole &= part != 0
    return np.where(whole, joined, 0)


def _mixed(codes: Codes, more: Codes) -> Codes:
    return (codes ^ (codes >> 29)) * MIX + more


def _within_blocks(
    keys: Codes, table: Columns, *, largest: int
) -> tuple[Codes, Codes, int | None]:
    """Return pairs with the same key, and how many records had only neighbours.

    The number is ``None`` where no block was too large.
    """
    positions = np.flatnonzero(keys)
    keys = keys[positions]
    large = _in_large_blocks(keys, largest)
    pairs = [_all_pairs(positions[~large], keys[~large])]
    split = bool(large.any())
    for finer in (table.year, table.surname, table.first_page):
        positions = positions[large]
        keys = _mixed(keys[large], finer[positions])
        large = _in_large_blocks(keys, largest)
        pairs.append(_all_pairs(positions[~large], keys[~large]))
    pairs.append(_neighbours(positions[large], keys[large], table))
    first, second = (np.concatenate(side) for side in zip(*pairs, strict=True))
    return first, second, int(large.sum()) if split else None


def _in_large_blocks(keys: Codes, largest: int) -> NDArray[np.bool_]:
    _, block, sizes = np.unique(keys, return_inverse=True, return_counts=True)
    large: NDArray[np.bool_] = (sizes > largest)[block]
    return large


def _all_pairs(positions: Codes, keys: Codes) -> Pairs:
    """Return every pair of positions whose keys are equal."""
    order = np.argsort(keys, kind="stable")
    positions, keys = positions[order], keys[order]
    left = np.arange(keys.size)
    first, second = [left[:0]], [left[:0]]
    step = 0
    while left.size:
        step += 1
        left = left[left + step < keys.size]
        left = left[keys[left] == keys[left + step]]
        first.append(positions[left])
        second.append(positions[left + step])
    return np.concatenate(first), np.concatenate(second)


def _neighbours(positions: Codes, keys: Codes, table: Columns) -> Pairs:
    """Return each record with the next few of its block, sorted by what they say."""
    said = [(table.texts[at], table.dois[at], table.ids[at]) for at in positions]
    order = sorted(range(len(said)), key=said.__getitem__)
    order = sorted(order, key=keys.tolist().__getitem__)
    ranked, blocks = positions[order], keys[order]
    first, second = [ranked[:0]], [ranked[:0]]
    for step in range(1, NEIGHBOURS + 1):
        same = blocks[:-step] == blocks[step:]
        first.append(ranked[:-step][same])
        second.append(ranked[step:][same])
    return np.concatenate(first), np.concatenate(second)


def _said_of_large_blocks(name: str, rest: int, *, largest: int) -> str:
    said = (
        f"more than {largest} records have the same {name}; "
        "they were split by year, first author and page"
    )
    if rest:
        said += f", and {rest} of them were compared only with their neighbours"
    return said
