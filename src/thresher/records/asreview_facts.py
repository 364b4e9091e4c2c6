"""What projects of ASReview say of a decision beside the label."""

from collections.abc import Mapping
from datetime import UTC, datetime

__all__ = ["asreview_facts", "seconds_of"]


def asreview_facts(named: Mapping[str, str]) -> dict[str, str]:
    """Facts of a decision in fields that are named as ASReview's reader names them.

    Examples
    --------
    >>> asreview_facts({"asreview_label": "1", "asreview_querier": "max"})["chosen"]
    'ranked'
    >>> asreview_facts({"asreview_time": "86400.0"})["time"]
    '1970-01-02T00:00:00+00:00'
    """
    chosen = ""
    if "asreview_label" in named and "asreview_querier" in named:
        chosen = "random" if "random" in named["asreview_querier"] else "ranked"
    if named.get("asreview_prior") == "1":
        chosen = "prior"
    return {
        "chosen": chosen,
        "time": _day_and_time(named.get("asreview_time", "")),
        "note": named.get("asreview_note", ""),
    }


def _day_and_time(seconds: str) -> str:
    """Return seconds since 1970 as ISO 8601; what is no number stays as it is."""
    try:
        return datetime.fromtimestamp(float(seconds), UTC).isoformat()
    except (ValueError, OverflowError, OSError):
        return seconds


def seconds_of(time: str) -> str:
    """Seconds since 1970 of a time in ISO 8601; nothing for any other text.

    Examples
    --------
    >>> seconds_of("1970-01-02T00:00:00+00:00"), seconds_of("yesterday")
    ('86400.0', '')
    """
    try:
        return str(datetime.fromisoformat(time).timestamp())
    except (ValueError, OverflowError):
        return ""
