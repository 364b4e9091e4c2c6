"""What is done to each document of a corpus: spans, sentence classes, directions."""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from importlib import resources
from itertools import islice
from typing import Any, TypeAlias

from thresher import __version__
from thresher.errors import InputError
from thresher.executors import Executor, Outcome
from thresher.progress import Report, silent
from thresher.synthesis.corpus.results import Results, key_of
from thresher.synthesis.evidence import directions
from thresher.synthesis.finding import Finding
from thresher.synthesis.pico import pico
from thresher.synthesis.review_roles import review_roles
from thresher.synthesis.roles import roles
from thresher.synthesis.sentences import abstract_sentences
from thresher.synthesis.spans import PicoKind, Span
from thresher.synthesis.study import Study
from thresher.synthesis.study_names import study_names

__all__ = ["STAGES", "Stage", "Task", "as_spans", "fingerprint", "task_of", "worked"]

Payload: TypeAlias = tuple[Any, ...]  # plain values that JSON and pickle can hold
BATCH = 8  # documents a job: small, since what a killed job had is lost
WAVE = 400  # jobs handed over at a time
WEIGHTS = ("roles", "pico", "evidence")
DIGITS = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """A name, what is told while it runs, and what it makes of a payload."""

    name: str
    told: str
    function: Callable[..., Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One document of one stage; equal keys mean equal results."""

    key: str
    name: str
    payload: Payload


def _spans(title: str, abstract: str) -> list[list[Any]]:
    """Return kind, start, end and confidence of each span."""
    found = pico(Study(id="-", title=title, abstract=abstract))
    return [[s.kind.value, s.start, s.end, round(s.confidence, DIGITS)] for s in found]


def _names(
    title: str, abstract: str, spans: Sequence[Sequence[Any]]
) -> list[tuple[str, ...]]:
    """Return interventions and outcomes by the names that a synthesis gives them."""
    study = Study(id="-", title=title, abstract=abstract)
    cut = abstract_sentences(study)
    kinds = tuple(call.role for call in roles(cut))
    return list(study_names(study, as_spans(study, spans), cut=cut, kinds=kinds))


def as_spans(text: Study, plain: Sequence[Sequence[Any]]) -> tuple[Span, ...]:
    """Spans of a text, from kind, start, end and confidence of each."""
    whole = text.text
    return tuple(
        Span(
            kind=PicoKind(kind),
            start=start,
            end=end,
            text=whole[start:end],
            confidence=confidence,
        )
        for kind, start, end, confidence in plain
    )


def _sentence_classes(title: str, abstract: str) -> list[list[Any]]:
    """Return start, end and one of nine classes of each sentence."""
    cut = abstract_sentences(Study(id="-", title=title, abstract=abstract))
    calls = zip(cut, review_roles(cut), strict=True)
    return [[sentence.start, sentence.end, role.value] for sentence, role in calls]


def _directions(  # noqa: PLR0917  a payload comes in order
    title: str,
    abstract: str,
    pairs: Sequence[tuple[str, str]],
    arms: Sequence[str],
) -> list[list[float] | None]:
    """Return triple, sentence and confidence of each pair; None: not reported."""
    study = Study(id="-", title=title, abstract=abstract)
    asked = [(pair[0], pair[1]) for pair in pairs]
    return [_plain(one) for one in directions(study, asked, arms=tuple(arms))]


def _plain(finding: Finding) -> list[float] | None:
    if finding.directions is None or finding.evidence is None:
        return None
    triple = [round(chance, DIGITS) for chance in finding.directions.triple]
    place = [finding.evidence.start, finding.evidence.end]
    return [*triple, *place, round(finding.confidence, DIGITS)]


STAGES: Mapping[str, Stage] = {
    stage.name: stage
    for stage in (
        Stage(name="spans", told="Finding spans", function=_spans),
        Stage(name="names", told="Naming what was tested", function=_names),
        Stage(name="sentences", told="Classing sentences", function=_sentence_classes),
        Stage(name="directions", told="Reading directions", function=_directions),
    )
}


@cache
def fingerprint() -> str:
    """Hash of the installed weights: other weights, other results."""
    folder = resources.files("thresher.synthesis") / "weights"
    whole = hashlib.sha256()
    for name in WEIGHTS:
        whole.update((folder / f"{name}.npz").read_bytes())
    return whole.hexdigest()


def task_of(stage: str, name: str, payload: Payload) -> Task:
    """Task of a stage on one document."""
    key = key_of(stage, fingerprint(), payload)
    return Task(key=key, name=name, payload=payload)


def worked(
    stage: Stage,
    tasks: Sequence[Task],
    results: Results,
    *,
    executor: Executor,
    report: Report = silent,
) -> dict[str, str]:
    """Do all tasks that have no result yet; return a sentence for each that failed.

    Notes
    -----
    Tasks go out in batches. Where a batch fails, its tasks are done one by one, so
    that only those are given up that fail by themselves. What is done is on the disk
    before the next is waited for.
    """
    wanted = {task.key: task for task in tasks}
    open_ = [task for key, task in wanted.items() if key not in results]
    done = len(wanted) - len(open_)
    broken: list[Task] = []
    failures: dict[str, str] = {}
    report(stage.told, done=done, total=len(wanted))
    for batch, outcome in _outcomes(stage, _cut(open_, BATCH), executor):
        if outcome.error:
            broken += batch
        else:
            results.keep(outcome.value)  # type: ignore[arg-type]
            done += len(batch)
        report(stage.told, done=done, total=len(wanted))
    for [task], outcome in _outcomes(stage, _cut(broken, 1), executor, again=True):
        if outcome.error:
            failures[task.key] = outcome.error
        else:
            results.keep(outcome.value)  # type: ignore[arg-type]
        done += 1
        report(stage.told, done=done, total=len(wanted))
    return failures


def _outcomes(
    stage: Stage,
    batches: Iterator[list[Task]],
    executor: Executor,
    *,
    again: bool = False,
) -> Iterator[tuple[list[Task], Outcome]]:
    """Yield each batch with what became of it; not all are handed over at once."""
    turn = "again" if again else "first"
    while wave := list(islice(batches, WAVE)):
        by_key = {f"{stage.name}-{turn}-{batch[0].key}": batch for batch in wave}
        for key, batch in by_key.items():
            payloads = [(task.key, task.payload) for task in batch]
            job = partial(_performed, stage.name, payloads, weights=fingerprint())
            executor.submit(job, key=key)
        for outcome in executor.as_completed():
            yield by_key[outcome.key], outcome


def _cut(tasks: Sequence[Task], size: int) -> Iterator[list[Task]]:
    for start in range(0, len(tasks), size):
        yield list(tasks[start : start + size])


def _performed(
    stage: str, payloads: Sequence[tuple[str, Payload]], *, weights: str
) -> list[tuple[str, Any]]:
    """Return what a stage makes of each payload, where the job is done."""
    if fingerprint() != weights:
        raise InputError(
            f"this worker has other weights (Thresher {__version__}): give every "
            "worker the same version"
        )
    function = STAGES[stage].function
    return [(key, function(*payload)) for key, payload in payloads]
