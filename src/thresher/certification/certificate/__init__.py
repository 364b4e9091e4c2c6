"""Certificates: documents that say what was shown, and that anyone can check."""

from thresher.certification.certificate.issuing import first_certified, issue
from thresher.certification.certificate.statement import AuditEntry, Certificate
from thresher.certification.certificate.verification import (
    problems_of,
    seal_problems,
)
from thresher.certification.certificate.written import certificate_of, written

__all__ = [
    "AuditEntry",
    "Certificate",
    "certificate_of",
    "first_certified",
    "issue",
    "problems_of",
    "seal_problems",
    "written",
]
