"""Parts of a data set that share no study and no topic."""

import warnings
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from thresher.errors import InputError

__all__ = ["Parts", "Review", "shared_studies", "split_reviews", "topics"]

SHARES: Mapping[str, float] = {"train": 0.8, "validation": 0.1, "test": 0.1}
MOST_WHOLE = 5_000  # reviews that are all compared with each other
NEIGHBOURS = 15
MOST_PARTS = 100  # dimensions of the vectors that topics are found in


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """A review, the ids of its studies, and the text that tells its topic."""

    id: str
    studies: frozenset[str]
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """Ids of the reviews of each part.

    Raises
    ------
    InputError
        A review is in two parts.
    """

    reviews: Mapping[str, tuple[str, ...]]

    def __post_init__(self) -> None:
        every = [one for part in self.reviews.values() for one in part]
        if len(set(every)) != len(every):
            raise InputError("a review is in two parts")


def split_reviews(
    reviews: Sequence[Review],
    *,
    rng: np.random.Generator,
    shares: Mapping[str, float] = SHARES,
    topic_of: Sequence[int] | None = None,
) -> Parts:
    """Parts of about the shares asked for that have no study in common.

    Reviews that share a study, directly or through others, or that are of one topic,
    stay together. Groups are dealt out from the largest, each to the part that lacks
    most; equal ones in an order that `rng` draws. That no study is shared is checked
    afterwards, not assumed.

    Parameters
    ----------
    reviews
        With distinct ids.
    rng
        Draws the order of groups of one size.
    shares
        Share of each part; they add up to 1.
    topic_of
        Topic of each review, from `topics`; None if only studies keep reviews together.

    Raises
    ------
    InputError
        Ids repeat, shares do not add up, or there are fewer groups than parts.
    """
    if len({review.id for review in reviews}) != len(reviews):
        raise InputError("two reviews have one id")
    if abs(sum(shares.values()) - 1) > 1e-9 or min(shares.values()) <= 0:  # noqa: PLR2004
        raise InputError(f"shares must be above 0 and add up to 1, got {dict(shares)}")
    groups = _together(reviews, topic_of)
    if len(groups) < len(shares):
        raise InputError(
            f"{len(reviews)} reviews fall into {len(groups)} groups that share studies "
            f"or topics: too few for {len(shares)} parts"
        )
    parts = Parts(reviews=_dealt(groups, shares, rng, total=len(reviews)))
    if shared := shared_studies(reviews, parts):
        raise InputError(f"parts share the study {sorted(shared)[0]}")
    return parts


def shared_studies(reviews: Sequence[Review], parts: Parts) -> frozenset[str]:
    """Studies that are in more than one part; none, after `split_reviews`."""
    place = {review: part for part, ids in parts.reviews.items() for review in ids}
    seen: dict[str, set[str]] = defaultdict(set)
    for review in reviews:
        for study in review.studies:
            seen[study].add(place[review.id])
    return frozenset(study for study, where in seen.items() if len(where) > 1)


def topics(reviews: Sequence[Review], *, number: int) -> list[int]:
    """Topic of each review: agglomerative (Ward) over reduced TF-IDF vectors.

    Raises
    ------
    InputError
        There are fewer reviews than topics, or they have no words in common.
    """
    from sklearn.cluster import AgglomerativeClustering  # noqa: PLC0415  heavy
    from sklearn.decomposition import TruncatedSVD  # noqa: PLC0415
    from sklearn.feature_extraction.text import TfidfVectorizer  # noqa: PLC0415

    if not 1 <= number <= len(reviews):
        raise InputError(f"cannot find {number} topics in {len(reviews)} reviews")
    try:
        vectors = TfidfVectorizer(
            stop_words="english", sublinear_tf=True
        ).fit_transform([review.text for review in reviews])
    except ValueError as error:
        raise InputError("the reviews have no words to find topics by") from error
    size = min(MOST_PARTS, min(vectors.shape) - 1)
    if size >= 1:
        vectors = TruncatedSVD(size, random_state=0).fit_transform(vectors)
    else:
        vectors = vectors.toarray()
    if len(reviews) == 1:
        return [0]
    near = _nearest(vectors) if len(reviews) > MOST_WHOLE else None
    model = AgglomerativeClustering(number, connectivity=near)
    with warnings.catch_warnings():  # a graph in pieces is joined by scikit-learn
        warnings.simplefilter("ignore", UserWarning)
        found: list[int] = model.fit_predict(vectors).tolist()
    return found


def _nearest(vectors: NDArray[np.float64]) -> csr_matrix:
    """Return the graph of nearest reviews: all distances would not fit in memory."""
    from sklearn.neighbors import kneighbors_graph  # noqa: PLC0415  heavy

    graph: csr_matrix = kneighbors_graph(vectors, NEIGHBOURS, include_self=False)
    return graph.maximum(graph.T)


def _together(
    reviews: Sequence[Review], topic_of: Sequence[int] | None
) -> list[list[str]]:
    """Return groups of reviews that share a study or a topic, by union-find."""
    parent = list(range(len(reviews)))

    def root(at: int) -> int:
        while parent[at] != at:
            parent[at] = parent[parent[at]]
            at = parent[at]
        return at

    first: dict[tuple[str, str], int] = {}
    for at, review in enumerate(reviews):
        keys = [("study", study) for study in review.studies]
        if topic_of is not None:
            keys.append(("topic", str(topic_of[at])))
        for key in keys:
            parent[root(at)] = root(first.setdefault(key, at))
    groups: dict[int, list[str]] = defaultdict(list)
    for at, review in enumerate(reviews):
        groups[root(at)].append(review.id)
    return list(groups.values())


def _dealt(
    groups: Sequence[list[str]],
    shares: Mapping[str, float],
    rng: np.random.Generator,
    *,
    total: int,
) -> dict[str, tuple[str, ...]]:
    """Return the groups dealt out, largest first, each part at least one."""
    drawn = [groups[at] for at in rng.permutation(len(groups))]
    drawn.sort(key=len, reverse=True)
    parts: dict[str, list[str]] = {name: [] for name in shares}
    for left, group in zip(range(len(drawn), 0, -1), drawn, strict=True):
        empty = [name for name, ids in parts.items() if not ids]
        open_ = empty if len(empty) >= left else list(parts)
        neediest = max(open_, key=lambda name: shares[name] - len(parts[name]) / total)
        parts[neediest] += group
    return {name: tuple(ids) for name, ids in parts.items()}
