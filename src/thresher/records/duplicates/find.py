"""Find the links between the records of a pile."""

from collections.abc import Iterator, Sequence

import numpy as np

from thresher.progress import Report, silent
from thresher.records.citation import Citation
from thresher.records.duplicates.blocks import LARGEST, Warn, candidate_pairs
from thresher.records.duplicates.columns import Codes, Columns, columns
from thresher.records.duplicates.evidence import Evidence, evidence, linkable_evidence
from thresher.records.duplicates.link import Band, Link
from thresher.records.duplicates.reasons import flags_of, reason_of, years_of
from thresher.records.duplicates.verdict import verdicts

__all__ = ["find_links"]

CHUNK = 200_000


def unheard(message: str) -> None:
    del message


def find_links(
    citations: Sequence[Citation], *, report: Report = silent, warn: Warn = unheard
) -> list[Link]:
    table = columns(citations, report=report)
    first, second = candidate_pairs(table, warn=warn)
    links: list[Link] = []
    for at in range(0, first.size, CHUNK):
        report("Comparing pairs", done=at, total=first.size)
        part = slice(at, at + CHUNK)
        seen = linkable_evidence(citations, table, first=first[part], second=second[part])
        links += _links(seen, citations)
    return links


def _links(seen: Evidence, citations: Sequence[Citation]) -> Iterator[Link]:
    said = verdicts(seen)
    for at in np.flatnonzero(said.certain | said.maybe).tolist():
        a, b = int(seen.first[at]), int(seen.second[at])
        yield Link(first=a, second=b, band="certain" if said.certain[at] else "maybe",
          score=float(said.score[at]), reason=reason_of(seen, said, at, years=years_of(citations[a], citations[b])), flags=flags_of(seen, at))
