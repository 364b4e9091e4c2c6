"""The page of a certificate: the verdict, how it came about, how to check it."""

import shlex
from collections.abc import Sequence
from datetime import UTC, datetime

from thresher.certification.certificate.statement import Certificate
from thresher.certification.rounding import percent
from thresher.certification.sequential.replay import Pick
from thresher.reports.certificate_text import (
    bound_percent,
    methods_paragraph,
    verdict_sentence,
)
from thresher.reports.document import (
    Commands,
    Document,
    Fact,
    Facts,
    Paragraph,
    Picture,
    Section,
    Table,
    html_page,
)
from thresher.reports.figures.running_bound import bound_figure
from thresher.reports.figures.saving import figure_bytes

__all__ = ["certificate_page", "page_of"]

PROMISE = (
    "With the stated confidence, recall was not below the bound at any moment of this "
    "screening, whatever the ranking, wherever the relevant records were, and however "
    "often anybody looked. This rests on two things: every audit was a uniform draw "
    "from the records unread by then, and labels are right."
)
NOT_PROMISED = (
    "It does not say that the search found all studies: it is about these records. It "
    "does not say who read them, or that labels are right. A digest shows that a file "
    "was not changed by accident; only a commitment published before the first audit "
    "shows that the seed was not chosen afterwards, and nothing here can show that the "
    "reader did not look up the draws ahead."
)


def page_of(
    certificate: Certificate, picks: Sequence[Pick], *, name: str, note: str = ""
) -> str:
    """Certificate as one HTML page; the browser prints it as PDF."""
    return html_page(certificate_page(certificate, picks, name=name, note=note))


def certificate_page(
    certificate: Certificate, picks: Sequence[Pick], *, name: str, note: str = ""
) -> Document:
    """Document of a certificate.

    Parameters
    ----------
    certificate
        What it is about.
    picks
        All that was read up to its moment.
    name
        What the file with the certificate is called.
    note
        What else one must know of the promise: that there were other seals, say.
    """
    promises = (PROMISE, note, NOT_PROMISED)
    file = shlex.quote(name)
    issued = datetime.fromtimestamp(certificate.issued_at, UTC)
    return Document(
        title="Certificate of recall",
        lead=verdict_sentence(certificate),
        sections=(
            Section(
                title="Result",
                blocks=(_facts(certificate), _picture(certificate, picks)),
            ),
            Section(
                title="What is promised",
                blocks=tuple(Paragraph(text=text) for text in promises if text),
            ),
            Section(title="How it was tested", blocks=_testing(certificate)),
            Section(
                title="For the Methods section",
                blocks=(Paragraph(text=methods_paragraph(certificate)),),
            ),
            Section(
                title="Check it yourself",
                blocks=(
                    Commands(
                        lines=(
                            f"thresher certify verify {file}",
                            f"thresher certify verify {file} --run RUN.json",
                            f"thresher certify verify {file} --project REVIEW.thresher",
                        )
                    ),
                ),
            ),
        ),
        origin=(
            f"Issued {issued:%Y-%m-%d %H:%M} UTC by Thresher {certificate.software}. "
            f"Commitment {certificate.seal.commitment}. Frame {certificate.seal.frame}."
        ),
    )


def _facts(certificate: Certificate) -> Facts:
    claim = certificate.seal
    verdict = "certified" if certificate.certified else "not certified"
    return Facts(
        facts=(
            Fact(value=verdict, name=f"recall of {percent(claim.target)}"),
            Fact(
                value=bound_percent(certificate),
                name="lower bound on recall",
                note=f"{percent(1 - claim.alpha)} confidence",
            ),
            Fact(
                value=certificate.read,
                name="records read",
                note=f"of {certificate.records:,}",
            ),
            Fact(
                value=certificate.found,
                name="relevant found",
                note=f"at most {certificate.most_relevant:,} in all",
            ),
        )
    )


def _picture(certificate: Certificate, picks: Sequence[Pick]) -> Picture:
    return Picture(
        svg=figure_bytes(bound_figure(certificate, picks), "svg"),
        caption="The bound on recall as the screening went on",
        how_to_read=(
            "The line is the recall shown after each label, with the confidence stated "
            "above. It may be read at any moment, and all its moments hold together."
        ),
        instead=(
            f"The bound rises to {bound_percent(certificate)} after "
            f"{certificate.read:,} of {certificate.records:,} records."
        ),
    )


def _testing(certificate: Certificate) -> tuple[Paragraph | Table, ...]:
    hits = [entry for entry in certificate.audits if entry.label]
    text = (
        f"{len(certificate.audits):,} audits were drawn, each the unread record with "
        "the least SHA-256 key of the sealed seed. "
        f"{len(hits):,} of them were relevant. The certificate lists all of them."
    )
    if not hits:
        return (Paragraph(text=text),)
    return (
        Paragraph(text=text),
        Table(
            caption="Audits that found a relevant record",
            header=("position", "record", "found before"),
            rows=tuple(
                (entry.position, entry.record, entry.found_before) for entry in hits
            ),
        ),
    )
