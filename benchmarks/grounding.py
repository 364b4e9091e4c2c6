"""Whether summaries are grounded, and planted faults are seen.

    python benchmarks/grounding.py --data FOLDER [--every N] [--json]

Every review of M3 and MSLR's sample is synthesised with the shipped models; then
statements are planted in front of the judge: a number, another review's conclusion, a
direction turned round. Verbatim sentences of the studies show the false alarms. Last,
the fifty planted topics of the tests: contradictions found, and false ones.
"""

import argparse
import gzip
import json
import os
import re
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from thresher.synthesis.agreement.support import Why, unsupported
from thresher.synthesis.contradiction import Cell, Flag
from thresher.synthesis.shipped_models import read_studies, shipped_text_models
from thresher.synthesis.study import Study
from thresher.synthesis.synthesis import Synthesis, synthesised
from thresher.synthesis.text_repair import repaired

TURNS = {
    "increased": "decreased",
    "increase": "decrease",
    "increases": "decreases",
    "higher": "lower",
    "reduced": "increased",
    "reduces": "increases",
    "reduce": "increase",
    "decreased": "increased",
    "decrease": "increase",
    "decreases": "increases",
    "lower": "higher",
    "improved": "worsened",
    "improves": "worsens",
}
TURN = re.compile(rf"\b(?:{'|'.join(TURNS)})\b")
NUMBER = "in 49,371 patients"
TOPICS = Path(__file__).parents[1] / "tests" / "synthesis" / "table"
DISPUTED = {Flag.CONTRADICTORY, Flag.MIXED}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    folder = os.environ.get("THRESHER_DATA", "../shared/data")
    parser.add_argument("--data", type=Path, default=Path(folder))
    parser.add_argument("--every", type=int, default=1, help="Only each Nth review.")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    rows = {
        level: _lines(given.data / "synthesis" / "m3" / f"{level}.jsonl.gz")
        for level in ("level2", "level3")
    }
    rows = {level: of[:: given.every] for level, of in rows.items()}
    facts: dict[str, object] = {
        name: _grounding(found)
        for name, found in {
            "m3 level 2": (_m3_level_2(row) for row in rows["level2"]),
            "m3 level 3": (_m3_level_3(row) for row in rows["level3"]),
            "mslr sample": iter([_sample(given.data)]),
        }.items()
    }
    # the judge's threshold was chosen on the even reviews, so the odd ones tell
    facts["planted in front of the judge"] = _planted(rows["level3"][1::2])
    facts["planted contradictions"] = _contradictions()
    if given.json:
        print(json.dumps(facts, indent=2))
        return
    for name, figures in facts.items():
        print(f"{name}: {json.dumps(figures)}")


def _lines(path: Path) -> list[dict[str, Any]]:
    lines = gzip.decompress(path.read_bytes()).decode().splitlines()
    return [json.loads(line) for line in lines]


def _m3_level_2(row: dict[str, Any]) -> list[Study]:
    texts = row["input_text"].split("|||||")
    return [
        Study(id=str(at), abstract=text.strip()) for at, text in enumerate(texts, 1)
    ]


def _m3_level_3(row: dict[str, Any]) -> list[Study]:
    return [
        Study(id=f"{at}-{one['source_pmid']}", abstract=one["source_text"])
        for at, one in enumerate(row["input_studies"], 1)
    ]


def _sample(data: Path) -> list[Study]:
    path = data / "synthesis" / "mslr" / "ms2_sample" / "sample.json.gz"
    review = json.loads(gzip.decompress(path.read_bytes()))
    papers = [one["references"][0] for one in review["included_studies"]]
    return [
        Study(
            id=paper["pmid"],
            title=repaired(paper["title"]),
            abstract=repaired(paper["abstract"]),
        )
        for paper in papers
    ]


def _grounding(reviews: Iterator[list[Study]]) -> dict[str, object]:
    """Count summary sentences whose every reference stands word for word in place."""
    counts: Counter[str] = Counter()
    for studies in reviews:
        found = synthesised(studies, reader=read_studies)
        counts["reviews"] += 1
        for sentences, grounded, references in _checked(found):
            counts["sentences"] += sentences
            counts["grounded"] += grounded
            counts["references"] += references
    share = counts["grounded"] / max(1, counts["sentences"])
    return {**counts, "share": round(share, 4)}


def _checked(found: Synthesis) -> Iterator[tuple[int, int, int]]:
    texts = {read.study.id: read.study.text for read in found.table.studies}
    for summary in (found.summary, found.extract):
        for sentence in summary.sentences:
            stand = [
                texts[one.study][one.start : one.end] == one.quote
                for one in sentence.references
            ]
            yield 1, int(bool(stand) and all(stand)), len(stand)


def _planted(rows: Sequence[dict[str, Any]]) -> dict[str, object]:
    models = shipped_text_models()
    tried: Counter[str] = Counter()
    caught: Counter[str] = Counter()
    why: dict[str, Counter[str]] = defaultdict(Counter)
    for at, row in enumerate(rows):
        studies = _m3_level_3(row)
        said = studies[0].abstract
        other = rows[(at + len(rows) // 2) % len(rows)]["target_text"]
        plants = {
            "verbatim (false alarms)": (said, studies, set(Why)),
            "its own conclusion, by people": (row["target_text"], studies, set(Why)),
            "a number": (f"{said.rstrip('. ')} {NUMBER}.", studies, {Why.NUMBER}),
            "another review's conclusion": (other, studies, set(Why)),
        }
        if turned := _turned(said):
            plants["a direction turned round"] = (turned, studies[:1], {Why.DIRECTION})
        for name, (text, sources, wanted) in plants.items():
            flaws = unsupported(text, sources, models=models)
            tried[name] += 1
            caught[name] += any(flaw.why in wanted for flaw in flaws)
            why[name].update({flaw.why.name for flaw in flaws})
    return {
        name: {"tried": count, "caught": caught[name], "by": dict(why[name])}
        for name, count in tried.items()
    }


def _turned(text: str) -> str:
    """Return a text with its directions turned round, empty where it has none."""
    if not TURN.search(text) or " not " in text or " no " in text:
        return ""
    return TURN.sub(lambda found: TURNS[found.group()], text)


def _contradictions() -> dict[str, dict[str, int]]:
    """Made-up trials of many wordings: two that agree, a third against both.

    Found: every study has its own direction in one row on the outcome. False: the two
    that agree are called disputed.
    """
    counts = {}
    for path in sorted(TOPICS.glob("planted*.toml")):
        topics = tomllib.loads(path.read_text(encoding="utf-8"))["topic"]
        counts[path.stem] = {
            "planted": 2 * len(topics),
            "found": sum(_is_found(one, at) for one in topics for at in (0, 1)),
            "agreeing": len(topics),
            "false": sum(
                any(cell.flag in DISPUTED for cell in _cells(one, (0, 1)))
                for one in topics
            ),
        }
    total = {
        name: sum(one[name] for one in counts.values()) for name in counts["planted"]
    }
    return {**counts, "all": total}


def _is_found(topic: dict[str, Any], first: int) -> bool:
    planted = {str(at): topic["study"][at]["says"] for at in (first, 2)}
    return any(
        {vote.study: vote.direction.value for vote in cell.votes} == planted
        and cell.flag in DISPUTED
        for cell in _cells(topic, (first, 2))
        if re.search(topic["outcome"], cell.outcome, re.IGNORECASE)
    )


def _cells(topic: dict[str, Any], picks: Sequence[int]) -> tuple[Cell, ...]:
    studies = [
        Study(
            id=str(at),
            title=topic["study"][at]["title"],
            abstract=topic["study"][at]["abstract"],
        )
        for at in picks
    ]
    return synthesised(studies, reader=read_studies).cells


if __name__ == "__main__":
    main()
