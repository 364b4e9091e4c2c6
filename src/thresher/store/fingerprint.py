"""What tells a file apart from every other: its content."""

import hashlib
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Fingerprint", "fingerprint"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fingerprint:
    """Name, size in bytes and SHA-256 of a file."""

    name: str
    size: int
    sha256: str


def fingerprint(path: Path) -> Fingerprint:
    """Fingerprint of a file, taken without holding it in memory.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "a.ris")
    ...     _ = path.write_text("TY  - JOUR")
    ...     fingerprint(path).sha256[:8]
    '38df427f'
    """
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256")
        size = file.tell()
    return Fingerprint(name=path.name, size=size, sha256=digest.hexdigest())
