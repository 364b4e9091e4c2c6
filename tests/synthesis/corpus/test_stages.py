"""Stages of a build: nothing twice, nothing lost, failures kept apart."""

from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

import pytest

from thresher.errors import InputError
from thresher.executors import Job, Outcome, SerialExecutor
from thresher.synthesis.corpus import stages
from thresher.synthesis.corpus.results import Results
from thresher.synthesis.corpus.stages import BATCH, STAGES, Stage, task_of, worked


def halved(number: int) -> float:
    if number == 13:
        raise InputError("13 brings bad luck")
    return number / 2


HALVES = Stage(name="halves", told="Halving", function=halved)


@pytest.fixture
def results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Results]:
    monkeypatch.setattr(stages, "STAGES", {**STAGES, "halves": HALVES})
    opened = Results(tmp_path / "halves.jsonl")
    yield opened
    opened.close()


class Counting:
    """A serial executor that counts its jobs, and may be interrupted."""

    def __init__(self, *, stop_after: int | None = None) -> None:
        self.inner = SerialExecutor()
        self.jobs = 0
        self.stop_after = stop_after

    def submit(self, job: Job, *, key: str) -> None:
        self.jobs += 1
        self.inner.submit(job, key=key)

    def as_completed(self) -> Iterator[Outcome]:
        for number, outcome in enumerate(self.inner.as_completed(), 1):
            yield outcome
            if number == self.stop_after:
                raise KeyboardInterrupt

    def close(self) -> None:
        self.inner.close()


def test_each_document_is_done_once(results: Results) -> None:
    tasks = [task_of("halves", str(at), (at,)) for at in range(12)]
    told: list[int] = []

    def report(what: str, *, done: int, total: int) -> None:
        assert (what, total) == ("Halving", 12)
        told.append(done)

    first, second = Counting(), Counting()
    assert worked(HALVES, tasks, results, executor=first, report=report) == {}
    assert [results[task.key] for task in tasks] == [at / 2 for at in range(12)]
    assert first.jobs == -(-12 // BATCH)
    assert (told[0], told[-1]) == (0, 12)
    assert worked(HALVES, tasks, results, executor=second) == {}
    assert second.jobs == 0


def test_one_that_fails_takes_no_other_with_it(results: Results) -> None:
    tasks = [task_of("halves", str(at), (at,)) for at in range(20)]
    failed = worked(HALVES, tasks, results, executor=SerialExecutor())
    assert list(failed) == [tasks[13].key]
    assert "13 brings bad luck" in failed[tasks[13].key]
    assert len(results.places) == 19


def test_an_interrupted_stage_goes_on_where_it_was(results: Results) -> None:
    tasks = [task_of("halves", str(at), (at,)) for at in range(100, 100 + 5 * BATCH)]
    with pytest.raises(KeyboardInterrupt):
        worked(HALVES, tasks, results, executor=Counting(stop_after=2))
    done = len(results.places)
    assert done >= BATCH
    rest = Counting()
    worked(HALVES, tasks, results, executor=rest)
    assert rest.jobs == (len(tasks) - done) // BATCH
    assert len(results.places) == len(tasks)


def test_a_worker_with_other_weights_refuses(
    results: Results, monkeypatch: pytest.MonkeyPatch
) -> None:
    tasks = [task_of("halves", "1", (1,))]
    jobs = Counting()
    given = cycle(["here", "there"])
    monkeypatch.setattr(stages, "fingerprint", lambda: next(given))
    failed = worked(HALVES, tasks, results, executor=jobs)
    assert "other weights" in failed[tasks[0].key]


def test_the_same_document_under_two_names_is_one_task() -> None:
    assert (
        task_of("spans", "a", ("T", "A")).key == task_of("spans", "b", ("T", "A")).key
    )
    assert (
        task_of("spans", "a", ("T", "A")).key != task_of("spans", "a", ("", "TA")).key
    )
    assert (
        task_of("spans", "a", ("T", "A")).key
        != task_of("sentences", "a", ("T", "A")).key
    )
