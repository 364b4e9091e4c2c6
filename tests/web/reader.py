"""A signed-in reader, and records for them, for the tests of the web door."""

import time
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from fastapi.testclient import TestClient

TOKEN = "a token of a test"  # noqa: S105
PASSWORD = "a long password"  # noqa: S105
API = "/api/v1"
JSON = dict[str, Any]


@dataclass
class Reader:
    """A client that is signed in, with short words for what tests do often."""

    client: TestClient
    name: str

    def get(self, path: str, status: int = 200, **params: Any) -> Any:  # noqa: ANN401
        answer = self.client.get(API + path, params=params)
        assert answer.status_code == status, answer.text
        return answer.json() if "json" in answer.headers["content-type"] else answer

    def send(self, method: str, path: str, body: Any, status: int = 200) -> Any:  # noqa: ANN401
        answer = self.client.request(method, API + path, json=body)
        assert answer.status_code == status, answer.text
        return answer.json() if answer.content else None

    def project(self, name: str = "Asthma") -> str:
        return str(self.send("POST", "/projects", {"name": name}, 201)["id"])

    def upload(self, project: str, content: bytes, name: str = "a.ris") -> JSON:
        answer = self.client.post(
            f"{API}/projects/{project}/sources",
            files=[("files", (name, content))],
            headers={"X-Thresher": "1"},
        )
        assert answer.status_code == 202, answer.text
        return self.done(project, answer.json()["job"]["id"])

    def done(self, project: str, job: str) -> JSON:
        ends = time.monotonic() + 60
        while time.monotonic() < ends:
            found: JSON = self.get(f"/projects/{project}/jobs/{job}")
            if found["state"] in ("done", "failed"):
                return found
            time.sleep(0.02)
        raise TimeoutError(job)

    def queue(self, project: str, **params: Any) -> JSON:  # noqa: ANN401
        found: JSON = self.get(f"/projects/{project}/queue", **params)
        return found

    def decide(self, project: str, record: int, label: str, **more: Any) -> JSON:  # noqa: ANN401
        line = {"uid": str(uuid4()), "record": record, "label": label, **more}
        found: JSON = self.send(
            "POST", f"/projects/{project}/decisions", {"decisions": [line]}
        )
        return found


def ris(count: int, *, start: int = 0) -> bytes:
    """Records of which every fifth is about asthma."""
    return "".join(
        f"TY  - JOUR\nTI  - {'Asthma inhalers' if at % 5 == 0 else 'Kidney stones'} "
        f"report {at}\nAB  - Study {at} of {'children' if at % 5 == 0 else 'adults'}\n"
        f"DO  - 10.1000/{at}\nER  - \n\n"
        for at in range(start, start + count)
    ).encode()
