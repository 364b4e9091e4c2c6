"""Tiny random models: they train, overfit one batch, and write; in seconds."""

import json
import os
import pickle
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from thresher.errors import FileError, InputError, MissingExtraError
from thresher.synthesis.finding import Direction
from thresher.synthesis.findings import FindingsTable
from thresher.synthesis.neural import extra
from thresher.synthesis.neural.checkpoint import (
    Checkpoint,
    Kind,
    open_checkpoint,
    write_checkpoint,
)
from thresher.synthesis.neural.example import MARKERS, Example, table_example
from thresher.synthesis.neural.generation import generated, table_direction
from thresher.synthesis.neural.states import label_ids, model_inputs
from thresher.synthesis.neural.training import Schedule, example_loss, trained

STUDIES = (
    "Vitamin K reduced fractures in women.",
    "No difference was seen in men, or in bone density.",
    "Falls were not counted.",
)
REVIEW = Example(
    background="Does vitamin K prevent fractures?",
    studies=STUDIES,
    target="Vitamin K may prevent fractures.",
)
SHORT = Example(background="Sleep?", studies=STUDIES[2:], target="Nothing is known.")
ABSENT = "torch or transformers is not installed: run make test-neural"
UNKNOWN = {"unk_token": "<unk>"}
ENDS = {"bos_token": "<s>", "eos_token": "</s>", "pad_token": "<pad>"}
ALL = " ".join([*STUDIES, REVIEW.background, REVIEW.target, SHORT.target, *Direction])


def test_without_the_extra_the_message_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "torch", None)
    with pytest.raises(MissingExtraError, match=r"thresher\[neural\]"):
        extra.torch()


def test_each_study_stands_behind_the_background() -> None:
    first = REVIEW.behind_background[0]
    assert first.startswith("<background> Does vitamin K")
    assert first.endswith("<ref> Vitamin K reduced fractures in women. </ref>")
    assert REVIEW.concatenated.count("<background>") == 1
    assert REVIEW.concatenated.count("<ref>") == 3
    many = replace(REVIEW, studies=STUDIES * 20)
    assert len(many.behind_background) == 25


def test_a_review_without_studies_is_refused() -> None:
    with pytest.raises(InputError, match="at least one study"):
        Example(background="", studies=())


@pytest.mark.parametrize("wrong", [{"epochs": 0}, {"rate": 0.0}, {"warm_up": -1}])
def test_an_impossible_schedule_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        Schedule(**wrong)


@pytest.fixture(scope="module")
def torch() -> Any:  # noqa: ANN401
    """Torch; a visible skip where it is not, and none where it was asked for."""
    if os.environ.get("THRESHER_NEURAL") == "0":
        pytest.skip("THRESHER_NEURAL=0")
    if os.environ.get("THRESHER_NEURAL") != "1":
        pytest.importorskip("torch", reason=ABSENT)
        pytest.importorskip("transformers", reason=ABSENT)
    import torch as found  # noqa: PLC0415  an extra
    import transformers  # noqa: F401, PLC0415

    found.set_num_threads(1)
    return found


@pytest.fixture(scope="module")
def tokenizer(torch: Any) -> Any:  # noqa: ANN401, ARG001
    """A byte-level BPE tokenizer trained on the test's own sentences."""
    import tokenizers  # noqa: PLC0415
    from transformers import PreTrainedTokenizerFast  # noqa: PLC0415

    inner = tokenizers.Tokenizer(tokenizers.models.BPE(**UNKNOWN))
    inner.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    inner.decoder = tokenizers.decoders.ByteLevel()
    special = ["<s>", "<pad>", "</s>", "<unk>"]
    trainer = tokenizers.trainers.BpeTrainer(
        vocab_size=400,
        special_tokens=special,
        initial_alphabet=tokenizers.pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    inner.train_from_iterator([ALL] * 3, trainer)
    inner.post_processor = tokenizers.processors.TemplateProcessing(
        single="<s> $A </s>", special_tokens=[("<s>", 0), ("</s>", 2)]
    )
    return PreTrainedTokenizerFast(tokenizer_object=inner, **ENDS, **UNKNOWN)


def _sizes(tokenizer: Any) -> dict[str, Any]:  # noqa: ANN401
    return {
        "vocab_size": len(tokenizer),
        "d_model": 32,
        "encoder_layers": 1,
        "decoder_layers": 1,
        "encoder_attention_heads": 2,
        "decoder_attention_heads": 2,
        "encoder_ffn_dim": 64,
        "decoder_ffn_dim": 64,
        "dropout": 0.0,
        "attention_dropout": 0.0,
        "activation_dropout": 0.0,
        "pad_token_id": 1,
        "bos_token_id": 0,
        "eos_token_id": 2,
        "decoder_start_token_id": 2,
        "forced_eos_token_id": 2,
    }


@pytest.fixture(scope="module")
def make(
    torch: Any,  # noqa: ANN401
    tokenizer: Any,  # noqa: ANN401
    tmp_path_factory: pytest.TempPathFactory,
) -> Callable[[Kind], Checkpoint]:
    """A function that makes a tiny random checkpoint, through a folder on disk."""
    import transformers  # noqa: PLC0415

    def made(kind: Kind) -> Checkpoint:
        torch.manual_seed(3)
        sizes = _sizes(tokenizer)
        if kind is Kind.BART:
            config = transformers.BartConfig(max_position_embeddings=256, **sizes)
            model = transformers.BartForConditionalGeneration(config)
        else:
            config = transformers.LEDConfig(
                max_encoder_position_embeddings=1024,
                max_decoder_position_embeddings=128,
                attention_window=16,
                **sizes,
            )
            model = transformers.LEDForConditionalGeneration(config)
        folder = tmp_path_factory.mktemp(kind)
        write_checkpoint(
            Checkpoint(model=model, tokenizer=tokenizer, kind=kind), folder
        )
        return open_checkpoint(folder)

    return made


def test_a_checkpoint_knows_every_marker(make: Callable[[Kind], Checkpoint]) -> None:
    opened = make(Kind.BART)
    ids = opened.tokenizer.convert_tokens_to_ids(list(MARKERS))
    assert len(set(ids)) == len(MARKERS) == 13
    assert opened.model.get_input_embeddings().num_embeddings >= max(ids) + 1


def test_with_one_study_the_loss_is_that_of_the_ordinary_way(
    make: Callable[[Kind], Checkpoint],
) -> None:
    opened = make(Kind.BART)
    ours = example_loss(opened, [SHORT])
    read = opened.tokenizer(list(SHORT.behind_background), return_tensors="pt")
    labels = label_ids(opened, [SHORT], longest=128)
    usual = opened.model(
        input_ids=read["input_ids"],
        attention_mask=read["attention_mask"],
        labels=labels,
    ).loss
    assert float(ours.detach()) == pytest.approx(float(usual.detach()), rel=1e-6)


def test_the_order_of_studies_changes_nothing(
    make: Callable[[Kind], Checkpoint],
) -> None:
    opened = make(Kind.BART)
    turned = replace(REVIEW, studies=STUDIES[::-1])
    one, other = (float(example_loss(opened, [e]).detach()) for e in (REVIEW, turned))
    assert one == pytest.approx(other, rel=1e-5)


def test_reviews_of_unlike_length_do_not_disturb_each_other(
    make: Callable[[Kind], Checkpoint],
) -> None:
    opened = make(Kind.BART)
    together = model_inputs(opened, [REVIEW, SHORT])
    alone = model_inputs(opened, [SHORT])
    size = alone["encoder_outputs"].last_hidden_state.shape[1]
    states = together["encoder_outputs"].last_hidden_state[1, :size]
    wanted = alone["encoder_outputs"].last_hidden_state[0]
    assert float((states - wanted).abs().max().detach()) < 1e-5
    assert together["attention_mask"].sum(1).tolist()[1] == size


@pytest.mark.parametrize("kind", list(Kind))
def test_a_tiny_model_overfits_one_batch_and_writes_it_out(
    make: Callable[[Kind], Checkpoint], kind: Kind
) -> None:
    opened = make(kind)
    how = Schedule(epochs=45, batch=2, at_once=2, rate=1e-2, warm_up=3)
    rng = np.random.default_rng(5)
    losses = trained(opened, [REVIEW, SHORT], rng=rng, schedule=how)
    assert losses[-1] < 0.2 * losses[0]
    written = generated(opened, [REVIEW, SHORT], beams=2, longest=40)
    assert written == (REVIEW.target, SHORT.target)


def test_gathered_gradients_are_those_of_the_whole_batch(
    make: Callable[[Kind], Checkpoint],
) -> None:
    losses = []
    for at_once in (1, 2):
        how = Schedule(epochs=2, batch=2, at_once=at_once, rate=1e-3, warm_up=0)
        same = replace(REVIEW, background="Sleep?")
        rng = np.random.default_rng(1)
        losses.append(trained(make(Kind.BART), [REVIEW, same], rng=rng, schedule=how))
    assert losses[0] == pytest.approx(losses[1], rel=1e-4)


def test_training_needs_targets(make: Callable[[Kind], Checkpoint]) -> None:
    with pytest.raises(InputError, match="a target for every review"):
        example_loss(make(Kind.BART), [replace(REVIEW, target="")])


def test_table_to_table_learns_a_direction(
    make: Callable[[Kind], Checkpoint], small_table: FindingsTable
) -> None:
    opened = make(Kind.BART)
    pair = ("aspirin", "pain")
    example = table_example(small_table.rows, pair=pair, target=Direction.DECREASES)
    assert example.studies[0].endswith("<evidence> decreases </evidence>")
    assert len(example.studies) == 2
    how = Schedule(epochs=25, batch=1, rate=1e-2, warm_up=3)
    trained(opened, [example], rng=np.random.default_rng(5), schedule=how)
    assert table_direction(opened, example).likeliest is Direction.DECREASES


def test_a_written_checkpoint_gives_the_same_loss(
    make: Callable[[Kind], Checkpoint], tmp_path: Path
) -> None:
    opened = make(Kind.BART)
    write_checkpoint(opened, tmp_path)
    again = open_checkpoint(tmp_path)
    one, other = (float(example_loss(c, [REVIEW]).detach()) for c in (opened, again))
    assert one == pytest.approx(other)


def test_a_checkpoint_of_the_wrong_kind_is_refused(torch: Any, tmp_path: Path) -> None:  # noqa: ANN401, ARG001
    (tmp_path / "config.json").write_text(json.dumps({"model_type": "bert"}))
    with pytest.raises(FileError, match=r"wrong kind \(bert\).*bart, led"):
        open_checkpoint(tmp_path)
    (tmp_path / "config.json").write_text(json.dumps({"model_type": "bart"}))
    with pytest.raises(FileError, match="has no weights"):
        open_checkpoint(tmp_path)
    for unread in ("nonsense", "null", "[1]"):
        (tmp_path / "config.json").write_text(unread)
        with pytest.raises(FileError, match="cannot be read"):
            open_checkpoint(tmp_path)
    with pytest.raises(FileError, match="no folder of a checkpoint"):
        open_checkpoint(tmp_path / "none")


@pytest.fixture
def bart(make: Callable[[Kind], Checkpoint], tmp_path: Path) -> Path:
    """A folder of a tiny BART."""
    write_checkpoint(make(Kind.BART), tmp_path / "bart")
    return tmp_path / "bart"


class Trap:
    """Something that leaves a trace when it is unpickled."""

    def __init__(self, trace: Path) -> None:
        self.trace = trace

    def __reduce__(self) -> tuple[Any, tuple[Path]]:
        return Path.touch, (self.trace,)


def test_no_pickle_of_the_user_is_opened(bart: Path, tmp_path: Path) -> None:
    (bart / "model.safetensors").unlink()
    weights = bart / "pytorch_model.bin"
    weights.write_bytes(pickle.dumps(Trap(tmp_path / "trace")))
    with pytest.raises(FileError, match=r"as a pickle \(pytorch_model\.bin\) only"):
        open_checkpoint(bart)
    assert not (tmp_path / "trace").exists()


def test_no_code_of_a_checkpoint_is_run(bart: Path, tmp_path: Path) -> None:
    config = json.loads((bart / "config.json").read_text())
    config["auto_map"] = {"AutoModelForSeq2SeqLM": "mine.Model"}
    (bart / "config.json").write_text(json.dumps(config))
    trace = tmp_path / "trace"
    (bart / "mine.py").write_text(f"open({str(trace)!r}, 'w')\nclass Model: pass\n")
    assert open_checkpoint(bart).kind is Kind.BART
    assert not trace.exists()


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("model.safetensors", "no weights at all " * 9),
        ("tokenizer.json", "{}"),
        ("tokenizer.json", '{"version": "1.0", "added_tokens": [], "model": null}'),
        ("config.json", '{"model_type": "bart", "d_model": "big"}'),
        ("config.json", '{"model_type": "bart", "d_model": 48}'),
    ],
)
def test_a_damaged_checkpoint_is_one_sentence(
    bart: Path, name: str, content: str
) -> None:
    (bart / name).write_text(content)
    with pytest.raises(FileError, match="cannot be opened") as refused:
        open_checkpoint(bart)
    assert "\n" not in str(refused.value)


def test_weights_of_another_model_are_not_made_up_for(
    bart: Path, make: Callable[[Kind], Checkpoint], tmp_path: Path
) -> None:
    write_checkpoint(make(Kind.LED), tmp_path / "led")
    (tmp_path / "led" / "model.safetensors").replace(bart / "model.safetensors")
    with pytest.raises(FileError, match=r"lacks \d+ of the weights of BART"):
        open_checkpoint(bart)


def test_a_checkpoint_without_words_is_refused(bart: Path) -> None:
    (bart / "tokenizer.json").unlink()
    with pytest.raises(FileError, match="has no tokenizer"):
        open_checkpoint(bart)
