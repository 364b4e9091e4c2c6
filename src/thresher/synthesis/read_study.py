"""A study as read: its sentences, spans and findings, and what went wrong."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from thresher.errors import InputError
from thresher.synthesis.finding import Finding
from thresher.synthesis.headings import Role
from thresher.synthesis.sentences import Sentence
from thresher.synthesis.spans import PicoKind, Span, without_contained
from thresher.synthesis.study import Study

__all__ = ["ReadStudy", "Reader"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadStudy:
    """What the text models found in one study.

    Parameters
    ----------
    study
        The study as it was read; every offset counts in its `text`.
    sentences, roles
        Its sentences and what each is there for, one role a sentence.
    spans
        Participants, interventions and outcomes, where they stand.
    findings
        What it reports on its interventions and outcomes.
    cautions
        What a reader has to know: no abstract, cut off, another language.

    Raises
    ------
    InputError
        There are not as many roles as sentences, or a finding is another study's or
        rests on a sentence that is not in the text.
    """

    study: Study
    sentences: tuple[Sentence, ...] = ()
    roles: tuple[Role, ...] = ()
    spans: tuple[Span, ...] = ()
    findings: tuple[Finding, ...] = ()
    cautions: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if len(self.roles) != len(self.sentences):
            raise InputError(
                f"study {self.study.id}: {len(self.sentences)} sentences need as many "
                f"roles, got {len(self.roles)}"
            )
        for finding in self.findings:
            if finding.study != self.study.id:
                raise InputError(
                    f"a finding of {finding.study} is not one of {self.study.id}"
                )
            if finding.evidence is not None and not _stands(
                finding.evidence, self.study
            ):
                raise InputError(
                    f"study {self.study.id} has no such sentence: "
                    f"{finding.evidence.text!r}"
                )

    def phrases(self, kind: PicoKind) -> tuple[str, ...]:
        """Wordings of one kind, each once, none that a longer one holds."""
        kept = without_contained(self.spans)
        return tuple(span.text for span in kept if span.kind is kind)


class Reader(Protocol):
    """Anything that reads studies: the shipped models, or another's."""

    def __call__(self, studies: Sequence[Study], /) -> tuple[ReadStudy, ...]:
        """Return what each study says, in the order given."""
        ...


def _stands(sentence: Sentence, study: Study) -> bool:
    return study.text[sentence.start : sentence.end] == sentence.text
