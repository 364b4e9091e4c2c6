"""A span that lists several things, as its items."""

import re

__all__ = ["list_items"]

SEPARATOR = re.compile(r"\s*[,;]\s*(?:(?:and|or|as well as)\s+)?|\s+\.\s+")
LEADING = re.compile(r"^(?:(?:and|or|the|a|an|either|both)\s+)+", re.IGNORECASE)
OPEN_TAIL = re.compile(r"\s*[(\[][^)\]]*$")
FEWEST = 3  # items from which a comma is taken for a list
LETTER = re.compile(r"[^\W\d_]{2}")


def list_items(phrase: str) -> tuple[str, ...]:
    """Items of a list of three or more, or around a full stop; else the phrase itself.

    Commas in brackets separate nothing, and two things joined by "and" stay one:
    "calcium and vitamin D" is what the trial gave.

    Examples
    --------
    >>> list_items("etidronate, vitamin K (MK-4, 45 mg), or alfacalcidol")
    ('etidronate', 'vitamin K (MK-4, 45 mg)', 'alfacalcidol')
    >>> list_items("calcium and vitamin D, 800 IU")
    ('calcium and vitamin D, 800 IU',)
    """
    whole = OPEN_TAIL.sub("", phrase).strip() or phrase.strip()
    parts = [LEADING.sub("", part).strip() for part in _outside_brackets(whole)]
    items = [part for part in parts if LETTER.search(part)]
    is_list = len(items) >= FEWEST or " . " in whole
    return tuple(dict.fromkeys(items)) if is_list and items else (whole,)


def _outside_brackets(phrase: str) -> list[str]:
    """Return the parts between separators that stand in no bracket."""
    parts, begin = [], 0
    for found in SEPARATOR.finditer(phrase):
        before = phrase[: found.start()]
        if before.count("(") + before.count("[") == before.count(")") + before.count(
            "]"
        ):
            parts.append(phrase[begin : found.start()])
            begin = found.end()
    return [*parts, phrase[begin:]]
