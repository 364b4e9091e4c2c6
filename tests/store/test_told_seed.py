"""Once a certificate has told the seed, no audit is drawn by it."""

from pathlib import Path

from thresher.records.reading_files import scan
from thresher.store.importing import Wishes, import_files
from thresher.store.paper_rows import add_certificate
from thresher.store.project import ready_project
from thresher.store.seal_rows import draw_audits, seal_now

AT = "2026-11-17T12:00:00+00:00"


def test_draws_end_with_the_certificate(tmp_path: Path) -> None:
    file = tmp_path / "four.ris"
    file.write_text("".join(f"TY  - JOUR\nTI  - T{n} x\nER  - \n" for n in range(4)))
    with ready_project(tmp_path / "review.thresher") as project:
        list(import_files(project, [file], wishes=Wishes(scan=scan, at=AT)))
        with project.writing() as connection:
            sealed = seal_now(connection, 0.95, 0.05, by="ann", at=AT)
            assert len(draw_audits(connection, 1, at=AT)) == 1
            add_certificate(connection, {}, seal=sealed.id, by="ann", at=AT)
            assert draw_audits(connection, 1, at=AT) == []
