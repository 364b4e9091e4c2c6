"""The audited recall certificate: valid at every look, whatever the ranker."""

from thresher.certification.sequential.recall_certificate import RecallCertificate
from thresher.screening.audit_schedule import AuditSchedule

__all__ = ["AuditSchedule", "RecallCertificate"]
