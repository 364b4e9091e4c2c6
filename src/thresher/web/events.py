"""News for open pages: told from any thread, sent as server-sent events."""

import asyncio
import json
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

from sqlalchemy.exc import DBAPIError

from thresher.errors import ThresherError

__all__ = ["Events"]

MOST_WAITING = 100  # news kept for a page that does not fetch them
BEAT = 5.0  # seconds between two signs of life, and until a line that is over ends
PAUSE = 1.0  # seconds until a database that is away is asked again


class Events:
    """Who listens to which project, and what they are told."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._listeners: dict[str, set[asyncio.Queue[str]]] = defaultdict(set)
        self._closing = False

    def begin(self, loop: asyncio.AbstractEventLoop) -> None:
        """Remember the loop that the pages are served from."""
        self._loop = loop

    def close(self) -> None:
        """Let every listener go."""
        self._closing = True
        for queues in self._listeners.values():
            for queue in queues:
                _put(queue, "")

    def tell(self, project: str, kind: str, facts: dict[str, Any]) -> None:
        """Tell all who listen to a project; safe from any thread."""
        if self._loop is None or self._loop.is_closed():
            return
        text = f"event: {kind}\ndata: {json.dumps(facts, ensure_ascii=False)}\n\n"
        self._loop.call_soon_threadsafe(self._spread, project, text)

    async def listen(
        self, project: str, may_hear: Callable[[], Awaitable[bool]]
    ) -> AsyncIterator[str]:
        """Yield the news of a project, and a sign of life when there are none.

        Parameters
        ----------
        project
            Its id.
        may_hear
            Whether the listener may still know. It is asked before each word: a
            line outlives the session and the membership that it was opened with.
        """
        queue: asyncio.Queue[str] = asyncio.Queue(MOST_WAITING)
        self._listeners[project].add(queue)
        try:
            yield ": hello\n\n"
            while not self._closing:
                try:
                    text = await asyncio.wait_for(queue.get(), BEAT)
                except TimeoutError:
                    text = ": still here\n\n"
                if not await self._lets(may_hear):
                    return
                yield text
        finally:
            self._listeners[project].discard(queue)

    async def _lets(self, may_hear: Callable[[], Awaitable[bool]]) -> bool:
        """Ask until there is an answer; nothing is told without one."""
        while not self._closing:
            try:
                return await may_hear()
            except (ThresherError, DBAPIError):
                await asyncio.sleep(PAUSE)
        return False

    def _spread(self, project: str, text: str) -> None:
        for queue in self._listeners.get(project, ()):
            _put(queue, text)


def _put(queue: asyncio.Queue[str], text: str) -> None:
    """Put a text in line; the oldest goes where there are too many."""
    if queue.full():
        queue.get_nowait()
    queue.put_nowait(text)
