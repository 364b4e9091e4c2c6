"""Abbreviations of BibTeX: what ``@string`` defines, put in within limits."""

from collections.abc import Mapping

__all__ = ["Macros"]

AMPLE = 16  # characters put in for one that was written
ROOM = 1_000_000  # characters that may be put in anyway


class Macros:
    """Names and the values that stand for them.

    Each may be twice the one before it, so that a file of thirty lines could fill all
    memory: no more is put in than `AMPLE` times what was written, and `ROOM`.

    Examples
    --------
    >>> macros = Macros()
    >>> macros.define({"Lancet": "The Lancet"})
    >>> macros.value("lancet"), macros.value("2015")
    ('The Lancet', '2015')
    """

    def __init__(self) -> None:
        self._values: dict[str, str | None] = {}
        self._room = ROOM

    def allow(self, written: int) -> None:
        """Make room for the values of a text with so many characters."""
        self._room += AMPLE * written

    def define(self, values: Mapping[str, str | None]) -> None:
        """Take these values for their names from now on; None if one is too long."""
        self._values |= {name.lower(): value for name, value in values.items()}

    def value(self, name: str) -> str | None:
        """Return what a name stands for, if only itself; None where too long."""
        value = self._values.get(name.lower(), name)
        if value is None or len(value) > self._room:
            return None
        self._room -= len(value)
        return value
