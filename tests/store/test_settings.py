"""Settings of a project are whole, whatever part of them was stored."""

from pathlib import Path
from typing import Any

import pytest

from thresher.errors import InputError
from thresher.store.project import create_project
from thresher.store.setting_rows import change_settings, settings_of

AT = "2026-11-17T12:00:00+00:00"


@pytest.mark.parametrize("stored", [{}, {"exclude": ["mice"]}, None])
def test_half_a_setting_is_filled_up(
    tmp_path: Path, stored: dict[str, Any] | None
) -> None:
    with create_project(tmp_path / "review.thresher") as project:
        with project.writing() as connection:
            change_settings(connection, {"terms": stored}, by="ann", at=AT)
        with project.reading() as connection:
            found = settings_of(connection)["terms"]
    assert found == {"include": [], "exclude": []} | (stored or {})


@pytest.mark.parametrize("claim", [{"target": 0.123456}, {"alpha": 5e-324}])
def test_a_claim_that_no_certificate_can_make_is_not_stored(
    tmp_path: Path, claim: dict[str, float]
) -> None:
    """Else the project could not be opened in the lab any more."""
    with create_project(tmp_path / "review.thresher") as project:
        with pytest.raises(InputError), project.writing() as connection:
            change_settings(connection, claim, by="ann", at=AT)
        with project.reading() as connection:
            found = settings_of(connection)
    assert (found["target"], found["alpha"]) == (0.95, 0.05)
