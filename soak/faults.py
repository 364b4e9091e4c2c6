"""Break what Thresher runs on, at every point where it writes, and look what is left.

Usage: python soak/faults.py [--statements 40] [--seed 1] [--only import disc …]
kill -9 before and after every commit, and at random statements, of import, decisions,
retraining and migration; at every change of files of a sweep; of the model's process at
random times; a disc that is full; project files with a broken page; clocks that jump.
After each: does the project open, is all that was acknowledged there, does the same
work then come to the same end? Prints a table; exit code 1 if anything was lost or
ended in more than a sentence.
"""

import argparse
import random
import sys
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

sys.path.insert(0, str(Path(__file__).parent))
from work import WORK

USUAL = {"killed", "finished", "refused", "room enough", "used", "jumped"}


def main() -> int:
    """Break everything once."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--statements", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="*", default=None)
    given = parser.parse_args()
    # loaded here, for the model's processes do without
    from kills import kills, model_kills
    from media import broken_pages, clocks, full_discs, limited_files

    from thresher.store.migrations import VERSION

    chance = random.Random(given.seed)  # noqa: S311  no secret
    every: dict[str, Callable[[], Iterator[str]]] = {
        f"kill -9, {kind}": lambda kind=kind: kills(  # type: ignore[misc]
            kind, statements=given.statements, chance=chance
        )
        for kind in WORK
    }
    every |= {
        "full disc": full_discs,
        "limit on files, import": limited_files,
        "kill -9, model's process": lambda: model_kills(chance),
        "broken page": lambda: broken_pages(chance),
        "clock that jumps": lambda: clocks(chance),
    }
    print(f"project version {VERSION}; decisions bear times of clocks that jump\n")
    print("| fault | tries | what went wrong |\n|---|---|---|")
    bad = 0
    for name, faults in every.items():
        if given.only is None or any(word in name for word in given.only):
            bad += tell(name, Counter(faults()))
    return int(bad > 0)


def tell(name: str, seen: Counter[str]) -> int:
    """Print what became of one kind of fault; return how often it went wrong."""
    wrong = {what: n for what, n in seen.items() if what not in USUAL}
    tries = ", ".join(f"{n} {what}" for what, n in seen.items() if what in USUAL)
    told = "; ".join(f"{what} ({n})" for what, n in wrong.items()) or "nothing"
    print(f"| {name} | {tries} | {told} |", flush=True)
    sys.stderr.write(f"{time.strftime('%H:%M:%S')} {name}\n")
    return sum(wrong.values())


if __name__ == "__main__":
    sys.exit(main())
