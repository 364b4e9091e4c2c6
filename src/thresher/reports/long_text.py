"""Very long texts on a page: their opening, and the rest on demand."""

__all__ = ["opening", "rest"]

LONGEST = 600  # characters that are shown whole
OPENING = 450


def opening(text: str) -> str:
    """Return a text, or the start of one that is too long, up to a space.

    Examples
    --------
    >>> opening("Short."), len(opening("word " * 4000)) <= OPENING
    ('Short.', True)
    """
    if len(text) <= LONGEST:
        return text
    space = text.rfind(" ", 1, OPENING)
    return text[: space if space > 0 else OPENING]


def rest(text: str) -> str:
    """Return what `opening` leaves out.

    Examples
    --------
    >>> whole = "word " * 4000
    >>> rest("Short."), opening(whole) + rest(whole) == whole
    ('', True)
    """
    return text[len(opening(text)) :]
