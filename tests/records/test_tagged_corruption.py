"""Whatever happens to a tagged file, records are read or the file is refused."""

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thresher.errors import FileError
from thresher.records import scan
from thresher.records.citation import Citation

SAMPLES = [
    "TY  - JOUR\nTI  - Éxercise\nAU  - A, B.\nKW  - a\nb\nAB  - one\n\ntwo\nER  - \n\n",
    "PMID- 1\nOWN - NLM\nTI  - Éxercise and\n      sleep\nFAU - A, B\nAU  - A B\n\n",
    "%0 Journal Article\n%T Éxercise\n%A A, B.\n%X one\n\ntwo\n\n",
    "FN ISI\nVR 1.0\nPT J\nAU A, B\n   C, D\nTI Éxercise\nER\n\nEF\n",
    "RT Journal Article\nT1 Éxercise\nA1 A,B\n\n",
    "<1. >\nVN  - Ovid Technologies\nTI  - Éxercise. [Article]\nAU  - A, B MD 1\n\n",
    "<1>\nAuthor\n  A, B\nTitle\n  Éxercise\nSource\n  Sleep. 2(3):4-5, May 2001.\n\n",
    "--TI-- Éxercise\n--AU-- A; B\n------\n",
]
ENCODINGS = ["utf-8", "utf-8-sig", "utf-16", "utf-16-be", "cp1252", "latin-1", "cp500"]


def read_or_refused(path: Path, content: bytes) -> list[Citation]:
    """The records of a file, as many as begin in it; none if it is refused."""
    path.write_bytes(content)
    records: list[Citation] = []
    try:
        opened = scan(path)
        records.extend(opened)
    except FileError as error:
        told = str(error)
    else:
        told = ""
    if told:
        assert "\n" not in told
        assert "fault of Thresher" not in told
        return []
    assert opened.report().starts == opened.report().records == len(records)
    assert len({record.id for record in records}) == len(records)
    return records


def cut(text: str, draw: random.Random) -> str:
    return text[: draw.randrange(len(text) + 1)]


def cut_out(text: str, draw: random.Random) -> str:
    first, last = sorted(draw.randrange(len(text) + 1) for _ in "12")
    return text[:first] + text[last:]


def doubled_lines(text: str, draw: random.Random) -> str:
    lines = text.split("\n")
    return "\n".join(line for line in lines for _ in range(draw.choice([1, 1, 2, 3])))


def shuffled_lines(text: str, draw: random.Random) -> str:
    lines = text.split("\n")
    draw.shuffle(lines)
    return "\n".join(lines)


def control_characters(text: str, draw: random.Random) -> str:
    for _ in range(5):
        at = draw.randrange(len(text) + 1)
        text = (
            text[:at]
            + chr(draw.choice([0, 7, 11, 12, 13, 26, 27, 133, 8232]))
            + text[at:]
        )
    return text


def other_blanks(text: str, draw: random.Random) -> str:
    return text.replace(
        "  - ", draw.choice([" - ", "- ", "\t-\t", "\xa0\xa0- ", "   -"])
    )


DAMAGES = [
    cut,
    cut_out,
    doubled_lines,
    shuffled_lines,
    control_characters,
    other_blanks,
]
damages = st.lists(st.sampled_from(DAMAGES), max_size=3)


@pytest.fixture(scope="session")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("corrupt") / "file.ris"


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda text: text[:4].strip())
@given(
    times=st.integers(1, 4),
    damages=damages,
    encoding=st.sampled_from(ENCODINGS),
    draw=st.randoms(use_true_random=False),
)
def test_damaged_samples_are_read_or_refused(
    path: Path,
    *,
    sample: str,
    times: int,
    damages: list[Callable[[str, random.Random], str]],
    encoding: str,
    draw: random.Random,
) -> None:
    text = sample * times
    for damage in damages:
        text = damage(text, draw)
    read_or_refused(path, text.encode(encoding, errors="replace"))


@given(
    encodings=st.lists(st.sampled_from(ENCODINGS[:6]), min_size=2, max_size=4),
    order=st.permutations(SAMPLES),
)
def test_files_joined_in_other_encodings_are_read_or_refused(
    path: Path, encodings: list[str], order: list[str]
) -> None:
    joined = [text.encode(name) for text, name in zip(order, encodings, strict=False)]
    read_or_refused(path, b"".join(joined))


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda text: text[:4].strip())
def test_a_field_of_ten_megabytes_is_read(path: Path, sample: str) -> None:
    long = "Éxercise" + " and sleep" * 1_000_000
    records = read_or_refused(path, (sample * 2).replace("Éxercise", long, 1).encode())
    assert max(len(record.title) for record in records) > 9_000_000


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda text: text[:4].strip())
def test_a_field_of_many_lines_is_read_in_time(path: Path, sample: str) -> None:
    long = "Éxercise" + "\n      and sleep" * 200_000
    records = read_or_refused(path, (sample * 2).replace("Éxercise", long, 1).encode())
    assert len(records) == 2 if "FN" not in sample else records


def whole_files(folder: Path) -> Iterator[Path]:
    endings = {".ris", ".nbib", ".enw", ".ciw", ".isi", ".ref", ".enl", ".txt"}
    for found in sorted(folder.rglob("*")):
        if found.suffix in endings and 0 < found.stat().st_size < 60_000:
            yield found


def test_damaged_real_files_are_read_or_refused(path: Path, citations: Path) -> None:
    draw = random.Random(7)  # noqa: S311  no secret, always the same
    for found in whole_files(citations):
        content = found.read_bytes()
        text = content.decode("utf-8", errors="replace")
        for damage in DAMAGES:
            broken = damage(text, draw)
            encoding = draw.choice(ENCODINGS)
            read_or_refused(path, broken.encode(encoding, errors="replace"))
        at = draw.randrange(len(content))
        read_or_refused(path, content[:at])


def test_real_ris_files_cut_anywhere_lose_only_what_was_cut(
    path: Path, citations: Path
) -> None:
    whole = citations / "asreview_citation_file_formatting/Datasets/RIS/_baseline.ris"
    content = whole.read_bytes()
    draw = random.Random(7)  # noqa: S311  no secret, always the same
    for _ in range(20):
        at = draw.randrange(content.index(b"\n", 500), len(content))
        begun = content[:at].count(b"\nTY  - ") + 1
        assert len(read_or_refused(path, content[:at])) == begun
