"""Break files at random and read them: each must give records or one sentence.

Usage: python soak/fuzz.py [--minutes 5] [--seed 1] [--data ../shared/data]
Every reader of citation files, .asreview projects, runs, certificates, seals, project
files, sweep and group files, and every route of the lab's API. Seeds are files made
here and, if the data folder is there, real ones. Minutes are of CPU. Prints a table;
exit code 1 if anything else than a sentence came out.
"""

import argparse
import io
import json
import random
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))
from damage import broken
from visitors import visitor

from thresher.certification.certificate import written
from thresher.certification.certificate.sealing import sealed
from thresher.certification.certificate.verification import problems_of
from thresher.cli.certify_sources import json_of, opened_seal
from thresher.errors import ThresherError
from thresher.records import read, scan
from thresher.records.formats.registry import FORMATS
from thresher.records.sample_files import sample_exports
from thresher.records.samples import sample_review
from thresher.reports.demonstration_audit import audited_screening
from thresher.screening.pile import Pile
from thresher.screening.priors import drawn_priors
from thresher.screening.run_json import run_text
from thresher.screening.runs import open_runs
from thresher.screening.sweep_config import read_sweep
from thresher.store.health import health_of
from thresher.store.importing import Wishes, import_files
from thresher.store.incoming import IncomingDecision
from thresher.store.linking import find_duplicates
from thresher.store.outgoing import Outgoing, Selection
from thresher.store.project import create_project, open_project
from thresher.store.recording import record_decisions
from thresher.store.reporting.papers import flow_of, methods_of
from thresher.store.screened import screened
from thresher.store.seal_rows import draw_audits, seal_now
from thresher.synthesis.groups_file import read_groups
from thresher.web.desk.state import loaded

LARGEST = 200_000  # bytes of a real file taken as a seed
PATIENCE = 20  # seconds of CPU for one file
WAIT = 300  # seconds on the clock, for a process that reads the file for us
REQUESTS = 5  # to the lab, after a file of each kind
HTTP = "HTTP API of the lab"
AT = "2026-11-17T12:00:00+00:00"
PILE = "pile.csv"  # beside the sweep that names it
SWEEP = f"""\
data = ["{PILE}", "p*.csv"]
seeds = [1, 2]
stop = "records:20"
prior_relevant = 1
label_column = "label"
models = ["elas_u4", {{name = "b", ranker = "naive-bayes", schedule = "every-label"}}]
"""
GROUPS = """\
[[intervention]]
name = "aspirin"
members = ["aspirin", "ASA"]
[[outcome]]
name = "pain"
members = ["pain", "aches"]
"""
GROUP_TABLE = "kind,name,member\noutcome,pain,aches\nintervention,aspirin,ASA\n"


@dataclass(frozen=True, kw_only=True)
class Target:
    """Something that reads a file, and files to begin with."""

    name: str
    ending: str
    use: Callable[[Path], object]
    seeds: tuple[bytes, ...]


def project_file(path: Path) -> None:
    """Use a project as commands and pages do: all that is in it, and its reports."""
    health_of(path)
    with open_project(path) as project:
        with project.reading() as connection:
            for _ in Outgoing(connection, Selection(carry=lambda _: (), merge=True)):
                pass
        with project.reading() as connection:
            loaded(connection)
        with project.reading() as connection:
            screened(connection)
        with project.reading() as connection:
            methods_of(connection)
            flow_of(connection)


def certificate_file(path: Path) -> None:
    """Verify a certificate; what it says of itself does not matter here."""
    problems_of(json_of(path))


def sweep_file(path: Path) -> None:
    """Read a sweep beside the data that it names."""
    pile = path.with_name(PILE)
    if not pile.exists():
        pile.write_text("title,label\nsleep,1\nwaking,0\n", encoding="utf-8")
    read_sweep(path)


def own_files() -> Iterator[tuple[str, bytes]]:
    """Yield files made here, one or more of each format that Thresher writes."""
    review = sample_review(records=30, relevant_share=0.3, rng=np.random.default_rng(1))
    for export in sample_exports(review, rng=np.random.default_rng(2)):
        yield Path(export.name).suffix, export.content
    for form in FORMATS.values():
        if form.write:
            out = io.BytesIO()
            form.write(review.citations[:8], out)
            yield form.endings[0], out.getvalue()


def real_files(data: Path) -> Iterator[tuple[str, bytes]]:
    """Yield real exports and projects."""
    for path in sorted((data / "citations").rglob("*")):
        if path.is_file() and path.stat().st_size < LARGEST:
            yield path.suffix.lower(), path.read_bytes()
    for path in sorted((data / "asreview_projects").glob("*.asreview")):
        yield ".asreview", path.read_bytes()


def targets(data: Path | None) -> Iterator[Target]:
    """Yield everything that reads files of users."""
    made: dict[str, list[bytes]] = {}
    for ending, content in (*own_files(), *(real_files(data) if data else ())):
        made.setdefault(ending, []).append(content)
    for ending, seeds in sorted(made.items()):
        yield Target(
            name=f"citations {ending}", ending=ending, use=read, seeds=tuple(seeds)
        )
    projects = tuple(made.get(".asreview", ()))
    yield Target(
        name="runs .asreview", ending=".asreview", use=open_runs, seeds=projects
    )
    for name, ending, use, seed in (
        ("sweep", ".toml", sweep_file, SWEEP),
        ("groups .toml", ".toml", read_groups, GROUPS),
        ("groups .csv", ".csv", read_groups, GROUP_TABLE),
    ):
        yield Target(name=name, ending=ending, use=use, seeds=(seed.encode(),))
    yield from certified()
    yield Target(
        name="project",
        ending=".thresher",
        use=project_file,
        seeds=(a_project(),),
    )


def certified() -> Iterator[Target]:
    """Yield the certificate, the run and the seal of a small demonstration."""
    rng = np.random.default_rng(3)
    review = sample_review(records=120, relevant_share=0.2, rng=rng)
    pile = Pile(name="fuzz", citations=review.citations, labels=review.labels)
    priors = drawn_priors(pile.labels, rng=rng)
    done = audited_screening(pile, priors=priors, issued_at=0.0, rng=rng)
    paper = json.dumps(written(done.certificate)).encode()
    seal = sealed(done.certificate.seal, records=120, sealed_at=0.0)
    for name, use, seed in (
        ("certificate", certificate_file, paper),
        ("seal", opened_seal, json.dumps(seal).encode()),
        ("run", open_runs, run_text(done.run).encode()),
    ):
        yield Target(name=name, ending=".json", use=use, seeds=(seed,))


def a_project() -> bytes:
    """Return the bytes of a project with records, links, decisions and audits."""
    review = sample_review(records=60, relevant_share=0.2, rng=np.random.default_rng(1))
    with tempfile.TemporaryDirectory() as name:
        folder, path = Path(name), Path(name, "fuzz.thresher")
        for export in sample_exports(review, rng=np.random.default_rng(2)):
            (folder / export.name).write_bytes(export.content)
        files = sorted(one for one in folder.iterdir() if one != path)
        with create_project(path) as project:
            list(import_files(project, files, wishes=Wishes(scan=scan, at=AT)))
            find_duplicates(project, at=AT, warn=lambda _: None)
            with project.writing() as connection:
                seal_now(connection, 0.9, 0.05, by="ann", at=AT)
                draw_audits(connection, 3, at=AT)
                record_decisions(connection, [a_decision(at) for at in range(1, 30)])
        return path.read_bytes()


def a_decision(record: int) -> IncomingDecision:
    """Return a decision on a record; every third is for."""
    label = "exclude" if record % 3 else "include"
    return IncomingDecision(
        uid=f"d{record}", record=record, label=label, reader="ann", decided_at=AT
    )


class Late(Exception):  # noqa: N818  a signal, not an error of ours
    """A file took too long."""


def ring(number: int, frame: FrameType | None) -> None:
    """End a file that takes too long."""
    del number, frame
    raise Late


def outcome(target: Target, path: Path) -> str:
    """Return what became of one broken file: read, refused, or a crash."""
    signal.setitimer(signal.ITIMER_PROF, PATIENCE)
    signal.setitimer(signal.ITIMER_REAL, WAIT)  # waiting takes no CPU
    try:
        target.use(path)
    except ThresherError:
        return "refused"
    except Late:
        return f"took over {PATIENCE} s of CPU, or {WAIT} s in all"
    except Exception as error:  # noqa: BLE001  that is what is looked for
        last = traceback.extract_tb(error.__traceback__)[-1]
        return f"{type(error).__name__} at {Path(last.filename).name}:{last.lineno}"
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
    return "read"


def main() -> int:
    """Break and read until the time is over."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=5.0, help="Of CPU.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--keep", type=Path, help="Folder for files that crashed.")
    given = parser.parse_args()
    every = list(targets(given.data if given.data.is_dir() else None))
    chance = random.Random(given.seed)  # noqa: S311  no secret
    counts: dict[str, Counter[str]] = {target.name: Counter() for target in every}
    counts[HTTP] = Counter()
    signal.signal(signal.SIGPROF, ring)  # CPU: others may be running
    signal.signal(signal.SIGALRM, ring)
    signal.signal(signal.SIGINT, signal.default_int_handler)  # in the background too
    end = time.process_time() + 60 * given.minutes
    with (
        suppress(KeyboardInterrupt),
        tempfile.TemporaryDirectory() as folder,
        visitor() as somebody,
    ):
        while time.process_time() < end:
            for target in every:
                path = Path(folder, f"broken{target.ending}")
                path.write_bytes(broken(chance.choice(target.seeds), chance))
                became = outcome(target, path)
                counts[target.name][became] += 1
                if became not in ("read", "refused"):
                    keep(given.keep, path, f"{target.name} {became}")
                    sys.stderr.write(f"{target.name}: {became}\n")
            for _ in range(REQUESTS):
                became = somebody.request(chance)
                counts[HTTP][became] += 1
                if became not in ("read", "refused"):
                    sys.stderr.write(f"{HTTP}: {became}\n")
    return report(counts)


def keep(folder: Path | None, path: Path, name: str) -> None:
    """Copy a file that crashed."""
    if folder:
        folder.mkdir(exist_ok=True)
        safe = "".join(one if one.isalnum() else "_" for one in name)
        (folder / f"{safe}{path.suffix}").write_bytes(path.read_bytes())


def report(counts: dict[str, Counter[str]]) -> int:
    """Print what became of the files; 1 if anything crashed."""
    print("| reader | tries | read | refused in a sentence | crashed |")
    print("|---|---|---|---|---|")
    crashes = 0
    for name, count in counts.items():
        bad = {what: n for what, n in count.items() if what not in ("read", "refused")}
        crashes += sum(bad.values())
        told = "; ".join(f"{what} ({n})" for what, n in bad.items()) or "0"
        print(f"| {name} | {count.total():,} | {count['read']:,} ", end="")
        print(f"| {count['refused']:,} | {told} |")
    total = sum(count.total() for count in counts.values())
    print(f"\n{total:,} tries, {crashes} crashes")
    return int(crashes > 0)


if __name__ == "__main__":
    sys.exit(main())
