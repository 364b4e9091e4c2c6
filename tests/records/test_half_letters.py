"""Halves of letters, as JSON may hold them: no format fails to be written by one."""

import io
from pathlib import Path

import pytest

from thresher.records import read
from thresher.records.citation import Citation
from thresher.records.formats.notes import read_note
from thresher.records.formats.registry import FORMATS

HALF = "\ud83d"
BROKEN = Citation(
    id=f"1{HALF}",
    title=f"Sleep {HALF}",
    abstract=HALF,
    authors=(f"Ito {HALF}",),
    year=2001,
    venue=HALF,
    keywords=(HALF,),
    doi=f"10.1000/{HALF}",
    url=f"https://a.example/{HALF}",
    raw=(
        (f"M1{HALF}", HALF),
        ("asreview_label", "1"),
        ("asreview_note", HALF),
    ),
)
SOUND = Citation(id="2", title="Waking")
WRITERS = {name: form for name, form in FORMATS.items() if form.write is not None}


@pytest.mark.parametrize("name", WRITERS)
def test_a_record_with_half_a_letter_is_written_and_read_again(
    tmp_path: Path, name: str
) -> None:
    form = WRITERS[name]
    assert form.write is not None
    out = io.BytesIO()
    form.write([BROKEN, SOUND], out)
    path = tmp_path / f"pile{form.endings[0]}"
    path.write_bytes(out.getvalue())
    titles = [record.title for record in read(path, format=name).records]
    assert len(titles) == 2
    assert titles[0].startswith("Sleep")
    assert titles[1] == "Waking"


@pytest.mark.parametrize("name", ['"\\q"', '"a\tb"', '"\\u00"'])
def test_a_note_that_only_begins_like_one_of_ours_is_an_ordinary_note(
    tmp_path: Path, name: str
) -> None:
    note = f"Thresher field {name}: x"
    assert read_note(note) is None
    path = tmp_path / "a.ris"
    path.write_text(f"TY  - JOUR\nTI  - Sleep\nN1  - {note}\nER  - \n")
    assert read(path).records[0].raw == (("N1", note),)
