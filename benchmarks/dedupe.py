"""Our duplicates beside bib-dedupe's, in one run: quality by pairs, and time.

``python benchmarks/dedupe.py [--records 100000] [--peer PYTHON]``

PYTHON is an interpreter with bib-dedupe 0.11; without one the peer's lines say so. Data
are read from THRESHER_DATA; without them only the made-up review is timed.
"""

import argparse
import csv
import gzip
import io
import json
import os
import re
import resource
import subprocess
import tempfile
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path

import numpy as np

from thresher import __version__
from thresher.records.citation import Citation
from thresher.records.duplicates import Link, find_links, groups, open_questions
from thresher.records.samples import sample_review

SEED = 20261116
PEER = """
import json, resource, sys, time
import pandas
from bib_dedupe.bib_dedupe import block, cluster, match, prep
records = pandas.DataFrame(json.load(open(sys.argv[1]))).fillna("")
def spent():
    kinds = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    used = [resource.getrusage(kind) for kind in kinds]
    return sum(one.ru_utime + one.ru_stime for one in used)
before, wall = spent(), time.time()
found = cluster(match(block(prep(records, cpu=1), cpu=1), cpu=1))
json.dump(
    {"groups": found, "cpu": spent() - before, "wall": time.time() - wall},
    open(sys.argv[2], "w"),
)
"""
RATHBONE = ("cytology_screening", "haematology", "stroke")
# Labels of haematology that contradict their own definition of a duplicate (Rathbone
# et al. 2015, doi:10.1186/2046-4053-4-6: other journals, proceedings and further
# reports are records of their own): each group as it should be, by numbers of ids.
RELABELLED = {
    "haematology": (
        ("a letter and its reply", ((8, 9), (39, 40))),
        ("an article and its errata", ((52, 117), (807,), (808,))),
        ("an article and its errata", ((63, 64, 65), (57, 58))),
        ("an abstract and the article", ((128,), (129,))),
        ("abstracts of two congresses", ((134,), (135,))),
        ("an article and its errata", ((161,), (162,))),
        ("an article and its errata", ((175, 190, 191), (1173,))),
        ("an abstract and the article", ((220,), (221,))),
        ("trials of one group", ((234,), (235,), (236,), (237,))),
        ("trials of one group", ((245,), (246,))),
        ("one article, once without its title", ((1, 2, 3),)),
    )
}


@dataclass(frozen=True, slots=True, kw_only=True)
class DataSet:
    """Records with the truth: groups, or a mark on all but one of each group."""

    name: str
    rows: Sequence[dict[str, str]]
    citations: Sequence[Citation]
    truth: Sequence[Sequence[int]] = ()
    duplicate: Sequence[bool] = ()
    no_peer: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Quality:
    """Counts of what was found, rightly and wrongly, and what was there."""

    right: int
    wrong: int
    there: int

    def __str__(self) -> str:
        found = self.right + self.wrong
        precision = self.right / found if found else 1.0
        recall = self.right / self.there
        return f"precision {precision:.4f}  recall {recall:.4f}"


def read_rows(path: Path, *, encoding: str = "utf-8") -> list[dict[str, str]]:
    """Read a gzipped CSV file; ``NA`` is nothing."""
    with gzip.open(path) as file, io.TextIOWrapper(file, encoding) as text:
        rows = list(csv.DictReader(text))
    return [{k: "" if v == "NA" else v for k, v in row.items()} for row in rows]


def as_citation(row: dict[str, str]) -> Citation:
    """Turn a row of the labelled sets into a citation."""
    year = re.search(r"\d{4}", row.get("year") or "")
    names = re.split(r" and |;", row.get("author") or "")
    kinds = {"article": "article-journal", "inproceedings": "paper-conference"}
    return Citation(
        id=row["ID"],
        title=row.get("title") or "",
        abstract=row.get("abstract") or "",
        authors=tuple(name.strip() for name in names if name.strip()),
        year=int(year[0]) if year else None,
        venue=row.get("journal") or row.get("booktitle") or "",
        volume=row.get("volume") or "",
        issue=row.get("number") or row.get("issue") or "",
        pages=row.get("pages") or "",
        kind=kinds.get(row.get("ENTRYTYPE") or "", ""),
        doi=row.get("doi") or "",
    )


def grouped_set(folder: Path, name: str) -> DataSet:
    """Read a set of bib-dedupe, whose truth is groups of ids."""
    rows = read_rows(folder / "bibdedupe" / f"{name}.records.csv.gz")
    citations = [as_citation(row) for row in rows]
    at = {citation.id: i for i, citation in enumerate(citations)}
    merged = read_rows(folder / "bibdedupe" / f"{name}.merged_ids.csv.gz")
    truth = [[at[one] for one in row["merged_ids"].split(";")] for row in merged]
    return DataSet(name=name, rows=rows, citations=citations, truth=truth)


def marked_set(folder: Path) -> DataSet:
    """Read the set of ASySD, where all records but one of each group are marked."""
    path = folder / "asysd" / "labelled_test_set.latin1.csv.gz"
    rows = read_rows(path, encoding="latin-1")
    for row in rows:
        row["ID"] = row["record_id"]
        row["ENTRYTYPE"] = "article"
        names = re.split(r"(?<=\.)(?=[A-Z][a-z'-]{2,}|[dv][aeo]n? )", row["author"])
        row["author"] = " and ".join(names)
    return DataSet(
        name="ASySD",
        rows=rows,
        citations=[as_citation(row) for row in rows],
        duplicate=[row["source"] == "duplicate" for row in rows],
    )


def hidden_set(folder: Path) -> DataSet:
    """Read Cohen's reviews as one pile without PMIDs, which are the truth."""
    paths = sorted((folder / "cohen2006").glob("*.csv.gz"))
    rows = [row for path in paths for row in read_rows(path)]
    groups_of: dict[str, list[int]] = {}
    for at, row in enumerate(rows):
        groups_of.setdefault(row.pop("pmid"), []).append(at)
        row["ID"] = str(at)
        row["ENTRYTYPE"] = "article"
        row["author"] = " and ".join(row.pop("authors").split(";"))
    return DataSet(
        name="Cohen's reviews, PMIDs hidden",
        rows=rows,
        citations=[as_citation(row) for row in rows],
        truth=[group for group in groups_of.values() if len(group) > 1],
        no_peer="calls no pair a duplicate where no record has a venue",
    )


def relabelled(data: DataSet) -> Sequence[Sequence[int]]:
    """Return the truth with the groups of `RELABELLED` in place of the given ones."""
    at = {citation.id: i for i, citation in enumerate(data.citations)}
    better = [
        [at[f"id_{number:07d}"] for number in group]
        for _, parts in RELABELLED.get(data.name, ())
        for group in parts
    ]
    told = {i for group in better for i in group}
    return [*better, *(group for group in data.truth if told.isdisjoint(group))]


def by_class(
    data: DataSet, found: Iterable[Sequence[int]]
) -> dict[str, tuple[int, int]]:
    """Count pairs that labels call one and are two, and those of them that are joined.

    The last class is what truly is one record.
    """
    ours, truth, right = map(pairs_of, (found, data.truth, relabelled(data)))
    at = {citation.id: i for i, citation in enumerate(data.citations)}
    counts: dict[str, tuple[int, int]] = {}
    for name, parts in RELABELLED.get(data.name, ()):
        members = [at[f"id_{number:07d}"] for part in parts for number in part]
        pairs = (pairs_of([members]) & truth) - right
        total, joined = counts.get(name, (0, 0))
        if pairs:
            counts[name] = total + len(pairs), joined + len(pairs & ours)
    counts["one record"] = len(truth & right), len(truth & right & ours)
    return counts


def pairs_of(some: Iterable[Sequence[int]]) -> set[tuple[int, int]]:
    """Return all pairs within groups."""
    return {pair for group in some for pair in combinations(sorted(group), 2)}


def by_pairs(found: Iterable[Sequence[int]], truth: Iterable[Sequence[int]]) -> Quality:
    """Count the pairs that groups join."""
    ours, theirs = pairs_of(found), pairs_of(truth)
    right = len(ours & theirs)
    return Quality(right=right, wrong=len(ours) - right, there=len(theirs))


def by_marks(found: Iterable[Sequence[int]], marks: Sequence[bool]) -> Quality:
    """Count the records that groups make superfluous: all but one of each."""
    right = wrong = 0
    for group in found:
        marked = sum(marks[at] for at in group)
        kept = len(group) - marked
        right += marked if kept else marked - 1
        wrong += max(kept - 1, 0)
    return Quality(right=right, wrong=wrong, there=sum(marks))


def with_maybe(data: DataSet, links: Sequence[Link]) -> list[tuple[int, ...]]:
    """Return groups once a person has said yes to the maybe links that are true."""
    truth = pairs_of(data.truth)
    told = [
        replace(link, band="certain", guards=())
        for link in links
        if link.band != "apart"
        and (data.duplicate or link.band == "certain" or _pair(link) in truth)
    ]
    return groups(told, size=len(data.citations))


def pooled(some: Iterable[Quality]) -> Quality:
    """Return the counts of several sets together."""
    some = list(some)
    return Quality(
        right=sum(one.right for one in some),
        wrong=sum(one.wrong for one in some),
        there=sum(one.there for one in some),
    )


def _pair(link: Link) -> tuple[int, int]:
    return link.first, link.second


def quality(data: DataSet, found: Iterable[Sequence[int]]) -> Quality:
    """Count by pairs where groups are known, else by marks."""
    if data.duplicate:
        return by_marks(found, data.duplicate)
    return by_pairs(found, data.truth)


def peer_answer(peer: str, data: DataSet) -> dict[str, object] | None:
    """Run bib-dedupe on the same rows; nothing where it is not installed."""
    with tempfile.TemporaryDirectory() as folder:
        asked, answer = Path(folder) / "asked", Path(folder) / "answer"
        asked.write_text(json.dumps(list(data.rows)))
        try:
            subprocess.run(
                [peer, "-c", PEER, str(asked), str(answer)],
                capture_output=True,
                check=True,
            )
        except (OSError, subprocess.CalledProcessError):
            return None
        told: dict[str, object] = json.loads(answer.read_text())
        return told


def compare(data: DataSet, peer: str) -> tuple[Quality, Quality | None]:
    """Print our figures and the peer's for one set, and return both."""
    print(f"\n{data.name}: {len(data.citations)} records")
    before = time.process_time()
    links = find_links(data.citations)
    found = groups(links, size=len(data.citations))
    ours = time.process_time() - before
    queue = len(open_questions(links, found=found))
    certain = quality(data, found)
    print(f"  ours, certain      {certain}  CPU {ours:7.2f} s")
    _print_classes(data, found)
    maybe = quality(data, with_maybe(data, links))
    print(f"  ours, with maybe   {maybe if data.truth else _recall(maybe)}")
    print(f"    questions to a person {queue}")
    if data.no_peer:
        print(f"  bib-dedupe         {data.no_peer}")
        return certain, None
    answer = peer_answer(peer, data)
    if answer is None:
        print("  bib-dedupe         not installed (--peer PYTHON)")
        return certain, None
    at = {citation.id: i for i, citation in enumerate(data.citations)}
    theirs = [[at[str(one)] for one in group] for group in answer["groups"]]  # type: ignore[attr-defined]
    cpu = float(str(answer["cpu"]))
    told = f"CPU {cpu:7.2f} s, {cpu / ours:.0f} x ours"
    print(f"  bib-dedupe         {quality(data, theirs)}  {told}")
    _print_classes(data, theirs)
    return certain, quality(data, theirs)


def _print_classes(data: DataSet, found: Sequence[Sequence[int]]) -> None:
    if data.name not in RELABELLED:
        return
    print(f"    labels set right {by_pairs(found, relabelled(data))}")
    for name, (pairs, joined) in by_class(data, found).items():
        print(f"      {name}: {joined} of {pairs} pairs joined")


def _recall(counts: Quality) -> str:
    return f"recall {counts.right / counts.there:.4f}"


def time_sample(records: int) -> None:
    """Time a made-up review, with its repeated records as the truth."""
    review = sample_review(records=records, rng=np.random.default_rng(SEED))
    cautions: list[str] = []
    before = time.process_time()
    links = find_links(review.citations, warn=cautions.append)
    found = groups(links, size=records)
    spent = time.process_time() - before
    truth = [(a, b) for b, a in enumerate(review.repeats) if a is not None]
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"\nmade-up review: {records} records, {len(truth)} of them repeated")
    print(f"  ours, certain      {by_pairs(found, truth)}  CPU {spent:7.2f} s")
    print(f"    peak memory of the whole run {peak:.0f} MB; {len(cautions)} cautions")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=100_000)
    parser.add_argument("--peer", default=os.environ.get("THRESHER_PEER_DEDUPE", ""))
    given = parser.parse_args()
    print(f"thresher {__version__}, seed {SEED}")
    beside = Path(__file__).parents[2] / "shared" / "data"
    folder = Path(os.environ.get("THRESHER_DATA", beside))
    if folder.is_dir():
        both = [
            compare(grouped_set(folder / "dedup", name), given.peer)
            for name in RATHBONE
        ]
        print(f"\n{', '.join(RATHBONE)} pooled")
        print(f"  ours, certain      {pooled(ours for ours, _ in both)}")
        if theirs := [one for _, one in both if one]:
            print(f"  bib-dedupe         {pooled(theirs)}")
        compare(marked_set(folder / "dedup"), given.peer)
        compare(hidden_set(folder / "screening"), given.peer)
    else:
        print("labelled sets are not here (THRESHER_DATA)")
    time_sample(given.records)


if __name__ == "__main__":
    main()
