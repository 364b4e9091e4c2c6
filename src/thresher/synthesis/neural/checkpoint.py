"""Checkpoints of the user's: opened, checked, made ready and written."""

import enum
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from thresher.errors import FileError
from thresher.synthesis.neural.example import MARKERS
from thresher.synthesis.neural.extra import torch, transformers

__all__ = ["Checkpoint", "Kind", "open_checkpoint", "write_checkpoint"]


class Kind(enum.StrEnum):
    """How a model reads several studies."""

    BART = "bart"  # each study by itself, their states joined for the decoder
    LED = "led"  # all studies in one long text


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkpoint:
    """A model and its tokenizer, with all markers known to both."""

    model: Any
    tokenizer: Any
    kind: Kind


def open_checkpoint(path: Path | str) -> Checkpoint:
    """Checkpoint of BART or LED from a folder of the user's.

    Nothing is downloaded, and no code of the checkpoint is run.

    Raises
    ------
    FileError
        It is no checkpoint, or one of another kind.
    MissingExtraError
        The extra `neural` is not installed.
    """
    library, folder = transformers(), Path(path)
    if not (folder / "config.json").is_file():
        hint = "Give the folder with config.json, weights and tokenizer."
        raise FileError(folder, "is no folder of a checkpoint", hint=hint)
    try:
        config = library.AutoConfig.from_pretrained(folder, local_files_only=True)
        kind = Kind(config.model_type)
        model = library.AutoModelForSeq2SeqLM.from_pretrained(
            folder, local_files_only=True
        )
        tokenizer = library.AutoTokenizer.from_pretrained(folder, local_files_only=True)
    except (OSError, ValueError, KeyError, RuntimeError) as error:
        raise FileError(folder, _reason(folder, error), hint=_hint()) from error
    return _ready(model, tokenizer, kind)


def _ready(model: Any, tokenizer: Any, kind: Kind) -> Checkpoint:  # noqa: ANN401
    """Return the checkpoint with the markers added where they were not known."""
    added = tokenizer.add_tokens([*MARKERS], special_tokens=True)
    if added or len(tokenizer) > model.get_input_embeddings().num_embeddings:
        torch().manual_seed(0)  # new rows of the embedding are drawn
        model.resize_token_embeddings(len(tokenizer), mean_resizing=False)
    return Checkpoint(model=model.eval(), tokenizer=tokenizer, kind=kind)


def write_checkpoint(checkpoint: Checkpoint, folder: Path) -> None:
    """Write model and tokenizer into a folder that `open_checkpoint` reads."""
    checkpoint.model.save_pretrained(folder)
    checkpoint.tokenizer.save_pretrained(folder)


def _reason(folder: Path, error: Exception) -> str:
    """Return in one sentence why a folder is not the checkpoint we need."""
    import json  # noqa: PLC0415

    try:
        found = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        kind = found.get("model_type", "no kind named")
    except (OSError, ValueError, AttributeError):
        return "has a config.json that cannot be read"
    if kind not in set(Kind):
        return f"is a checkpoint of the wrong kind ({kind})"
    return f"cannot be opened ({str(error).splitlines()[0][:200]})"


def _hint() -> str:
    return f"Summaries need one of: {', '.join(Kind)}."
