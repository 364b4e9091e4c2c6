"""Duplicates of real searches, labelled by people."""

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType

import pytest

from thresher.records.duplicates import find_links, groups


@pytest.fixture(scope="module")
def bench() -> ModuleType:
    """The benchmark, which knows the labelled sets."""
    path = Path(__file__).parents[2] / "benchmarks" / "dedupe.py"
    spec = importlib.util.spec_from_file_location("benchmark_dedupe", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["benchmark_dedupe"] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def folder(data: Path) -> Path:
    """The labelled sets; a visible skip where they are not."""
    if not (data / "dedup").is_dir():
        pytest.skip("labelled duplicates are not here (THRESHER_DATA)")
    return data / "dedup"


@pytest.mark.parametrize("name", ["cytology_screening", "haematology", "stroke"])
def test_certain_links_are_right_and_few_are_missed(
    bench: ModuleType, folder: Path, name: str
) -> None:
    sets = bench.grouped_set(folder, name)
    links = find_links(sets.citations)
    found = groups(links, size=len(sets.citations))
    certain = bench.by_pairs(found, bench.relabelled(sets))
    assert certain.right / (certain.right + certain.wrong) >= 0.995
    assert certain.right / certain.there >= 0.95
    raw = bench.by_pairs(found, sets.truth)
    assert raw.right / (raw.right + raw.wrong) >= 0.995
    asked = bench.by_pairs(bench.with_maybe(sets, links), sets.truth)
    assert asked.right / asked.there >= 0.99


def test_certain_links_of_all_sets_together_are_right_and_few_are_missed(
    bench: ModuleType, folder: Path
) -> None:
    """As labelled, also where labels call two papers one."""
    counts = []
    for name in bench.RATHBONE:
        sets = bench.grouped_set(folder, name)
        found = groups(find_links(sets.citations), size=len(sets.citations))
        counts.append(bench.by_pairs(found, sets.truth))
    every = bench.pooled(counts)
    assert every.right / (every.right + every.wrong) >= 0.995
    assert every.right / every.there >= 0.97


def test_no_two_papers_that_labels_call_one_are_joined(
    bench: ModuleType, folder: Path
) -> None:
    """Letters and replies, errata, abstracts and articles wait for a person."""
    sets = bench.grouped_set(folder, "haematology")
    found = groups(find_links(sets.citations), size=len(sets.citations))
    counts = bench.by_class(sets, found)
    same, joined = counts.pop("one record")
    assert {name: joined for name, (_, joined) in counts.items()} == dict.fromkeys(
        counts, 0
    )
    assert sum(pairs for pairs, _ in counts.values()) == 29
    assert joined / same >= 0.97


def test_what_is_kept_and_what_is_superfluous_is_told_apart(
    bench: ModuleType, folder: Path
) -> None:
    marked = bench.marked_set(folder)
    links = find_links(marked.citations)
    found = groups(links, size=len(marked.citations))
    counts = bench.by_marks(found, marked.duplicate)
    assert counts.right / (counts.right + counts.wrong) >= 0.995
    assert counts.right / counts.there >= 0.95
    asked = bench.by_marks(bench.with_maybe(marked, links), marked.duplicate)
    assert asked.right / asked.there >= 0.99


def test_records_of_one_pmid_are_found_without_it(
    bench: ModuleType, data: Path
) -> None:
    hidden = bench.hidden_set(data / "screening")
    found = groups(find_links(hidden.citations), size=len(hidden.citations))
    certain = bench.by_pairs(found, hidden.truth)
    assert certain.right / (certain.right + certain.wrong) >= 0.995
    assert certain.right / certain.there >= 0.95


def test_the_special_cases_of_bib_dedupe_are_right(
    bench: ModuleType, folder: Path
) -> None:
    special = bench.grouped_set(folder, "special_cases")
    found = groups(find_links(special.citations), size=len(special.citations))
    assert bench.pairs_of(found) == bench.pairs_of(special.truth)


def test_the_pair_cases_of_bib_dedupe_are_right(
    bench: ModuleType, folder: Path
) -> None:
    text = (folder / "bibdedupe" / "pair_test_cases.json").read_text()
    wrong = []
    for case in json.loads(text)["cases"]:
        records = [case["record_a"], case["record_b"]]
        links = find_links([bench.as_citation(record) for record in records])
        certain = any(link.band == "certain" for link in links)
        if certain != case["expected_duplicate"]:
            wrong.append(case["id"])
    assert wrong == []
