"""What a page says of the studies behind a synthesis."""

import re

from thresher.records.citation import Citation
from thresher.reports.finding_numbers import numbers_text
from thresher.reports.long_text import opening
from thresher.reports.study_list import StudyEntry
from thresher.synthesis.read_study import ReadStudy
from thresher.synthesis.reported_numbers import numbers_in
from thresher.synthesis.spans import PicoKind
from thresher.synthesis.synthesis import Synthesis

__all__ = ["StudyWords", "participants", "study_entries"]

MOST_GROUPS = 2  # of participants that are named beside a sentence
LONGEST_GROUP = 120
MOST_AUTHORS = 3
_LEAD = (
    "of|in|on|for|to|with|and|or|by|the|a|an|all|were|was|from|among|we|a total|total"
    "|randomi[sz]ed|randomly|assigned|allocated|enrolled|included|recruited|took"
    "|received|participated|studied"
)
AT_ENDS = re.compile(rf"^(?:(?:{_LEAD})\b\s*)+|(?:\s+(?:{_LEAD}))+$", re.IGNORECASE)


class StudyWords:
    """Numbers of the studies, and what stands beside each of their sentences."""

    def __init__(self, synthesis: Synthesis) -> None:
        table = synthesis.table
        self.numbers = {read.study.id: at for at, read in enumerate(table.studies, 1)}
        facts = table.facts
        self.sizes = {study: about.size for study, about in facts.items()}
        self.designs = {study: about.design.value for study, about in facts.items()}
        self._numbers = {row.id: row.finding.numbers for row in table.rows}
        self.groups = {read.study.id: participants(read) for read in table.studies}

    def people(self, study: str) -> str:
        """Return how many people a study counts, and whom."""
        size = self.sizes[study]
        named = [one for one in self.groups[study] if len(one) <= LONGEST_GROUP]
        parts = [
            "" if size is None else f"{size:,} people",
            "; ".join(named[:MOST_GROUPS]),
        ]
        return ": ".join(filter(None, parts))

    def beside(self, study: str, sentence: str, *, row: str = "") -> str:
        """Return the numbers of a sentence and the people of its study.

        The numbers are those of the row that rests on it, if there is one.
        """
        read = self._numbers.get(row) or numbers_in(sentence)
        parts = (numbers_text(read), self.people(study))
        return " \N{MIDDLE DOT} ".join(filter(None, parts))


def participants(read: ReadStudy) -> tuple[str, ...]:
    """Return whom a study is about, each wording once, without words at its ends.

    Examples
    --------
    >>> from thresher.synthesis.spans import Span
    >>> from thresher.synthesis.study import Study
    >>> text = "We randomised in all 9 adults to zinc."
    >>> kind, found = PicoKind.PARTICIPANTS, "randomised in all 9 adults to"
    >>> span = Span(kind=kind, start=3, end=32, text=found, confidence=1)
    >>> participants(ReadStudy(study=Study(id="1", abstract=text), spans=(span,)))
    ('9 adults',)
    """
    named = (AT_ENDS.sub("", one) for one in read.phrases(PicoKind.PARTICIPANTS))
    return tuple(dict.fromkeys(filter(None, named)))


def study_entries(synthesis: Synthesis, words: StudyWords) -> tuple[StudyEntry, ...]:
    """Return an entry for each study, in the order of their numbers."""
    return tuple(_entry(read, synthesis, words) for read in synthesis.table.studies)


def _entry(read: ReadStudy, synthesis: Synthesis, words: StudyWords) -> StudyEntry:
    study = read.study
    behind = synthesis.behind(study)
    size = words.sizes[study.id]
    groups = "; ".join(words.groups[study.id])
    return StudyEntry(
        number=words.numbers[study.id],
        title=study.title,
        source=_source(behind.view),
        name=behind.name,
        address=behind.address,
        facts=_told(
            "size not said" if size is None else f"{size:,} people",
            f"design: {words.designs[study.id]}",
            f"participants: {opening(groups)}" if groups else "",
        ),
        records=behind.ids,
        cautions=synthesis.cautions_of(study.id),
    )


def _source(view: Citation) -> str:
    named = "; ".join(view.authors[:MOST_AUTHORS])
    more = " et al." if len(view.authors) > MOST_AUTHORS else ""
    parts = _told(f"{named}{more}", view.venue, str(view.year or ""))
    return ". ".join(part.rstrip(". ") for part in parts)


def _told(*parts: str) -> tuple[str, ...]:
    return tuple(part for part in parts if part)
