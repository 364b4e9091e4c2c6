"""Studies made ready for the text models, and what to beware of in each."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from thresher.records.citation import Citation
from thresher.synthesis.study import Study
from thresher.synthesis.text_repair import repaired
from thresher.synthesis.words import STOPWORDS

__all__ = ["Prepared", "is_english", "prepared", "studies_of"]

LONGEST = 20_000  # characters of an abstract that are read
FEWEST_WORDS = 12  # below that the language of a text cannot be told
LEAST_SHARE = 0.12  # of English function words in English abstracts
FEWEST_FOREIGN = 2  # in a short text: one may belong to a name ("de Quervain")
LETTERS = re.compile(r"[^\W\d_]+")
DECLARED = re.compile(
    r"\b(?:Disclosures? of Interests?|Conflicts? of Interests?|Competing Interests?)\b"
)
PUBLISHED = re.compile(  # a publisher's line, to the end of its line or sentence
    r"(?:\u00a9|\(c\)(?=\s*(?:19|20)\d\d)|\bcopyright\s+(?:\(c\)\s*|\u00a9\s*)?(?:19|20)\d\d"
    r"|(?<=[.\n] )published by (?=[A-Z])|\ball rights reserved\b)"
    r"[^\n]*?(?:(?<!Inc)(?<!Ltd)(?<!Co)\.(?=\s|$)|(?=\n)|$)(?:\s*Ltd\.)?",
    re.IGNORECASE,
)
_AUTHOR = r"[A-Z][\w'\u2019-]+,? (?:[A-Z]\.?[ -]?){1,3}"
AUTHORS = re.compile(  # "Doe J, Roe AB." as a line or a sentence of its own
    rf"(?:^|(?<=[.\n] )|(?<=\n))(?:{_AUTHOR}(?:, | and |; |, and )){{1,40}}{_AUTHOR}"
    r"(?:\.(?=\s|$)|$)",
    re.MULTILINE,
)
TELLING = STOPWORDS - {"a", "an", "as", "at", "do", "in", "no", "on", "per", "via"}
_FOREIGN = (  # commonest small words of the languages abstracts come in, none English
    "aan bij dan dat de deze dit door een en het hij ik maar met naar niet nog ook om"
    " onder ons tot tussen uit van voor waren wel werd werden zijn zonder"
    " aber als auch auf aus bei beim bis das dass dem den der des durch ein eine einem"
    " einen einer eines es für gegen ist im kein keine mit nach nicht nur oder sich"
    " sind sowie und uns unter vom von wurde wurden zum zur zwischen über"
    " au aux avec ce ces cette dans du elle est et la le les leur mais nous ont ou par"
    " pas plus pour que qui sur une était étaient"
    " al con cuando del el ella entre era eran este esta fue fueron hasta los las más"
    " muy para pero por porque se según sin sobre son su sus un una y"
    " che ci di è gli il nei nel nella non o più quale sono stata stati stato tra"
    " ao aos com como da das dos ela foi foram mais mas não na nas nos os pela pelo são"
    " sem seu também um uma af att blev den det efter eller ett ett från han har inte"
    " och som till til var ved vid ikke og jeg"
)
FOREIGN = frozenset(_FOREIGN.split())


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """A study without markup and of bearable length; None cautions: all is well."""

    study: Study
    cautions: tuple[str, ...]
    is_readable: bool


def studies_of(citations: Iterable[Citation]) -> tuple[Study, ...]:
    """Studies from records, in their order; ids are those of the records."""
    return tuple(
        Study(id=one.id, title=one.title, abstract=one.abstract) for one in citations
    )


def prepared(study: Study) -> Prepared:
    """Study without markup, cut to what can be read, with what to beware of.

    Examples
    --------
    >>> prepared(Study(id="1", title="<i>Sleep</i>")).cautions
    ('has no abstract: nothing could be read',)
    """
    clean = Study(
        id=study.id,
        title=repaired(study.title).strip(),
        abstract=_own_words(repaired(study.abstract)),
    )
    if not clean.abstract:
        said = "has no abstract: nothing could be read"
        return Prepared(study=clean, cautions=(said,), is_readable=False)
    if not is_english(clean.abstract):
        said = "is not in English, as it seems: it was not read"
        return Prepared(study=clean, cautions=(said,), is_readable=False)
    cautions: list[str] = []
    read = clean.abstract
    if (declared := DECLARED.search(read)) and declared.start() > len(read) // 2:
        read = read[: declared.start()].strip()
        cautions.append("declares interests in its abstract: that part was not read")
    if len(read) > LONGEST:
        cut = _cut(read)
        cautions.append(
            f"has an abstract of {len(read):,} characters: only the first "
            f"{len(cut):,} were read"
        )
        read = cut
    study = Study(id=clean.id, title=clean.title, abstract=read)
    return Prepared(study=study, cautions=tuple(cautions), is_readable=True)


def _own_words(text: str) -> str:
    """Return an abstract without lines of its publisher and lists of its authors."""
    return AUTHORS.sub("", PUBLISHED.sub("", text)).strip()


def is_english(text: str) -> bool:
    """Whether a text seems to be English; texts of a few words pass.

    Examples
    --------
    >>> is_english("The effect of vitamin K on bones was studied in this trial of ours")
    True
    >>> german = "Die Wirkung von Vitamin K auf die Knochen wurde hier von uns gezeigt"
    >>> is_english(german)
    False
    """
    words = [word.lower() for word in LETTERS.findall(text[:LONGEST])]
    english = sum(word in TELLING for word in words)
    foreign = sum(word in FOREIGN for word in words)
    if foreign > english and foreign >= FEWEST_FOREIGN:
        return False
    if len(words) < FEWEST_WORDS:
        letters = "".join(words)
        return not letters or sum(map(str.isascii, letters)) * 2 > len(letters)
    return english + 1 >= LEAST_SHARE * len(words)  # telegrams have few


def _cut(text: str) -> str:
    """Return the start of a text, up to the last full stop that fits."""
    start = text[:LONGEST]
    stop = start.rfind(". ")
    return start[: stop + 1] if stop > LONGEST // 2 else start
