"""The encoder in numpy does what the same steps in plain loops do."""

import math
import subprocess
import sys

import numpy as np
import pytest

from thresher.synthesis.encoder import encoded_chances, mixed
from thresher.synthesis.pico import StudyWords
from thresher.synthesis.word_pieces import WordPieces, packed_vocabulary
from thresher.synthesis.words import Word

VOCABULARY = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "pain", "##s", "aspirin", "-", "e"]
WIDTH, WIDE = 24, 48
PARTS = {"query": WIDTH, "key": WIDTH, "value": WIDTH, "out": WIDTH}
Arrays = dict[str, np.ndarray]


def tiny_weights(seed: int) -> Arrays:
    rng = np.random.default_rng(seed)

    def drawn(*shape: int) -> np.ndarray:
        return rng.normal(0, 0.4, shape).astype(np.float32)

    found = {"words": drawn(len(VOCABULARY), WIDTH), "places": drawn(512, WIDTH)}
    for name in ("words_norm", "0.norm", "0.last_norm"):
        found |= {name: drawn(WIDTH) + 1, f"{name}_bias": drawn(WIDTH)}
    for name, size in PARTS.items():
        found |= {f"0.{name}": drawn(WIDTH, size), f"0.{name}_bias": drawn(size)}
    found |= {"0.wide": drawn(WIDTH, WIDE), "0.wide_bias": drawn(WIDE)}
    found |= {"0.narrow": drawn(WIDE, WIDTH), "0.narrow_bias": drawn(WIDTH)}
    return {**found, "head": drawn(WIDTH, 4), "head_bias": drawn(4)}


def slow_chances(numbers: list[int], w: Arrays) -> np.ndarray:
    """Chances of the labels at each piece, one number after another."""

    def norm(row: np.ndarray, name: str) -> np.ndarray:
        spread = math.sqrt(np.mean((row - row.mean()) ** 2) + 1e-12)
        return np.asarray((row - row.mean()) / spread * w[name] + w[f"{name}_bias"])

    def through(row: np.ndarray, name: str) -> np.ndarray:
        return row @ w[f"0.{name}"] + w[f"0.{name}_bias"]

    state = [
        norm(w["words"][n] + w["places"][i], "words_norm")
        for i, n in enumerate(numbers)
    ]
    query, key, value = (
        [through(row, part) for row in state] for part in ("query", "key", "value")
    )
    size = WIDTH // 12
    rows = []
    for i, row in enumerate(state):
        seen = np.zeros(WIDTH)
        for head in range(12):
            at = slice(head * size, (head + 1) * size)
            score = np.array([query[i][at] @ k[at] / math.sqrt(size) for k in key])
            share = np.exp(score) / np.exp(score).sum()
            seen[at] = sum(s * v[at] for s, v in zip(share, value, strict=True))
        middle = norm(row + through(seen, "out"), "0.norm")
        wide = [
            x * (1 + math.erf(x / math.sqrt(2))) / 2 for x in through(middle, "wide")
        ]
        last = norm(middle + through(np.array(wide), "narrow"), "0.last_norm")
        score = last @ w["head"] + w["head_bias"]
        rows.append(np.exp(score) / np.exp(score).sum())
    return np.array(rows)


def read(*sentences: str) -> StudyWords:
    listed = [(word, n) for n, text in enumerate(sentences) for word in text.split()]
    return StudyWords(
        words=[Word(text=word, start=0, end=1) for word, _ in listed],
        sentence=np.array([n for _, n in listed]),
        section=np.zeros(len(listed), dtype=np.int64),
    )


@pytest.mark.parametrize("seed", [0, 1])
def test_each_word_has_the_chances_of_its_first_piece(seed: int) -> None:
    weights = tiny_weights(seed)
    found = encoded_chances(read("Aspirin pains"), weights, WordPieces(VOCABULARY))
    slow = slow_chances([2, 6, 4, 5, 3], weights)
    assert found == pytest.approx(slow[[1, 2]], abs=1e-4)


def test_long_texts_are_read_in_chunks_of_whole_sentences() -> None:
    weights = tiny_weights(2)
    sentence = "pain " * 150
    pieces = WordPieces(VOCABULARY)
    found = encoded_chances(read(*[sentence] * 5), weights, pieces)
    assert len(found) == 750
    again = encoded_chances(read(sentence), weights, pieces)
    assert found[600:] == pytest.approx(again, abs=1e-4)


def test_a_sentence_longer_than_a_chunk_is_still_read() -> None:
    found = encoded_chances(
        read("pain " * 1450), tiny_weights(3), WordPieces(VOCABULARY)
    )
    assert np.isfinite(found).all()
    assert len(found) == 1450


def test_a_vocabulary_survives_packing() -> None:
    packed = packed_vocabulary(VOCABULARY)
    again = WordPieces.unpacked(packed)
    assert again.numbers == WordPieces(VOCABULARY).numbers
    assert again.of("Pains-é\u4e2d") == [4, 5, 7, 8, 1]
    assert again.of("xaspirin") == [1]


def test_powers_say_how_much_each_model_counts() -> None:
    one, other = np.array([[0.9, 0.1, 0, 0]]), np.array([[0.2, 0.8, 0, 0]])
    only = mixed(one, other, {"powers": np.array([1.0, 0.0])})
    assert only[0, :2] == pytest.approx([0.9, 0.1], abs=1e-4)
    both = mixed(one, other, {"powers": np.array([1.0, 1.0])})
    assert both[0, 0] == pytest.approx(0.18 / 0.26, abs=1e-3)


def test_the_shipped_encoder_runs_where_no_torch_can_be_imported() -> None:
    code = (
        "import sys; sys.modules['torch'] = None; sys.modules['transformers'] = None\n"
        "from thresher.synthesis.encoder import pico_encoded\n"
        "from thresher.synthesis.study import Study\n"
        "said = 'We randomised 40 men to aspirin or placebo. Pain fell with aspirin.'\n"
        "print([one.text for one in pico_encoded(Study(id='1', abstract=said))])"
    )
    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert "aspirin" in found.stdout
