"""Certificates as JSON, closed by a digest of everything before it."""

import json
import math
from collections.abc import Mapping
from typing import Any

from thresher.certification.certificate.statement import (
    RULE,
    AuditEntry,
    Certificate,
)
from thresher.errors import CertificateError, InputError
from thresher.screening.seal import Seal, texts_digest

__all__ = ["certificate_of", "content_digest", "written"]

KEY = "thresher_certificate"
FORMAT = 1
MEASURE = "recall"
MOST = 2**53  # of anything that is counted: exact as a float, too
LAST = 253402300800.0  # seconds from 1970 to the year 10000, which no calendar has
DRAW = "the unread record with the least SHA-256 key of the seed"


def written(certificate: Certificate) -> dict[str, Any]:
    """Certificate as JSON values; the last one is the digest of the others."""
    content: dict[str, Any] = {
        KEY: FORMAT,
        "claim": {
            "measure": MEASURE,
            "target": certificate.seal.target,
            "alpha": certificate.seal.alpha,
            "confidence": round(1 - certificate.seal.alpha, 12),
        },
        "population": {
            "records": certificate.records,
            "frame_sha256": certificate.seal.frame,
        },
        "rule": RULE,
        "draw": {
            "method": DRAW,
            "seed": certificate.seal.seed,
            "commitment": certificate.seal.commitment,
        },
        "reading": {
            "read": certificate.read,
            "priors": certificate.priors,
            "audits": len(certificate.audits),
            "ranked": certificate.read - certificate.priors - len(certificate.audits),
            "found": certificate.found,
            "unread": certificate.unread,
            "ledger_sha256": certificate.ledger,
        },
        "audits": [_entry(entry) for entry in certificate.audits],
        "result": {
            "most_relevant": certificate.most_relevant,
            "lower_bound": certificate.lower_bound,
            "verdict": "certified" if certificate.certified else "not certified",
        },
        "issued_at": certificate.issued_at,
        "software": {"thresher": certificate.software},
    }
    return content | {"digest": content_digest(content)}


def content_digest(content: Mapping[str, Any]) -> str:
    """Digest of JSON values without their own digest, whatever the spacing."""
    bare = {key: value for key, value in content.items() if key != "digest"}
    return texts_digest([json.dumps(bare, sort_keys=True, ensure_ascii=True)])


def certificate_of(content: object) -> Certificate:
    """Certificate that JSON values hold; whether it is true is another question.

    Raises
    ------
    CertificateError
        They are no certificate, or one of another format.
    """
    if not isinstance(content, dict) or KEY not in content:
        raise CertificateError(f'is not a certificate, which begins {{"{KEY}": 1')
    if content[KEY] != FORMAT:
        raise CertificateError(
            f"is a certificate of format {content[KEY]!r}; this Thresher reads {FORMAT}"
        )
    try:
        return _certificate(content)
    except (KeyError, TypeError, AttributeError, OverflowError, InputError) as error:
        raise CertificateError(f"is a damaged certificate: {error!r}") from error


def _certificate(content: Mapping[str, Any]) -> Certificate:
    claim, reading = content["claim"], content["reading"]
    return Certificate(
        records=_whole(content["population"]["records"]),
        seal=Seal(
            seed=_text(content["draw"]["seed"]),
            frame=_text(content["population"]["frame_sha256"]),
            target=_number(claim["target"]),
            alpha=_number(claim["alpha"]),
        ),
        audits=tuple(_audit(entry) for entry in content["audits"]),
        read=_whole(reading["read"]),
        priors=_whole(reading["priors"]),
        found=_whole(reading["found"]),
        ledger=_text(reading["ledger_sha256"]),
        most_relevant=_whole(content["result"]["most_relevant"]),
        issued_at=_moment(content["issued_at"]),
        software=_text(content["software"]["thresher"]),
    )


def _entry(entry: AuditEntry) -> dict[str, Any]:
    return {
        "position": entry.position,
        "record": entry.record,
        "label": int(entry.label),
        "found_before": entry.found_before,
        "time": entry.time,
        "changed": entry.changed,
    }


def _audit(entry: Mapping[str, Any]) -> AuditEntry:
    label = _whole(entry["label"])
    if label > 1:
        raise TypeError(f"a label is 0 or 1, not {label}")
    return AuditEntry(
        position=_whole(entry["position"]),
        record=_text(entry["record"]),
        label=label == 1,
        found_before=_whole(entry["found_before"]),
        time=_moment(entry["time"]),
        changed=bool(entry["changed"]),
    )


def _whole(value: object) -> int:
    if type(value) is not int or not 0 <= value <= MOST:
        raise TypeError(f"{value!r} is no count")
    return value


def _number(value: object) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise TypeError(f"{value!r} is no number")
    if not math.isfinite(number := float(value)):
        raise TypeError(f"{value!r} is no finite number")
    return number


def _moment(value: object) -> float:
    moment = _number(value)
    if not 0 <= moment < LAST:
        raise TypeError(f"{value!r} is no moment since 1970")
    return moment


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is no text")
    return value
