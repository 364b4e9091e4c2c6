"""Look-alike reviews, and how often each rule would have kept its promise."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from thresher.certification.stopping.advisor import Advice, advise
from thresher.certification.stopping.goal import Goal
from thresher.certification.stopping.history import History
from thresher.certification.stopping.offered import StoppingRule
from thresher.errors import InputError
from thresher.progress import Report, silent

__all__ = ["Backtest", "backtest", "look_alike", "with_hidden"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Backtest:
    """How one rule did on look-alike reviews of one kind.

    Parameters
    ----------
    name
        The rule.
    hidden
        Whether the reviews hold relevant records that the ranker cannot see.
    reviews
        How many there were.
    kept
        The share of them in which recall was at the target or above at its stop;
        ``None`` if the rule could not be judged.
    share, recall
        Means of the share read and of the recall at its stop.
    """

    name: str
    hidden: bool
    reviews: int
    kept: float | None = None
    share: float | None = None
    recall: float | None = None


def look_alike(history: History, *, rng: np.random.Generator) -> History:
    """Another review of as many records, as many relevant, and a similar curve.

    Parameters
    ----------
    history
        The review; what is unread is taken to hold no further relevant records.
    rng
        For the places of the relevant records.

    Notes
    -----
    A smoothed bootstrap: every spell between two discoveries is as likely as any
    other to hold one, and so are the records after the last discovery together; within
    a spell each place is equally likely.

    Examples
    --------
    >>> seen = History(labels=[1, 0, 1, 0, 0], records=9)
    >>> other = look_alike(seen, rng=np.random.default_rng(0))
    >>> other.records, other.found
    (9, 2)
    """
    if not history.found:
        raise InputError(
            "no relevant record was found yet: there is nothing to resemble"
        )
    ends = np.append(history.found_at, history.records)
    spells = np.diff(ends, prepend=0)
    weights = np.repeat(1 / np.maximum(spells, 1), spells)
    first = np.argsort(rng.exponential(size=history.records) / weights)[: history.found]
    return _placed(first, history.records)


def with_hidden(history: History, goal: Goal, *, rng: np.random.Generator) -> History:
    """Return the review with just as many more relevant ones as make it miss the goal.

    They lie anywhere after the last relevant record of the ranking, as those do that
    a ranker cannot see; or among all irrelevant records, where too few are after it.

    Examples
    --------
    >>> seen = History(labels=[1] * 19 + [0] * 81, records=100)
    >>> with_hidden(seen, Goal(target=0.95), rng=np.random.default_rng(0)).found
    21
    """
    missing = goal.too_many(history.found) - history.found
    places = np.flatnonzero(~history.labels)
    after = places[places >= history.found_at[-1]]
    room = after if after.size >= missing else places
    hidden = rng.choice(room, min(missing, room.size), replace=False)
    return _placed(np.append(history.found_at - 1, hidden), history.records)


def backtest(
    history: History,
    goal: Goal,
    *,
    rules: Sequence[StoppingRule],
    reviews: int,
    rng: np.random.Generator,
    report: Report = silent,
) -> list[Backtest]:
    """How often each rule reached the target on look-alike reviews.

    Parameters
    ----------
    history, goal, rules
        The review, what is asked for, and the rules.
    reviews
        How many look-alikes, each once as it is and once with hidden relevant records.
    rng
        The same state gives the same figures.
    report
        Told how many reviews are done.

    Returns
    -------
    list of Backtest
        For each rule one without and one with hidden relevant records.
    """
    if reviews < 1:
        raise InputError(f"reviews must be 1 or more, got {reviews}")
    told: dict[tuple[str, bool], list[Advice]] = {}
    for done, (hidden, other) in enumerate(
        _others(history, goal, reviews=reviews, rng=rng), 1
    ):
        for advice in advise(other, goal, rules=rules, rng=rng):
            told.setdefault((advice.name, hidden), []).append(advice)
        report("Look-alike reviews", done=done, total=2 * reviews)
    return [
        _summary(told[rule.name, hidden], goal, hidden=hidden)
        for rule in rules
        for hidden in (False, True)
    ]


def _others(
    history: History, goal: Goal, *, reviews: int, rng: np.random.Generator
) -> Iterator[tuple[bool, History]]:
    for _ in range(reviews):
        other = look_alike(history, rng=rng)
        yield False, other
        yield True, with_hidden(other, goal, rng=rng)


def _summary(advices: Sequence[Advice], goal: Goal, *, hidden: bool) -> Backtest:
    name, size = advices[0].name, len(advices)
    recalls = [1.0 if one.recall is None else one.recall for one in advices]
    if any(one.missing for one in advices):
        return Backtest(name=name, hidden=hidden, reviews=size)
    shares = [1.0 if one.share is None else one.share for one in advices]
    return Backtest(
        name=name,
        hidden=hidden,
        reviews=size,
        kept=sum(recall >= goal.target - 1e-12 for recall in recalls) / size,
        share=float(np.mean(shares)),
        recall=float(np.mean(recalls)),
    )


def _placed(places: np.ndarray[tuple[int], np.dtype[np.intp]], records: int) -> History:
    labels = np.zeros(records, dtype=np.bool_)
    labels[places] = True
    return History(labels=labels, records=records, relevant=places.size)
