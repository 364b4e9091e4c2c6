"""What tests of records may ask for."""

from collections.abc import Callable
from pathlib import Path

import pytest

from thresher.records.citation import Citation
from thresher.records.formats.protocol import Format
from thresher.records.source import open_source
from thresher.records.tally import Tally

Import = Callable[[Format, bytes], tuple[list[Citation], Tally]]


@pytest.fixture(scope="session")
def imported(tmp_path_factory: pytest.TempPathFactory) -> Import:
    """A function that reads bytes as a format and gives records and tally."""
    path = tmp_path_factory.mktemp("imported") / "file"

    def run(form: Format, content: bytes) -> tuple[list[Citation], Tally]:
        path.write_bytes(content)
        tally = Tally()
        return [*form.read(open_source(path), tally=tally)], tally

    return run


@pytest.fixture(scope="session")
def citations(data: Path) -> Path:
    """The folder of real citation files."""
    return data / "citations"
