"""Fine-tuning of the small encoder; needs torch, which running it does not."""

import importlib
import math
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thresher.errors import FileError, MissingExtraError
from thresher.progress import Report, silent
from thresher.synthesis.training.pico_corpus import TaggedText
from thresher.synthesis.word_pieces import WordPieces

__all__ = [
    "EncoderSettings",
    "base_arrays",
    "base_vocabulary",
    "fine_tuned",
    "kept_pieces",
    "texts_as_chunks",
]

PLACE_NAMES = {
    "query": "attention.self.query",
    "key": "attention.self.key",
    "value": "attention.self.value",
    "out": "attention.output.dense",
    "wide": "intermediate.dense",
    "narrow": "output.dense",
    "norm": "attention.output.LayerNorm",
    "last_norm": "output.LayerNorm",
}
NORMS = frozenset({"norm", "last_norm"})
LABELS, IGNORED = 4, -100


@dataclass(frozen=True, slots=True, kw_only=True)
class EncoderSettings:
    """How much of the base encoder to keep, and how long to teach it."""

    layers: int = 3
    epochs: int = 3
    batch: int = 8
    rate: float = 1.5e-4
    longest: int = 400
    warm_up: int = 100
    drop: float = 0.1
    smoothing: float = 0.05


def torch_or_word() -> Any:  # noqa: ANN401  torch is not installed with us
    """Return torch, or say how to get it.

    Raises
    ------
    MissingExtraError
        It is not installed.
    """
    try:
        return importlib.import_module("torch")
    except ImportError as error:
        raise MissingExtraError("training the encoder", extra="neural") from error


def kept_pieces(
    vocabulary: Sequence[str], texts: Sequence[Sequence[str]], *, size: int
) -> list[str]:
    """Pieces the texts use most, `size` of them, with signs, letters and digits."""
    pieces = WordPieces(vocabulary)
    times = np.zeros(len(vocabulary), dtype=np.int64)
    for text in texts:
        for word in text:
            np.add.at(times, pieces.of(word), 1)
    needed = {"[PAD]", "[UNK]", "[CLS]", "[SEP]"}
    kept = [
        number
        for number, piece in enumerate(vocabulary)
        if piece in needed or (piece.isascii() and len(piece.removeprefix("##")) == 1)
    ]
    order = [n for n in np.argsort(-times, kind="stable").tolist() if times[n]]
    chosen = dict.fromkeys([*kept, *order])
    return [vocabulary[number] for number in list(chosen)[:size]]


def base_vocabulary(folder: Path) -> list[str]:
    """Pieces that the base encoder knows, in its order.

    Raises
    ------
    FileError
        The folder holds no ``vocab.txt``.
    """
    try:
        return (folder / "vocab.txt").read_text(encoding="utf-8").split("\n")
    except OSError as error:
        raise FileError(folder, f"holds no base encoder ({error})") from error


def base_arrays(
    folder: Path, pieces: Sequence[str], *, layers: int
) -> dict[str, NDArray[np.float32]]:
    """Arrays of the base encoder, cut to some pieces and to its first layers.

    Raises
    ------
    FileError
        The folder holds no ``model.safetensors``.
    """
    listed = base_vocabulary(folder)
    try:
        found = importlib.import_module("safetensors.numpy").load_file(
            folder / "model.safetensors"
        )
    except ImportError as error:
        raise MissingExtraError("training the encoder", extra="neural") from error
    except OSError as error:
        raise FileError(folder, f"holds no base encoder ({error})") from error
    rows = [listed.index(piece) for piece in pieces]
    embedded = found["embeddings.word_embeddings.weight"][rows]
    arrays = {
        "words": embedded + found["embeddings.token_type_embeddings.weight"][0],
        "places": found["embeddings.position_embeddings.weight"],
        "words_norm": found["embeddings.LayerNorm.weight"],
        "words_norm_bias": found["embeddings.LayerNorm.bias"],
    }
    for layer in range(layers):
        for ours, theirs in PLACE_NAMES.items():
            name = f"encoder.layer.{layer}.{theirs}"
            weight = found[f"{name}.weight"]
            arrays[f"{layer}.{ours}"] = weight if ours in NORMS else weight.T
            arrays[f"{layer}.{ours}_bias"] = found[f"{name}.bias"]
    return {name: np.ascontiguousarray(a, np.float32) for name, a in arrays.items()}


def fine_tuned(
    arrays: Mapping[str, NDArray[np.float32]],
    chunks: Sequence[tuple[list[int], list[int], list[int]]],
    settings: EncoderSettings,
    *,
    seed: int,
    report: Report = silent,
    keep: Callable[[dict[str, NDArray[np.float32]]], None] = lambda _: None,
) -> dict[str, NDArray[np.float32]]:
    """Arrays taught to tag; each chunk has pieces, first piece a word, and labels.

    `keep` is given the arrays after every epoch, so that a cut leaves something.
    """
    torch = torch_or_word()
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    drawn = random.Random(seed)  # noqa: S311  shuffling, no secret
    tensors = {name: torch.tensor(a, requires_grad=True) for name, a in arrays.items()}
    width = tensors["words"].shape[1]
    tensors["head"] = (torch.randn(width, LABELS) * 0.02).requires_grad_()
    tensors["head_bias"] = torch.zeros(LABELS, requires_grad=True)
    optimiser = torch.optim.AdamW(
        tensors.values(), lr=settings.rate, weight_decay=0.01, fused=True
    )
    steps = settings.epochs * math.ceil(len(chunks) / settings.batch)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda step: _pace(step, steps, settings.warm_up)
    )
    done = 0
    for _ in range(settings.epochs):
        for batch in _batches(chunks, settings.batch, drawn):
            with torch.autocast("cpu", dtype=torch.bfloat16):  # a third less time
                loss = _loss(torch, tensors, batch, settings=settings)
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(tensors.values(), 1.0)
            optimiser.step()
            schedule.step()
            done += 1
            report("teaching the encoder", done=done, total=steps)
        keep({name: tensor.detach().numpy() for name, tensor in tensors.items()})
    return {name: tensor.detach().numpy() for name, tensor in tensors.items()}


def _pace(step: int, steps: int, warm_up: int) -> float:
    warm_up = min(warm_up, max(1, steps // 5))
    return min((step + 1) / warm_up, max(0.0, (steps - step) / (steps - warm_up)))


def _batches(
    chunks: Sequence[tuple[list[int], list[int], list[int]]],
    size: int,
    drawn: random.Random,
) -> list[list[tuple[list[int], list[int], list[int]]]]:
    """Return batches of chunks of like length, in a drawn order."""
    order = sorted(chunks, key=lambda chunk: len(chunk[0]) + 60 * drawn.random())
    batches = [order[start : start + size] for start in range(0, len(order), size)]
    drawn.shuffle(batches)
    return batches


def _loss(torch: Any, tensors: Any, batch: Any, *, settings: EncoderSettings) -> Any:  # noqa: ANN401
    """Return the cross entropy of the labels at the words' first pieces."""
    longest = max(len(chunk[0]) for chunk in batch)
    numbers = torch.zeros(len(batch), longest, dtype=torch.long)
    labels = torch.full((len(batch), longest), IGNORED)
    for row, (pieces, firsts, given) in enumerate(batch):
        numbers[row, : len(pieces)] = torch.tensor(pieces)
        labels[row, torch.tensor(firsts)] = torch.tensor(given)
    scores = _scores(torch, tensors, numbers, drop=settings.drop)
    return torch.nn.functional.cross_entropy(
        scores.view(-1, LABELS), labels.view(-1), label_smoothing=settings.smoothing
    )


def _scores(torch: Any, tensors: Any, numbers: Any, *, drop: float) -> Any:  # noqa: ANN401
    """Return the labels' scores at each piece; piece 0 is padding."""
    functional = torch.nn.functional
    mask = torch.zeros(numbers.shape).masked_fill(numbers == 0, -1e4)[:, None, None, :]

    def normed(state: Any, name: str) -> Any:  # noqa: ANN401
        size = state.shape[-1:]
        bias = tensors[f"{name}_bias"]
        return functional.layer_norm(state, size, tensors[name], bias, 1e-12)

    def applied(state: Any, name: str) -> Any:  # noqa: ANN401
        return state @ tensors[name] + tensors[f"{name}_bias"]

    state = tensors["words"][numbers] + tensors["places"][: numbers.shape[1]]
    state = functional.dropout(normed(state, "words_norm"), drop)
    layer = 0
    while f"{layer}.query" in tensors:
        name = f"{layer}."
        split = [
            applied(state, name + part).view(*state.shape[:2], 12, -1).transpose(1, 2)
            for part in ("query", "key", "value")
        ]
        seen = functional.scaled_dot_product_attention(*split, attn_mask=mask)
        seen = applied(seen.transpose(1, 2).reshape(state.shape), name + "out")
        state = normed(state + functional.dropout(seen, drop), name + "norm")
        wide = functional.gelu(applied(state, name + "wide"))
        told = functional.dropout(applied(wide, name + "narrow"), drop)
        state = normed(state + told, name + "last_norm")
        layer += 1
    return applied(state, "head")


def texts_as_chunks(
    texts: Sequence[TaggedText], pieces: WordPieces, *, longest: int
) -> list[tuple[list[int], list[int], list[int]]]:
    """Texts in chunks of whole sentences: pieces, first piece a word, labels."""
    chunks = []
    for text in texts:
        numbers, firsts, labels = [pieces.begin], list[int](), list[int]()
        for sentence in np.unique(text.sentence):
            where = np.flatnonzero(text.sentence == sentence)
            cut = [pieces.of(text.words[place])[:20] for place in where]
            if firsts and len(numbers) + sum(map(len, cut)) > longest:
                chunks.append(([*numbers, pieces.end][:512], firsts, labels))
                numbers, firsts, labels = [pieces.begin], [], []
            for place, found in zip(where, cut, strict=True):
                if len(numbers) + len(found) < 511:  # noqa: PLR2004  places there are
                    firsts.append(len(numbers))
                    labels.append(int(text.labels[place]))
                    numbers = [*numbers, *found]
        if firsts:
            chunks.append(([*numbers, pieces.end], firsts, labels))
    return chunks
