"""Model inputs: studies encoded one by one and joined, or one long text."""

from collections.abc import Sequence
from typing import Any

from thresher.synthesis.neural.checkpoint import Checkpoint, Kind
from thresher.synthesis.neural.example import MARKERS, Example
from thresher.synthesis.neural.extra import torch, transformers

__all__ = [
    "LONGEST_STUDY",
    "LONGEST_TEXT",
    "joined_states",
    "label_ids",
    "model_inputs",
]

LONGEST_STUDY = 1000  # tokens, as in the paper
LONGEST_TEXT = 16_384
IGNORED = -100  # a label that counts for nothing
Tensors = dict[str, Any]


def model_inputs(checkpoint: Checkpoint, examples: Sequence[Example]) -> Tensors:
    """Return the inputs of the model for some reviews, in the way of its kind."""
    if checkpoint.kind is Kind.BART:
        return joined_states(checkpoint, examples)
    return _long_text(checkpoint, examples)


def joined_states(checkpoint: Checkpoint, examples: Sequence[Example]) -> Tensors:
    """Return the states of each study behind the background, joined for the decoder.

    Each study is encoded by itself; padding is dropped; the states of one review are
    put behind each other. The decoder's attention over them knows no order, so that
    the order of studies changes nothing, and with one study this is the usual way.
    DeYoung et al. (2021), section 4.1.
    """
    states = [_review_states(checkpoint, example) for example in examples]
    padded = torch().nn.utils.rnn.pad_sequence(states, batch_first=True)
    mask = torch().zeros(padded.shape[:2], dtype=torch().long)
    for row, state in enumerate(states):
        mask[row, : len(state)] = 1
    outputs = transformers().modeling_outputs.BaseModelOutput(last_hidden_state=padded)
    return {"encoder_outputs": outputs, "attention_mask": mask}


def _review_states(checkpoint: Checkpoint, example: Example) -> Any:  # noqa: ANN401
    """Return the states of all studies of a review, one row a token."""
    limit = min(LONGEST_STUDY, checkpoint.model.config.max_position_embeddings)
    read = checkpoint.tokenizer(
        list(example.behind_background),
        return_tensors="pt",
        padding=True,
        truncation=True,
        max_length=limit,
    )
    encoder = checkpoint.model.get_encoder()
    ids, mask = read["input_ids"], read["attention_mask"]
    hidden = encoder(input_ids=ids, attention_mask=mask).last_hidden_state
    return hidden[mask.bool()]


def _long_text(checkpoint: Checkpoint, examples: Sequence[Example]) -> Tensors:
    """Return ids and masks of whole texts, every marker seen by all other tokens."""
    config = checkpoint.model.config
    limit = min(LONGEST_TEXT, config.max_encoder_position_embeddings)
    read = checkpoint.tokenizer(
        [example.concatenated for example in examples],
        return_tensors="pt",
        padding=True,
        truncation=True,
        max_length=limit,
        pad_to_multiple_of=max(config.attention_window),
    )
    markers = checkpoint.tokenizer.convert_tokens_to_ids(list(MARKERS))
    everywhere = torch().isin(read["input_ids"], torch().tensor(markers)).long()
    everywhere[:, 0] = 1
    return {
        "input_ids": read["input_ids"],
        "attention_mask": read["attention_mask"],
        "global_attention_mask": everywhere,
    }


def label_ids(
    checkpoint: Checkpoint, examples: Sequence[Example], *, longest: int
) -> Any:  # noqa: ANN401
    """Ids of the targets, padding marked as not counting."""
    read = checkpoint.tokenizer(
        text_target=[example.target for example in examples],
        return_tensors="pt",
        padding=True,
        truncation=True,
        max_length=longest,
    )
    return read["input_ids"].masked_fill(read["attention_mask"] == 0, IGNORED)
