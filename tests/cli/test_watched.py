"""Progress of an import."""

from pathlib import Path

import pytest

from thresher.cli import watched
from thresher.cli.watched import Watched
from thresher.records import scan


def test_progress_is_told_in_records_and_never_runs_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watched, "EVERY", 10)
    path = tmp_path / "a.ris"
    path.write_text("TY  - JOUR\nTI  - Sleep\nER  - \n\n" * 100)
    told: list[tuple[str, int, int]] = []

    def report(what: str, *, done: int, total: int) -> None:
        told.append((what, done, total))

    seen = Watched(scan(path), report)
    assert len(list(seen)) == seen.report().records == 100
    assert [done for _, done, _ in told] == list(range(10, 101, 10))
    assert all(done <= total for _, done, total in told)
    assert {what for what, _, _ in told} == {"Reading a.ris"}
