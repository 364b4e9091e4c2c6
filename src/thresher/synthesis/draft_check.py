"""Whether a drafted sentence says only what its rows bear out."""

import enum
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from thresher.synthesis.agreement.statements import topic_stems
from thresher.synthesis.agreement.support import unsupported
from thresher.synthesis.finding import Direction
from thresher.synthesis.findings import FindingsTable, Row
from thresher.synthesis.improvement import improved_direction
from thresher.synthesis.single_statements import single_statements
from thresher.synthesis.stated_directions import stated_directions
from thresher.synthesis.study import Study
from thresher.synthesis.summary import Reference, SummarySentence
from thresher.synthesis.text_models import TextModels
from thresher.synthesis.words import stems

__all__ = ["Check", "Rejected", "Rejection"]

NUMBER = re.compile(r"(?<![\w.])\d+(?:[.,\u00b7]\d+)*")
NAMED_ROW = re.compile(r"\s*[(\[]?\bR\d+\b(?:,? (?:and )?R\d+\b)*[)\]]?")
ROW_ID = re.compile(r"\bR\d+\b")
FEWEST_QUOTED = 3  # words: "the" stands in every row
VERDICT = re.compile(
    r"\b(?:saf(?:e|er|ely|ety)|effective(?:ness|ly)?|efficac\w+|cur(?:e|es|ed|ing)"
    r"|prove[sdn]?|proof|recommend\w*|should|must|harmless|harmful|beneficial"
    r"|superior\w*|best|guarantee\w*|always|never)\b",
    re.IGNORECASE,
)
FOR_ALL = re.compile(
    r"\b(?:all|every|each|both|none) (?:of (?:the )?)?(?:\w+ )?"
    r"(?:stud(?:y|ies)|trials?)\b|\bno (?:study|trial)\b"
    r"|\b(?:stud(?:y|ies)|trials) (?:all )?agree\b"
    r"|\bconsistent(?:ly)?\b|\bunanimous(?:ly)?\b",
    re.IGNORECASE,
)


class Rejection(enum.StrEnum):
    """Why a drafted sentence was not kept."""

    NO_ROWS = "it names no row"
    UNKNOWN_ROW = "it names a row that does not exist"
    NO_QUOTE = "it quotes none of its rows"
    UNSUPPORTED_QUOTE = "a quote is not in its row"
    UNSUPPORTED_NUMBER = "a number is in none of its rows"
    UNSUPPORTED_DIRECTION = "a direction that its rows do not have"
    UNSUPPORTED_WORDS = "it says what its rows do not"
    VERDICT = "a verdict that its rows do not give"
    FOR_ALL = "it speaks for all studies, and not all of them say so"
    NO_SENTENCE = "it is no sentence with rows"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rejected:
    """A drafted sentence that was not kept, and why."""

    text: str
    why: Rejection
    detail: str


Flaw = tuple[Rejection, str]


class Check:
    """Checks drafted sentences against the rows that a model was given."""

    def __init__(
        self, table: FindingsTable, given: Sequence[Row], models: TextModels
    ) -> None:
        self._all = table.reported
        self._by_id = {row.id: row for row in given}
        self._models = models

    def __call__(self, said: object) -> SummarySentence | Rejected:
        """Return the sentence with its grounds, or the first reason to refuse it."""
        match said:
            case {"text": str(text), "rows": list(named), **more} if text.strip():
                quotes = more.get("quotes") or []
            case _:
                shown = json.dumps(said, ensure_ascii=False)[:200]
                return Rejected(text=shown, why=Rejection.NO_SENTENCE, detail="")
        for why, detail in self._flaws(text, named, quotes):
            return Rejected(text=text, why=why, detail=detail)
        return _grounded(text, self._rows(text, named))

    def _flaws(
        self, text: str, named: Sequence[object], quotes: object
    ) -> Iterator[Flaw]:
        if not named:
            yield Rejection.NO_ROWS, ""
        for one in _ids(text, named):
            if one not in self._by_id:
                yield Rejection.UNKNOWN_ROW, one
                return
        rows = self._rows(text, named)
        yield from _wrong_quotes(quotes, {row.id: row for row in rows})
        bare = NAMED_ROW.sub(" ", text)
        yield from _strange_numbers(bare, rows)
        yield from _verdicts(bare, rows)
        yield from self._spoken_for(bare, rows)
        for part in single_statements(bare):
            yield from _strange_directions(part, rows)
            yield from self._strange_words(part, rows)

    def _rows(self, text: str, named: Sequence[object]) -> list[Row]:
        return [self._by_id[one] for one in _ids(text, named)]

    def _spoken_for(self, text: str, rows: Sequence[Row]) -> Iterator[Flaw]:
        """Yield a word for all studies, where some are not named or say otherwise."""
        found = FOR_ALL.search(text)
        if found is None:
            return
        pairs = {(row.intervention, row.outcome) for row in rows}
        of_pairs = [r for r in self._all if (r.intervention, r.outcome) in pairs]
        if {row.id for row in of_pairs} - {row.id for row in rows} or any(
            len({_call(r) for r in of_pairs if (r.intervention, r.outcome) == pair}) > 1
            for pair in pairs
        ):
            yield Rejection.FOR_ALL, found[0]

    def _strange_words(self, part: str, rows: Sequence[Row]) -> Iterator[Flaw]:
        """Yield what the judge of summaries finds in none of the rows."""
        sources = [Study(id=row.id, abstract=_source(row)) for row in rows]
        names = {f"{row.intervention}; {row.outcome}" for row in rows}
        sources.append(Study(id="names", abstract=". ".join(sorted(names))))
        for flaw in unsupported(part, sources, models=self._models):
            yield Rejection.UNSUPPORTED_WORDS, f"{flaw.why}: {flaw.what}"


def _ids(text: str, named: Sequence[object]) -> list[str]:
    return list(dict.fromkeys(map(str, [*named, *ROW_ID.findall(text)])))


def _wrong_quotes(quotes: object, rows: Mapping[str, Row]) -> Iterator[Flaw]:
    """Yield a quote that is not in its row, or that there is none."""
    listed = quotes if isinstance(quotes, list) else [quotes]
    for one in listed:
        match one:
            case {"row": str(row), "quote": str(quote)} if row in rows:
                if not quote.strip():
                    yield Rejection.UNSUPPORTED_QUOTE, "an empty quote"
                elif _spaced(quote) not in _spaced(_source(rows[row])):
                    yield Rejection.UNSUPPORTED_QUOTE, quote
                elif len(quote.split()) < FEWEST_QUOTED:
                    yield Rejection.NO_QUOTE, f"too short to tell: {quote}"
            case _:
                yield (
                    Rejection.UNSUPPORTED_QUOTE,
                    json.dumps(one, ensure_ascii=False),
                )
    if not listed:
        yield Rejection.NO_QUOTE, ""


def _strange_numbers(text: str, rows: Sequence[Row]) -> Iterator[Flaw]:
    """Yield numbers that no row has and that are no count of the rows."""
    sources = " ".join(_source(row) for row in rows)
    pairs = " ".join(f"{row.intervention} {row.outcome}" for row in rows)
    known = set(NUMBER.findall(f"{sources} {pairs}"))
    known |= {str(count) for count in range(len(rows) + 1)}
    for one in NUMBER.findall(text):
        if one not in known:
            yield Rejection.UNSUPPORTED_NUMBER, one


def _verdicts(text: str, rows: Sequence[Row]) -> Iterator[Flaw]:
    known = {stem for row in rows for stem in stems(_source(row))}
    for found in VERDICT.finditer(text):
        if not known.intersection(stems(found[0]) or [found[0].lower()]):
            yield Rejection.VERDICT, found[0]


def _strange_directions(part: str, rows: Sequence[Row]) -> Iterator[Flaw]:
    """Yield directions that no row on the outcome of this statement has."""
    topic = topic_stems(part)
    near = [row for row in rows if topic.intersection(stems(row.outcome))] or rows
    stated = stated_directions(part)
    if better := {
        one for row in near if (one := improved_direction(part, row.outcome))
    }:
        stated = frozenset(better)
    if strange := stated - {_call(row) for row in near}:
        yield Rejection.UNSUPPORTED_DIRECTION, ", ".join(sorted(strange))


def _grounded(text: str, rows: Sequence[Row]) -> SummarySentence:
    references = []
    for row in rows:
        evidence, triple = row.finding.evidence, row.finding.directions
        if evidence is not None and triple is not None:
            references.append(
                Reference(
                    study=row.finding.study,
                    start=evidence.start,
                    end=evidence.end,
                    quote=evidence.text,
                    row=row.id,
                    direction=triple.likeliest,
                )
            )
    return SummarySentence(text=text, references=tuple(references))


def _call(row: Row) -> Direction | None:
    triple = row.finding.directions
    return triple.likeliest if triple else None


def _source(row: Row) -> str:
    return row.finding.evidence.text if row.finding.evidence else ""


def _spaced(text: str) -> str:
    return " ".join(text.split()).casefold()
