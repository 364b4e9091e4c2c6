"""Numbers of things in words."""

__all__ = ["how_many"]


def how_many(count: int, thing: str) -> str:
    """Return a number with its thing, in the plural where that is due.

    Examples
    --------
    >>> how_many(1, "data set"), how_many(1200, "run")
    ('1 data set', '1,200 runs')
    """
    return f"{count:,} {thing}" if count == 1 else f"{count:,} {thing}s"
