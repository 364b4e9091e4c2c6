"""The arrows between the stages point one way."""

import ast
from pathlib import Path

import pytest

import thresher

ROOT = Path(thresher.__file__).parent
STAGES = ["records", "screening", "measures", "certification", "synthesis", "reports"]
WORDS = {"arrays", "errors", "executors", "plugins", "progress", "staged_file"}
DOORS = {"cli", "web"}
MODULES = sorted(ROOT.rglob("*.py"))
MOST_LINES = 400


def allowed(room: str) -> set[str]:
    """Rooms that a room may import from, itself included."""
    if room in WORDS:
        return WORDS
    if room in STAGES:
        return WORDS | set(STAGES[: STAGES.index(room) + 1])
    if room == "store":
        return WORDS | set(STAGES) | {"store"}
    return WORDS | set(STAGES) | {"store", room}


def imported_rooms(module: Path) -> set[str]:
    """Rooms of thresher that a module imports from, also inside functions."""
    rooms = set()
    for node in ast.walk(ast.parse(module.read_text())):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            if node.module == "thresher":
                names = [f"thresher.{alias.name}" for alias in node.names]
            else:
                names = [node.module]
        rooms |= {
            name.split(".")[1]
            for name in names
            if name.startswith("thresher.") and name != "thresher.__version__"
        }
    return rooms


@pytest.mark.parametrize("module", MODULES, ids=lambda m: str(m.relative_to(ROOT)))
def test_a_stage_imports_only_earlier_stages_and_the_shared_words(
    module: Path,
) -> None:
    room = module.relative_to(ROOT).parts[0].removesuffix(".py")
    if room.startswith("__"):
        return
    assert imported_rooms(module) <= allowed(room)


def test_every_room_has_a_place_in_the_order() -> None:
    rooms = {m.relative_to(ROOT).parts[0].removesuffix(".py") for m in MODULES}
    named = {room for room in rooms if not room.startswith("__")}
    assert named <= WORDS | set(STAGES) | DOORS | {"store"}


@pytest.mark.parametrize("module", MODULES, ids=lambda m: str(m.relative_to(ROOT)))
def test_no_file_is_too_long_to_read(module: Path) -> None:
    assert len(module.read_text().splitlines()) <= MOST_LINES


def test_the_doors_do_not_know_each_other() -> None:
    assert "web" not in allowed("cli")
    assert "cli" not in allowed("web")
