"""News for open pages, and jobs that are cancelled."""

import asyncio
import json

import pytest

from thresher.web.events import MOST_WAITING, Events
from thresher.web.jobs import Cancelled, Job, Jobs


def test_news_reach_those_who_listen_to_the_project_and_nobody_else() -> None:
    async def heard() -> list[str]:
        events = Events()
        events.begin(asyncio.get_running_loop())
        mine = events.listen("mine")
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
        mine = events.listen("mine")
        await anext(mine)
        for number in range(MOST_WAITING + 50):
            events.tell("mine", "counts", {"left": number})
        await asyncio.sleep(0)
        return await anext(mine)

    assert '"left": 50' in asyncio.run(waiting())


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
