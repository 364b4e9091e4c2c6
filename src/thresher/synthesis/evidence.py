"""Sentences that report a pair of an intervention and an outcome, and where it goes."""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from thresher.errors import InputError
from thresher.synthesis.abbreviations import abbreviations
from thresher.synthesis.arm_values import arm_values
from thresher.synthesis.attribution import attribution, without
from thresher.synthesis.clauses import is_denied_apart, own_clause, tested_part
from thresher.synthesis.cues import (
    CUES,
    claims_equal,
    gives_something,
    is_at_baseline,
    is_definition,
    is_linked_to_use,
    is_prognostic,
    lists_signed_changes,
    other_of_two,
    says_no_change,
    shows_no_difference,
    tells_a_state,
    tells_a_switch,
)
from thresher.synthesis.evidence_features import (
    direction_features,
    ranking_features,
    sentence_features,
)
from thresher.synthesis.finding import Direction, Directions, Finding
from thresher.synthesis.headings import Role
from thresher.synthesis.improvement import improved_direction, tells_a_change
from thresher.synthesis.pair_words import PairWords, masked, pair_words
from thresher.synthesis.phrase_key import FILLER, SORTS, Kind
from thresher.synthesis.reported_numbers import numbers_in
from thresher.synthesis.roles import ROLES, role_probabilities
from thresher.synthesis.sentences import Sentence, abstract_sentences
from thresher.synthesis.study import Study
from thresher.synthesis.variants import Retold, retold
from thresher.synthesis.weights import Arrays, load
from thresher.synthesis.words import buckets, stem, stems

__all__ = [
    "THRESHOLD",
    "Reading",
    "directions",
    "read_study",
    "sentence_direction",
    "sentence_scores",
]

THRESHOLD = 0.4  # chance of being reported below which nothing is said
HALF = 0.5
RULED = 0.7  # share of the verdict where a rule tells the direction
CHANGES = frozenset({Direction.INCREASES, Direction.DECREASES})
ORDER = (Direction.DECREASES, Direction.NO_CHANGE, Direction.INCREASES)
_AMOUNTS = "low high dose doses oral long mg ml iu mcg kg g 0"
NOT_TELLING = frozenset(
    stem(word) for word in FILLER[Kind.INTERVENTION] | set(_AMOUNTS.split())
)
WITH_OTHERS = re.compile(r"\b(?:combin\w+|both|all|either|together|groups|arms|each)\b")
LONGEST_SENTENCE = 1200  # characters the direction model reads
COVERAGE, TREATMENT, HEAD, TOGETHER, WHOLE, ALIKE = 0, 1, 6, 17, 18, 21  # columns
ALONE = -(len(Role) + len(CUES) + 1)  # first column of the sentence alone
RESULTS, CONCLUSIONS, UP, DOWN, SAME = (ALONE + place for place in (3, 4, 5, 6, 7))


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A study's sentences prepared once for all its pairs."""

    sentences: tuple[Sentence, ...]
    texts: tuple[str, ...]  # of the sentences, variants of one treatment told apart
    features: NDArray[np.float64]
    short_forms: Mapping[str, str]
    named: frozenset[str]
    prognostic: NDArray[np.bool_]
    arms: tuple[frozenset[str], ...] = ()  # stems of each intervention
    gives: bool = True  # whether the study says that it gave somebody something
    retold: Retold = field(default_factory=lambda: retold(()))


def read_study(study: Study, *, arms: Sequence[str] = ()) -> Reading:
    """Sentences of the abstract with the features that no pair changes."""
    found = abstract_sentences(study)
    chances = _role_chances(found)
    short_forms = abbreviations(study.text, names=arms)
    how = retold(arms)
    told = [how.tell(arm) for arm in arms]
    named = (pair_words(arm, arm, short_forms=short_forms) for arm in told)
    rows = [
        sentence_features(sentence.text, row)
        for sentence, row in zip(found, chances, strict=True)
    ]
    return Reading(
        sentences=found,
        texts=tuple(how.tell(sentence.text) for sentence in found),
        features=np.array(rows),
        short_forms=short_forms,
        named=frozenset(stems(how.tell(study.text))),
        prognostic=np.array([is_prognostic(s.text) for s in found], dtype=bool),
        arms=tuple(one.intervention - NOT_TELLING for one in named),
        gives=gives_something(study.text),
        retold=how,
    )


def _role_chances(found: Sequence[Sentence]) -> NDArray[np.float64]:
    """Return the chances of each role; a claim of non-inferiority is a result."""
    if not found:
        return np.zeros((0, len(ROLES)))
    chances = role_probabilities(found)
    claims = [claims_equal(sentence.text) for sentence in found]
    told = [role in (Role.RESULTS, Role.CONCLUSIONS) for role in ROLES]
    unsure = np.array(claims) & (chances[:, told].sum(axis=1) < HALF)
    chances[unsure] = [float(role is Role.RESULTS) for role in ROLES]
    return chances


def directions(
    study: Study,
    pairs: Iterable[tuple[str, str]],
    *,
    threshold: float = THRESHOLD,
    arms: Sequence[str] = (),
) -> tuple[Finding, ...]:
    """Each finding of a study on a pair of an intervention and an outcome.

    A direction is given only where a sentence of the abstract names the outcome, no
    prognostic one and none about other arms only, and is more likely than `threshold`
    to report the pair; the study must name the intervention, and if it does not say
    that it gave anything to anybody, so must the sentence. Else the finding is "not
    reported": no direction, no sentence. A direction that only a comparator shows is
    never given to the intervention, and "no change" only where a sentence says so.

    Parameters
    ----------
    study
        Its abstract is searched; the title is not evidence.
    pairs
        Interventions with outcomes, as the study or the reviewer words them.
    threshold
        In [0, 1]; 0 abstains only where no sentence names the outcome.
    arms
        All interventions of the study: a sentence that names only others than the one
        asked is no evidence for it.

    Raises
    ------
    InputError
        An intervention or an outcome is blank, or the threshold is outside [0, 1].
    """
    if not 0 <= threshold <= 1:
        raise InputError(f"threshold must be in [0, 1], got {threshold}")
    reading = read_study(study, arms=arms)
    return tuple(
        _finding(study.id, reading, pair, threshold=threshold) for pair in pairs
    )


def _finding(
    study: str, reading: Reading, pair: tuple[str, str], *, threshold: float
) -> Finding:
    intervention, outcome = pair
    if not intervention.strip() or not outcome.strip():
        raise InputError(f"a pair needs an intervention and an outcome, got {pair}")
    asked = reading.retold.tell(intervention)
    named = pair_words(asked, outcome, short_forms=reading.short_forms)
    weights = load("evidence")
    best, chance = _best(reading, named, weights)
    silent = Finding(
        study=study,
        intervention=intervention,
        outcome=outcome,
        directions=None,
        evidence=None,
        confidence=chance,
    )
    if best is None or chance < threshold:
        return silent
    sentence = reading.sentences[best]
    whole = reading.texts[best]
    rivals = _rivals(named, reading.arms, whole)
    told = own_clause(whole, named, rivals=rivals) or whole
    said = sentence_direction(told, named, outcome=outcome, weights=weights)
    if said.likeliest is Direction.NO_CHANGE and not (
        says_no_change(told) or shows_no_difference(tested_part(told, named))
    ):
        return silent  # bare numbers: that they are alike is no one's claim
    if said.likeliest in CHANGES and not _is_claimed(told, named):
        return silent  # nor that they differ, untested
    if said.likeliest in CHANGES and not _is_told_apart(whole, named, reading.retold):
        return silent  # of which of its variants, is not said
    return replace(
        silent,
        directions=said,
        evidence=sentence,
        numbers=numbers_in(sentence.text),
    )


def _is_told_apart(text: str, pair: PairWords, how: Retold) -> bool:
    """Whether a sentence names the variant that is asked, if there are several."""
    own = frozenset(map(stem, how.tokens)) & pair.intervention
    return not own or bool(own & frozenset(stems(text)))


def _is_claimed(text: str, pair: PairWords) -> bool:
    """Whether a sentence says that something changed: in words, or by a test."""
    values = arm_values(text, pair)
    tested = any(effect.leaves_out_none for effect in numbers_in(text).effects)
    said = " ".join(masked(text, pair))  # the outcome's own name tells no change
    return tested or tells_a_change(said) or bool(values and values.is_tested)


def _best(
    reading: Reading, pair: PairWords, weights: Arrays
) -> tuple[int | None, float]:
    """Return the sentence that most likely reports the pair, and that chance."""
    if not reading.sentences or not is_named(pair, reading.named):
        return None, 0.0
    rows, scores = sentence_scores(reading, pair, weights)
    for best in np.argsort(-scores, kind="stable").tolist():
        text = reading.texts[best]
        is_trait = reading.prognostic[best] and not is_linked_to_use(
            text, pair.intervention_alone
        )
        names_it = rows[best, COVERAGE] > 0 and not is_trait
        if not reading.gives:
            names_it = names_it and is_named(pair, frozenset(stems(text)))
        if names_it and _is_about(text, pair, reading.arms):
            return best, reported_chance(rows, scores, best, weights=weights)
    return None, 0.0


def _is_about(text: str, pair: PairWords, arms: Sequence[frozenset[str]]) -> bool:
    """Whether a sentence is about this arm and this outcome, and can be read."""
    rivals = _rivals(pair, arms, text)
    return not (
        _is_on_part(text, pair, arms)
        or other_of_two(pair.outcome_text, text)
        or lists_signed_changes(text)
        or is_at_baseline(text)
        or is_definition(text)
        or tells_a_switch(text)
        or (tells_a_state(text) and not is_named(pair, frozenset(stems(text))))
        or attribution(text, pair, rivals=rivals).is_others
    )


def _rivals(
    pair: PairWords, arms: Sequence[frozenset[str]], text: str
) -> frozenset[str]:
    """Return the stems of the other arms that a sentence names by words of their own.

    What two arms share is the asked one's where the other is not named: "drops" of
    "eye drops" and "drops and gel".
    """
    own, said = pair.intervention - NOT_TELLING, frozenset(stems(text))
    return frozenset().union(*(arm for arm in arms if (arm - own) & said))


def _is_on_part(text: str, pair: PairWords, arms: Sequence[frozenset[str]]) -> bool:
    """Whether a sentence names an arm that is part of this one, and nothing more of it.

    Of "zinc" and "zinc plus copper", "zinc helped" is about the first.
    """
    own, said = pair.intervention - NOT_TELLING, frozenset(stems(text))
    return not WITH_OTHERS.search(text.lower()) and any(
        arm and arm < own and arm <= said and not (own - arm) & said for arm in arms
    )


def is_named(pair: PairWords, named: frozenset[str]) -> bool:
    """Whether a text with these stems names the intervention: half of its own words.

    "Vitamin K" is not named where only "vitamin D" is.
    """
    wanted = pair.intervention - NOT_TELLING or pair.intervention
    found = wanted & named
    return 2 * len(found) >= len(wanted) and bool(found & (wanted - SORTS or wanted))


def sentence_scores(
    reading: Reading, pair: PairWords, weights: Arrays
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Ranking features and scores of the sentences; the higher, the likelier."""
    rows = ranking_features(reading.texts, reading.features, pair)
    seen = (rows - weights["rank_mean"]) / weights["rank_spread"]
    scores: NDArray[np.float64] = seen @ weights["rank"] + weights["rank_bias"]
    return rows, scores.astype(np.float64)


def report_features(
    rows: NDArray[np.float64], scores: NDArray[np.float64], best: int
) -> list[float]:
    """Features that tell whether the best sentence reports the pair at all."""
    others = np.delete(scores, best)
    gap = scores[best] - others.max() if others.size else 0.0
    said = rows[best, [UP, DOWN, SAME]]
    alike = rows[best, ALIKE]
    return [
        float(scores[best]),
        float(min(gap, 5.0)),
        *rows[best, [COVERAGE, TREATMENT, HEAD, TOGETHER, WHOLE, ALIKE]].tolist(),
        *rows[best, [RESULTS, CONCLUSIONS]].tolist(),
        float(said.sum() > 0),
        float(said.sum() > 0) * alike,
        float(alike >= 1),
        float(rows[:, ALIKE].max() - alike),
        float(min(3, (rows[:, ALIKE] > HALF).sum())),
        float((rows[:, COVERAGE] > 0).mean()),
    ]


def reported_chance(
    rows: NDArray[np.float64],
    scores: NDArray[np.float64],
    best: int,
    *,
    weights: Arrays,
) -> float:
    """Probability that the study's best sentence reports the pair."""
    seen = np.array(report_features(rows, scores, best)) - weights["report_mean"]
    score = (seen / weights["report_spread"]) @ weights["report"]
    return float(1 / (1 + np.exp(-(score + weights["report_bias"][0]))))


def sentence_direction(
    text: str, pair: PairWords, *, outcome: str, weights: Arrays
) -> Directions:
    """Direction probabilities that a sentence gives for a pair it reports.

    A direction that only a comparator shows has none.
    """
    table = weights["direction"]
    features = direction_features(text[:LONGEST_SENTENCE], pair, outcome)
    numbers = buckets(features, size=len(table))
    scores = direction_scale(numbers) * table[numbers].sum(axis=0)
    raised = np.exp(scores + weights["direction_bias"] - scores.max())
    chances = raised / raised.sum()
    values = arm_values(text, pair)
    if shows_no_difference(tested_part(text, pair)) or is_denied_apart(text, pair):
        chances = _ruled(chances, Direction.NO_CHANGE)
    elif values and values.is_tested:
        chances = _ruled(chances, values.direction)
    elif told := improved_direction(text, outcome):
        chances = _ruled(chances, told)
    down, same, up = chances.tolist()
    said = Directions(increases=up, no_change=same, decreases=down)
    vetoed = attribution(text, pair).vetoed
    if values:
        vetoed |= CHANGES - {values.direction}
    return without(said, vetoed)


def _ruled(chances: NDArray[np.float64], told: Direction) -> NDArray[np.float64]:
    """Return the chances where a rule tells the direction."""
    return RULED * np.array([one is told for one in ORDER]) + (1 - RULED) * chances


def direction_scale(numbers: Sequence[int] | NDArray[np.int64]) -> float:
    """Weight of each feature: long sentences do not shout."""
    return 3 / math.sqrt(len(numbers))
