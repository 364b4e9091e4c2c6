"""A certificate in words: for a terminal, and for the Methods section of a paper."""

from datetime import UTC, datetime

from thresher.certification.certificate.statement import Certificate
from thresher.certification.rounding import percent
from thresher.reports.how_many import how_many

__all__ = ["bound_percent", "certificate_text", "methods_paragraph", "verdict_sentence"]


def bound_percent(certificate: Certificate) -> str:
    """Lower bound on recall in percent; a bound is never rounded up."""
    if not certificate.found:
        return "0.0 %"
    tenths = 1000 * certificate.found // certificate.most_relevant
    return f"{tenths / 10:.1f} %"


def verdict_sentence(certificate: Certificate) -> str:
    """Return what was shown, or was not, in one sentence."""
    claim = certificate.seal
    sure = percent(1 - claim.alpha)
    aim = percent(claim.target)
    bound = bound_percent(certificate)
    if certificate.certified:
        return f"Recall is at least {bound} with {sure} confidence: {aim} is certified."
    return (
        f"Recall of {aim} is not certified: with {sure} confidence it is only known to "
        f"be at least {bound}."
    )


def certificate_text(certificate: Certificate) -> str:
    """Certificate as text to read in a terminal."""
    audits, hits = _audits(certificate)
    return "\n".join(
        [
            verdict_sentence(certificate),
            f"Read        {certificate.read:,} of {certificate.records:,} records "
            f"({100 * certificate.read / certificate.records:.1f} %), "
            f"{audits:,} of them audits",
            f"Found       {certificate.found:,} relevant, {hits:,} of them by audits; "
            f"at most {certificate.most_relevant:,} in all",
            f"Commitment  {certificate.seal.commitment}",
        ]
    )


def methods_paragraph(certificate: Certificate) -> str:
    """Paragraph for the Methods section of a paper."""
    audits, hits = _audits(certificate)
    claim = certificate.seal
    changed = sum(entry.changed for entry in certificate.audits)
    day = datetime.fromtimestamp(certificate.issued_at, UTC).date().isoformat()
    also = (
        f" The labels of {how_many(changed, 'audited record')} were changed later; the "
        "bound is for the labels as they stand."
        if changed
        else ""
    )
    return (
        f"Of {certificate.records:,} records, {certificate.read:,} were screened "
        f"({certificate.priors:,} known beforehand, {audits:,} audits, the rest in the "
        f"order of a ranking that learned from the decisions). An audit is a record "
        "drawn uniformly at random from all records unread at that moment; the draws "
        "follow from a seed whose SHA-256 commitment was fixed before the first of "
        f"them ({certificate.seal.commitment[:16]}…). {certificate.found:,} relevant "
        f"records were found, {hits:,} of them by audits. A test martingale on the "
        "audits (Thresher "
        f"{certificate.software}, {day}) rules out more than "
        f"{certificate.most_relevant:,} relevant records in all, so that recall is at "
        f"least {bound_percent(certificate)} with "
        f"{percent(1 - claim.alpha)} confidence. The bound holds at every moment of "
        "the screening, whenever it was looked at and whatever the ranking, provided "
        f"that the labels are right.{also}"
    )


def _audits(certificate: Certificate) -> tuple[int, int]:
    """Return how many audits there were, and how many found something."""
    hits = sum(entry.label for entry in certificate.audits)
    return len(certificate.audits), hits
