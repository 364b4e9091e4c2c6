"""The certificate in words, as a figure and as a page."""

from dataclasses import replace

import numpy as np
import pytest
from matplotlib.figure import Figure

from thresher.certification.certificate import Certificate, issue
from thresher.certification.sequential.course import Course, course_of
from thresher.certification.sequential.replay import Pick
from thresher.errors import InputError
from thresher.reports.certificate_page import page_of
from thresher.reports.certificate_text import (
    bound_percent,
    certificate_text,
    methods_paragraph,
    verdict_sentence,
)
from thresher.reports.figures.running_bound import plot_running_bound
from thresher.screening.ledger import Chosen
from thresher.screening.seal import Seal, audit_order, frame_digest

FRAME = [f"<r{at}>" for at in range(60)]
SEAL = Seal(seed="7" * 64, frame=frame_digest(FRAME), target=0.8, alpha=0.2)


def made(*, found: int = 20, read: int = 60) -> tuple[Certificate, list[Pick]]:
    """Twenty relevant records, `found` of them by rank, then audits."""
    drawn = [FRAME[at] for at in audit_order(FRAME, SEAL.seed)]
    ranked = FRAME[:found]
    order = [*ranked, *(one for one in drawn if one not in ranked)][:read]
    picks = [
        Pick(
            record=one,
            label=FRAME.index(one) < 20,
            chosen=Chosen.RANKED if at < found else Chosen.CERTIFICATION,
        )
        for at, one in enumerate(order)
    ]
    return issue(picks, FRAME, SEAL, issued_at=1731700000.0), picks


def test_the_verdict_says_what_was_shown_and_what_was_not() -> None:
    shown, _ = made()
    assert verdict_sentence(shown) == (
        "Recall is at least 100.0 % with 80 % confidence: 80 % is certified."
    )
    not_shown, _ = made(read=20)
    assert "80 % is not certified" in verdict_sentence(not_shown)
    assert "at least 33.3 %" in verdict_sentence(not_shown)


def test_what_is_nearly_certain_is_not_called_certain() -> None:
    certificate, _ = made()
    strict = replace(certificate, seal=replace(SEAL, alpha=1e-7))
    for text in (verdict_sentence(strict), methods_paragraph(strict)):
        assert "99.99999 % confidence" in text


def test_the_text_counts_what_was_read() -> None:
    certificate, _ = made(found=18, read=50)
    text = certificate_text(certificate)
    assert "Read        50 of 60 records (83.3 %), 32 of them audits" in text
    hits = certificate.found - 18
    assert f"{certificate.found} relevant, {hits} of them by audits" in text
    assert SEAL.commitment in text


def test_the_methods_paragraph_names_changed_labels() -> None:
    certificate, _ = made()
    plain = methods_paragraph(certificate)
    assert "Of 60 records, 60 were screened" in plain
    assert "2024-11-15" in plain
    assert "changed later" not in plain
    first = replace(certificate.audits[0], changed=True)
    later = replace(certificate, audits=(first, *certificate.audits[1:]))
    assert "The labels of 1 audited record were changed" in methods_paragraph(later)


def test_the_page_is_whole_and_escaped() -> None:
    page = page_of(*made(found=18), name="c.json")
    assert "Certificate of recall" in page
    assert "&lt;r1" in page
    assert "<r1" not in page
    assert "thresher certify verify c.json" in page
    assert "Audits that found" in page
    assert "Audits that found" not in page_of(*made(), name="c.json")


def test_the_figure_shows_bound_target_audits_and_the_truth_where_known() -> None:
    _, picks = made(found=18)
    course = course_of(picks, records=60, alpha=0.2, target=0.8)
    ax = plot_running_bound(Figure().subplots(), course, target=0.8, relevant=20)
    _, labels = ax.get_legend_handles_labels()
    assert labels == [
        "true recall (simulated)",
        "lower bound, valid at every moment",
        "target 80 %",
        "audits",
    ]
    bound = ax.lines[1].get_ydata()
    assert (np.asarray(bound) <= np.asarray(ax.lines[0].get_ydata())).all()


def test_nothing_read_is_nothing_to_draw() -> None:
    nothing = np.zeros(0, dtype=np.int64)
    course = Course(
        records=5, read=nothing, found=nothing, audits=nothing, bound=np.zeros(0)
    )
    with pytest.raises(InputError, match="nothing was read"):
        plot_running_bound(Figure().subplots(), course, target=0.8)


def test_a_bound_is_never_rounded_up() -> None:
    certificate = replace(made()[0], found=1999, most_relevant=2000)
    assert bound_percent(certificate) == "99.9 %"
    assert bound_percent(replace(certificate, found=0)) == "0.0 %"


def test_the_commands_of_the_page_can_be_pasted_whatever_the_file_is_called() -> None:
    certificate, picks = made()
    page = page_of(certificate, picks, name="our review.json")
    assert "certify verify &#39;our review.json&#39; --run" in page
