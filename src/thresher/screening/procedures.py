"""Procedures by the names that commands and configurations call their parts."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.metadata import entry_points
from typing import TypeVar

from thresher.errors import InputError, UnknownNameError
from thresher.screening.audited import Audited
from thresher.screening.picking import AnyStrategy
from thresher.screening.recipes import DEFAULT, find_recipe
from thresher.screening.schedules import Growing, Schedule, every_label
from thresher.screening.simulate import Procedure
from thresher.screening.stoppers import (
    AfterIrrelevant,
    AfterRecords,
    AfterShare,
    Stopper,
    at_last_relevant,
    never,
)
from thresher.screening.strategies import (
    Mixed,
    Uncertain,
    anything,
    as_given,
    best_first,
)

__all__ = ["SCHEDULES", "STOPPERS", "STRATEGIES", "Model", "stopper_named"]

T = TypeVar("T")
STRATEGIES: Mapping[str, AnyStrategy] = {
    "best-first": best_first,
    "uncertain": Uncertain(),
    "mixed": Mixed(explore=0.05),
    "random": anything,
    "as-given": as_given,
    "audited": Audited(),
}
SCHEDULES: Mapping[str, Schedule] = {"every-label": every_label, "growing": Growing()}
PLAIN_STOPPERS: Mapping[str, Stopper] = {
    "last-relevant": at_last_relevant,
    "never": never,
}
NUMBERED_STOPPERS: Mapping[str, Callable[[float], Stopper]] = {
    "records": lambda number: AfterRecords(records=_whole(number)),
    "irrelevant": lambda number: AfterIrrelevant(records=_whole(number)),
    "share": lambda number: AfterShare(share=number),
}
STOPPERS = (*PLAIN_STOPPERS, "records:N", "irrelevant:N", "share:S", "rule:NAME@T")
STOPPER_GROUP = "thresher.stoppers"  # functions from the text after a colon


@dataclass(frozen=True, slots=True, kw_only=True)
class Model:
    """A ranker and how it is used, by names; they travel where objects cannot.

    Raises
    ------
    UnknownNameError
        Nothing has one of the names; the message lists those there are.
    InputError
        A stopper's number makes no sense.

    Examples
    --------
    >>> Model(ranker="elas_u4", stop="records:500").procedure.stopper
    AfterRecords(records=500)
    >>> Model(ranker="svm", strategy="mixed").name
    'svm+mixed'
    """

    ranker: str = DEFAULT
    strategy: str = "best-first"
    schedule: str = "every-label"
    stop: str = "last-relevant"
    label: str = ""

    def __post_init__(self) -> None:
        _ = self.procedure

    @property
    def name(self) -> str:
        """What to call it: its own label, or what differs from the usual."""
        usual = {"best-first", "every-label", "last-relevant"}
        parts = [self.ranker, self.strategy, self.schedule, self.stop]
        return self.label or "+".join(part for part in parts if part not in usual)

    @property
    def procedure(self) -> Procedure:
        """The parts themselves."""
        return Procedure(
            recipe=find_recipe(self.ranker),
            strategy=_named("strategy", self.strategy, STRATEGIES),
            schedule=_named("schedule", self.schedule, SCHEDULES),
            stopper=stopper_named(self.stop),
        )


def stopper_named(text: str) -> Stopper:
    """Return the stopper that a text such as ``records:500`` names.

    Those of later stages and of other packages are found by their entry points.

    Examples
    --------
    >>> stopper_named("share:0.5")
    AfterShare(share=0.5)
    """
    name, colon, number = text.partition(":")
    if not colon and name in PLAIN_STOPPERS:
        return PLAIN_STOPPERS[name]
    if not colon:
        raise UnknownNameError("stopper", text, known=STOPPERS)
    if name not in NUMBERED_STOPPERS:
        return _made_elsewhere(name, number)
    try:
        return NUMBERED_STOPPERS[name](float(number))
    except (ValueError, OverflowError) as error:
        raise InputError(
            f"the stopper {text!r} needs a number that makes sense, as in records:500, "
            "irrelevant:100 or share:0.5"
        ) from error


def _made_elsewhere(name: str, text: str) -> Stopper:
    for point in entry_points(group=STOPPER_GROUP, name=name):
        made: Callable[[str], Stopper] = point.load()
        return made(text)
    raise UnknownNameError("stopper", f"{name}:{text}", known=STOPPERS)


def _named(kind: str, name: str, known: Mapping[str, T]) -> T:
    if name not in known:
        raise UnknownNameError(kind, name, known=known)
    return known[name]


def _whole(number: float) -> int:
    if number != int(number):
        raise InputError(f"a number of records is whole, got {number}")
    return int(number)
