"""Bad input to the measuring commands: one sentence, exit 1 or 2, never a traceback."""

import struct
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from thresher.cli.main import run


def written(path: Path, content: str | bytes) -> Path:
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def huge_zip(path: Path) -> Path:
    """A project whose one entry claims five gigabytes."""
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("project.json", "{}")
        archive.writestr("results.db", b"x")
    content = bytearray(path.read_bytes())
    at = content.rfind(b"PK\x01\x02")  # the directory's last entry
    content[at + 24 : at + 28] = struct.pack("<I", 0xFFFFFFFE)
    at = content.rfind(b"PK\x03\x04")
    content[at + 22 : at + 26] = struct.pack("<I", 0xFFFFFFFE)
    return written(path, bytes(content))


CASES: dict[str, tuple[Callable[[Path], Path], str]] = {
    "a picture": (
        lambda folder: written(folder / "a.png", b"\x89PNG\r\n\x1a\n" + bytes(64)),
        "a.png",
    ),
    "a PDF named .csv": (
        lambda folder: written(folder / "a.csv", b"%PDF-1.7\n"),
        "PDF",
    ),
    "a label that is no label": (
        lambda folder: written(folder / "a.csv", "id,label\n1,1\n2,perhaps\n"),
        "line 3",
    ),
    "a label of two": (
        lambda folder: written(folder / "a.csv", "id,label\n1,2\n"),
        "line 2",
    ),
    "a score that is no number": (
        lambda folder: written(folder / "a.csv", "label,score\n1,0.5\n0,nan\n"),
        "line 3",
    ),
    "no relevant record": (
        lambda folder: written(folder / "a.csv", "label\n0\n0\n"),
        "no record is relevant",
    ),
    "an empty file": (lambda folder: written(folder / "a.csv", ""), "empty"),
    "a folder": (lambda folder: folder, "folder"),
    "no file": (lambda folder: folder / "gone.csv", "no such file"),
    "five gigabytes in a zip": (
        lambda folder: huge_zip(folder / "a.asreview"),
        "declares",
    ),
    "a zip of something else": (
        lambda folder: _other_zip(folder / "a.asreview"),
        "project",
    ),
    "a cut zip": (
        lambda folder: written(
            folder / "a.asreview", huge_zip(folder / "b.asreview").read_bytes()[:60]
        ),
        "a.asreview",
    ),
    "a table without labels": (
        lambda folder: written(folder / "a.csv", "title,year\nx,2001\n"),
        "label",
    ),
}


def _other_zip(path: Path) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("hello.txt", "hello")
    return path


@pytest.mark.parametrize("command", ["metrics", "plot"])
@pytest.mark.parametrize("case", CASES)
def test_a_bad_file_is_refused_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], case: str, command: str
) -> None:
    make, word = CASES[case]
    kind = ["recall"] if command == "plot" else []
    output = ["-o", str(tmp_path / "out.png")] if command == "plot" else []
    with pytest.raises(SystemExit) as ended:
        run([command, *kind, str(make(tmp_path)), *output])
    said = capsys.readouterr()
    assert ended.value.code == 1
    assert said.out == ""
    assert len(said.err.strip().splitlines()) == 1
    assert word in said.err
    assert not (tmp_path / "out.png").exists()


@pytest.mark.parametrize(
    "arguments",
    [
        ["metrics"],
        ["metrics", "a.csv", "--wss", "0"],
        ["metrics", "a.csv", "--cm", "1.01"],
        ["metrics", "a.csv", "--convention", "cohen"],
        ["plot", "recal", "a.csv"],
        ["plan", "--records", "0", "--hours", "1", "--minutes", "1", "2"],
        ["plan", "--records", "10", "--hours", "1", "--minutes", "2", "1"],
        ["published", "convert", "--wss", "0.5"],
    ],
)
def test_wrong_usage_exits_with_2(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        run(arguments)
    assert ended.value.code == 2
    assert "Error: " in capsys.readouterr().err
