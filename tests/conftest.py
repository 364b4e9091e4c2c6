"""What every test may ask for."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

collect_ignore_glob = ["**/golden/*", "canary/*"]

settings.register_profile(
    "gate", max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("gate")


@pytest.fixture(scope="session")
def data() -> Path:
    """The folder of real corpora; a visible skip where it is not."""
    beside = Path(__file__).parents[2] / "shared" / "data"
    folder = Path(os.environ.get("THRESHER_DATA", beside))
    if not folder.is_dir():
        pytest.skip("real corpora are not here (THRESHER_DATA)")
    return folder
