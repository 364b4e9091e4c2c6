"""Phrases that name one intervention or one outcome, put together."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

from rapidfuzz import fuzz

from thresher.errors import InputError
from thresher.synthesis.phrase_key import Kind, key_of, plain, written_out
from thresher.synthesis.synonyms import MAYBE_SAME

__all__ = ["Group", "Grouping", "Offer", "grouped"]

ShortForms: TypeAlias = Mapping[str, Sequence[str]]  # short form, all it stands for
NO_FORMS: ShortForms = {}
ALIKE = 88.0  # rapidfuzz ratio from which two names are offered as maybe the same
TOGETHER = re.compile(r"\+|\b(?:and|plus|with|combined)\b", re.IGNORECASE)
NUMBER = re.compile(r"\d+")
MOST_OFFERS = 200
MOST_EXTRA = 2  # words that one may have more than the other to be offered
MOST_COMPARED = 400  # groups; beyond that only exact links are looked for


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """One intervention or outcome: the name shown, and every phrase that names it."""

    name: str
    members: tuple[str, ...]

    def __post_init__(self) -> None:
        if not self.name or not self.members:
            raise InputError(f"a group needs a name and a member, got {self.name!r}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """Two groups that may be the same; a reader decides, Thresher does not."""

    first: str
    second: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Grouping:
    """All groups of one kind, and the pairs of them that may be the same.

    Raises
    ------
    InputError
        A phrase is in two groups.
    """

    kind: Kind
    groups: tuple[Group, ...]
    offers: tuple[Offer, ...] = ()

    def __post_init__(self) -> None:
        counted = Counter(one for group in self.groups for one in group.members)
        if twice := [phrase for phrase, times in counted.items() if times > 1]:
            raise InputError(
                f"the {self.kind} {twice[0]!r} is in two groups: keep it in one"
            )

    @property
    def names(self) -> Mapping[str, str]:
        """Name of the group of each phrase."""
        return {member: group.name for group in self.groups for member in group.members}


def grouped(
    phrases: Iterable[str],
    kind: Kind,
    *,
    known: Sequence[Group] = (),
    short_forms: ShortForms = NO_FORMS,
) -> Grouping:
    """Phrases put together where they surely name one thing.

    Parameters
    ----------
    phrases
        As the studies write them, once for each mention.
    kind
        What they name.
    known
        Groups a reader made: they come first, are never split, and take in every
        phrase of the same key.
    short_forms
        What abbreviations stand for in some of the texts: a phrase with one is offered
        beside the phrase written out, never merged, as it may be another text's.

    Notes
    -----
    Sure is: the same words up to spelling, order, doses and filler words, or a known
    synonym. Anything else that looks alike is offered, never merged: "hypertension"
    and "hypotension" differ by two letters.

    Examples
    --------
    >>> found = grouped(
    ...     ["Vitamin K2", "menaquinone (MK-7)", "vitamin K2 treatment", "vitamin K"],
    ...     Kind.INTERVENTION,
    ... )
    >>> [group.members for group in found.groups]
    [('Vitamin K2', 'menaquinone (MK-7)', 'vitamin K2 treatment'), ('vitamin K',)]
    >>> found.offers[0].why
    'one may be a form of the other'
    """
    counted = Counter(" ".join(phrase.split()) for phrase in phrases)
    counted.pop("", None)
    homes = {member: at for at, group in enumerate(known) for member in group.members}
    keys = {key_of(member, kind): at for member, at in homes.items()}
    members: dict[int, list[str]] = {
        at: list(group.members) for at, group in enumerate(known)
    }
    for phrase in counted:
        if phrase not in homes:
            at = keys.setdefault(key_of(phrase, kind), len(members))
            members.setdefault(at, []).append(phrase)
    names = _names([group.name for group in known], members, counted)
    groups = [
        Group(name=names[at], members=tuple(found)) for at, found in members.items()
    ]
    return Grouping(
        kind=kind,
        groups=tuple(groups),
        offers=tuple(_offers(groups, kind, decided=len(known), meant=short_forms)),
    )


def _is_one_of_several(one: Group, other: Group, kind: Kind) -> bool:
    """Whether one is a treatment, and the other that treatment with another."""
    several = [bool(TOGETHER.search(group.members[0])) for group in (one, other)]
    return kind is Kind.INTERVENTION and several[0] != several[1]


def _names(
    given: Sequence[str], members: Mapping[int, list[str]], counted: Counter[str]
) -> list[str]:
    """Return a name for each group: the given one, else its commonest short member."""
    names = list(given)
    taken = {name.lower() for name in names}
    for at in range(len(given), len(members)):
        best = min(members[at], key=lambda phrase: (-counted[phrase], len(phrase)))
        names.append(best if best.lower() not in taken else f"{best} ({at + 1})")
        taken.add(names[-1].lower())
    return names


def _offers(
    groups: Sequence[Group], kind: Kind, *, decided: int, meant: ShortForms
) -> list[Offer]:
    """Return pairs of groups that may be the same, those with a known link first."""
    if len(groups) > MOST_COMPARED:
        groups = groups[:MOST_COMPARED]
    found: list[tuple[int, Offer]] = []
    long_keys = [_long_keys(group, kind, meant) for group in groups]
    keys = [key_of(group.members[0], kind) for group in groups]
    for (at, one), (beside, other) in combinations(enumerate(groups), 2):
        if at < decided and beside < decided:
            continue
        if keys[at] in long_keys[beside] or keys[beside] in long_keys[at]:
            why: tuple[int, str] | None = (
                0,
                "a study abbreviates the one to the other",
            )
        else:
            why = _likeness(one, other, kind)
        if why:
            offer = Offer(first=one.name, second=other.name, why=why[1])
            found.append((why[0], offer))
    found.sort(key=lambda ranked: ranked[0])
    return [offer for _, offer in found[:MOST_OFFERS]]


def _long_keys(group: Group, kind: Kind, meant: ShortForms) -> set[frozenset[str]]:
    """Return what a group may mean, if its abbreviations are some study's."""
    phrase = group.members[0]
    return {
        key_of(written_out(phrase, {short: long}), kind)
        for short, longs in meant.items()
        if short in phrase
        for long in longs
    } - {key_of(phrase, kind)}


def _likeness(one: Group, other: Group, kind: Kind) -> tuple[int, str] | None:
    """Return rank and reason why two groups may be the same, or None."""
    first, second = plain(one.members[0]), plain(other.members[0])
    if MAYBE_SAME.get(first) == second or MAYBE_SAME.get(second) == first:
        return 0, "one may be a form of the other"
    ours, theirs = key_of(one.members[0], kind), key_of(other.members[0], kind)
    is_part = (ours < theirs or theirs < ours) and len(ours ^ theirs) <= MOST_EXTRA
    if is_part and not _is_one_of_several(one, other, kind):
        return 1, "one has all words of the other"
    is_numbered_alike = NUMBER.findall(first) == NUMBER.findall(second)
    if is_numbered_alike and fuzz.ratio(first, second) >= ALIKE:
        return 2, "they are spelled alike"
    return None
