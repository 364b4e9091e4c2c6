"""News for open pages, and jobs that are cancelled."""

import asyncio
import json

import pytest

from thresher.errors import StoreError
from thresher.web.events import MOST_WAITING, Events
from thresher.web.jobs import Cancelled, Job, Jobs


async def always() -> bool:
    return True


def test_news_reach_those_who_listen_to_the_project_and_nobody_else() -> None:
    async def heard() -> list[str]:
        events = Events()
        events.begin(asyncio.get_running_loop())
        mine = events.listen("mine", always)
        assert (await anext(mine)).startswith(":")
        events.tell("other", "counts", {"left": 1})
        events.tell("mine", "counts", {"left": 2})
        return (await anext(mine)).splitlines()

    kind, data, *_ = asyncio.run(heard())
    assert kind == "event: counts"
    assert json.loads(data.removeprefix("data: ")) == {"left": 2}


def test_a_page_that_does_not_listen_costs_little_memory() -> None:
    async def waiting() -> str:
        events = Events()
        events.begin(asyncio.get_running_loop())
        mine = events.listen("mine", always)
        await anext(mine)
        for number in range(MOST_WAITING + 50):
            events.tell("mine", "counts", {"left": number})
        await asyncio.sleep(0)
        return await anext(mine)

    assert '"left": 50' in asyncio.run(waiting())


def test_who_may_no_longer_know_is_told_nothing_and_let_go() -> None:
    async def heard() -> list[str]:
        events, welcome = Events(), [True, True, False]
        events.begin(asyncio.get_running_loop())

        async def may_hear() -> bool:
            return welcome.pop(0)

        mine = events.listen("mine", may_hear)
        told = [await anext(mine)]
        for number in range(4):
            events.tell("mine", "counts", {"left": number})
        return told + [text async for text in mine]

    assert [text[:6] for text in asyncio.run(heard())] == [": hell", "event:", "event:"]


def test_while_the_database_is_away_nothing_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("thresher.web.events.PAUSE", 0.0)

    async def heard() -> list[str]:
        events, answers = Events(), [True, False]
        events.begin(asyncio.get_running_loop())
        asked = 0

        async def may_hear() -> bool:
            nonlocal asked
            asked += 1
            if asked < 5:
                raise StoreError("does not answer")
            return answers.pop(0)

        mine = events.listen("mine", may_hear)
        await anext(mine)
        for number in range(2):
            events.tell("mine", "counts", {"left": number})
        return [text async for text in mine] + [str(asked)]

    told = asyncio.run(heard())
    assert '"left": 0' in told[0]
    assert told[1:] == ["6"]


def test_a_cancelled_job_ends_where_it_tells_its_progress() -> None:
    job = Job(project="p", kind="import", tell=lambda _: None)
    job("Reading", done=1, total=2)
    job.is_cancelled = True
    with pytest.raises(Cancelled):
        job("Reading", done=2, total=2)


def test_a_job_that_fails_says_why_and_no_more() -> None:
    told: list[str] = []
    jobs = Jobs(lambda job: told.append(job.state))

    def work(job: Job) -> dict[str, int]:
        raise RuntimeError(f"secret of {job.id}")

    job = jobs.start("p", "import", work)
    jobs.close()
    assert job.state == "failed"
    assert job.error is not None
    assert "secret" not in job.error
    assert jobs.find("other", job.id) is None
    assert told[-1] == "failed"
