"""The certified stop of a demonstration as sections of its page."""

from thresher.certification.certificate.statement import Certificate
from thresher.certification.rounding import percent, rounded_down
from thresher.certification.sequential.replay import picks_of
from thresher.certification.stopping.advisor import Advice
from thresher.reports.certificate_text import (
    bound_percent,
    methods_paragraph,
    verdict_sentence,
)
from thresher.reports.demonstration_audit import AuditedScreening
from thresher.reports.document import (
    Commands,
    Fact,
    Facts,
    Paragraph,
    Picture,
    Section,
    Table,
)
from thresher.reports.figures.running_bound import bound_figure
from thresher.reports.figures.saving import figure_bytes
from thresher.screening.run_ledger import ledger_of

__all__ = ["audit_sections"]

VERIFY = "thresher certify verify certificate.json --run runs/audited.json"
PROMISES = {
    "none": "nothing",
    "assumed": "if its model holds",
    "lower": "a lower recall",
    "planned": "if looked at once",
    "always": "always, however often looked at",
    "certain": "certainty",
}


def audit_sections(
    audited: AuditedScreening, *, relevant: int
) -> tuple[Section, Section]:
    """Return how the screening came to its certified stop, and others' advice."""
    certificate = audited.certificate
    stop = Section(
        title="Read to a certified stop",
        blocks=(
            Paragraph(text=verdict_sentence(certificate)),
            _facts(certificate, relevant=relevant),
            _picture(audited, relevant=relevant),
            Paragraph(text=methods_paragraph(certificate)),
            Paragraph(
                text="The certificate is the file certificate.json beside this page. "
                "Change one label in it, and this says what no longer holds:"
            ),
            Commands(lines=(VERIFY,)),
        ),
    )
    advice = Section(
        title="When other rules would have stopped", blocks=(_advice(audited.advice),)
    )
    return stop, advice


def _facts(certificate: Certificate, *, relevant: int) -> Facts:
    missed = relevant - certificate.found
    return Facts(
        facts=(
            Fact(
                value=bound_percent(certificate),
                name="certified recall",
                note=f"{percent(1 - certificate.seal.alpha)} confidence",
            ),
            Fact(
                value=f"{_in_percent(certificate.found / relevant):.1f} %",
                name="true recall",
                note=f"{missed:,} missed; known only because labels are made up",
            ),
            Fact(
                value=f"{100 * certificate.read / certificate.records:.0f} %",
                name="of the pile read",
                note=f"{certificate.read:,} of {certificate.records:,}",
            ),
            Fact(
                value=len(certificate.audits),
                name="of them audits",
                note="drawn at random from what was unread",
            ),
        )
    )


def _picture(audited: AuditedScreening, *, relevant: int) -> Picture:
    certificate = audited.certificate
    picks = picks_of(ledger_of(audited.run))
    figure = bound_figure(certificate, picks, relevant=relevant)
    ax = figure.axes[0]
    stop = certificate.read / certificate.records
    ax.axvline(stop, color="black", linewidth=0.8, label="certified stop")
    ax.legend(loc="lower right", fontsize=9)
    return Picture(
        svg=figure_bytes(figure, "svg"),
        caption="Recall and the bound on it, as the screening went on",
        how_to_read="the upper line is recall, which nobody knows in a real review; "
        "the lower one is what was shown after each label, with the stated confidence. "
        "Reading stops where the lower line reaches the target; the rest is drawn to "
        "show what was left.",
        instead=f"The bound rises to {bound_percent(certificate)} after "
        f"{certificate.read:,} of {certificate.records:,} records.",
    )


def _advice(advice: tuple[Advice, ...]) -> Table:
    judged = [one for one in advice if not one.missing]
    return Table(
        caption="Stopping rules on the same screening, for a recall of 95 %",
        header=("rule", "stops after", "% read", "recall then, %", "promises"),
        rows=tuple(
            (
                one.title,
                one.would_stop_at,
                None if one.share is None else 100 * one.share,
                None if one.recall is None else _in_percent(one.recall),
                PROMISES.get(one.kind, one.kind),
            )
            for one in sorted(judged, key=lambda one: one.would_stop_at or 10**9)
        ),
        digits=(0, 0, 0, 1, 0),
        note="A rule that promises nothing may stop well on one review and badly on "
        "the next: see the benchmarks on 39 real ones. A sample that a rule draws "
        "first is read too, and counted. A dash: it does not stop.",
    )


def _in_percent(recall: float) -> float:
    """Return a recall in percent as it is printed: all is found or it is less."""
    return 100 * rounded_down(recall, digits=3)
