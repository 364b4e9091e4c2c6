"""A summary of the studies' own sentences, word for word."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from thresher.synthesis.findings import FindingsTable
from thresher.synthesis.headings import Role
from thresher.synthesis.read_study import ReadStudy
from thresher.synthesis.sentences import Sentence
from thresher.synthesis.spans import PicoKind
from thresher.synthesis.summary import Reference, Summary, SummarySentence
from thresher.synthesis.words import stems

__all__ = ["MOST_SENTENCES", "extractive_summary"]

MOST_SENTENCES = 10
ROLE_WORTH = {Role.CONCLUSIONS: 1.0, Role.RESULTS: 0.7}
FEWEST_WORDS = 5
FROM_QUESTION = 3  # times that a word of the question counts
REPEATED = 0.5  # of what a word was worth, once it has been said


@dataclass(frozen=True, slots=True, kw_only=True)
class _Candidate:
    read: ReadStudy
    sentence: Sentence
    worth: float
    words: frozenset[str]


def extractive_summary(
    table: FindingsTable, *, question: str = "", most: int = MOST_SENTENCES
) -> Summary:
    """Results and conclusions that cover the review's interventions and outcomes best.

    One sentence a study at most, chosen one after the other; what has been said
    counts half from then on.

    Parameters
    ----------
    table
        The studies and their findings.
    question
        Words that count more.
    most
        Number of sentences.
    """
    worth = _word_worth(table, question)
    left = [one for read in table.studies for one in _candidates(read)]
    chosen: list[_Candidate] = []
    while left and len(chosen) < most:
        best = max(left, key=lambda one: one.worth * sum(worth[w] for w in one.words))
        chosen.append(best)
        left = [one for one in left if one.read is not best.read]
        for word in best.words:
            worth[word] *= REPEATED
    return Summary(how="extractive", sentences=tuple(map(_quoted, chosen)))


def _word_worth(table: FindingsTable, question: str) -> defaultdict[str, float]:
    """Return what each stem is worth: how many studies name it as theirs."""
    worth: Counter[str] = Counter()
    for read in table.studies:
        named = [*map(read.phrases, (PicoKind.INTERVENTIONS, PicoKind.OUTCOMES))]
        worth.update(set(stems(" ".join(chain(*named)))))
    most = max(worth.values(), default=1)
    for word in set(stems(question)):
        worth[word] += FROM_QUESTION * most
    shares = {word: count / most for word, count in worth.items()}
    return defaultdict(float, shares)


def _candidates(read: ReadStudy) -> list[_Candidate]:
    """Return sentences worth quoting; where none has such a role, all but the title."""
    calls = list(zip(read.sentences, read.roles, strict=True))
    told = [(one, role) for one, role in calls if role in ROLE_WORTH]
    long = [
        _Candidate(
            read=read,
            sentence=one,
            worth=ROLE_WORTH.get(role, 0.5),
            words=frozenset(stems(one.text)),
        )
        for one, role in told or _without_title(read, calls)
    ]
    return [one for one in long if len(one.words) >= FEWEST_WORDS] or long


def _without_title(
    read: ReadStudy, calls: Sequence[tuple[Sentence, Role]]
) -> list[tuple[Sentence, Role]]:
    inside = [one for one in calls if one[0].start >= len(read.study.title)]
    return inside or list(calls)


def _quoted(chosen: _Candidate) -> SummarySentence:
    sentence, study = chosen.sentence, chosen.read.study
    reference = Reference(
        study=study.id, start=sentence.start, end=sentence.end, quote=sentence.text
    )
    return SummarySentence(text=sentence.text, references=(reference,))
