"""What the evidence models look at in a sentence and a pair."""

import functools
import itertools
import math
import re
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thresher.synthesis.cues import CUES, cue_counts
from thresher.synthesis.pair_words import PairWords, masked
from thresher.synthesis.reported_numbers import numbers_in
from thresher.synthesis.words import stems

__all__ = ["direction_features", "ranking_features", "sentence_features"]

RESULTS, CONCLUSIONS = 3, 4
P_VALUE = 5 + list(CUES).index("p_value")
BASELINE = 5 + list(CUES).index("baseline")
SWEEPING = re.compile(
    r"\b(?:all|none|any|other|no)\b (?:[\w-]+ ){0,4}"
    r"(?:end ?-?points?|outcomes?|measures?|parameters?|variables?|scores?|symptoms)\b"
)
GOING_ON = re.compile(
    r"^(?:however|this|these|they|it|the differences?|similar(?:ly)?|but|in contrast)\b"
    r"|\bin this regard\b"
)
SOME, HALF = 0.4, 0.5
BEGINNING = 5  # letters
Column = NDArray[Any]
WINDOW = 5
COMPARING = frozenset({"than", "compared", "versus", "vs", "relative"})
BONES = {
    "NOT": re.compile(r"(?:no|not|nor|neither|without)$"),
    "UP": re.compile(
        r"increas|high|great|more$|rose|rise|rais|elevat|long|large|prolong|gain"
    ),
    "DOWN": re.compile(
        r"decreas|low|less|fewer|reduc|fell|declin|short|small|diminish|drop|loss|lost"
    ),
    "WELL": re.compile(r"better|improv|enhanc|superior|benefi|favou?r|effective"),
    "ILL": re.compile(r"worse|inferior|deteriorat|impair"),
    "SAME": re.compile(
        r"similar|comparable|equal|equivalen|unchanged|identical|same$|insignific|noninferior|differ"
    ),
    "SIG": re.compile(r"signific"),
    "GROUP": re.compile(r"groups?$|arms?$"),
    "BOTH": re.compile(r"both$|either$"),
    "IN": re.compile(r"(?:in|with|by|after|for|among)$"),
}
CHANGES = frozenset({"UP", "DOWN", "WELL", "ILL", "SAME"})
CLAUSE_ENDS = frozenset({";", "but", "whereas", "while", "although", "however"})


def sentence_features(text: str, roles: NDArray[np.float64]) -> list[float]:
    """Features of a sentence alone: its roles, its cues, its length."""
    return [*roles.tolist(), *cue_counts(text), math.log1p(len(text) / 20)]


def ranking_features(
    texts: Sequence[str], alone: NDArray[np.float64], pair: PairWords
) -> NDArray[np.float64]:
    """One row a sentence: how well it names the pair, and what it is like.

    Parameters
    ----------
    texts
        Sentences of one study in order.
    alone
        Their `sentence_features`, one row each.
    pair
        The intervention and the outcome.
    """
    order = [stems(text) for text in texts]
    named = [frozenset(found) for found in order]
    outcome = _coverage(named, pair.outcome)
    treatment = _coverage(named, pair.intervention_alone)
    head = np.array([pair.outcome_head in found for found in named], dtype=float)
    alike, treated = (
        _alike(named, wanted) for wanted in (pair.outcome, pair.intervention_alone)
    )
    results, conclusions = alone[:, RESULTS], alone[:, CONCLUSIONS]
    shown, reports = results + conclusions, _reports(alone)
    return np.column_stack(
        [
            *_named(outcome, treatment, head, shown=shown, reports=reports),
            *(outcome * part for part in (results, conclusions)),
            *_worded(order, texts, pair, results=results),
            *_nearly(alike, treated, alone, reports=reports),
            *_places(alike, shown),
            *_unnamed(texts, alike, alone, reports=reports),
            shown * reports,
            alone,
        ]
    )


def _named(
    outcome: Column, treatment: Column, head: Column, *, shown: Column, reports: Column
) -> list[Column]:
    """Return how much of the pair's words each sentence has; `COVERAGE` comes first."""
    before = np.concatenate([[0.0], outcome[:-1]])
    return [
        outcome,
        treatment,
        outcome**2,
        outcome >= outcome.max(),
        outcome >= 1,
        outcome == 0,
        head,
        treatment > 0,
        treatment * outcome,
        before,
        np.full(len(outcome), outcome.max()),
        outcome * shown,
        outcome * reports,
        treatment * reports,
        head * reports,
    ]


def _worded(
    order: Sequence[tuple[str, ...]],
    texts: Sequence[str],
    pair: PairWords,
    *,
    results: Column,
) -> list[Column]:
    """Return whether the outcome's words stand in the same order."""
    pairs = set(itertools.pairwise(pair.outcome_order))
    together = np.array(
        [len(pairs & set(itertools.pairwise(found))) for found in order]
    ) / max(1, len(pairs))
    whole = np.array([pair.outcome_text in text.lower() for text in texts], float)
    return [together, whole, together * results, whole * results]


def _nearly(
    alike: Column, treated: Column, alone: NDArray[np.float64], *, reports: Column
) -> list[Column]:
    """Return how much of the pair's words each sentence has, word beginnings alike."""
    relative = alike / max(float(alike.max()), 1e-9)
    rank = np.argsort(np.argsort(-alike, kind="stable")) / max(1, len(alike))
    results, conclusions = alone[:, RESULTS], alone[:, CONCLUSIONS]
    return [
        alike,
        treated,
        alike * treated,
        relative,
        relative * results,
        relative * conclusions,
        rank,
        alike * reports,
        alike * reports * results,
        alike * (1 - reports),
        alike * (alone[:, P_VALUE] > 0),
        treated * results,
        treated * conclusions,
        *(alike * alone[:, role] for role in range(RESULTS)),
        relative * reports * (results + conclusions),
    ]


def _unnamed(
    texts: Sequence[str], alike: Column, alone: NDArray[np.float64], *, reports: Column
) -> list[Column]:
    """Return how each sentence may tell of an outcome that it does not name.

    By speaking of all outcomes, or of the sentence before it.
    """
    lowered = [text.lower() for text in texts]
    sweeping = np.array([bool(SWEEPING.search(text)) for text in lowered], float)
    going_on = np.array([bool(GOING_ON.search(text)) for text in lowered], float)
    before = np.concatenate([[0.0], alike[:-1]])
    results = alone[:, RESULTS]
    return [
        sweeping,
        sweeping * reports,
        sweeping * results * reports,
        before * going_on,
        before * results * reports,
        before * (1 - alike) * reports,
        alike * (alone[:, BASELINE] > 0),
    ]


def _places(alike: Column, shown: Column) -> list[Column]:
    """Return where each sentence stands, and whether it is the first to tell."""
    count = len(alike)
    place = np.arange(count) / max(1, count - 1)
    telling = np.flatnonzero((alike > SOME) & (shown > HALF))
    first = np.zeros(count)
    first[telling[:1]] = 1
    return [place, place == 0, place == 1, first]


def _alike(named: Sequence[frozenset[str]], wanted: frozenset[str]) -> Column:
    """Return the share of the wanted stems whose beginning a sentence has."""
    shares = []
    for found in named:
        begins = {word[:BEGINNING] for word in found}
        hits = [
            word in found or (len(word) >= BEGINNING and word[:BEGINNING] in begins)
            for word in wanted
        ]
        shares.append(sum(hits) / max(1, len(hits)))
    return np.array(shares)


def _coverage(
    named: Sequence[frozenset[str]], wanted: frozenset[str]
) -> NDArray[np.float64]:
    """Return the share of the wanted stems a sentence names; rare ones count more."""
    count = len(named)
    weight = {
        word: math.log((count + 1) / (0.5 + sum(word in found for found in named)))
        for word in sorted(wanted)
    }
    total = sum(weight.values()) or 1.0
    return np.array(
        [
            sum(weight[word] for word in sorted(wanted & found)) / total
            for found in named
        ]
    )


def _reports(alone: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return whether each sentence says up, down or same."""
    names = list(CUES)
    first = 5
    shown = [first + names.index(name) for name in ("up", "down", "same")]
    said: Column = alone[:, shown].sum(axis=1) > 0
    return said.astype(float)


def direction_features(text: str, pair: PairWords, outcome: str) -> list[str]:
    """Masked n-grams of the sentence and its clause, and what stands by the outcome."""
    marks = _with_numbers(masked(text, pair), text)
    clause = _clause(marks)
    found = [f"s:{gram}" for gram in _grams(marks, 3)]
    found += [f"c:{gram}" for gram in _grams(clause, 3)]
    found += _around(clause, "OUTCOME")
    cues = _cues(" ".join(clause))
    found += [f"cue:{cue}" for cue in cues]
    found += [f"cues:{'+'.join(cues)}"]
    found += [f"o:{word}|{cue}" for word in stems(outcome) for cue in cues]
    found += _order(clause)
    found += [f"k:{gram}" for gram in _grams(_skeleton(clause), 4)]
    found += _nearest(clause)
    return found


def _skeleton(marks: list[str]) -> list[str]:
    """Return only the words that carry a comparison, by what they do."""
    bones: list[str] = []
    for mark in marks:
        bone = mark if mark.isupper() else _bone(mark)
        if bone and bone != "0" and bones[-1:] != [bone]:
            bones.append(bone)
    return ["^", *bones]


def _nearest(marks: list[str]) -> list[str]:
    """Return the words of change nearest to the outcome, on each side and at all."""
    if "OUTCOME" not in marks:
        return []
    centre = marks.index("OUTCOME")
    told = [
        (abs(place - centre), "left" if place < centre else "right", bone)
        for place, mark in enumerate(marks)
        if (bone := _bone(mark)) in CHANGES
    ]
    told.sort()
    sides = [f"{side}:{bone}" for _, side, bone in told]
    first = {side: bone for _, side, bone in reversed(told)}
    denied = "NOT" in (_bone(mark) for mark in marks[: centre + WINDOW])
    return [
        *(f"near:{said}:{denied}" for said in sides[:1]),
        *(f"first:{side}:{bone}" for side, bone in first.items()),
        f"both:{first.get('left')}:{first.get('right')}",
    ]


@functools.lru_cache(maxsize=50_000)
def _bone(word: str) -> str:
    if word in COMPARING:
        return "THAN"
    return next((bone for bone, form in BONES.items() if form.match(word)), "")


def _with_numbers(marks: list[str], text: str) -> list[str]:
    """Return the words with verdicts of printed p-values and intervals appended."""
    read = numbers_in(text)
    verdicts = ["PYES" if p.is_significant else "PNO" for p in read.p_values]
    for effect in read.effects:
        if effect.low is not None and effect.high is not None:
            away = "CIUP" if effect.low > effect.none else "CIDOWN"
            verdicts.append(away if effect.leaves_out_none else "CINO")
    return [*marks, *sorted(set(verdicts)), f"P{len(read.p_values) > 0}"]


def _clause(marks: list[str]) -> list[str]:
    """Return the clause that names the outcome first; all of it if none does."""
    clauses: list[list[str]] = [[]]
    for mark in marks:
        if mark in CLAUSE_ENDS:
            clauses.append([])
        else:
            clauses[-1].append(mark)
    return next((clause for clause in clauses if "OUTCOME" in clause), marks)


def _grams(marks: list[str], longest: int) -> list[str]:
    marks = [mark for mark in marks if mark not in {",", "(", ")"}]
    return [
        " ".join(marks[i : i + n])
        for n in range(1, longest + 1)
        for i in range(len(marks) - n + 1)
    ]


def _around(marks: list[str], centre: str) -> list[str]:
    """Return the words near each mention, on the left and on the right."""
    near: list[str] = []
    for i, mark in enumerate(marks):
        if mark == centre:
            near += [f"l:{word}" for word in marks[max(0, i - WINDOW) : i]]
            near += [f"r:{word}" for word in marks[i + 1 : i + 1 + WINDOW]]
    return near


def _cues(clause: str) -> list[str]:
    names = ("up", "down", "same", "significant")
    counts = dict(zip(CUES, cue_counts(clause), strict=True))
    return [name for name in names if counts[name]] or ["none"]


def _order(marks: list[str]) -> list[str]:
    """Return which of treatment and comparator stands on which side of "than"."""
    sides = {"TREATMENT", "COMPARATOR"}
    for word in ("than", "to", "with", "versus", "vs"):
        if word in marks:
            i = marks.index(word)
            left = next((m for m in reversed(marks[:i]) if m in sides), "-")
            right = next((m for m in marks[i + 1 :] if m in sides), "-")
            if left != "-" or right != "-":
                return [f"than:{word in {'than'}}:{left}:{right}"]
    return []
