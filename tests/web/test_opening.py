"""Opening a project: a large one takes a while, and nobody else waits for it."""

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from .reader import Reader

if TYPE_CHECKING:
    from thresher.web.lab import Lab


def reading(lab: Reader, project: str) -> None:
    lab.queue(project)


def deciding(lab: Reader, project: str) -> None:
    lab.decide(project, 1, "include")


@pytest.mark.parametrize("first", [reading, deciding])
def test_who_comes_first_to_a_project_holds_up_nobody(
    lab: Reader,
    project: str,
    first: Callable[[Reader, str], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app: Any = lab.client.app
    running: Lab = app.state.lab
    open_now, is_opening, may_open = running.desk, threading.Event(), threading.Event()

    def slowly(number: str) -> object:
        is_opening.set()
        may_open.wait(60)
        return open_now(number)

    assert running.open_desk(project) is None
    monkeypatch.setattr(running, "desk", slowly)
    opening = threading.Thread(target=first, args=(lab, project))
    other = threading.Thread(target=lambda: lab.get("/projects"))
    opening.start()
    assert is_opening.wait(60)
    other.start()
    other.join(10)
    is_held_up = other.is_alive()
    may_open.set()
    opening.join()
    other.join()
    assert not is_held_up
