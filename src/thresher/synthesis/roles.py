"""Roles of an abstract's sentences: what each one is there for."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from thresher.synthesis.headings import Role, allowed_roles
from thresher.synthesis.role_features import context_features, role_rows
from thresher.synthesis.sentences import Sentence
from thresher.synthesis.weights import Arrays, load

__all__ = ["ROLES", "RoleCall", "best_path", "role_probabilities", "roles"]

ROLES = tuple(Role)
TRANSITION_WEIGHT = 0.1
UNLIKELY = 1e-9


@dataclass(frozen=True, slots=True, kw_only=True)
class RoleCall:
    """The role a sentence most likely has, and its probability."""

    role: Role
    confidence: float


def roles(found: Sequence[Sentence]) -> tuple[RoleCall, ...]:
    """Roles of the sentences of one abstract, in order, without its title.

    Where the authors' own headings stand above the sentences, they decide between
    the roles that they allow.

    Examples
    --------
    >>> from thresher.synthesis.sentences import sentences
    >>> calls = roles(sentences("AIM To compare teas. RESULTS Black tea was better."))
    >>> [call.role.value for call in calls]
    ['objective', 'results']
    """
    if not found:
        return ()
    chances = role_probabilities(found)
    path = best_path(chances, load("roles"))
    return tuple(
        RoleCall(role=ROLES[role], confidence=float(chances[place, role]))
        for place, role in enumerate(path)
    )


def role_probabilities(found: Sequence[Sentence]) -> NDArray[np.float64]:
    """One row a sentence, one column a role in the order of `ROLES`."""
    chances = model_probabilities([s.text for s in found], load("roles"))
    for place, sentence in enumerate(found):
        if sentence.heading:
            allowed = allowed_roles(sentence.heading)
            chances[place] *= [role in allowed for role in ROLES]
    chances += UNLIKELY / len(ROLES)
    kept: NDArray[np.float64] = chances / chances.sum(axis=1, keepdims=True)
    return kept


def model_probabilities(texts: Sequence[str], weights: Arrays) -> NDArray[np.float64]:
    """Probabilities by the model alone, headings unseen."""
    first = first_probabilities(texts, weights)
    seen = (context_features(first) - weights["mean"]) / weights["spread"]
    hidden = np.maximum(0, seen @ weights["hidden"] + weights["hidden_bias"])
    return _softmax(hidden @ weights["out"] + weights["out_bias"])


def first_probabilities(texts: Sequence[str], weights: Arrays) -> NDArray[np.float64]:
    """Probabilities by the first, linear model."""
    return _softmax(role_rows(texts) @ weights["linear"] + weights["linear_bias"])


def _softmax(scores: NDArray[np.floating]) -> NDArray[np.float64]:
    raised = np.exp(scores.astype(np.float64) - scores.max(axis=1, keepdims=True))
    chances: NDArray[np.float64] = raised / raised.sum(axis=1, keepdims=True)
    return chances


def best_path(chances: NDArray[np.float64], weights: Arrays) -> list[int]:
    """Likeliest sequence of roles under the usual order of sections (Viterbi)."""
    moves = TRANSITION_WEIGHT * weights["transitions"]
    logs = np.log(chances + UNLIKELY)
    score = logs[0] + TRANSITION_WEIGHT * weights["starts"].ravel()
    back: list[NDArray[np.int64]] = []
    for row in logs[1:]:
        reached = score[:, None] + moves
        back.append(reached.argmax(axis=0))
        score = reached.max(axis=0) + row
    path = [int(score.argmax())]
    for step in reversed(back):
        path.append(int(step[path[-1]]))
    return path[::-1]
