"""The table of a review: study, intervention and outcome, with the sentence."""

import functools
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from thresher.errors import InputError
from thresher.synthesis.abbreviations import abbreviations
from thresher.synthesis.finding import Finding
from thresher.synthesis.groups import Grouping, grouped
from thresher.synthesis.groups_file import Known
from thresher.synthesis.joined_groups import are_named, joined
from thresher.synthesis.phrase_key import Kind, written_out
from thresher.synthesis.read_study import ReadStudy
from thresher.synthesis.study_facts import StudyFacts, study_facts

__all__ = ["FindingsTable", "Row", "findings_table"]

NONE_KNOWN: Known = {}
AT_ENDS = " .,:;[]"
_SMALL = "of|in|on|for|to|with|and|or|by|the|a|an"
LOOSE = re.compile(rf"^(?:(?:{_SMALL}) )+|(?: (?:{_SMALL}))+$", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A finding in its place: the groups of its intervention and outcome."""

    id: str
    intervention: str
    outcome: str
    finding: Finding


@dataclass(frozen=True, slots=True, kw_only=True)
class FindingsTable:
    """All rows of a review, and everything they refer to.

    Raises
    ------
    InputError
        Two studies have one id, or a row is of a study that is not there.
    """

    studies: tuple[ReadStudy, ...]
    rows: tuple[Row, ...]
    interventions: Grouping
    outcomes: Grouping

    def __post_init__(self) -> None:
        counted = Counter(read.study.id for read in self.studies)
        if twice := [one for one, times in counted.items() if times > 1]:
            raise InputError(f"two studies have the id {twice[0]!r}: number them")
        if strange := {row.finding.study for row in self.rows} - set(counted):
            raise InputError(f"there is no study {sorted(strange)[0]!r} in the table")

    @property
    def texts(self) -> Mapping[str, str]:
        """Text of each study, in which the offsets of its sentences count."""
        return {read.study.id: read.study.text for read in self.studies}

    @property
    def facts(self) -> Mapping[str, StudyFacts]:
        """Size and design of each study."""
        return {read.study.id: study_facts(read.study.text) for read in self.studies}

    @property
    def reported(self) -> tuple[Row, ...]:
        """Rows with a sentence."""
        return tuple(row for row in self.rows if row.finding.is_reported)


def findings_table(
    studies: Sequence[ReadStudy],
    *,
    known: Known = NONE_KNOWN,
    same: Sequence[tuple[str, str]] = (),
) -> FindingsTable:
    """Table of a review, synonymous interventions and outcomes put together.

    Parameters
    ----------
    studies
        Studies as read, each with an id of its own.
    known
        Groups that a reader made, from `read_groups`.
    same
        Pairs of names that a reader says are one, on top of that.

    Raises
    ------
    InputError
        Names of `same` are no two interventions and no two outcomes of these studies.

    Notes
    -----
    Abbreviations are written out in the study that introduces them and in no other,
    which may mean something else by them: what others write is only offered. A study
    that reports one pair of groups in several phrases keeps the rows with a sentence;
    of several without one, the first.
    """
    phrases = _Phrases(studies)
    mentioned = _mentioned(studies, phrases)
    found = {
        kind: grouped(
            mentioned[kind],
            kind,
            known=known.get(kind, ()),
            short_forms=phrases.meant,
        )
        for kind in Kind
    }
    _refuse_unknown(same, found)
    groupings = {kind: joined(grouping, same) for kind, grouping in found.items()}
    return FindingsTable(
        studies=tuple(studies),
        rows=tuple(_rows(studies, phrases, groupings)),
        interventions=groupings[Kind.INTERVENTION],
        outcomes=groupings[Kind.OUTCOME],
    )


def _refuse_unknown(
    same: Sequence[tuple[str, str]], groupings: Mapping[Kind, Grouping]
) -> None:
    for one, other in same:
        if not any(are_named(grouping, one, other) for grouping in groupings.values()):
            raise InputError(
                f"{one!r} and {other!r} are no two interventions and no two outcomes "
                "here: write both as the report does"
            )


class _Phrases:
    """Phrases with the abbreviations of their own study written out.

    `meant` has what each short form stands for in any study.
    """

    def __init__(self, studies: Sequence[ReadStudy]) -> None:
        self._forms = {r.study.id: abbreviations(r.study.text) for r in studies}
        self.meant: dict[str, list[str]] = defaultdict(list)
        for forms in self._forms.values():
            for short, long in forms.items():
                self.meant[short].append(long)

    @functools.cache  # noqa: B019  lives as long as one table is made
    def __call__(self, phrase: str, study: str) -> str:
        spaced = " ".join(written_out(phrase, self._forms[study]).split())
        return LOOSE.sub("", spaced.strip(AT_ENDS)) or spaced


def _mentioned(
    studies: Sequence[ReadStudy], phrases: _Phrases
) -> Mapping[Kind, list[str]]:
    """Return every phrase of a finding, once for each study that has it."""
    found: dict[Kind, list[str]] = {kind: [] for kind in Kind}
    for read in studies:
        for kind, named in (
            (Kind.INTERVENTION, [one.intervention for one in read.findings]),
            (Kind.OUTCOME, [one.outcome for one in read.findings]),
        ):
            distinct = dict.fromkeys(phrases(one, read.study.id) for one in named)
            found[kind] += distinct
    return found


def _rows(
    studies: Sequence[ReadStudy],
    phrases: _Phrases,
    groupings: Mapping[Kind, Grouping],
) -> Iterable[Row]:
    treatments = groupings[Kind.INTERVENTION].names
    outcomes = groupings[Kind.OUTCOME].names
    number = 0
    for read in studies:
        kept: dict[tuple[str, str], list[Finding]] = defaultdict(list)
        for one in read.findings:
            pair = (
                treatments[phrases(one.intervention, read.study.id)],
                outcomes[phrases(one.outcome, read.study.id)],
            )
            kept[pair].append(one)
        for (intervention, outcome), found in kept.items():
            for finding in _once(found):
                number += 1
                yield Row(
                    id=f"R{number}",
                    intervention=intervention,
                    outcome=outcome,
                    finding=finding,
                )


def _once(found: Sequence[Finding]) -> list[Finding]:
    """Return a study's findings on one pair, each sentence once, the surest call."""
    reported: dict[tuple[int, int], Finding] = {}
    for one in sorted(found, key=lambda finding: -finding.confidence):
        if one.evidence is not None:
            reported.setdefault((one.evidence.start, one.evidence.end), one)
    return list(reported.values()) or [found[0]]
