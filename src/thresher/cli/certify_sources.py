"""What certificates are issued from and checked against: runs and projects."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from thresher.certification.certificate import certificate_of
from thresher.certification.certificate.sealing import seal_of
from thresher.certification.sequential.replay import Pick, picks_of
from thresher.cli.project_files import is_project
from thresher.errors import CertificateError, FileError
from thresher.records.plain_text import as_text, read_content
from thresher.screening.run_ledger import frame_of, ledger_of
from thresher.screening.run_ledger import seal_of as seal_of_run
from thresher.screening.runs import open_run
from thresher.screening.seal import Seal
from thresher.store.certifying import picks_of_seed
from thresher.store.project import open_project
from thresher.store.screened import screened

__all__ = [
    "Source",
    "json_of",
    "opened_seal",
    "opened_source",
    "source_of",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A screening: its frame, what was read, and its seal where it keeps one."""

    frame: tuple[str, ...]
    picks: tuple[Pick, ...]
    seal: Seal | None


def source_of(path: Path, certificate: object, *, reader: str | None) -> Source:
    """Screening that a certificate is of; a project's own seal has its own picks."""
    if is_project(path):
        seed = certificate_of(certificate).seal.seed
        with open_project(path) as project, project.reading() as connection:
            found = picks_of_seed(connection, seed)
        if found is not None:
            picks = tuple(found.picks)
            return Source(frame=found.frame, picks=picks, seal=found.seal)
    return opened_source(path, reader=reader)


def opened_source(path: Path, *, reader: str | None) -> Source:
    """Screening in a project or in an audited run."""
    if is_project(path):
        with open_project(path) as project, project.reading() as connection:
            found = screened(connection, reader=reader)
        picks = tuple(picks_of(found.ledger))
        return Source(frame=found.frame, picks=picks, seal=None)
    run = open_run(path)
    return Source(
        frame=tuple(frame_of(run)),
        picks=tuple(picks_of(ledger_of(run))),
        seal=seal_of_run(run),
    )


def opened_seal(path: Path) -> Seal:
    """Seal in a file."""
    try:
        return seal_of(json_of(path))
    except CertificateError as error:
        raise FileError(path, str(error)) from error


def json_of(path: Path) -> Any:  # noqa: ANN401  what JSON holds
    """Return what a JSON file holds; one that can be read in two ways is refused."""
    text = as_text(read_content(path), path)
    try:
        return json.loads(text, object_pairs_hook=_said_once, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", None)
        raise FileError(path, f"is not valid JSON ({error})", line=line) from error


def _said_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Refuse a name that is there twice: readers differ in which of them counts."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"{twice!r} is there more than once")
    return found


def _no_number(name: str) -> float:
    raise ValueError(f"{name} is not a number of JSON")
