"""The time, as the store keeps it."""

from datetime import UTC, datetime

from thresher.errors import InputError

__all__ = ["now_text", "seconds_of", "text_of", "text_of_time"]


def now_text() -> str:
    """Return now as ISO 8601 in UTC."""
    return text_of(datetime.now(UTC))


def text_of(moment: datetime) -> str:
    """Return a moment as ISO 8601 in UTC; one without a zone is taken as UTC.

    Raises
    ------
    InputError
        In UTC it is before the first year or after the last.

    Examples
    --------
    >>> text_of(datetime(2026, 1, 2, 3, 4, 5))
    '2026-01-02T03:04:05.000+00:00'
    """
    try:
        return _zoned(moment).astimezone(UTC).isoformat(timespec="milliseconds")
    except OverflowError as error:
        told = f"{moment.isoformat()} is no time of the calendar in UTC"
        raise InputError(f"{told}; write 2024-05-01T10:00:00Z") from error


def text_of_time(seconds: float) -> str:
    """Return a time of the system's clock as ISO 8601 in UTC."""
    return text_of(datetime.fromtimestamp(seconds, UTC))


def seconds_of(moment: datetime) -> float:
    """Return a moment by the system's clock, in seconds since 1970.

    Examples
    --------
    >>> seconds_of(datetime(1970, 1, 1, 0, 1))
    60.0
    """
    return _zoned(moment).timestamp()


def _zoned(moment: datetime) -> datetime:
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
