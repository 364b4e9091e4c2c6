"""Short words for what readers do in a lab."""

from collections.abc import Iterable
from itertools import count
from typing import Any

from thresher.records.citation import Citation
from thresher.store.incoming import IncomingDecision, Kept
from thresher.store.link_rows import StoredLink, add_found
from thresher.store.project import Project
from thresher.store.recording import record_and_tell
from thresher.store.seal_rows import StoredSeal, draw_audits, seal_now
from thresher.store.setting_rows import change_settings
from thresher.store.standing import Standing, standing

from .conftest import put

AT = "2024-05-01T10:00:00+00:00"
numbers = count(1)


def said(record: int, label: str, reader: str = "ann", **more: Any) -> IncomingDecision:  # noqa: ANN401
    """A decision, with a uid of its own unless one is given."""
    uid = more.pop("uid", f"u{next(numbers)}")
    return IncomingDecision(
        uid=uid, record=record, label=label, reader=reader, decided_at=AT, **more
    )


def tell(project: Project, *incoming: IncomingDecision) -> list[Kept]:
    """Keep decisions; what is told of them must be what the store then holds."""
    with project.writing() as connection:
        found = record_and_tell(connection, incoming)
        for (publication, stage), told in found.standings.items():
            [held] = standing(connection, stage, [publication]).values()
            assert seen(told) == seen(held)
    return found.kept


def seen(one: Standing) -> list[object]:
    """All of a standing but the numbers of rows, which are given by the store."""
    names = [name for name in Standing.__slots__ if name not in ("readers", "by")]
    return [*(getattr(one, name) for name in names), list(one.told.items())]


def fill(project: Project, records: int, *, name: str = "made.ris") -> None:
    put(
        project,
        *(Citation(id=str(at), title=f"Title {at}") for at in range(records)),
        name=name,
    )


def link(project: Project, *pairs: tuple[int, int]) -> None:
    with project.writing() as connection:
        add_found(
            connection,
            [
                StoredLink(
                    first_id=first,
                    second_id=second,
                    band="certain",
                    score=0.9,
                    reason="same title",
                )
                for first, second in pairs
            ],
        )


def seal(project: Project) -> StoredSeal:
    with project.writing() as connection:
        return seal_now(connection, 0.95, 0.05)


def draw(project: Project, number: int = 1) -> list[int]:
    with project.writing() as connection:
        return draw_audits(connection, number)


def adjust(project: Project, **changes: object) -> None:
    with project.writing() as connection:
        change_settings(connection, changes, by="ann", at=AT)


def stands(
    project: Project, stage: str = "abstract", only: Iterable[int] | None = None
) -> dict[int, Standing]:
    with project.reading() as connection:
        return standing(connection, stage, only)
