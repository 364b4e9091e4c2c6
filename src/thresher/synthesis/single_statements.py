"""A sentence taken apart into statements of one direction each."""

import re
from itertools import pairwise

from thresher.synthesis.stated_directions import first_change, stated_directions

__all__ = ["single_statements"]

JOINT = re.compile(r"\s*;\s+|,?\s+(?:and|but|whereas|while|yet)\s+|,\s+")
BRACKET = re.compile(r"[(\[][^()\[\]]*[)\]]")
LIGHT = re.compile(
    r"^\s*(?:(?:also|it|they|to|that|has|have|had|was|were|may|might|can|could|significantly"
    r"|markedly|slightly|did|does|do|there|with|a|an|the)\s+)*$",
    re.IGNORECASE,
)


def single_statements(text: str) -> tuple[str, ...]:
    """Statements of a sentence, each with its subject; the whole where that is unsure.

    Examples
    --------
    >>> single_statements("Zinc increases colds and reduces falls.")
    ('Zinc increases colds', 'Zinc reduces falls.')
    >>> single_statements("Pain was reduced, but sleep was not changed.")
    ('Pain was reduced', 'sleep was not changed.')
    >>> single_statements("Zinc reduces pain and stiffness.")
    ('Zinc reduces pain and stiffness.',)
    """
    pieces = _pieces(text)
    told = [at for at, piece in enumerate(pieces) if stated_directions(piece)]
    if len(told) < 2 or not _is_clear(pieces, told):  # noqa: PLR2004  nothing to part
        return (text,)
    starts = [0, *told[1:]]
    ends = [*told[1:], len(pieces)]
    parts = [" and ".join(pieces[a:b]) for a, b in zip(starts, ends, strict=True)]
    if any(len(stated_directions(part)) > 1 for part in parts):
        return (text,)  # "raised or lowered": no statement of either
    subject = parts[0][: first_change(parts[0]) or 0].strip()
    return tuple(_with_subject(part, subject) for part in parts)


def _pieces(text: str) -> list[str]:
    """Return what stands between joints; a bracket is never cut."""
    masked = BRACKET.sub(lambda found: "x" * len(found[0]), text)
    found, start = [], 0
    for joint in JOINT.finditer(masked):
        found.append(text[start : joint.start()])
        start = joint.end()
    return [*found, text[start:]]


def _is_clear(pieces: list[str], told: list[int]) -> bool:
    """Whether each piece without a direction can belong to one side only.

    "reduced pain, stiffness and raised sleep" is clear, "reduced pain, stiffness and
    sleep were raised" is not.
    """
    return all(
        later == earlier + 1 or _has_no_subject(pieces[later])
        for earlier, later in pairwise(told)
    )


def _has_no_subject(piece: str) -> bool:
    return bool(LIGHT.match(piece[: first_change(piece) or 0]))


def _with_subject(part: str, subject: str) -> str:
    return f"{subject} {part}" if _has_no_subject(part) and subject else part
