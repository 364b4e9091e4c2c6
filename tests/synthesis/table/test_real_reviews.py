"""On real reviews every sentence of every summary stands in its source."""

import gzip
import json
import re
from collections.abc import Callable, Iterable, Sequence
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from thresher.synthesis.evidence import directions
from thresher.synthesis.phrase_lists import list_items
from thresher.synthesis.preparation import prepared
from thresher.synthesis.read_study import Reader, ReadStudy
from thresher.synthesis.roles import roles
from thresher.synthesis.sentences import abstract_sentences
from thresher.synthesis.study import Study
from thresher.synthesis.synthesis import Synthesis, synthesised

MARKED = re.compile(r"<(int|out)>(.*?)</\1>")
Pairs = Callable[[Study], list[tuple[str, str]]]
EVERY_NTH = 4


def reader_of(pairs: Pairs, *, threshold: float) -> Reader:
    """The shipped roles and evidence, with given pairs in the tagger's place."""

    def read(studies: Sequence[Study]) -> tuple[ReadStudy, ...]:
        return tuple(_read(study, pairs(study), threshold) for study in studies)

    return read


def _read(study: Study, pairs: list[tuple[str, str]], threshold: float) -> ReadStudy:
    clean = prepared(study).study
    cut = abstract_sentences(clean)
    return ReadStudy(
        study=clean,
        sentences=cut,
        roles=tuple(call.role for call in roles(cut)),
        findings=directions(clean, pairs, threshold=threshold),
    )


def quoted_in_place(found: Synthesis) -> int:
    """How many references there are; each must be found, and each sentence have one."""
    count = 0
    texts = {read.study.id: read.study.text for read in found.table.studies}
    for summary in (found.summary, found.extract):
        for sentence in summary.sentences:
            assert sentence.references
            for one in sentence.references:
                assert texts[one.study][one.start : one.end] == one.quote
                count += 1
    return count


def m3_reviews(data: Path) -> Iterable[dict[str, Any]]:
    path = data / "synthesis" / "m3" / "level3.jsonl.gz"
    lines = gzip.decompress(path.read_bytes()).decode().splitlines()
    return map(json.loads, lines[::EVERY_NTH])


def test_every_sentence_on_m3_reviews_is_grounded(data: Path) -> None:
    references = reviews = reported = 0
    for review in m3_reviews(data):
        pico = review["pico"]
        pair = (pico["i"], pico["o"])
        pairs = [pair] if all(one.strip() for one in pair) else []
        studies = [
            Study(id=f"{at}-{one['source_pmid']}", abstract=one["source_text"])
            for at, one in enumerate(review["input_studies"])
        ]
        reader = reader_of(lambda _, pairs=pairs: pairs, threshold=0.0)  # type: ignore[misc]
        found = synthesised(studies, reader=reader, question=review["target_text"])
        references += quoted_in_place(found)
        reported += len(found.table.reported)
        reviews += 1
    assert reviews == 96
    assert references > 400
    assert reported > 60  # of one-sentence texts: most name no intervention or change


@pytest.fixture(scope="module")
def vitamin_k(data: Path) -> Synthesis:
    """MS²'s released sample, with its own spans as interventions and outcomes."""
    path = data / "synthesis" / "mslr" / "ms2_sample" / "sample.json.gz"
    review = json.loads(gzip.decompress(path.read_bytes()))
    spans: dict[str, list[tuple[str, str]]] = {}
    studies = []
    for at, one in enumerate(review["included_studies"], 1):
        paper = one["references"][0]
        named = {"int": [], "out": []}  # type: dict[str, list[str]]
        for kind, text in MARKED.findall(paper["abstract"]):
            named[kind].append(" ".join(re.sub(r"<[^>]*>", " ", text).split()))
        treatments, outcomes = (
            list(dict.fromkeys(i for p in named[k] for i in list_items(p) if p))
            for k in ("int", "out")
        )
        study = Study(id=str(at), title=paper["title"], abstract=paper["abstract"])
        spans[study.id] = list(product(treatments[:4], outcomes[:10]))
        studies.append(study)
    reader = reader_of(lambda study: spans[study.id], threshold=0.4)
    return synthesised(studies, reader=reader, question=review["title"])


def test_the_ms2_sample_is_grounded(vitamin_k: Synthesis) -> None:
    assert len(vitamin_k.table.studies) == 20
    assert quoted_in_place(vitamin_k) > 20


def test_synonyms_of_the_ms2_sample_are_one_intervention(vitamin_k: Synthesis) -> None:
    names = vitamin_k.table.interventions.names
    merged = {names[one] for one in names if one.lower().startswith("vitamin k2")}
    assert len(merged) < sum(one.lower().startswith("vitamin k2") for one in names)


def test_a_direction_always_has_its_sentence(vitamin_k: Synthesis) -> None:
    silent = [row for row in vitamin_k.table.rows if not row.finding.is_reported]
    assert silent
    assert all(row.finding.directions is None for row in silent)
