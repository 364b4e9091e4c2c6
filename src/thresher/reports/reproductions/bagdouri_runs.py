"""Trainings on newswire topics, and what policies make of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from thresher.certification.claim import Claim
from thresher.certification.classifiers import Classifier
from thresher.certification.criteria import find_criterion
from thresher.certification.policies import (
    Opening,
    Outcome,
    Patience,
    Policy,
    Round,
    Wait,
    blind_oracle,
    opening,
    saving,
    sighted_oracle,
    within_budget,
)
from thresher.certification.training_rounds import (
    Course,
    MeasuredRound,
    trained_rounds,
)
from thresher.progress import Report, silent
from thresher.reports.reproductions.newswire import Newswire
from thresher.screening.balance import Balanced
from thresher.screening.rankers.linear_svm import LinearSvm

__all__ = [
    "CLASSIFIER",
    "PAPER_POLICIES",
    "PolicyFigures",
    "Run",
    "Schedule",
    "played_runs",
    "policy_figures",
    "waiting_figures",
]

CLASSIFIER = Classifier(ranker=LinearSvm(cost=1.0), balance=Balanced(ratio=1.0))
PART = 0.9  # of the best F1 of a first training: the target, as in the paper
ANY = 0.5  # a target for the first training, where no test is of interest
PAPER_POLICIES: Mapping[str, tuple[float, float, float | None]] = {
    # share opened, share of these that pass, saving
    "first within budget": (0.7052, 0.7946, 0.0),
    "blind oracle": (0.7052, 0.7286, 0.4321),
    "sighted oracle": (0.7052, 1.0, 0.3808),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Schedule:
    """How long the trainings are, and how many.

    Parameters
    ----------
    step, most
        Records that a round adds, and where a training ends.
    runs, topics
        Trainings for each topic, and topics of each collection, at most.
    budget
        Labels for training and test together.
    """

    step: int = 40
    most: int = 1600
    runs: int = 2
    topics: int = 5
    budget: int = 8000

    @property
    def waits(self) -> list[int]:
        """How many rounds waiting policies wait."""
        return [*range(0, self.most // self.step, max(self.most // self.step // 20, 1))]


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One training: of what, with which target, and its rounds."""

    collection: str
    topic: str
    target: float
    measured: Sequence[MeasuredRound]

    @property
    def rounds(self) -> list[Round]:
        """The rounds, without what nobody knows but us."""
        return [one.round for one in self.measured]


@dataclass(frozen=True, slots=True, kw_only=True)
class PolicyFigures:
    """What a policy did over all runs.

    Parameters
    ----------
    opened
        Share of the runs in which it opened the box.
    passed
        Share of these that passed; None if there is none.
    saving
        Mean share of the first policy's labels that it saves, where both opened.
    """

    policy: str
    opened: float
    passed: float | None
    saving: float | None


def played_runs(
    collections: Sequence[Newswire],
    schedule: Schedule,
    *,
    rng: np.random.Generator,
    report: Report = silent,
) -> list[Run]:
    """Return the trainings of all topics, with targets set by a first training each."""
    tasks = [
        (wire, topic)
        for wire in collections
        for topic in wire.common_topics(most=schedule.topics)
    ]
    runs: list[Run] = []
    for done, (wire, topic) in enumerate(tasks, 1):
        target = _target(wire, topic, schedule, rng=rng)
        runs += [
            Run(
                collection=wire.name,
                topic=topic,
                target=target,
                measured=trained_rounds(
                    wire.features,
                    wire.topics[topic],
                    _course(target, schedule),
                    rng=rng,
                ),
            )
            for _ in range(schedule.runs)
        ]
        report("Trainings", done=done * schedule.runs, total=len(tasks) * schedule.runs)
    return runs


def _course(target: float, schedule: Schedule) -> Course:
    claim = Claim(criterion=find_criterion("f1", method="normal"), target=target)
    return Course(
        claim=claim,
        classifier=CLASSIFIER,
        step=schedule.step,
        most=schedule.most,
    )


def _target(
    wire: Newswire, topic: str, schedule: Schedule, *, rng: np.random.Generator
) -> float:
    """Return the target of a topic: a part of the best F1 of one training."""
    labels = wire.topics[topic]
    order = rng.permutation(labels.size)
    memory: object = None
    best = 0.0
    for trained in range(schedule.step, schedule.most + 1, 4 * schedule.step):
        known, rest = order[:trained], order[trained:]
        found = CLASSIFIER(wire.features, known, labels=labels[known], memory=memory)
        memory = found.memory
        hits = 2 * np.count_nonzero(found.labels[rest] & labels[rest])
        total = np.count_nonzero(found.labels[rest]) + np.count_nonzero(labels[rest])
        best = max(best, float(hits / total) if total else 0.0)
    return PART * best if best else ANY


def policy_figures(runs: Sequence[Run], *, budget: int) -> list[PolicyFigures]:
    """Return what each policy did over all runs."""
    policies: Mapping[str, Policy] = {
        "first within budget": within_budget,
        "wait 5": Wait(rounds=5),
        "wait 10": Wait(rounds=10),
        "patience": Patience(rounds=6, window=5),
        "blind oracle": blind_oracle,
        "sighted oracle": sighted_oracle,
    }
    return [
        _figures(name, policy, runs, budget=budget) for name, policy in policies.items()
    ]


def waiting_figures(
    runs: Sequence[Run], waits: Sequence[int], *, budget: int
) -> list[PolicyFigures]:
    """Return what waiting so many rounds did over all runs, as in Figures 5 to 7."""
    return [
        _figures(str(wait), Wait(rounds=wait), runs, budget=budget) for wait in waits
    ]


def _figures(
    name: str, policy: Policy, runs: Sequence[Run], *, budget: int
) -> PolicyFigures:
    pairs: list[tuple[Opening, Opening]] = [
        (
            opening(run.rounds, policy, budget=budget),
            opening(run.rounds, within_budget, budget=budget),
        )
        for run in runs
    ]
    opened = [done for done, _ in pairs if done.outcome is not Outcome.NEVER_OPENED]
    savings = [part for part in (saving(*pair) for pair in pairs) if part is not None]
    passed = [done.outcome is Outcome.PASSED for done in opened]
    return PolicyFigures(
        policy=name,
        opened=len(opened) / len(runs),
        passed=_mean(passed),
        saving=_mean(savings),
    )


def _mean(values: Sequence[float]) -> float | None:
    return float(np.mean(values)) if values else None
