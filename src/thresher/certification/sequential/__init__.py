"""The audited recall certificate: valid at every look, whatever the ranker."""

from thresher.certification.sequential.recall_certificate import RecallCertificate
from thresher.certification.sequential.replay import Pick, picks_of, replayed
from thresher.screening.audit_schedule import AuditSchedule

__all__ = ["AuditSchedule", "Pick", "RecallCertificate", "picks_of", "replayed"]
