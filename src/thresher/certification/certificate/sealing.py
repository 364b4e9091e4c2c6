"""Seals as JSON files: the secret seed, and the commitment to publish."""

from typing import Any

from thresher.errors import CertificateError, InputError
from thresher.screening.seal import Seal

__all__ = ["seal_of", "sealed"]

KEY = "thresher_seal"
FORMAT = 1


def sealed(seal: Seal, *, records: int, sealed_at: float) -> dict[str, Any]:
    """Seal as JSON values, to be kept secret until a certificate is issued."""
    return {
        KEY: FORMAT,
        "commitment": seal.commitment,
        "seed": seal.seed,
        "frame_sha256": seal.frame,
        "target": seal.target,
        "alpha": seal.alpha,
        "records": records,
        "sealed_at": sealed_at,
    }


def seal_of(content: object) -> Seal:
    """Seal that JSON values hold.

    Raises
    ------
    CertificateError
        They are no seal, or seed and commitment do not fit.
    """
    if not isinstance(content, dict) or content.get(KEY) != FORMAT:
        raise CertificateError(f'is not a seal, which begins {{"{KEY}": {FORMAT}')
    try:
        seal = Seal(
            seed=content["seed"],
            frame=content["frame_sha256"],
            target=content["target"],
            alpha=content["alpha"],
        )
    except (KeyError, TypeError, InputError) as error:
        raise CertificateError(f"is a damaged seal: {error!r}") from error
    if seal.commitment != content.get("commitment"):
        raise CertificateError("has a seed that does not fit its commitment")
    return seal
