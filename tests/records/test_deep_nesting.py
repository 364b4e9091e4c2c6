"""Files nested beyond reason: a record or a sentence, in every format."""

from pathlib import Path

import pytest

from thresher.errors import FileError
from thresher.records import read
from thresher.records.formats.field_values import listed

DEEP = 100_000
MODS = "http://www.loc.gov/mods/v3"
WORD = "http://schemas.openxmlformats.org/officeDocument/2006/bibliography"
FILES = {
    "mods.xml": f'<modsCollection xmlns="{MODS}"><mods><titleInfo><title>'
    f"{'<a>' * DEEP}x{'</a>' * DEEP}</title></titleInfo></mods></modsCollection>",
    "pubmed.xml": "<PubmedArticleSet><PubmedArticle><MedlineCitation><Article>"
    f"<ArticleTitle>{'<i>' * DEEP}x{'</i>' * DEEP}</ArticleTitle></Article>"
    "</MedlineCitation></PubmedArticle></PubmedArticleSet>",
    "word.xml": f'<b:Sources xmlns:b="{WORD}"><b:Source><b:Title>'
    f"{'<b:a>' * DEEP}x{'</b:a>' * DEEP}</b:Title></b:Source></b:Sources>",
    "braces.bib": f"@article{{a, title = {'{' * DEEP}x{'}' * DEEP}}}\n",
    "commands.bib": f"@article{{a, title = {{{chr(92)}textbf{'{' * DEEP}x{'}' * DEEP}"
    "}}\n",
    "list.csv": f"title,keywords\nx,\"['a', {'[' * DEEP}{']' * DEEP}, 'b']\"\n",
}


@pytest.mark.parametrize("name", FILES)
def test_a_title_nested_beyond_reason_is_still_a_title(
    tmp_path: Path, name: str
) -> None:
    path = tmp_path / name
    path.write_text(FILES[name])
    assert [record.title for record in read(path).records] == ["x"]


def test_xml_nested_beyond_reason_and_cut_off_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "cut.xml"
    path.write_text(FILES["mods.xml"][: DEEP * 3])
    with pytest.raises(FileError):
        read(path)


def test_a_list_of_python_nested_beyond_reason_is_plain_text() -> None:
    text = f"['a', {'[' * DEEP}{']' * DEEP}, 'b']"
    assert listed(text)[0] == "['a'"
