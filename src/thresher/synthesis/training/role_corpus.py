"""Structured abstracts whose sentences carry the authors' own section roles."""

from dataclasses import dataclass
from pathlib import Path

from thresher.synthesis.headings import Role
from thresher.synthesis.training.data_files import json_lines, listed_ids
from thresher.synthesis.training.splits import is_held_out

__all__ = ["LabelledAbstract", "role_corpus"]

FOLDER = Path("synthesis")
ABSTRACTS = FOLDER / "sentence_roles" / "structured_abstracts.jsonl.gz"
SPLITS = FOLDER / "evidence_inference" / "splits"
ONE_IN = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelledAbstract:
    """Sentences of an abstract with their roles; `source` names the corpus."""

    source: str
    texts: tuple[str, ...]
    roles: tuple[Role, ...]
    held_out: bool


def role_corpus(data: Path) -> list[LabelledAbstract]:
    """Labelled abstracts of the data folder, test articles left out.

    Held out are the validation articles of Evidence Inference and one in ten of all.
    """
    test = listed_ids(data / SPLITS / "test_article_ids.txt")
    validation = listed_ids(data / SPLITS / "validation_article_ids.txt")
    found = []
    for row in json_lines(data / ABSTRACTS):
        article = row["id"].removeprefix("PMC")
        if row["sents"] and not (row["src"] == "pmc" and article in test):
            kept_apart = row["src"] == "pmc" and article in validation
            found.append(
                LabelledAbstract(
                    source=row["src"],
                    texts=tuple(text for text, _ in row["sents"]),
                    roles=tuple(Role(label.lower()) for _, label in row["sents"]),
                    held_out=kept_apart or is_held_out(row["id"], one_in=ONE_IN),
                )
            )
    return found
