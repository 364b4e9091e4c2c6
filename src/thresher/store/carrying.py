"""How each format carries decisions out of a project."""

from collections.abc import Sequence

from thresher.records.decision_fields import (
    CarriedDecision,
    RawFields,
    asreview_fields,
    asreview_note,
    decision_fields,
)
from thresher.store.outgoing import Carry

__all__ = ["carry_for"]

NOTES = {"ris": "N1", "nbib": "GN", "enw": "%Z"}  # the tag of a note


def carry_for(name: str) -> Carry:
    """Return what turns decisions into fields for the format with this name.

    Examples
    --------
    >>> carry_for("ris")([])
    (('N1', 'ASReview_not_seen'),)
    >>> carry_for("csv")([CarriedDecision(label=True)])
    (('included', '1'),)
    """
    if name.startswith("asreview"):
        return asreview_fields
    if name in NOTES:
        return _Noted(NOTES[name])
    return decision_fields


class _Noted:
    """Decisions as fields of ours, after the note that other tools look for."""

    def __init__(self, tag: str) -> None:
        self.tag = tag

    def __call__(self, decisions: Sequence[CarriedDecision]) -> RawFields:
        label = decisions[-1].label if decisions else None
        return ((self.tag, asreview_note(label)), *decision_fields(decisions))
