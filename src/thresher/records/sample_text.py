"""One made-up citation: words put into the gaps of sentences."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from thresher.records import sample_sentences as sentences
from thresher.records import sample_words as words
from thresher.records.citation import Citation

if TYPE_CHECKING:
    from thresher.records.sample_topics import Topic

__all__ = ["Draws", "drawn_citation", "favoured", "picked", "uniform_draws"]

T = TypeVar("T")
Draws = Iterator[float]

BLOCK = 65_536  # draws taken from the generator at once: one call, not one a word
MISSING_ABSTRACT = 0.08
FOREIGN = 0.04
STRUCTURED = 0.6
NO_DOI = 0.12
NO_PMID = 0.25
MADE_UP_DRUG = 0.35
FAVOUR = 1.7  # 1 would make all words equally common
DIGRESSION = 0.35
FIRST_PMID = 90_000_000  # beyond any number given out so far
LAST_YEAR, YEARS = 2025, 30


def uniform_draws(rng: np.random.Generator) -> Draws:
    """Numbers in [0, 1), without end."""
    while True:
        yield from rng.random(BLOCK).tolist()


def picked(items: Sequence[T], draws: Draws) -> T:
    """One of the items, each equally likely."""
    return items[int(next(draws) * len(items))]


def favoured(items: Sequence[T], draws: Draws) -> T:
    """One of the items, the first ones more often, as with treatments in use."""
    return items[int(next(draws) ** FAVOUR * len(items))]


def drawn_citation(topic: "Topic", draws: Draws, *, serial: int) -> Citation:
    """Write a citation about a topic; `serial` makes its identifiers unique."""
    gaps = _filled_gaps(topic, draws)
    design = sentences.DESIGNS[picked(topic.designs, draws)]
    title = picked(design.titles, draws).format_map(gaps)
    language = ""
    if next(draws) < FOREIGN:
        language, original = picked(sentences.FOREIGN_TITLES, draws)
        title = picked((f"[{title}]", f"{original} [{title}]"), draws)
    missing = next(draws) < MISSING_ABSTRACT
    return Citation(
        id=f"S{serial:07d}",
        title=title,
        abstract="" if missing else _abstract(design, gaps, draws),
        authors=_authors(draws),
        year=LAST_YEAR - int(YEARS * next(draws) ** 2),
        venue=picked(words.VENUES, draws),
        keywords=_keywords(gaps, draws),
        doi="" if next(draws) < NO_DOI else f"10.5555/sample.{serial:07d}",
        pmid="" if next(draws) < NO_PMID else str(FIRST_PMID + serial),
        source="sample",
        raw=(("language", language),) if language else (),
    )


def _filled_gaps(topic: "Topic", draws: Draws) -> dict[str, str]:
    """Return the word for every gap that a sentence may have."""
    care = favoured(topic.care, draws)
    if topic.drugs and next(draws) < MADE_UP_DRUG:
        start = picked(words.DRUG_STARTS, draws)
        care = start + picked(words.DRUG_ENDINGS, draws)
    outcome = favoured(topic.outcomes, draws)
    gaps = {
        "people": picked(topic.people, draws),
        "care": care,
        "outcome": outcome,
        "second": _second_outcome(topic, outcome, draws),
        "comparator": picked(words.COMPARATORS, draws),
        "mechanism": picked(words.MECHANISMS, draws),
        "qualifier": picked(words.QUALIFIERS, draws),
    }
    gaps |= {name.capitalize(): _opening(word) for name, word in gaps.items()}
    return gaps | _plain_gaps(care, draws)


def _second_outcome(topic: "Topic", first: str, draws: Draws) -> str:
    """Return an outcome beside the first one, often from another field."""
    digresses = next(draws) < DIGRESSION
    second = picked(words.OTHER_OUTCOMES if digresses else topic.outcomes, draws)
    return second if second != first else picked(words.MECHANISMS, draws)


def _plain_gaps(care: str, draws: Draws) -> dict[str, str]:
    """Return places, numbers, and the intervention without its article."""
    size = 20 + int(600 * next(draws) ** 3)
    effect, spread = 0.5 + 4 * next(draws), 0.2 + 0.7 * next(draws)
    return {
        "plain_care": care.removeprefix("a ").removeprefix("an "),
        "setting": picked(words.SETTINGS, draws),
        "country": picked(words.COUNTRIES, draws),
        "funder": picked(words.FUNDERS, draws),
        "n": str(size),
        "fewer": str(int(size * (0.5 + next(draws) / 2))),
        "few": str(6 + int(30 * next(draws))),
        "weeks": picked(("4", "6", "8", "12", "16", "24", "52"), draws),
        "effect": f"{effect:.1f}",
        "low": f"{effect * (1 - spread):.2f}",
        "high": f"{effect * (1 + spread):.2f}",
        "slight": f"{effect / 10:.1f}",
        "ratio": f"{0.4 + 1.6 * next(draws):.2f}",
        "percent": str(30 + int(65 * next(draws))),
        "p": f"{0.001 + next(draws) ** 2:.3f}",
        "small_p": f"{0.001 + 0.04 * next(draws) ** 2:.3f}",
        "large_p": f"{0.08 + 0.9 * next(draws):.2f}",
    }


def _opening(word: str) -> str:
    """Return a word as it opens a sentence."""
    return word[0].upper() + word[1:]


def _abstract(design: sentences.Design, gaps: dict[str, str], draws: Draws) -> str:
    """Return a few sentences a section, with headings in most abstracts."""
    ending = picked(design.endings, draws)
    sections = {
        "BACKGROUND": _some(sentences.BACKGROUNDS, 2, draws),
        "OBJECTIVE": _some(sentences.AIMS, 1, draws),
        "METHODS": _some(design.methods, 1, draws) + _some(design.details, 2, draws),
        "RESULTS": _some(ending.results, 2, draws),
        "CONCLUSIONS": _some(ending.conclusions, 1, draws)
        + _some(sentences.CLOSINGS, 1, draws),
    }
    if next(draws) < STRUCTURED:
        lines = [f"{name}: {' '.join(told)}" for name, told in sections.items() if told]
    else:
        lines = [" ".join(told) for told in sections.values() if told]
    return " ".join(lines).format_map(gaps)


def _some(items: Sequence[str], most: int, draws: Draws) -> list[str]:
    """Return up to `most` of the sentences, at least one less, none twice."""
    first = int(next(draws) * len(items))
    count = most if most == 1 else most - int(next(draws) * 2)
    step = 1 + int(next(draws) * (len(items) - 1))
    return [items[(first + i * step) % len(items)] for i in range(count)]


def _authors(draws: Draws) -> tuple[str, ...]:
    count = 1 + int(7 * next(draws))
    return tuple(
        f"{picked(words.SURNAMES, draws)}, {picked(words.INITIALS, draws)}"
        for _ in range(count)
    )


def _keywords(gaps: dict[str, str], draws: Draws) -> tuple[str, ...]:
    headings = (picked(words.HEADINGS, draws), picked(words.HEADINGS, draws))
    return tuple(dict.fromkeys((gaps["care"], gaps["outcome"], *headings)))
