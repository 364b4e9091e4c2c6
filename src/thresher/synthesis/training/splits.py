"""Which articles train and which are held out, the same in every run."""

import hashlib

__all__ = ["is_held_out"]


def is_held_out(key: str, *, one_in: int) -> bool:
    """Whether the article with this key is in the validation part.

    Examples
    --------
    >>> sum(is_held_out(str(n), one_in=8) for n in range(8000))
    1017
    """
    digest = hashlib.sha1(key.encode(), usedforsecurity=False).hexdigest()
    return int(digest, 16) % one_in == 0
