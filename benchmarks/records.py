"""Time and memory of reading citation files, beside rispy and nbib.

Usage: python benchmarks/records.py [--records 50000] [--rounds 3] [--json out.json]

The peers run in the environment `rec` of the folder THRESHER_PEERS::

    uv venv $THRESHER_PEERS/rec
    uv pip install --python $THRESHER_PEERS/rec/bin/python rispy==0.10.* nbib==0.3.2
"""

import argparse
import json
import os
import subprocess
import sys
import textwrap
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from thresher.records.citation import Citation
from thresher.records.samples import sample_records

WRAPPED = 88
OURS = """
from thresher.records import scan
count = 0
for _ in scan(PATH):
    count += 1
"""
RISPY = """
import pathlib, rispy
count = len(rispy.load(pathlib.Path(PATH), encoding="utf-8"))
"""
NBIB = """
import nbib
count = len(nbib.read_file(PATH))
"""
FRAME = """
import json, resource, sys, time
PATH = sys.argv[1]
start = time.process_time()
{body}
spent = time.process_time() - start
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
print(json.dumps([count, spent, peak]))
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """The best of several runs: records read, CPU seconds, peak memory in MB."""

    records: int
    seconds: float
    megabytes: int


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--records", type=int, default=50_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args()
    peers = os.environ.get("THRESHER_PEERS")
    peer = Path(peers, "rec", "bin", "python") if peers else None
    if peer is None or not peer.exists():
        print("peers skipped: THRESHER_PEERS has no environment rec", file=sys.stderr)
        peer = None
    with TemporaryDirectory() as folder:
        results = [
            compared(Path(folder), name, peer=peer, chosen=chosen)
            for name in ("ris", "nbib")
        ]
    if chosen.json:
        chosen.json.write_text(json.dumps(results, indent=2))


def compared(
    folder: Path, name: str, *, peer: Path | None, chosen: argparse.Namespace
) -> dict[str, object]:
    """Measure ours and the peer in turns on one generated file, and print both."""
    lines, their_name, theirs = FORMATS[name]
    path = folder / f"sample.{name}"
    write(path, lines, records=chosen.records)
    ours_runs, peer_runs = [], []
    for _ in range(chosen.rounds):
        ours_runs.append(run(Path(sys.executable), OURS, path))
        if peer:
            peer_runs.append(run(peer, theirs, path))
    size = path.stat().st_size / 1e6
    result: dict[str, object] = {"format": name, "megabytes": round(size, 1)}
    rows = {"thresher": ours_runs} | ({their_name: peer_runs} if peer else {})
    for who, runs in rows.items():
        best = min(runs, key=lambda one: one.seconds)
        result[who] = asdict(best)
        print(
            f"{name:5} {who:12} {best.records:>9,} records "
            f"{best.seconds:7.2f} s CPU {best.megabytes:6,} MB peak"
        )
    if peer:
        ratio = least(peer_runs) / least(ours_runs)
        result["ratio"] = round(ratio, 2)
        print(f"{name:5} {their_name} takes {ratio:.2f} times as long")
    return result


def least(runs: list[Run]) -> float:
    return min(one.seconds for one in runs)


def run(python: Path, body: str, path: Path) -> Run:
    """Run a program in a fresh interpreter and take what it measured."""
    code = FRAME.format(body=body)
    done = subprocess.run(
        [python, "-c", code, path], check=True, capture_output=True, text=True
    )
    records, seconds, megabytes = json.loads(done.stdout)
    return Run(records=records, seconds=seconds, megabytes=megabytes)


def write(path: Path, lines: Callable[[Citation], str], *, records: int) -> None:
    """Write a generated file; its records have as many lines as real exports have."""
    made = sample_records(records=records, rng=np.random.default_rng(1))
    with path.open("w", encoding="utf-8") as out:
        out.writelines(lines(record.citation) for record in made)


def ris_lines(one: Citation) -> str:
    """Return a record as Scopus exports it."""
    fields = [
        ("TY", "JOUR"),
        *(("AU", author) for author in one.authors),
        ("TI", one.title),
        ("PY", str(one.year)),
        ("T2", one.venue),
        ("VL", one.volume or "12"),
        ("IS", one.issue or "3"),
        ("SP", "101"),
        ("EP", "112"),
        ("DO", one.doi or f"10.5555/{one.id.lower()}"),
        ("UR", f"https://records.example/inward/record.uri?eid={one.id}"),
        *(("AD", f"University of {author}") for author in one.authors),
        ("AB", one.abstract),
        *(("KW", keyword) for keyword in one.keywords),
        ("PB", "Example Press"),
        ("SN", "1234-5678"),
        ("LA", "English"),
        ("J2", one.venue[:12]),
        ("M3", "Article"),
        ("DB", "Examples"),
        ("N1", "Export Date: 11 January 2020; Cited By: 4"),
    ]
    return "".join(f"{tag}  - {value}\n" for tag, value in fields) + "ER  - \n\n"


def nbib_lines(one: Citation) -> str:
    """Return a record as PubMed saves it."""
    doi = f"{one.doi or f'10.5555/{one.id.lower()}'} [doi]"
    people = [
        field
        for author in one.authors
        for field in (
            ("FAU", author),
            ("AU", author.replace(",", "").replace(".", "")),
            ("AD", f"Department of Sleep, University of {author}"),
        )
    ]
    fields = [
        ("PMID", one.pmid or one.id.lstrip("S0")),
        ("OWN", "NLM"),
        ("STAT", "MEDLINE"),
        ("LR", "20200101"),
        ("IS", "1234-5678 (Electronic)"),
        ("VI", one.volume or "12"),
        ("IP", one.issue or "3"),
        ("DP", f"{one.year} Jan"),
        ("TI", one.title),
        ("PG", "101-112"),
        ("LID", doi),
        ("AB", one.abstract or "No abstract."),
        *people,
        ("LA", "eng"),
        ("PT", "Journal Article"),
        ("TA", one.venue[:12]),
        ("JT", one.venue),
        ("JID", "0376507"),
        ("SB", "IM"),
        *(("MH", keyword) for keyword in one.keywords),
        ("EDAT", "2015/03/07 06:00"),
        ("AID", doi),
        ("PST", "ppublish"),
        ("SO", f"{one.venue}. {one.year} Jan;12(3):101-112. doi: {doi[:-6]}."),
    ]
    return "".join(f"{tag:<4}- {wrapped(value)}\n" for tag, value in fields) + "\n"


def wrapped(text: str) -> str:
    return "\n      ".join(textwrap.wrap(text, WRAPPED) or [""])


FORMATS = {
    "ris": (ris_lines, "rispy 0.10", RISPY),
    "nbib": (nbib_lines, "nbib 0.3.2", NBIB),
}

if __name__ == "__main__":
    main()
