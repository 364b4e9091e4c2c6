"""The server killed at random while readers decide: every answer must stay true.

``python benchmarks/lab_kill.py [--kills 50] [--readers 3] [--records 600]``

Each round starts the server, lets readers decide as fast as they can, and kills it
with SIGKILL at a random moment. Then the ledger is read from the database itself: every
acknowledged decision must be there, once. What was sent and not answered is sent again
in the next round under the same uid. In the end a certificate is issued and verified.
"""

import argparse
import asyncio
import json
import random
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
from lab_crowd import (
    API,
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

LONGEST = 2.5  # seconds of reading in a round, after the first answer
FIRST = 30.0  # seconds to wait for it
ANSWER = 10.0


async def read(address: str, project: str, name: str, *, told: Told) -> None:
    """Decide as fast as can be until the server is gone."""
    rng = random.Random(f"{name} {len(told.sent)}")  # noqa: S311
    async with httpx.AsyncClient(base_url=address + API, timeout=ANSWER) as client:
        try:
            entry = {"name": name, "password": PASSWORD}
            (await client.post("/session", json=entry)).raise_for_status()
            await again(client, project, told=told)
            while True:
                answer = await client.get(
                    f"/projects/{project}/queue", params={"size": SIZE}
                )
                items = answer.raise_for_status().json()["items"]
                for item in items:
                    await sent(
                        client, project, [decision(item["record"], rng)], told=told
                    )
                if not items:
                    return
        except httpx.TransportError:
            return
        except httpx.HTTPStatusError as error:
            told.errors.append(f"{error.response.status_code} {error.response.text}")


async def again(client: httpx.AsyncClient, project: str, *, told: Told) -> None:
    """Send what was never answered once more, under the same uids."""
    open_ones = [uid for uid in told.sent if uid not in told.safe]
    lines = [
        {"uid": uid, "record": told.sent[uid], "label": "exclude"} for uid in open_ones
    ]
    if lines:
        await sent(client, project, lines, told=told)


async def sent(
    client: httpx.AsyncClient, project: str, lines: list[dict[str, Any]], *, told: Told
) -> None:
    """Send decisions, and keep what the server said."""
    told.sent.update({line["uid"]: line["record"] for line in lines})
    began = time.perf_counter()
    answer = await client.post(
        f"/projects/{project}/decisions", json={"decisions": lines}
    )
    told.decision_seconds.append(time.perf_counter() - began)
    for result in answer.raise_for_status().json()["results"]:
        if result["status"] == "refused":
            told.refused.append(result["message"])
        else:
            told.safe.add(result["uid"])


async def round_of(
    server: Server, project: str, told: list[Told], *, wait: float
) -> None:
    """Let readers work for a while, then kill the server under them."""
    readers = [
        asyncio.create_task(read(server.address, project, name, told=one))
        for name, one in zip(names(len(told)), told, strict=True)
    ]
    before = sum(len(one.safe) for one in told)
    started = time.monotonic()
    while sum(len(one.safe) for one in told) == before:
        if time.monotonic() - started > FIRST:
            break
        await asyncio.sleep(0.01)
    await asyncio.sleep(wait)
    await asyncio.to_thread(server.kill)
    await asyncio.gather(*readers)


def certificate(server: Server, project: str) -> dict[str, Any]:
    """Issue a certificate, and let the server work it out again."""
    with httpx.Client(base_url=server.address + API, timeout=60) as client:
        entry = {"name": names(1)[0], "password": PASSWORD}
        client.post("/session", json=entry).raise_for_status()
        made = (
            client.post(f"/projects/{project}/certificates?end=true")
            .raise_for_status()
            .json()
        )
        place = f"/projects/{project}/certificates/{made['id']}/verification"
        checked = client.get(place).raise_for_status().json()
    return {"verdict": made["verdict"], **checked}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--readers", type=int, default=3)
    parser.add_argument("--records", type=int, default=3000)
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        folder = Path(home)
        with database(folder, sqlite=not given.postgres) as url:
            print(json.dumps(killed(url, folder, given), indent=2))


def killed(url: str, folder: Path, given: argparse.Namespace) -> dict[str, Any]:
    """Return the balance after all kills, and the certificate of the end."""
    rng = random.Random(given.seed)  # noqa: S311
    project = prepared(url, folder, records=given.records, readers=given.readers)
    told = [Told() for _ in range(given.readers)]
    server = Server(url, folder)
    lost = 0
    for _ in range(given.kills):
        server.start()
        asyncio.run(round_of(server, project, told, wait=rng.uniform(0.0, LONGEST)))
        lost += account_for(ledger(url, project), told)["lost"]
    server.start()
    try:
        shown = certificate(server, project)
    finally:
        code = server.stop()
    balance = account_for(ledger(url, project), told)
    return {
        "database": "postgresql" if given.postgres else "sqlite",
        "kills": given.kills,
        "lost_in_any_round": lost,
        "exit_code": code,
        "certificate": shown,
        **balance,
    }


if __name__ == "__main__":
    main()
