"""A seal: the seed of a draw, committed to before anything is drawn."""

import hashlib
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from thresher.arrays import Indices
from thresher.errors import InputError
from thresher.screening.recall_target import exact_share

__all__ = [
    "Seal",
    "audit_order",
    "draw_key",
    "frame_digest",
    "new_seed",
    "texts_digest",
]

SEED_BYTES = 32
HEX = frozenset("0123456789abcdef")
DIGEST_LENGTH = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Seal:
    """A seed, the frame of records that it draws from, and the claim to be tested.

    Parameters
    ----------
    seed
        64 hexadecimal digits; keep it to yourself until the certificate is issued.
    frame
        Digest of the ordered record ids, see `frame_digest`.
    target, alpha
        Recall is to be shown to be at least `target`, with chance `alpha` of error.

    Raises
    ------
    InputError
        One of them is no such number.
    """

    seed: str
    frame: str
    target: float = 0.95
    alpha: float = 0.05

    def __post_init__(self) -> None:
        for name, text in (("seed", self.seed), ("frame", self.frame)):
            if not _is_digest(text):
                raise InputError(f"a {name} has 64 digits 0-9a-f, got {text!r:.70}")
        exact_share(self.target, name="target")
        if not 0 < self.alpha < 1:
            raise InputError(f"alpha must be above 0 and below 1, got {self.alpha}")

    @property
    def commitment(self) -> str:
        """Digest of seed, frame and claim: publish it before the first draw.

        It binds to the seed and tells nothing of it.
        """
        claim = f"recall {float(self.target)!r} {float(self.alpha)!r}"
        return texts_digest(["thresher-seal-1", self.seed, self.frame, claim])


def _is_digest(text: object) -> bool:
    """Say whether this is a digest; files may hold anything in its place."""
    if not isinstance(text, str):
        return False
    return len(text) == DIGEST_LENGTH and set(text) <= HEX


def frame_digest(ids: Iterable[str]) -> str:
    """Digest of record ids in their order: equal frames have equal ones.

    Examples
    --------
    >>> frame_digest(["a", "b"])[:8], frame_digest(["ab"])[:8]
    ('8423b025', '476ef2ed')
    """
    return texts_digest(["thresher-frame-1", *ids])


def draw_key(seed: str, record: str) -> str:
    """Return what orders the draws: the record with the least key is drawn first."""
    return texts_digest(["thresher-draw-1", seed, record])


def audit_order(ids: Sequence[str], seed: str) -> Indices:
    """Positions of a frame in the order in which audits draw from it.

    An audit takes the first that is still unread. As the keys of SHA-256 are as good
    as random, that is a uniform draw from the unread for all who do not know the seed.
    """
    keys = [draw_key(seed, record) for record in ids]
    return np.array(sorted(range(len(ids)), key=keys.__getitem__), dtype=np.intp)


def new_seed() -> str:
    """Return a seed that nobody can guess."""
    return secrets.token_hex(SEED_BYTES)


def texts_digest(parts: Iterable[str]) -> str:
    """SHA-256 of texts, each led by its length so that they stay apart."""
    found = hashlib.sha256()
    for part in parts:
        content = part.encode("utf-8", "surrogatepass")
        found.update(len(content).to_bytes(8, "big") + content)
    return found.hexdigest()
