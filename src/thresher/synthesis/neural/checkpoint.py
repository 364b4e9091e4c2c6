"""Checkpoints of the user's: opened, checked, made ready and written."""

import enum
import json
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


NEEDED = f"Summaries need one of: {', '.join(Kind)}."
HERE = {"local_files_only": True, "trust_remote_code": False}
VOCABULARIES = ("tokenizer.json", "vocab.json")
SHOWN = 200  # characters of another package's message


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkpoint:
    """A model and its tokenizer, with all markers known to both."""

    model: Any
    tokenizer: Any
    kind: Kind


def open_checkpoint(path: Path | str) -> Checkpoint:
    """Checkpoint of BART or LED from a folder of the user's.

    Nothing is downloaded, no code of the checkpoint is run, and no pickle is opened:
    weights are read from safetensors only.

    Raises
    ------
    FileError
        It is no checkpoint, or one of another kind.
    MissingExtraError
        The extra `neural` is not installed.
    """
    library, folder = transformers(), Path(path)
    kind = _kind(folder)
    _look_for_files(folder)
    try:
        model, told = library.AutoModelForSeq2SeqLM.from_pretrained(
            folder, use_safetensors=True, output_loading_info=True, **HERE
        )
        tokenizer = library.AutoTokenizer.from_pretrained(folder, **HERE)
    except Exception as error:  # its Rust parts raise no other class
        said = " ".join(str(error).split())[:SHOWN]
        raise FileError(folder, f"cannot be opened ({said})", hint=NEEDED) from error
    if missing := told["missing_keys"]:
        reason = f"lacks {len(missing)} of the weights of {kind.upper()}"
        raise FileError(folder, reason, hint="Are the weights those of its config?")
    return _ready(model, tokenizer, kind)


def _kind(folder: Path) -> Kind:
    """Return the kind that a checkpoint says it is.

    Raises
    ------
    FileError
        It says nothing, or another kind.
    """
    config = folder / "config.json"
    if not config.is_file():
        hint = "Give the folder with config.json, weights and tokenizer."
        raise FileError(folder, "is no folder of a checkpoint", hint=hint)
    try:
        said = json.loads(config.read_text(encoding="utf-8"))
        named = said.get("model_type", "no kind named")
    except (OSError, ValueError, AttributeError, RecursionError) as error:
        reason = "has a config.json that cannot be read"
        raise FileError(folder, reason, hint=NEEDED) from error
    if named not in {*Kind}:
        reason = f"is a checkpoint of the wrong kind ({named})"
        raise FileError(folder, reason, hint=NEEDED)
    return Kind(named)


def _look_for_files(folder: Path) -> None:
    """Raise if weights or words are not there: the library would do without."""
    if not [*folder.glob("*.safetensors")]:
        pickled = [*folder.glob("*.bin"), *folder.glob("*.pt"), *folder.glob("*.pth")]
        if pickled:
            reason = f"has its weights as a pickle ({pickled[0].name}) only"
            hint = "A pickle can run code, so none is opened: save as safetensors."
            raise FileError(folder, reason, hint=hint)
        raise FileError(folder, "has no weights", hint="Add model.safetensors.")
    if not any((folder / name).is_file() for name in VOCABULARIES):
        hint = f"Add one of: {', '.join(VOCABULARIES)}."
        raise FileError(folder, "has no tokenizer", hint=hint)


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
