"""Exports of a made-up review as databases would give them: overlapping and untidy."""

import csv
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from thresher.records.citation import Citation
from thresher.records.formats import nbib_writer, ris_writer
from thresher.records.samples import SampleReview

__all__ = ["SampleExport", "sample_exports"]

ALSO_ELSEWHERE = 0.25  # chance that one more database holds a record
SHOUTED = 0.1  # share of titles in capitals
COLUMNS = (
    *("EID", "Title", "Abstract", "Authors", "Year", "Source title", "Author Keywords"),
    *("DOI", "PubMed ID", "Link"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SampleExport:
    """One file of a made-up search.

    Parameters
    ----------
    name, content
        Its file name and bytes.
    database, platform
        What was searched, and through what.
    records
        How many records it holds.
    """

    name: str
    content: bytes
    database: str
    platform: str
    records: int


def sample_exports(
    review: SampleReview, *, rng: np.random.Generator
) -> tuple[SampleExport, ...]:
    """Return three files that together hold every record of a review.

    Every record is in one of them, and one in four in a second one too. The files are
    as untidy as real ones: a byte order mark, Windows line ends, counters between
    records, wrapped lines, titles in capitals, DOIs as addresses, another encoding.
    A record keeps its id in all of them.
    """
    size = len(review.citations)
    homes = rng.permutation(np.arange(size) % len(_FILES))
    also = np.where(
        rng.random(size) < ALSO_ELSEWHERE,
        (homes + rng.integers(1, len(_FILES), size)) % len(_FILES),
        homes,
    )
    exports = []
    for number, (name, database, platform, written) in enumerate(_FILES):
        held = np.flatnonzero((homes == number) | (also == number))
        rows = [review.citations[at] for at in held]
        made = SampleExport(
            name=name,
            content=written(rows, rng),
            database=database,
            platform=platform,
            records=len(rows),
        )
        exports.append(made)
    return tuple(exports)


def _as_ris(citations: Sequence[Citation], rng: np.random.Generator) -> bytes:
    """Write RIS as some platforms do, with a counter before each record."""
    parts = []
    shouted = rng.random(len(citations)) < SHOUTED
    for number, (citation, loud) in enumerate(
        zip(citations, shouted, strict=True), start=1
    ):
        record = replace(
            citation,
            title=f"{citation.title.upper() if loud else citation.title}.",
            doi=f"https://doi.org/{citation.doi}" if citation.doi else "",
        )
        out = io.BytesIO()
        ris_writer.write([record], out)
        parts.append(
            f"Record #{number} of {len(citations)}\n\n{out.getvalue().decode()}"
        )
    return "\n".join(parts).replace("\n", "\r\n").encode("utf-8-sig")


def _as_nbib(citations: Sequence[Citation], rng: np.random.Generator) -> bytes:
    del rng
    out = io.BytesIO()
    nbib_writer.write(citations, out)
    return b"\n" + out.getvalue()


def _as_table(citations: Sequence[Citation], rng: np.random.Generator) -> bytes:
    """Write a table with semicolons in the encoding of old spreadsheets."""
    out = io.StringIO(newline="")
    table = csv.writer(out, delimiter=";", lineterminator="\r\n")
    table.writerow(COLUMNS)
    for at in rng.permutation(len(citations)):
        one = citations[at]
        people = ", ".join(author.replace(", ", " ") for author in one.authors)
        table.writerow(
            (
                *(one.id, one.title, one.abstract or "[No abstract available]"),
                *(people, one.year, one.venue, "; ".join(one.keywords)),
                *(one.doi, one.pmid, f"https://example.org/record/{one.id}"),
            )
        )
    return out.getvalue().encode("cp1252", "replace")


_Written = Callable[[Sequence[Citation], np.random.Generator], bytes]
_FILES: tuple[tuple[str, str, str, _Written], ...] = (
    ("medline.nbib", "MEDLINE", "PubMed", _as_nbib),
    ("embase.ris", "Embase", "Ovid", _as_ris),
    ("index.csv", "Citation index", "its own site", _as_table),
)
