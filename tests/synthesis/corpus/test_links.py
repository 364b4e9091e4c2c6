"""Links between reviews and studies, by any of their names."""

from pathlib import Path

import pytest

from thresher.errors import FileError
from thresher.records.citation import Citation
from thresher.synthesis.corpus.links import Links, cited_links, links_of_table

REVIEWS = [
    Citation(id="r1", pmid="9001"),
    Citation(id="r2", doi="10.1000/Rev.2"),
]
STUDIES = [
    Citation(id="s1", pmid="101", title="Zinc"),
    Citation(id="s2", doi="10.1000/abc"),
    Citation(id="s3", openalex_id="W300"),
]


def linked(folder: Path, text: str) -> Links:
    path = folder / "links.csv"
    path.write_text(text)
    return links_of_table(path, REVIEWS, STUDIES)


@pytest.mark.parametrize(
    "text",
    [
        "review,study\nr1,s1\nr1,s2\nr1,s3\n",
        "ReviewID\tPMID\n9001\t101\nr1\t10.1000/ABC\n9001\tW300\n",
        "other;review_id;doi\n1;r1;pmid:101\n2;9001;https://doi.org/10.1000/abc\n"
        "3;r1;https://openalex.org/W300\n\n4;r1;s1\n",
    ],
)
def test_records_are_known_by_every_name_and_linked_once(
    tmp_path: Path, text: str
) -> None:
    found = linked(tmp_path, text)
    assert found.studies == {"r1": ("s1", "s2", "s3"), "r2": ()}
    assert found.unknown == ()
    assert found.strangers == ()


def test_links_that_lead_nowhere_are_told(tmp_path: Path) -> None:
    found = linked(tmp_path, "review,study\nr1,s1\nr1,999\nr7,s1\n10.1000/rev.2,s1\n")
    assert found.unknown == (("r1", "999"),)
    assert found.strangers == ("r7",)
    assert found.studies["r2"] == ("s1",)


def test_a_name_of_two_records_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "links.csv"
    path.write_text("review,study\nr1,101\n")
    studies = [*STUDIES, Citation(id="101", pmid="555")]
    with pytest.raises(FileError, match="line 2: 101 is the id of one record"):
        links_of_table(path, REVIEWS, studies)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"review,other\nr1,s1\n", "line 1: has no column study"),
        (b"", "has no column review"),
        (b"review,study\nr1,\n", "line 2: the row names no review or no study"),
        (b"\xff\xfe\x00", "not in UTF-8"),
    ],
)
def test_a_table_that_is_wrong_is_refused(
    tmp_path: Path, content: bytes, said: str
) -> None:
    path = tmp_path / "links.csv"
    path.write_bytes(content)
    with pytest.raises(FileError, match=said):
        links_of_table(path, REVIEWS, STUDIES)
    with pytest.raises(FileError, match="cannot be read"):
        links_of_table(tmp_path / "none", REVIEWS, STUDIES)


def test_reference_lists_are_links() -> None:
    raw = (
        ("referenced_works", '["https://openalex.org/W300", "W999"]'),
        ("CR", "Ito K, 2001, SLEEP, DOI 10.1000/ABC"),
        ("references", "Someone. Zinc. PMID: 101; Another, 1999"),
    )
    found = cited_links([Citation(id="r1", raw=raw), Citation(id="r2")], STUDIES)
    assert found.studies == {"r1": ("s3", "s2", "s1"), "r2": ()}
