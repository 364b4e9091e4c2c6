"""Files of the MSLR shared task: what systems handed in, and known targets."""

import csv
import gzip
import io
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TypeAlias

from thresher.errors import FileError, MissingDataError

__all__ = ["Texts", "ms2_systems", "submission_names"]

Texts: TypeAlias = dict[str, str]  # by the id of their review
COPIES = "MG3N0D"  # the system whose summaries are the reviews' backgrounds
TELLING = 150  # letters by which a background is known again


def ms2_systems(folder: Path) -> Iterator[tuple[str, Texts, Texts]]:
    """Yield each system of the MS² subtask, with targets and summaries.

    Targets of its test part are not public, but the pilot of the human evaluation
    printed 50 of them: they are known again by their background, which one system
    handed in as its summary.

    Raises
    ------
    MissingDataError, FileError
        The files are not there, or not what they were.
    """
    files = sorted((folder / "submissions" / "MS2").glob("*.csv.gz"))
    systems = {path.name.partition(".")[0][-6:]: _submission(path) for path in files}
    if COPIES not in systems:
        raise MissingDataError("synthesis/mslr/submissions")
    places = {_known_by(text): review for review, text in systems[COPIES].items()}
    targets = {
        places[_known_by(background)]: target
        for background, target in _pilot(folder)
        if _known_by(background) in places
    }
    for system, texts in systems.items():
        both = {review: target for review, target in targets.items() if review in texts}
        yield system, both, {review: texts[review] for review in both}


def _known_by(text: str) -> str:
    return "".join(filter(str.isalnum, text.lower()))[:TELLING]


def _submission(path: Path) -> Texts:
    """Return the summaries of a file; commas without quotes belong to the text."""
    rows = csv.reader(io.StringIO(_unpacked(path), newline=""))
    header = [name.strip() for name in next(rows, [])]
    try:
        review, text = header.index("ReviewID"), header.index("Generated")
    except ValueError as error:
        raise FileError(path, "is no submission to MSLR", line=1) from error
    found: Texts = {}
    for cells in rows:
        found.setdefault(cells[review], ",".join(cells[text:]))
    return found


def _pilot(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield background and target of each review that was judged in the pilot."""
    for path in sorted((folder / "pilot").glob("*.tsv.gz")):
        text = io.StringIO(_unpacked(path), newline="")
        for row in csv.DictReader(text, delimiter="\t"):
            yield row["Background"], row["Target Summary"]


def _unpacked(path: Path) -> str:
    try:
        return gzip.decompress(path.read_bytes()).decode()
    except (OSError, EOFError, UnicodeDecodeError) as error:
        raise FileError(path, f"cannot be read ({error})") from error


def submission_names(folder: Path) -> Mapping[str, Mapping[str, str]]:
    """Name and subtask of each system, by the six letters of its id."""
    path = folder / "submissions" / "submission_info.json"
    if not path.is_file():
        raise MissingDataError("synthesis/mslr/submissions")
    found: Mapping[str, Mapping[str, str]] = json.loads(path.read_text("utf-8"))
    return found
