"""Features kept on disk, under a name made from what they were made of."""

import hashlib
import os
import secrets
import time
import zipfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from thresher.records.citation import Citation
from thresher.screening.features.links import own_names, works_cited
from thresher.screening.features.matrix import Extractor, Features

__all__ = ["Cached", "load_features", "save_features"]

ABANDONED = 86_400.0  # seconds after which nobody writes a part any more
FORMAT = 3  # raise it when an extractor's result changes


@dataclass(frozen=True, slots=True, kw_only=True)
class Cached:
    """An extractor that looks in a folder first.

    Parameters
    ----------
    extractor
        What to ask when the folder has no answer; its ``repr`` tells its settings.
    folder
        Where answers are kept; made when needed. A folder that cannot be written
        costs time, nothing else.
    """

    extractor: Extractor
    folder: Path

    def __call__(self, citations: Sequence[Citation]) -> Features:
        """Return the features, from the folder if they were made before."""
        path = self.folder / f"{_name(self.extractor, citations)}.npz"
        found = load_features(path)
        if found is not None:
            return found
        made = self.extractor(citations)
        with suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            _clear_away(self.folder)
            save_features(path, made)
        return made


def _clear_away(folder: Path) -> None:
    """Remove parts of files whose writer was killed: they are large."""
    for part in folder.glob(".*.part"):
        with suppress(OSError):
            if time.time() - part.stat().st_mtime > ABANDONED:
                part.unlink()


def save_features(path: Path, features: Features) -> None:
    """Write features to `path`, whole or not at all; plain arrays, no pickle."""
    part = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    try:
        with part.open("xb") as out:
            np.savez(out, allow_pickle=False, **_arrays(features))
            out.flush()
            os.fsync(out.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def load_features(path: Path) -> Features | None:
    """Return the features kept at `path`; nothing if there are no whole ones."""
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as kept:
            parts = dict(kept.items())
        shape = (parts["pointer"].size - 1, int(parts["columns"]))
        matrix = csr_array(
            (parts["data"], parts["indices"], parts["pointer"]), shape=shape
        )
        return Features(
            matrix=matrix,
            alone_square=parts["alone_square"],
            alone_sum=parts["alone_sum"],
            alone_terms=int(parts["alone_terms"]),
            terms=parts["terms"].tobytes().decode().splitlines(),
        )
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        return None


def _arrays(features: Features) -> dict[str, NDArray[np.generic]]:
    matrix = features.matrix
    names = "\n".join(features.terms).encode()
    return {
        "data": matrix.data,
        "indices": matrix.indices,
        "pointer": matrix.indptr,
        "columns": np.array(matrix.shape[1]),
        "alone_square": features.alone_square,
        "alone_sum": features.alone_sum,
        "alone_terms": np.array(features.alone_terms),
        "terms": np.frombuffer(names, dtype=np.uint8),
    }


def _name(extractor: Extractor, citations: Sequence[Citation]) -> str:
    found = hashlib.sha256(f"{FORMAT} {extractor!r}".encode())
    for citation in citations:
        texts = (citation.title, citation.abstract, *citation.keywords)
        parts = (*texts, *own_names(citation), *works_cited(citation))
        found.update("\x1f".join(parts).encode("utf-8", "surrogatepass") + b"\x1e")
    return found.hexdigest()[:40]
