"""A data folder of invented texts, small enough to train on in a second."""

import gzip
import json
from pathlib import Path

ARMS = ["aspirin", "ibuprofen", "exercise", "massage", "vitamin"]
ENDS = ["pain", "fatigue", "weight", "sleep", "mortality"]
MOVES = {1: "significantly higher", -1: "significantly lower", 0: "not different"}


def abstract(number: int) -> list[tuple[str, str]]:
    arm, end = ARMS[number % 5], ENDS[number // 5 % 5]
    move = MOVES[number % 3 - 1]
    return [
        (f"Much is unknown about {end} in adults.", "BACKGROUND"),
        (f"We aimed to test whether {arm} changes {end}.", "OBJECTIVE"),
        (f"We randomised {40 + number} adults to {arm} or placebo.", "METHODS"),
        (f"The {end} was measured at {number} weeks.", "METHODS"),
        (f"Mean {end} was {move} with {arm} than with placebo (P<0.05).", "RESULTS"),
        (f"We conclude that {arm} matters for {end}.", "CONCLUSIONS"),
    ]


def write_tiny_data(folder: Path, *, count: int = 60) -> Path:
    """Files of every training job under `folder`, in the layout of the data folder."""
    numbers = range(count)
    _write(
        folder / "synthesis/sentence_roles/structured_abstracts.jsonl.gz",
        [
            {"id": f"PMC{n}", "src": "pmc", "title": "T", "sents": abstract(n)}
            for n in numbers
        ],
    )
    evidence = folder / "synthesis/evidence_inference"
    _write(
        evidence / "frame_docs.jsonl.gz",
        [
            {
                "pmc": str(n),
                "sentences": [
                    ["Title", "TITLE"],
                    *([text, f"ABSTRACT.{role}"] for text, role in abstract(n)),
                ],
            }
            for n in numbers
        ],
    )
    _write(evidence / "frames.jsonl.gz", [frame(n, count) for n in numbers])
    splits = evidence / "splits"
    splits.mkdir()
    (splits / "test_article_ids.txt").write_text("999")
    (splits / "validation_article_ids.txt").write_text(
        "\n".join(str(n) for n in numbers if n >= count * 3 // 4)
    )
    pico = folder / "synthesis/ebm_nlp"
    _write(
        pico / "union_train.jsonl.gz",
        [{"src": "x", "id": None, "sents": tagged(n)} for n in numbers],
    )
    texts = [" ".join(text for text, _ in abstract(n)) for n in numbers]
    _write(
        pico / "docs.jsonl.gz",
        [{"pmid": str(n), "text": text} for n, text in enumerate(texts)],
    )
    _write(
        pico / "participants_crowd.jsonl.gz",
        [
            {
                "pmid": str(n),
                "split": "acl17-test" if n == 3 else "train",
                "aggregated": {"HMMCrowd": [[start, start + len("adults")]]},
            }
            for n, text in enumerate(texts[:8])
            if (start := text.index("adults")) >= 0
        ],
    )
    _write(
        folder / "synthesis/pico_corpus/pico_corpus.jsonl.gz",
        [{"pmid": "1", "text": text} for text in texts[:2]],
    )
    return folder


def frame(number: int, count: int) -> dict[str, object]:
    """A prompt; every fourth asks for what its abstract does not report."""
    absent = number % 4 == 3
    outcome = "renal function" if absent else ENDS[number // 5 % 5]
    return {
        "prompt": number,
        "pmc": str(number),
        "I": ARMS[number % 5],
        "C": "placebo",
        "O": outcome,
        "label": number % 3 - 1,
        "ev": [abstract(number)[4][0]],
        "gold": [] if absent else [5],
        "split": "dev" if number >= count * 3 // 4 else "train",
        "src": "v2",
    }


def tagged(number: int) -> list[list[list[str]]]:
    """Sentences as words with labels; the title differs, so that no text repeats."""
    arm, end = ARMS[number % 5], ENDS[number // 5 % 5]
    label = {arm: "I", "placebo": "I", end: "OUT", "adults": "P"}
    title = f"Trial {number} of {arm} for {end} in adults ."
    sentences = [title, *(text.replace(".", " .") for text, _ in abstract(number))]
    return [
        [[word, label.get(word, "O")] for word in text.split()] for text in sentences
    ]


def _write(path: Path, rows: list[dict[str, object]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(row) + "\n" for row in rows)
