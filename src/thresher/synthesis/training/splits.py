"""Which articles train and which are held out, the same in every run."""

import hashlib

__all__ = ["fold_of", "is_held_out"]


def is_held_out(key: str, *, one_in: int) -> bool:
    """Whether the article with this key is in the validation part.

    Examples
    --------
    >>> sum(is_held_out(str(n), one_in=8) for n in range(8000))
    1017
    """
    return fold_of(key, folds=one_in) == 0


def fold_of(key: str, *, folds: int) -> int:
    """Fold that an article with this key is in.

    Examples
    --------
    >>> sorted({fold_of(str(n), folds=5) for n in range(100)})
    [0, 1, 2, 3, 4]
    """
    digest = hashlib.sha1(key.encode(), usedforsecurity=False).hexdigest()
    return int(digest, 16) % folds
