"""Piles from citation files of any format: nothing is lost, nothing made up."""

import csv
import gzip
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from thresher.errors import InputError
from thresher.records.formats.registry import format_named
from thresher.records.samples import sample_review
from thresher.screening.pile import Pile, read_pile

from .piles import small_pile

HEADER = ["id", "title", "abstract", "included"]


def written(path: Path, rows: list[list[str]]) -> Path:
    with gzip.open(path, "wt", newline="") as file:
        csv.writer(file).writerows(rows)
    return path


def test_a_pile_is_read_with_its_key_words(tmp_path: Path) -> None:
    rows = [
        ["PMID", "Title", "Abstract", "Keywords", "label_included"],
        ["7", "Sleep", "On sleep", "Kidney; Sleep", "1"],
        ["", "Other", "", "", "0"],
    ]
    pile = read_pile(written(tmp_path / "a.csv.gz", rows))
    assert pile.name == "a"
    assert [c.pmid for c in pile.citations] == ["7", ""]
    assert pile.citations[0].keywords == ("Kidney", "Sleep")
    assert pile.labels.tolist() == [True, False]
    assert pile.remarks == ()


@pytest.mark.parametrize("name", ["ris", "csv", "xlsx", "asreview3", "jsonl"])
def test_labels_are_found_in_every_format_they_were_written_to(
    tmp_path: Path, name: str
) -> None:
    review = sample_review(records=60, relevant_share=0.2, rng=np.random.default_rng(2))
    citations = [
        replace(citation, raw=(("included", str(int(label))),))
        for citation, label in zip(review.citations, review.labels, strict=True)
    ]
    found = format_named(name)
    path = tmp_path / f"a{found.endings[0]}"
    assert found.write is not None
    with path.open("wb") as out:
        found.write(citations, out)
    pile = read_pile(path)
    assert pile.labels.tolist() == review.labels.tolist()
    assert [c.title for c in pile.citations] == [c.title for c in review.citations]


def test_a_note_of_asreview_counts_as_a_label(tmp_path: Path) -> None:
    entries = [
        f"TY  - JOUR\nTI  - Sleep {at}\nN1  - ASReview_{word}\nER  -\n"
        for at, word in enumerate(["relevant", "irrelevant", "not_seen"])
    ]
    path = tmp_path / "a.ris"
    path.write_text("\n".join(entries))
    pile = read_pile(path)
    assert pile.labels.tolist() == [True, False]
    assert "1 of 3 records have no label and are left out" in pile.remarks[0]


def test_records_without_a_label_are_left_out_and_counted(tmp_path: Path) -> None:
    rows = [HEADER, *([str(at), f"t{at}", "x", "10"[at % 2]] for at in range(4))]
    rows += [[str(at), f"t{at}", "x", ["", "NA", "-1"][at % 3]] for at in range(4, 10)]
    pile = read_pile(written(tmp_path / "a.csv.gz", rows))
    assert [c.id for c in pile.citations] == ["0", "1", "2", "3"]
    assert pile.remarks[0].startswith("6 of 10 records have no label and are left out")


def test_a_column_that_labels_all_wins_over_one_that_labels_some(
    tmp_path: Path,
) -> None:
    rows = [
        ["title", "asreview_label", "label_included"],
        ["a", "1", "0"],
        ["b", "", "1"],
        ["c", "0", "0"],
    ]
    pile = read_pile(written(tmp_path / "a.csv.gz", rows))
    assert pile.labels.tolist() == [False, True, False]
    rows[3][2] = ""
    partly = read_pile(written(tmp_path / "a.csv.gz", rows))
    assert partly.labels.tolist() == [True, False]


def test_the_column_of_labels_can_be_named(tmp_path: Path) -> None:
    rows = [["title", "Stage_2", "included"], ["a", "yes", "0"], ["b", "no", "1"]]
    path = written(tmp_path / "a.csv.gz", rows)
    assert read_pile(path, label_column="stage_2").labels.tolist() == [True, False]
    with pytest.raises(ValueError, match="no label in a field 'stage_3'"):
        read_pile(path, label_column="stage_3")


def test_records_that_share_an_id_are_kept_and_told_apart(tmp_path: Path) -> None:
    rows = [HEADER, ["a", "b", "x", "1"], ["a", "c", "x", "0"], ["d", "e", "x", "0"]]
    pile = read_pile(written(tmp_path / "a.csv.gz", rows))
    assert [c.id for c in pile.citations] == ["a", "a-2", "d"]
    assert pile.remarks[0].startswith("1 ids stand for several records")


def test_a_pile_without_abstracts_says_so(tmp_path: Path) -> None:
    rows = [HEADER, ["1", "a", "", "1"], ["2", "b", "", "0"]]
    pile = read_pile(written(tmp_path / "a.csv.gz", rows))
    assert pile.remarks == ("no record has an abstract: only titles are learned from",)


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([["title", "x"], ["a", "1"]], "no label in its 1 records.*there are: x"),
        ([["title", "included"], ["a", ""], ["b", ""]], "no label in its 2 records"),
        ([["title", "included"], ["a", "1"], ["b", "maybe"]], "'2' has .*'maybe'"),
        ([["title", "included"], ["a", "1"], ["b", "1"]], "2 of 2 records are rel"),
        ([["title", "included"], ["a", "0"], ["b", "0"]], "0 of 2 records are rel"),
        ([HEADER, ["1", "", "", "1"], ["2", "", "", "0"]], "no record has a title"),
    ],
)
def test_a_pile_that_cannot_be_simulated_is_refused_with_the_reason(
    tmp_path: Path, rows: list[list[str]], said: str
) -> None:
    with pytest.raises(ValueError, match=said):
        read_pile(written(tmp_path / "a.csv.gz", rows))


def test_a_pile_has_a_label_for_each_citation() -> None:
    with pytest.raises(InputError, match="80 citations need as many"):
        Pile(name="a", citations=small_pile().citations, labels=np.array([True]))


def test_a_pile_knows_each_record_by_its_own_id() -> None:
    one = small_pile().citations[0]
    with pytest.raises(InputError, match="1 ids stand for several records"):
        Pile(name="a", citations=[one, one], labels=np.array([True, False]))
