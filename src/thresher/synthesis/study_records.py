"""Studies behind records: a study that came in several records counts once."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import quote

from thresher.records.citation import Citation
from thresher.records.duplicates import Link, find_links, groups, merged
from thresher.records.identifiers import normal_doi, normal_pmid
from thresher.synthesis.stated_directions import stated_directions
from thresher.synthesis.study import Study

__all__ = [
    "Doubt",
    "StudyRecords",
    "by_study",
    "counted_once",
    "doubts",
    "record_of",
    "study_of",
]

KEPT_APART = "the project keeps them apart"
DIFFER = "their abstracts report different things"
WORD = re.compile(r"[^\W_]+(?:[.,\u00b7]\d+)*")


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyRecords:
    """The records of one study: the fullest view of them, and every id.

    `project` names the project they came from, in which a person has already said
    which records are one; empty for files.
    """

    view: Citation
    ids: tuple[str, ...]
    project: str = ""

    @property
    def address(self) -> str:
        """Where the study is found: by DOI, else PubMed; empty if it has neither."""
        if doi := normal_doi(self.view.doi):
            return f"https://doi.org/{quote(doi, safe='/().;:-_')}"
        if pmid := normal_pmid(self.view.pmid):
            return f"https://pubmed.ncbi.nlm.nih.gov/{pmid}/"
        return ""

    @property
    def name(self) -> str:
        """The identifier that `address` leads by, as one writes it."""
        if doi := normal_doi(self.view.doi):
            return f"doi:{doi}"
        pmid = normal_pmid(self.view.pmid)
        return f"PMID {pmid}" if pmid else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubt:
    """Two studies, by id, that may be one, and what speaks for it and against it."""

    first: str
    second: str
    why: str


def record_of(citation: Citation) -> StudyRecords:
    """One record as a study."""
    return StudyRecords(view=citation, ids=(citation.id,))


def study_of(one: StudyRecords) -> Study:
    """Study as the text models see it; its id is that of the fullest record."""
    view = one.view
    return Study(id=view.id, title=view.title, abstract=view.abstract)


def by_study(found: Iterable[StudyRecords]) -> Mapping[str, StudyRecords]:
    """Return the records of each study by its id."""
    return {one.view.id: one for one in found}


def counted_once(found: Sequence[StudyRecords]) -> tuple[StudyRecords, ...]:
    """Studies, each once: those that surely are one publication are joined.

    Only certain links of `find_links` join. Within one project nothing is joined: what
    is one there was settled there. Without an identifier in common, records whose
    abstracts have different numbers or directions are not joined, either. Each study
    keeps the id of its fullest record, the ids of all, and the place of the first.

    Examples
    --------
    >>> twice = [
    ...     Citation(id="1", title="Zinc for colds in adults", doi="10.1000/1"),
    ...     Citation(id="2", title="Zinc for colds in adults.", doi="10.1000/1"),
    ... ]
    >>> [one] = counted_once([record_of(citation) for citation in twice])
    >>> one.ids
    ('1', '2')
    """
    links = find_links([one.view for one in found])
    settled = [_settled(link, found) for link in links]
    return tuple(
        _joined([found[at] for at in group])
        for group in groups(settled, size=len(found))
    )


def doubts(found: Sequence[StudyRecords]) -> tuple[Doubt, ...]:
    """Pairs of studies that may be one, such as a paper and its conference abstract.

    They are counted as two: only a person can tell.
    """
    links = find_links([one.view for one in found])
    return tuple(
        Doubt(
            first=found[link.first].view.id,
            second=found[link.second].view.id,
            why=link.reason,
        )
        for link in links
        if link.band != "apart"
    )


def _settled(link: Link, found: Sequence[StudyRecords]) -> Link:
    """Return the link, guarded if the two records must not be joined here."""
    first, second = found[link.first], found[link.second]
    guards = list(link.guards)
    if first.project and first.project == second.project:
        guards.append(KEPT_APART)
    texts = first.view.abstract, second.view.abstract
    if not _share_an_identifier(first.view, second.view) and _differ(*texts):
        guards.append(DIFFER)
    return replace(link, band="maybe" if guards else link.band, guards=tuple(guards))


def _share_an_identifier(first: Citation, second: Citation) -> bool:
    return any(
        read(one) and read(one) == read(other)
        for read, one, other in (
            (normal_doi, first.doi, second.doi),
            (normal_pmid, first.pmid, second.pmid),
        )
    )


def _differ(first: str, second: str) -> bool:
    """Whether the shorter abstract has a number or direction that the longer has not.

    Two studies of one title that report opposite things must not become one.
    """
    short, long = sorted((first, second), key=len)
    extra = set(WORD.findall(short.lower())) - set(WORD.findall(long.lower()))
    return any(stated_directions(one) or any(map(str.isdigit, one)) for one in extra)


def _joined(group: Sequence[StudyRecords]) -> StudyRecords:
    if len(group) == 1:
        return group[0]
    ids = tuple(id_ for one in group for id_ in one.ids)
    return StudyRecords(view=merged([one.view for one in group]), ids=ids)
