"""The Methods section of a review that used Thresher, in words for any journal."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from thresher.certification.rounding import percent
from thresher.measures.reader_agreement import AgreementRow
from thresher.reports.certificate_text import methods_paragraph, verdict_sentence
from thresher.reports.methods import Methods, ReadingMode

__all__ = [
    "MethodsSection",
    "methods_html",
    "methods_markdown",
    "methods_plain",
    "methods_sections",
    "missing_facts",
]

MARKS = re.compile(r"[\\`*_\[\]<>|~$&]|^[-+#=]|^\d+(?=[.)])")
RESPONSIBLE = (
    "The authors are responsible for the review, including the decision to use this "
    "tool and all decisions that were taken with it."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class MethodsSection:
    """A heading, its sentences, and which facts were not recorded."""

    title: str
    sentences: tuple[str, ...]
    missing: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """All of it as one paragraph; what is missing is said at its end."""
        lost = tuple(f"[Not recorded: {name}.]" for name in self.missing)
        return " ".join((*self.sentences, *lost))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Fact:
    """A fact that may be missing, and the sentence that says it."""

    name: str
    sentence: str | None


def methods_sections(methods: Methods) -> tuple[MethodsSection, ...]:
    """Sections of the text, in the order in which readers of a review look for them.

    They answer what PRISMA 2020 asks of the selection process (item 8), and what RAISE
    and PRISMA-trAIce ask of any tool that makes or suggests judgements: tool, version
    and dates, its task, how it was set, what people did, when reading stopped and why,
    how well it worked, its limits, and who is responsible.
    """
    return tuple(
        MethodsSection(
            title=title,
            sentences=tuple(fact.sentence for fact in facts if fact.sentence),
            missing=tuple(fact.name for fact in facts if not fact.sentence),
        )
        for title, facts in (
            ("Tool and task", [*_tool(methods)]),
            ("Model and order of reading", [*_model(methods)]),
            ("Duplicates", [*_duplicates(methods)]),
            ("People and automation", [*_people(methods)]),
            ("Stopping", [*_stopping(methods)]),
            ("Agreement of readers", [*_agreement(methods)]),
            ("Limitations", [*_limits(methods)]),
            ("Responsibility and citation", [*_responsibility(methods)]),
        )
    )


def missing_facts(methods: Methods) -> tuple[str, ...]:
    """Return what a complete Methods section would still need."""
    return tuple(
        name for section in methods_sections(methods) for name in section.missing
    )


def methods_plain(methods: Methods) -> str:
    """Text without any marks, a paragraph a section."""
    return (
        "".join(
            f"{section.title}\n{section.text}\n\n"
            for section in methods_sections(methods)
        ).rstrip("\n")
        + "\n"
    )


def methods_markdown(methods: Methods) -> str:
    """Text as Markdown; marks in the facts are kept from meaning anything."""
    return (
        "".join(
            f"### {section.title}\n\n{_marked(section.text)}\n\n"
            for section in methods_sections(methods)
        ).rstrip("\n")
        + "\n"
    )


def methods_html(methods: Methods) -> str:
    """Text as a piece of HTML, all of it escaped."""
    return "".join(
        f"<h3>{escape(section.title)}</h3>\n<p>{escape(_line(section.text))}</p>\n"
        for section in methods_sections(methods)
    )


def _tool(methods: Methods) -> Iterator[_Fact]:
    version = f", version {methods.version}," if methods.version else ""
    task = f"to screen {methods.stage}" if methods.stage else "in screening"
    yield _Fact(name="", sentence=f"{methods.tool}{version} was used {task}.")
    if not methods.version:
        yield _Fact(name="the version of the tool", sentence=None)
    if not methods.stage:
        yield _Fact(name="what was screened with it", sentence=None)
    yield _fact("when the tool was used", "It was used {}.", methods.used)


def _model(methods: Methods) -> Iterator[_Fact]:
    told = "Records were ordered by this model: {}."
    yield _fact("the model that ordered the records", told, methods.recipe)
    told = "Of each record it read: {}."
    yield _fact("what the model read of a record", told, methods.features)
    told = "The next record was chosen as follows: {}."
    yield _fact("how the next record was chosen", told, methods.strategy)
    told = "First records and seeds of random choices: {}."
    yield _fact("first records and random seeds", told, methods.starts)


def _duplicates(methods: Methods) -> Iterator[_Fact]:
    yield _fact("how duplicates were found", "Duplicates: {}.", methods.duplicates)


def _people(methods: Methods) -> Iterator[_Fact]:
    yield _Fact(name="how many people read each record", sentence=_mode(methods))
    if methods.mode not in (None, ReadingMode.SINGLE):
        yield _Fact(
            name="whether readers were blind to each other", sentence=_blind(methods)
        )
        told = "Conflicts were resolved as follows: {}."
        yield _fact("how conflicts were resolved", told, methods.conflicts)
    decided = {
        True: "Every inclusion, and every exclusion of a record that was read, was "
        "decided by a person; the tool only ordered the records.",
        False: "Some decisions on records were taken without a person.",
    }
    told_by = None
    if methods.people_decided is not None:
        told_by = decided[methods.people_decided]
    yield _Fact(name="whether people took all decisions", sentence=told_by)
    yield _Fact(name="how many records nobody read", sentence=_counts(methods))


def _blind(methods: Methods) -> str | None:
    said = {
        True: "Two readers of a record were blind to each other until both decided.",
        False: "Readers could see each other's decisions before deciding.",
    }
    return None if methods.blind is None else said[methods.blind]


def _mode(methods: Methods) -> str | None:
    if methods.mode is None:
        return None
    if methods.read == 0:
        return "No record was read yet."
    who = "One person" if methods.readers == 1 else "People"
    team = f" ({methods.readers} in all)" if (methods.readers or 0) > 1 else ""
    if methods.mode is ReadingMode.SINGLE:
        return f"Each record that was read had one reader. {who}{team} read."
    if methods.mode is ReadingMode.DUAL:
        return f"Each record that was read had two readers{team}."
    share = (
        "a share that was not recorded"
        if methods.dual_share is None
        else f"{100 * methods.dual_share:g} %"
    )
    return (
        f"Each record that was read had one reader; {share}, drawn at random, had two"
        f"{team}."
    )


def _counts(methods: Methods) -> str | None:
    unread = methods.unread
    if unread is None:
        return None
    found = (
        f", of which {methods.included:,} were included at this stage"
        if methods.included is not None
        else ""
    )
    said = (
        f"Of {methods.records:,} records, {methods.read:,} were read by people{found}."
    )
    if not unread:
        return said
    nobody = f"{said} The other {unread:,} were read by nobody"
    if methods.certificate is None and methods.stopping_rule is None:
        return f"{nobody}; no rule that ended reading is recorded."
    return f"{nobody}; the flow diagram counts them as excluded by automation."


def _stopping(methods: Methods) -> Iterator[_Fact]:
    told = "Reading stopped by this rule: {}."
    yield _fact("the stopping rule", told, methods.stopping_rule)
    certificate = methods.certificate
    if certificate is None:
        yield _claim(methods)
        said = "No certificate of recall comes with this text."
        yield _Fact(name="", sentence=said)
        return
    yield _Fact(name="", sentence=verdict_sentence(certificate))
    yield _Fact(name="", sentence=methods_paragraph(certificate))
    if methods.records is not None and methods.records != certificate.records:
        said = (
            f"The certificate is about {certificate.records:,} records, not about the "
            f"{methods.records:,} of the review."
        )
        yield _Fact(name="", sentence=said)


def _claim(methods: Methods) -> _Fact:
    if methods.target is None or methods.alpha is None:
        return _Fact(name="the recall aimed at, and the chance of error", sentence=None)
    said = (
        f"It aimed at a recall of {percent(methods.target)} with a chance of error of "
        f"{percent(methods.alpha)}."
    )
    return _Fact(name="", sentence=said)


def _agreement(methods: Methods) -> Iterator[_Fact]:
    told = [row for row in methods.agreement if row.value is not None]
    if not told and methods.read == 0:
        return
    if not told and methods.mode is ReadingMode.SINGLE:
        said = "Records had one reader each, so agreement was not measured."
        yield _Fact(name="", sentence=said)
        return
    if not told:
        yield _Fact(name="agreement of readers", sentence=None)
        return
    said = "; ".join(_coefficient(row) for row in told)
    notes = dict.fromkeys(row.note for row in told if row.note)
    records = f"On {told[0].records:,} records read by more than one person: {said}."
    yield _Fact(name="", sentence=records)
    for note in notes:
        yield _Fact(name="", sentence=f"Note: {note}.")


def _coefficient(row: AgreementRow) -> str:
    if row.lower is None or row.upper is None:
        return f"{row.title} {row.value:.2f}"
    sure = "" if row.confidence is None else f"{percent(row.confidence)} "
    spread = f"{sure}interval {row.lower:.2f} to {row.upper:.2f}"
    return f"{row.title} {row.value:.2f} ({spread})"


def _limits(methods: Methods) -> Iterator[_Fact]:
    told = "Performance in earlier evaluations: {}."
    yield _fact("how well the tool did on reviews like this", told, methods.validation)
    if methods.unread:
        said = (
            "Records that nobody read may hold relevant ones; nothing is said here of "
            "records that the searches did not find."
        )
        yield _Fact(name="", sentence=said)
    for limit in methods.limitations:
        yield _Fact(name="", sentence=_sentence(limit))


def _responsibility(methods: Methods) -> Iterator[_Fact]:
    yield _Fact(name="", sentence=RESPONSIBLE)
    yield _fact("how to cite the tool", "Citation of the tool: {}.", methods.citation)


def _fact(name: str, told: str, value: str | None) -> _Fact:
    """Return the fact with its sentence, or as missing."""
    if value is None or not value.strip():
        return _Fact(name=name, sentence=None)
    return _Fact(name=name, sentence=told.format(_line(value).rstrip(".")))


def _sentence(text: str) -> str:
    return f"{_line(text).rstrip('.')}."


def _line(text: str) -> str:
    """Return text on one line."""
    return " ".join(text.split())


def _marked(text: str) -> str:
    """Return text whose signs mean nothing in Markdown."""
    return MARKS.sub(_escaped, _line(text))


def _escaped(found: re.Match[str]) -> str:
    """Return a mark with a backslash, or a number that no longer starts a list."""
    mark = found[0]
    return f"{mark}\N{WORD JOINER}" if mark.isdigit() else f"\\{mark}"
