"""Names of any letters, written where a format allows only some."""

import re

__all__ = ["decoded_name", "encoded_name"]

UNSAFE = re.compile(r"[^\w:.+/?*!<>-]|_(?=x[0-9A-Fa-f]{4,6}_)")
CODE = re.compile(r"_x([0-9A-Fa-f]{4,6})_")
LARGEST = 0x10FFFF


def encoded_name(name: str, *, disguised: bool = False) -> str:
    """Return a name without blanks, commas, braces and the like.

    Each of these becomes its number between ``_x`` and ``_``, as in Microsoft's XML.
    A `disguised` name has its first letter so, and is taken for no other name.

    Examples
    --------
    >>> encoded_name("Covidence #"), encoded_name("title", disguised=True)
    ('Covidence_x0020__x0023_', '_x0074_itle')
    >>> decoded_name("Covidence_x0020__x0023_")
    'Covidence #'
    """
    text = UNSAFE.sub(lambda found: _code(found[0]), name)
    if disguised and text == name:
        return _code(name[:1]) + name[1:] if name else "_x0000_"
    return text or "_x0000_"


def decoded_name(text: str) -> str:
    """Return the name that `encoded_name` wrote."""
    return "" if text == "_x0000_" else CODE.sub(_letter, text)


def _code(letter: str) -> str:
    return f"_x{ord(letter):04x}_"


def _letter(found: re.Match[str]) -> str:
    number = int(found[1], 16)
    return chr(number) if number <= LARGEST else found[0]
