"""Simulations of one pile side by side, scored with one product of its matrix."""

import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from thresher.progress import Report, silent
from thresher.screening.features.matrix import Features
from thresher.screening.pile import Pile
from thresher.screening.seeded import seeded_simulation
from thresher.screening.simulate import Procedure, Simulation
from thresher.screening.starts import Start

if TYPE_CHECKING:
    from scipy.sparse import csr_array

__all__ = ["MOST_TOGETHER", "batch_of_simulations", "is_worth_it", "simulations_of"]

Weights: TypeAlias = NDArray[np.float32]
FEWEST_TOGETHER = 6  # vectors from which one product is faster than one each
MOST_TOGETHER = 10  # each has a kernel of its own in memory
FEWEST_ENTRIES = 4_000_000  # of the matrix, below which waiting costs what it saves


class _Stopped(Exception):  # noqa: N818  no error: others ended, so this one does
    """Another simulation of the batch failed, or the user stopped all."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Request:
    """A matrix and a vector to multiply it with, and where the answer goes."""

    matrix: "csr_array"
    vector: Weights
    answer: "Future[Weights]"


class _Meeting:
    """Where simulations wait until each has something to multiply, or has ended."""

    def __init__(self, *, members: int) -> None:
        self.members = members
        self.waiting: list[_Request] = []
        self.lock = threading.Lock()
        self.stopped = False

    def product(self, matrix: "csr_array", vector: Weights) -> Weights:
        """Return a matrix times a vector, when every member has come with one."""
        request = _Request(matrix=matrix, vector=vector, answer=Future())
        with self.lock:
            if self.stopped:
                raise _Stopped
            self.waiting.append(request)
            self._answer_if_all_came()
        return request.answer.result()

    def leave(self) -> None:
        """Go for good; the others no longer wait for this one."""
        with self.lock:
            self.members -= 1
            self._answer_if_all_came()

    def stop(self) -> None:
        """Send everyone home."""
        with self.lock:
            self.stopped = True
            for request in self.waiting:
                request.answer.set_exception(_Stopped())
            self.waiting.clear()

    def _answer_if_all_came(self) -> None:
        if len(self.waiting) < self.members:
            return
        for matrix in {id(one.matrix): one.matrix for one in self.waiting}.values():
            requests = [one for one in self.waiting if one.matrix is matrix]
            products = _products(matrix, [one.vector for one in requests])
            for request, product in zip(requests, products, strict=True):
                request.answer.set_result(product)
        self.waiting.clear()


class _SharedMatrix:
    """A matrix that multiplies together with other simulations, else as ever."""

    def __init__(self, matrix: "csr_array", meeting: _Meeting) -> None:
        self.matrix = matrix
        self.meeting = meeting

    def __matmul__(self, other: NDArray[Any]) -> NDArray[Any]:
        if other.ndim == 1 and other.dtype == np.float32:
            return self.meeting.product(self.matrix, other)
        return np.asarray(self.matrix @ other)

    def together(self, matrix: "csr_array") -> "_SharedMatrix":
        """Return another matrix that multiplies with those of the others."""
        return _SharedMatrix(matrix, self.meeting)

    def __getitem__(self, rows: Any) -> Any:  # noqa: ANN401  as scipy gives it
        return self.matrix[rows]

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401
        return getattr(self.matrix, name)


def batch_of_simulations(
    pile: Pile,
    features: Sequence[Features],
    procedure: Procedure,
    *,
    start: Start,
    seeds: Sequence[int],
    report: Report = silent,
) -> list[Simulation]:
    """Simulate with several seeds at once; each reads as it would alone.

    Parameters
    ----------
    pile, features, procedure, start
        As in `seeded_simulation`.
    seeds
        One simulation each.
    report
        Told how many records are read, over all simulations.

    Notes
    -----
    The simulations run in threads that meet wherever a ranker multiplies the matrix of
    the pile with its weights. When all have come, one product of the matrix with all
    weights serves them; it reads the matrix once instead of once for each, and adds in
    the same order, so every bit is the same. A processor's time is shared out evenly.
    """
    meeting = _Meeting(members=len(seeds))
    shared = _shared(features, meeting)
    told = _Together(report, records=pile.labels.size, members=len(seeds))
    begun = time.process_time()

    def simulated(at: int) -> Simulation:
        try:
            return seeded_simulation(
                pile,
                shared,
                procedure,
                start=start,
                seed=seeds[at],
                report=told.member(at),
            )
        finally:
            meeting.leave()

    with (
        threadpool_limits(limits=1, user_api="blas"),
        ThreadPoolExecutor(len(seeds)) as threads,
    ):
        futures = [threads.submit(simulated, at) for at in range(len(seeds))]
        try:
            done = [future.result() for future in futures]
        except BaseException:
            meeting.stop()
            raise
    share = (time.process_time() - begun) / len(seeds)
    return [replace(one, cpu_seconds=share) for one in done]


def simulations_of(
    pile: Pile,
    features: Sequence[Features],
    procedure: Procedure,
    *,
    start: Start,
    seeds: Sequence[int],
    report: Report = silent,
) -> Iterator[Simulation]:
    """Yield a simulation for each seed, in batches where that saves time.

    Parameters are those of `batch_of_simulations`.
    """
    together = is_worth_it(features, seeds=len(seeds))
    size = MOST_TOGETHER if together else 1
    for begin in range(0, len(seeds), size):
        some = seeds[begin : begin + size]
        if len(some) < FEWEST_TOGETHER:
            for seed in some:
                yield seeded_simulation(
                    pile, features, procedure, start=start, seed=seed, report=report
                )
        else:
            yield from batch_of_simulations(
                pile, features, procedure, start=start, seeds=some, report=report
            )


def is_worth_it(features: Sequence[Features], *, seeds: int) -> bool:
    """Say whether a batch saves time: many simulations of a large matrix do."""
    entries = sum(int(one.matrix.nnz) for one in features)
    return seeds >= FEWEST_TOGETHER and entries >= FEWEST_ENTRIES


def _shared(features: Sequence[Features], meeting: _Meeting) -> list[Features]:
    """Return features whose matrices meet; equal ones stay one."""
    made: dict[int, Features] = {}
    for one in features:
        if id(one) not in made:
            matrix: Any = _SharedMatrix(one.matrix, meeting)
            made[id(one)] = replace(one, matrix=matrix)
    return [made[id(one)] for one in features]


def _products(matrix: "csr_array", vectors: Sequence[Weights]) -> Sequence[Weights]:
    """Return the product with each vector, by one pass over the matrix if many."""
    if len(vectors) < FEWEST_TOGETHER:
        return [np.asarray(matrix @ vector) for vector in vectors]
    return [*np.ascontiguousarray(np.asarray(matrix @ np.column_stack(vectors)).T)]


class _Together:
    """Progress of several simulations as one."""

    def __init__(self, report: Report, *, records: int, members: int) -> None:
        self.report = report
        self.read = [0] * members
        self.total = records * members
        self.lock = threading.Lock()

    def member(self, at: int) -> Report:
        """Return the report of one of them."""

        def told(what: str, *, done: int, total: int) -> None:
            del total
            with self.lock:
                self.read[at] = done
                self.report(what, done=sum(self.read), total=self.total)

        return told
