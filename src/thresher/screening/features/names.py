"""Names of many terms, spelled out only when somebody asks."""

from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, overload

from thresher.screening.features.tokens import BREAK

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["ChainedNames", "TermNames"]


class _Names(Sequence[str]):
    """Names that `_name` spells."""

    def __init__(self, size: int) -> None:
        self.size = size

    def __len__(self) -> int:
        return self.size

    @overload
    def __getitem__(self, at: int) -> str: ...

    @overload
    def __getitem__(self, at: slice) -> list[str]: ...

    def __getitem__(self, at: int | slice) -> str | list[str]:
        if isinstance(at, slice):
            return [self._name(one) for one in range(self.size)[at]]
        return self._name(range(self.size)[at])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and [*self] == [*other]

    def __hash__(self) -> int:
        return hash(self.size)

    def _name(self, at: int) -> str:
        raise NotImplementedError


class TermNames(_Names):
    """Single words, and pairs of words with a blank between them.

    Parameters
    ----------
    words
        The word of each number.
    first, second
        The numbers of each term's words; `second` is `BREAK` for a single word.

    Examples
    --------
    >>> import numpy as np
    >>> words = ["", "sleep", "study"]
    >>> [*TermNames(words, first=np.array([1, 1]), second=np.array([2, 0]))]
    ['sleep study', 'sleep']
    """

    def __init__(
        self,
        words: Sequence[str],
        *,
        first: "NDArray[np.int32]",
        second: "NDArray[np.int32]",
    ) -> None:
        super().__init__(first.size)
        self.words = words
        self.first = first
        self.second = second

    def _name(self, at: int) -> str:
        one, two = self.words[self.first[at]], self.second[at]
        return one if two == BREAK else f"{one} {self.words[two]}"


class ChainedNames(_Names):
    """Names of several lists, one after the other.

    Examples
    --------
    >>> ChainedNames([["a", "b"], [], ["c"]])[1:]
    ['b', 'c']
    """

    def __init__(self, lists: Sequence[Sequence[str]]) -> None:
        self.lists = lists
        self.ends = [*accumulate(map(len, lists))]
        super().__init__(self.ends[-1] if lists else 0)

    def _name(self, at: int) -> str:
        which = next(k for k, end in enumerate(self.ends) if at < end)
        return self.lists[which][at - self.ends[which]]
