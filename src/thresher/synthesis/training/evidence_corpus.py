"""Prompts of Evidence Inference: a pair, its direction, and the sentences that tell."""

import html
import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from thresher.synthesis.training.data_files import json_lines

__all__ = ["Article", "Prompt", "articles", "prompts", "without_conflicts"]

FOLDER = Path("synthesis") / "evidence_inference"
SPACE = re.compile(r"\s+")
SENTENCE_LIKE = re.compile(r"[a-z] [a-z]+ [a-z]")
TABLE_LIKE = 1.5  # weight of a digit against a letter


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """An intervention and an outcome with their direction: -1, 0 or 1."""

    article: str
    intervention: str
    comparator: str
    outcome: str
    label: int
    evidence: tuple[str, ...]
    sentences: frozenset[int]
    held_out: bool
    full: bool  # from the corpus itself, with its article, not an extra frame


@dataclass(frozen=True, slots=True, kw_only=True)
class Article:
    """Sentences of an article's abstract, and their places in the whole article."""

    texts: tuple[str, ...]
    places: tuple[int, ...]


def prompts(data: Path) -> list[Prompt]:
    """Prompts of the data folder, conflicting labels settled.

    The extra frames name the control first: their two arms are swapped here. Table
    rows among them are left out, since a table row is no sentence.
    """
    rows = [_prompt(row) for row in json_lines(data / FOLDER / "frames.jsonl.gz")]
    kept = [row for row in rows if row.evidence and (row.full or _is_text(row))]
    return without_conflicts(kept)


def _prompt(row: dict[str, Any]) -> Prompt:
    extra = row["src"] != "v2"
    arms = (row["C"], row["I"]) if extra else (row["I"], row["C"])
    return Prompt(
        article=row["pmc"],
        intervention=_clean(arms[0]),
        comparator=_clean(arms[1]),
        outcome=_clean(row["O"]),
        label=row["label"],
        evidence=_distinct(_clean(text) for text in row["ev"]),
        sentences=frozenset(row["gold"]),
        held_out=row["split"] == "dev",
        full=not extra,
    )


def _clean(text: str) -> str:
    return SPACE.sub(" ", html.unescape(text)).strip()


def _distinct(texts: Iterable[str]) -> tuple[str, ...]:
    """Return at most two texts that neither hold nor are held by an earlier one."""
    kept: list[str] = []
    for text in texts:
        if text and not any(text in other or other in text for other in kept):
            kept.append(text)
    return tuple(kept[:2])


def _is_text(prompt: Prompt) -> bool:
    first = prompt.evidence[0]
    digits = sum(letter.isdigit() for letter in first)
    letters = sum(letter.isalpha() for letter in first)
    return digits * TABLE_LIKE <= letters and bool(SENTENCE_LIKE.search(first))


def without_conflicts(found: list[Prompt]) -> list[Prompt]:
    """Prompts whose label the majority of equal prompts has; ties are dropped."""
    votes: dict[tuple[str, ...], Counter[int]] = defaultdict(Counter)
    for prompt in found:
        votes[_question(prompt)][prompt.label] += 1
    return [prompt for prompt in found if _wins(votes[_question(prompt)], prompt.label)]


def _question(prompt: Prompt) -> tuple[str, ...]:
    words = (prompt.intervention, prompt.comparator, prompt.outcome)
    return (prompt.article, *(text.lower() for text in words))


def _wins(votes: Counter[int], label: int) -> bool:
    others = [count for other, count in votes.items() if other != label]
    return votes[label] > max(others, default=0)


def articles(data: Path) -> dict[str, Article]:
    """Abstracts of the articles, by article."""
    found = {}
    for row in json_lines(data / FOLDER / "frame_docs.jsonl.gz"):
        abstract = [
            (place, _clean(text))
            for place, (text, section) in enumerate(row["sentences"])
            if section.startswith("ABSTRACT") and text.strip()
        ]
        if abstract:
            found[row["pmc"]] = Article(
                texts=tuple(text for _, text in abstract),
                places=tuple(place for place, _ in abstract),
            )
    return found
