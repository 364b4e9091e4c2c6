"""The stages of a build, each with its file of results."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from thresher.executors import Executor
from thresher.progress import Report
from thresher.synthesis.corpus.results import Results
from thresher.synthesis.corpus.stages import STAGES, Task, task_of, worked
from thresher.synthesis.study import Study

__all__ = ["Found", "Work"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """Results of a stage by the name of the document, read only when asked for."""

    keys: Mapping[str, str]
    results: Results

    def __getitem__(self, name: str) -> list[Any]:
        found: list[Any] = self.results[self.keys[name]]
        return found

    def __contains__(self, name: str) -> bool:
        return self.keys[name] in self.results


def _arms(pairs: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(intervention for intervention, _ in pairs))


class Work:
    """What does the stages; `failures` has a sentence for each document it could not.

    A thing with a lifetime: its files are open until `close`.
    """

    def __init__(self, folder: Path, executor: Executor, report: Report) -> None:
        self.executor = executor
        self.report = report
        self.failures: dict[str, str] = {}
        self.results = {name: Results(folder / f"{name}.jsonl") for name in STAGES}

    def close(self) -> None:
        """Close the files."""
        for results in self.results.values():
            results.close()

    def spans(self, texts: Mapping[str, Study]) -> Found:
        """Participants, interventions and outcomes of each text."""
        return self._done("spans", {n: (t.title, t.abstract) for n, t in texts.items()})

    def names(self, texts: Mapping[str, Study], spans: Found) -> Found:
        """Interventions and outcomes of each text, as a synthesis names them."""
        payloads = {
            name: (text.title, text.abstract, spans[name])
            for name, text in texts.items()
        }
        return self._done("names", payloads)

    def sentences(self, texts: Mapping[str, Study]) -> Found:
        """Sentences of each review's abstract in nine classes."""
        payloads = {name: (text.title, text.abstract) for name, text in texts.items()}
        return self._done("sentences", payloads)

    def directions(
        self, asked: Mapping[str, tuple[Study, Sequence[tuple[str, str]]]]
    ) -> Found:
        """Direction of each pair in each text, or that it is not reported."""
        payloads = {
            name: (text.title, text.abstract, tuple(pairs), _arms(pairs))
            for name, (text, pairs) in asked.items()
        }
        return self._done("directions", payloads)

    def _done(self, stage: str, payloads: Mapping[str, tuple[Any, ...]]) -> Found:
        """Return the result of each payload by its name; none where it failed."""
        tasks = {name: task_of(stage, name, given) for name, given in payloads.items()}
        results = self.results[stage]
        failed = worked(
            STAGES[stage],
            [*tasks.values()],
            results,
            executor=self.executor,
            report=self.report,
        )
        self._note(stage, tasks, failed)
        keys = {name: task.key for name, task in tasks.items()}
        return Found(keys=keys, results=results)

    def _note(
        self, stage: str, tasks: Mapping[str, Task], failed: Mapping[str, str]
    ) -> None:
        for name, task in tasks.items():
            if task.key in failed:
                self.failures[f"{stage} of {name}"] = failed[task.key]
